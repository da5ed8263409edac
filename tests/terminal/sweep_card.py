#!/usr/bin/env python3
"""A runner with a 9.0 card for the tests of `launchlab sweep`: it answers each launch by a small model of its own.

The model is written down here a second time, from what was measured, so that it can disagree with the rule under test.
--lie, --fault and --die name a set by the archs of its images ("90+p80"); that set lies, faults or ends the child.
"""
import argparse
import json
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--lie", default="", help="this set returns 209 though it runs, or runs though it is refused")
parser.add_argument("--fault", default="", help="this set faults: its sync and every later call return 700")
parser.add_argument("--die", default="", help="the child ends at the launch of this set")
parser.add_argument("--no-card", action="store_true")
parser.add_argument("--refuse", default="", help="NVRTC refuses this arch")
parser.add_argument("--heard", help="file that gets a line a request: sets and environment")
options = parser.parse_args()
plain = ["75", "80", "86", "87", "88", "89", "90", "100", "103", "110", "120", "121"]


def say(identity, event, **more):
    print(json.dumps({"v": 1, "id": identity, "event": event, **more}), flush=True)


def height(image):
    arch = image["arch"]
    return int(arch.rstrip("af")), {"a": 2, "f": 1}.get(arch[-1], 0)


def fits(image):
    number, suffix = height(image)
    if suffix:
        return number == 90
    return number == 90 if image["kind"] == "sass" else number <= 90


def name(unit):
    return "+".join(("p" if image["kind"] == "ptx" else "") + image["arch"] for image in unit["images"])


def launch(unit, env):
    """The code and the image that runs."""
    images = unit["images"]
    force = any(env.get(key) == "1" for key in ("CUDA_FORCE_PTX_JIT", "CUDA_FORCE_JIT"))
    forbid = any(env.get(key) == "1" for key in ("CUDA_DISABLE_PTX_JIT", "CUDA_DISABLE_JIT"))
    if unit.get("packed", True):
        sass = [image for image in images if image["kind"] == "sass" and fits(image) and not force]
        ptx = [image for image in images if image["kind"] == "ptx" and fits(image)]
        if sass:
            best = max(sass, key=height)
        elif ptx:
            top = max(height(image) for image in ptx)
            equal = [image for image in ptx if height(image) == top]
            best = equal[-1] if top == (90, 0) else equal[0]
        else:
            return 209, None
    else:
        best = images[0]
        if best["kind"] == "sass" and best.get("edit") != "cut" and not fits(best):
            return 209, None
    if best["kind"] == "ptx" and forbid:
        return 223, None
    code = {"": 0, "version": 222, "syntax": 218, "cut": 200, "label": 300}[best.get("edit", "")]
    if code == 0 and best["kind"] == "ptx" and not fits(best):
        code = 218
    return code, None if code else best


def answer(request):
    identity = request["id"]
    if options.heard:
        with open(options.heard, "a", encoding="utf-8") as file:
            file.write(json.dumps({"sets": [name(unit) for unit in request["units"]], "env": request["env"], "calls": len(request["calls"])}) + "\n")
    for place, unit in enumerate(request["units"]):
        for index, image in enumerate(unit["images"]):
            refused = image["arch"] == options.refuse
            say(identity, "compiled", unit=place, image=index, kind=image["kind"], arch=image["arch"], code=5 if refused else 0,
                name="NVRTC_ERROR_INVALID_OPTION" if refused else "NVRTC_SUCCESS", size=0 if refused else 3000, us=1000)
            if refused:
                return say(identity, "done", how="compile", text="image 0 did not compile: NVRTC says 5. Choose another target.", us=1)
    word, sticky, slot = 0xFFFFFFFF, 0, 0
    for index, call in enumerate(request["calls"]):
        code, value = sticky, None
        if call["call"] == "cudaMemset" and not sticky:
            word = 0xFFFFFFFF
        elif call["call"] == "launch" and not sticky:
            unit = request["units"][call.get("unit", 0)]
            code, ran = launch(unit, request["env"])
            if name(unit) == options.die:
                return say(identity, "done", how="signal", text="A signal ended the program.", signal=11, us=1)
            if name(unit) == options.lie:
                code, ran = (0, unit["images"][0]) if code else (209, None)
            if ran:
                word = int(ran["define"]["MARK"])
            if name(unit) == options.fault:
                sticky = 700
        elif call["call"] == "cudaGetLastError":
            slot = 0
        elif call["call"] == "cudaMemcpy":
            value = {"index": index, "buffer": "out", "read": not sticky, "words": [word, 900]}
        before = slot
        if code:
            slot = code
        say(identity, "call", index=index, call=call["call"], code=code, name="cudaError", text="", slot_before=before, slot=slot, start_us=index, us=7)
        if value:
            say(identity, "value", **value)
    say(identity, "done", how="finished", text="", us=1000)


gpus = [] if options.no_card else [{"index": 0, "name": "NVIDIA H200", "cc": "9.0", "memory": 150000000000}]
say(0, "hello", protocol=1, runner="0.1.0", host="lab", driver="580.159.04", driver_cuda=13000, gpus=gpus, missing=[],
    toolkits=[{"version": "13.0", "nvrtc": "13.0.88", "runtime": "13.0.96", "fatbin": "13.0.85", "from": "/opt/13.0", "targets": plain, "missing": []}])
for line in sys.stdin:
    command = json.loads(line)
    if "units" in command:
        answer(command)
