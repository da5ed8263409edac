#!/usr/bin/env python3
"""launchlab inspect against cuobjdump on cuBLASLt, in one run: counts per target, times, memory. Standard library only.

    inspect.py LAUNCHLAB BENCH_DIR     BENCH_DIR as third_party/fetch.py bench fills it

Prints what was measured and each figure's verdict. Exit codes: 0 all hold, 1 one does not, 2 it could not be measured."""

import collections
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import time
import zipfile

RUNS = 5
LIMIT_RATIO, LIMIT_MB, LIMIT_WHEEL = 300, 64, 1.2


def measured(command):
    """Seconds, of them on a core, peak resident MB, and the output."""
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        out, err = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"inspect.py: {command[0]} ended with {process.returncode}: {err.strip()[-300:]}")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000, out


def median_of(command, runs):
    samples = [measured(command) for _ in range(runs)]
    return statistics.median(s[0] for s in samples), statistics.median(s[1] for s in samples), max(s[2] for s in samples), samples[-1][3]


def listed(text):
    """Images by target out of cuobjdump's list. It drops the suffix f, and names PTX by its sm_ number."""
    counts = collections.Counter()
    for kind, arch in re.findall(r"^(ELF|PTX) file .*\.sm_(\d+[af]?)\.(?:cubin|ptx)$", text, re.M):
        counts[("sm_" if kind == "ELF" else "compute_") + arch.rstrip("f")] += 1
    return counts


def inflate(wheel):
    """The members that can hold code, inflated by zlib and thrown away: what any reader has to do at least."""
    begin = time.monotonic()
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            if ".so" in entry.filename or entry.filename.endswith((".a", ".o", ".cubin", ".fatbin")):
                with archive.open(entry) as member:
                    while member.read(1 << 20):
                        pass
    return time.monotonic() - begin


def main(words):
    if len(words) != 2:
        print(__doc__)
        return 2
    program, folder = words
    library = (glob.glob(os.path.join(folder, "cublas", "**", "libcublasLt.so.*"), recursive=True) or [""])[0]
    cuobjdump = (glob.glob(os.path.join(folder, "cuobjdump", "**", "cuobjdump"), recursive=True) or [""])[0]
    wheel = (glob.glob(os.path.join(folder, "wheels", "nvidia_cublas-*.whl")) or [""])[0]
    for path, what in ((program, "launchlab"), (library, "libcublasLt"), (cuobjdump, "cuobjdump"), (wheel, "the wheel of cuBLAS")):
        if not os.path.exists(path):
            print(f"inspect.py: {what} is missing; run ./dev bench inspect, which fetches it.", file=sys.stderr)
            return 2
    with open(library, "rb") as file:  # both find it in memory
        while file.read(1 << 20):
            pass
    # First the small outputs: the peak of a process counts what this one held when it started it.
    ours_s, ours_core_s, ours_mb, _ = median_of([program, "inspect", library, "--list"], RUNS)  # both list, image by image
    wheel_s, _, wheel_mb, _ = median_of([program, "inspect", wheel, "--list"], 3)
    inflate_s = statistics.median(inflate(wheel) for _ in range(3))
    text = measured([program, "inspect", library, "--json"])[3]
    theirs_s, theirs_core_s, theirs_mb, elf = median_of([cuobjdump, "--list-elf", library], 1)
    ptx_s, _, _, ptx = median_of([cuobjdump, "--list-ptx", library], 1)
    summary = collections.Counter()
    for name, count in json.loads(text)["files"][0]["summary"].items():
        if not name.startswith("lto_"):
            summary[name.rstrip("f")] += count
    theirs = listed(elf + "\n" + ptx)

    print(f"{os.path.basename(library)}, {os.path.getsize(library) / 1e6:.0f} MB, warm")
    for name in sorted(set(summary) | set(theirs)):
        print(f"  {name:12} {summary[name]:6} images, cuobjdump {theirs[name]:6}{'' if summary[name] == theirs[name] else '   differs'}")
    print(f"  launchlab inspect {ours_s * 1000:9.1f} ms, {ours_core_s * 1000:9.1f} on a core {ours_mb:8.1f} MB")
    print(f"  cuobjdump         {theirs_s * 1000:9.1f} ms, {theirs_core_s * 1000:9.1f} on a core {theirs_mb:8.1f} MB   (--list-elf; --list-ptx takes {ptx_s * 1000:.1f} ms more)")
    print(f"{os.path.basename(wheel)}, {os.path.getsize(wheel) / 1e6:.0f} MB")
    print(f"  launchlab inspect {wheel_s * 1000:9.1f} ms {wheel_mb:8.1f} MB   inflating alone {inflate_s * 1000:.1f} ms")
    figures = [("same counts per target", summary == theirs, ""),
               (f"at least {LIMIT_RATIO} times faster", theirs_s / ours_s >= LIMIT_RATIO, f"{theirs_s / ours_s:.0f} times; {theirs_core_s / ours_core_s:.0f} times less on a core"),
               (f"at most {LIMIT_MB} MB resident", ours_mb <= LIMIT_MB, f"{ours_mb:.1f} MB"),
               (f"a wheel in at most {LIMIT_WHEEL} x inflating it", wheel_s <= LIMIT_WHEEL * inflate_s, f"{wheel_s / inflate_s:.2f} x"),
               (f"a wheel in at most {LIMIT_MB} MB resident", wheel_mb <= LIMIT_MB, f"{wheel_mb:.1f} MB")]
    for title, holds, value in figures:
        print(f"{'holds' if holds else 'FAILS':6} {title}{': ' + value if value else ''}")
    return 0 if all(holds for _, holds, _ in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
