# The sweep of this machine's card: every image set gives what the rule says, and each class is met often enough.
set -u
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$LAUNCHLAB_BIN/launchlab" sweep --json > "$out" 2> "$out.err"
code=$?
if [ "$code" -eq 2 ] && grep -q 'and there is none' "$out.err"; then
    cat "$out.err"
    rm -f "$out.err"
    exit 77
fi
cat "$out.err" >&2
rm -f "$out.err"
python3 - "$out" <<'PYTHON'
import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
print(report["card"], report["sets"], "sets,", report["differ"], "differ")
for name, count in report["classes"].items():
    print(f"{name:>8} {count['sets']:5} {count['differ']:5}")
for row in report["rows"]:
    if not row["same"]:
        print(row)
PYTHON
exit "$code"
