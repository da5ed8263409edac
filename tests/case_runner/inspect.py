"""Judges `launchlab inspect --deep --json` against tests/cases/inspect.json.

Each case is made by its own shell lines; those that call nvcc need nvcc 13.0, from PATH, CUDA_HOME or /usr/local/cuda. What was
made is kept in LAUNCHLAB_CASES_DIR, where that is set, and not made again.

right     format, images, usable, deep, warn, hints and the verdict for each device are as the case says
not sure  the case could not be made here
wrong     anything differs
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile


def find_nvcc():
    for folder in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if folder and os.access(os.path.join(folder, "bin", "nvcc"), os.X_OK):
            return os.path.join(folder, "bin", "nvcc")
    return shutil.which("nvcc")


def make(case, folder, nvcc):
    """None, or why it could not be made."""
    if (folder / case["file"]).exists():
        return None
    if nvcc is None and any("nvcc" in line for line in case["make"]):
        return "no nvcc here"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = dict(os.environ)
    if nvcc is not None:
        root = pathlib.Path(nvcc).resolve().parent.parent
        environment["PATH"] = f"{root / 'bin'}:{environment['PATH']}"
        environment["NVCC_LIBS"] = f"-L{root / 'lib64'}"
    done = subprocess.run(["bash", "-e", "-c", "\n".join(case["make"])], cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    return None if done.returncode == 0 else "could not be made: " + (done.stderr.strip() or str(done.returncode)).splitlines()[-1]


def images(found):
    return sorted((image["where"], image["kind"], image["arch"], image.get("kernels") if image["kind"] == "sass" else None) for image in found)


def differs(name, expected, got):
    return None if expected == got else f"{name} is {got}, expected {expected}"


def judge(expect, got):
    checks = [
        differs("format", expect["format"], got["format"]),
        differs("images", images(expect["images"]), images(got["images"])),
        differs("usable", sorted(expect["usable"]), sorted(got["usable"])),
        differs("warn", sorted(expect["warn"]), sorted(got["warn"])),
    ]
    if "deep" in expect:
        checks.append(differs("deep", sorted(expect["deep"]), sorted(got["deep"])))
    if "hints" in expect and expect["hints"] not in got["hints"]:
        checks.append(f"hints {got['hints']} lack \"{expect['hints']}\"")
    for device, verdict in zip(expect["devices"], got["verdicts"]):
        for key in ("runs", "how", "code", "picks"):
            if key in device:
                checks.append(differs(f"{key} on {device['cc']}", device[key], verdict[key]))
        if device.get("sure") is False and verdict["sure"]:
            checks.append(f"on {device['cc']} it is surer than can be known")
    return "; ".join(check for check in checks if check)


def play(launchlab, case, folder):
    words = [launchlab, "inspect", "--deep", "--json", case["file"]]
    if case["expect"]["devices"]:
        words += ["--on", ",".join(device["cc"] for device in case["expect"]["devices"])]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        return f"ended with {done.returncode}: {done.stderr.strip()}"
    return judge(case["expect"], json.loads(done.stdout)["files"][0])


def run(launchlab, cases):
    launchlab = os.path.abspath(launchlab)
    kept = os.environ.get("LAUNCHLAB_CASES_DIR")
    nvcc = find_nvcc()
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        for case in cases:
            folder = pathlib.Path(kept or scratch).resolve() / case["id"]
            trouble = make(case, folder, nvcc)
            if trouble:
                results.append((case["id"], "not sure", trouble))
                continue
            detail = play(launchlab, case, folder)
            results.append((case["id"], "wrong" if detail else "right", detail))
    return results
