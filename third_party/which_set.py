"""Which set of CUDA libraries this machine wants, and whether it has one already. Owns reading the driver's branch and looking
through installed toolkits; leaves fetching to fetch.py. Invariant: a set's PTX is one that the driver reads, and it builds for
the card where the driver's tools tell which one that is. The rule is core/toolkit's; this says it for a machine before the build."""

import glob
import json
import os
import re
import subprocess

LIBRARIES = ("libcudart.so.*", "libnvrtc.so.*", "libnvrtc-builtins.so.*", "libnvfatbin.so.*")


def has_libraries(folder):
    return all(glob.glob(os.path.join(folder, name)) for name in LIBRARIES)


def driver_branch():
    """580 from "580.159.04"; None without a driver."""
    try:
        with open("/proc/driver/nvidia/version", encoding="utf-8") as file:
            text = file.read()
    except OSError:
        try:
            text = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], capture_output=True,
                                  text=True, timeout=30).stdout
        except (OSError, subprocess.TimeoutExpired):
            return None
    return branch_in(text)


def card_capability():
    """61 for a card of capability 6.1, the first one where there are several; None where nothing tells."""
    try:
        said = subprocess.run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"], capture_output=True, text=True,
                              timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    return capability_in(said)


def capability_in(text):
    match = re.match(r"\s*(\d{1,2})\.(\d)\s*$", text.split("\n", 1)[0])
    return int(match.group(1) + match.group(2)) if match else None


def lowest_targets():
    """{"13.0": 75, "12.9": 50, ...}, from the table that the programs read."""
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "assets", "toolkits.json")
    try:
        with open(table, encoding="utf-8") as file:
            return {one["version"]: min(int(arch) for arch in one["targets"] if arch.isdigit()) for one in json.load(file)["toolkits"]}
    except (OSError, ValueError, KeyError):
        return {}


def branch_in(text):
    match = re.search(r"\b(\d{3,4})\.\d+(?:\.\d+)?\b", text)
    return int(match.group(1)) if match else None


def wanted_toolkit(lock, branch, card=None):
    """The newest set whose PTX this driver reads and which builds for this card, the newest of all without a driver, and why;
    None when every one is newer."""
    newest_first = sorted(lock["toolkits"].items(), key=lambda item: -item[1]["driver"])
    if branch is None:
        return newest_first[0][0], "no NVIDIA driver here, so the newest set"
    lowest = lowest_targets() if card else {}
    read = [version for version, entry in newest_first if entry["driver"] <= branch]
    for version in read:
        if not card or lowest.get(version, 0) <= card:
            newest = "" if version == read[0] else f", and {read[0]} builds nothing for a {card // 10}.{card % 10} card"
            return version, f"the driver is of branch r{branch}{newest}"
    if read:
        return read[0], f"the driver is of branch r{branch}"
    return None, (f"the driver is of branch r{branch}, older than every set (the oldest needs r{newest_first[-1][1]['driver']}); update "
                  "the driver, or use the program without a card: it builds and plays recordings all the same.")


def system_toolkit(version):
    """A folder of an installed CUDA toolkit that serves as well as the set: same major, not newer, all libraries there."""
    want = tuple(map(int, version.split(".")))
    places = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), *sorted(glob.glob("/usr/local/cuda*"))]
    for place in filter(None, places):
        for folder in (os.path.join(place, "lib64"), os.path.join(place, "lib"), os.path.join(place, "targets/x86_64-linux/lib")):
            if not has_libraries(folder):
                continue
            for builtins in glob.glob(os.path.join(folder, "libnvrtc-builtins.so.*")):
                match = re.search(r"\.so\.(\d+)\.(\d+)", builtins)
                if match and int(match.group(1)) == want[0] and int(match.group(2)) <= want[1]:
                    return place
    return None
