"""Judges `launchlab flags --batch` against tests/cases/flags*.json.

right     images (or the list of targets), refusal, warning, PTX version and every verdict row are as the case says
not sure  nothing is false, but a row is less certain than the case, or the case itself is not sure and another answer is given
wrong     another image, refusal or code, or a firm answer where reports disagree
"""
import json
import subprocess

CASES = ["flags", "flags-more"]
ASKED = ["syntax", "input", "toolkit", "tool", "driver", "build_gpus", "load", "rdc", "device_software"]


def names(images):
    return None if images is None else sorted(image["kind"] + " " + image["arch"] for image in images)


def judge_row(row, got):
    where = f"{row['cc']}: "
    same = all(got[key] == row[key] for key in ("runs", "how", "code")) and ("picks" not in row or got["picks"] == row["picks"])
    if not row.get("sure", True):
        if same:
            return ("wrong", where + "a firm answer where reports disagree") if got["sure"] and row["code"] == 209 else ("right", "")
        return "not sure", where + f"code {got['code']}, where reports disagree"
    if not same:
        return "wrong", where + f"{got['how']} {got['code']} {got['picks']}, expected {row['how']} {row['code']} {row.get('picks', '')}"
    return ("right", "") if got["sure"] else ("not sure", where + "less certain than the case")


def judge(case, got):
    expect = case["expect"]
    kind = got["error"] and got["error"]["kind"]
    if kind != expect["error"]:
        return "wrong", f"refusal {kind}, expected {expect['error']}"
    if kind:
        size = len(case["input"].encode())
        return ("right", "") if 0 <= got["error"]["at"] <= size and got["error"]["what"] else ("wrong", "the refusal has no place or no words")
    if names(got["images"]) != names(expect["images"]):
        return "wrong", f"images {names(got['images'])}, expected {names(expect['images'])}"
    if expect["images"] is None and sorted(got["archs"]) != sorted(expect["archs"]):
        return "wrong", f"targets {got['archs']}, expected {expect['archs']}"
    if sorted(got.get("ptx_archs", [])) != sorted(expect.get("ptx_archs", [])):
        return "wrong", f"PTX targets {got.get('ptx_archs', [])}, expected {expect.get('ptx_archs', [])}"
    for key in ("warning", "ptx_version"):
        if got.get(key) != expect.get(key):
            return "wrong", f"{key} {got.get(key)}, expected {expect.get(key)}"
    rows = [judge_row(row, verdict) for row, verdict in zip(case["devices"], got["verdicts"], strict=True)]
    for verdict in ("wrong", "not sure"):
        found = [detail for word, detail in rows if word == verdict]
        if found:
            return verdict, "; ".join(found)
    return "right", ""


def run(launchlab, cases):
    questions = []
    for case in cases:
        question = {"id": case["id"], "on": [row["cc"] for row in case["devices"]]}
        question.update({key: case[key] for key in ASKED if key in case})
        questions.append(json.dumps(question) + "\n")
    done = subprocess.run([launchlab, "flags", "--batch"], input="".join(questions), capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(f"flags --batch ended with {done.returncode}: {done.stderr.strip()}")
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    return [(case["id"], *judge(case, answers[case["id"]])) for case in cases if case["id"] in answers]
