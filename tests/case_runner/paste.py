"""Judges `launchlab explain --batch` against tests/cases/paste*.json.

right     code, cause, certainty, every expected fact and what is announced are as the case says
not sure  nothing is false, but the answer is less certain than the text allows
wrong     another code or cause, a fact that differs, or a firm answer where the text does not settle it
"""
import json
import subprocess

CASES = ["paste", "paste-more"]


def judge(expect, got):
    causes = [expect["cause"], *expect.get("cause_also", [])]
    codes = [expect["code"], *expect.get("also_codes", [])]
    if got["code"] not in codes:
        return "wrong", f"code {got['code']}, expected {expect['code']}"
    if got["code"] == expect["code"] and got["symbol"] != expect["symbol"]:
        return "wrong", f"symbol {got['symbol']}, expected {expect['symbol']}"
    if got["cause"] not in causes:
        return "wrong", f"cause {got['cause']}, expected {' or '.join(causes)}"
    for key, value in expect.get("facts", {}).items():
        if got["facts"].get(key) != value:
            return "wrong", f"fact {key} is {got['facts'].get(key)}, expected {value}"
    if "announces" in expect and got.get("announces") != expect["announces"]:
        return "wrong", f"announces {got.get('announces')}, expected {expect['announces']}"
    if expect["sure"] == "must_say_unsure":
        if got["sure"]:
            return "wrong", "a firm answer, but the text does not settle it"
        named = [got["cause"], got["code"], *got["alternatives"]]
        missing = [word for word in [*causes, *expect.get("also_codes", [])] if word not in named]
        if missing:
            return "wrong", f"does not name {', '.join(str(word) for word in missing)}"
    elif got["sure"] and not expect["sure"]:
        return "wrong", "surer than the text allows"
    elif expect["sure"] and not got["sure"]:
        return "not sure", f"{got['cause']}, and the text settles it"
    return "right", ""


def run(launchlab, cases):
    lines = "".join(json.dumps({"id": case["id"], "input": case["input"]}) + "\n" for case in cases)
    done = subprocess.run([launchlab, "explain", "--batch"], input=lines, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(f"explain --batch ended with {done.returncode}: {done.stderr.strip()}")
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    return [(case["id"], *judge(case["expect"], answers[case["id"]])) for case in cases if case["id"] in answers]
