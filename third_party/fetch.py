#!/usr/bin/env python3
"""The one way anything is fetched. Owns downloading, checking and unpacking what lock.json pins: the build's dependencies
and the sets of CUDA libraries on the shelf. Leaves system packages to ./dev setup and the use of a set to the programs.
Invariant: a folder in its final place is whole, since everything is unpacked beside it and renamed.

    fetch.py build DEPS_DIR            Dear ImGui and GLFW, glad, CUDA headers; prints what is there already
    fetch.py toolkit VERSION [SHELF]   one set for the runner: "12.2"; "auto" is the one that this machine's driver and card ask for
    fetch.py list [SHELF]              the sets, what they hold, and which lie on the shelf
    fetch.py bench DIR                 what ./dev bench inspect measures with: cuobjdump, and cuBLAS with its wheel
    --wheels DIR                       keep downloads there, so that the next call need not repeat them

Exit codes: 0 all is there, 2 something failed, 3 there is no set for this machine; the last line says what to do."""

import errno
import fcntl
import glob
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile

sys.dont_write_bytecode = True
import which_set  # noqa: E402

LOCK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lock.json")
MB = 1000 * 1000


class Failure(Exception):
    """One sentence with the remedy."""

    code = 2


class NoSet(Failure):
    code = 3


def say(text):
    print("fetch: " + text, flush=True)


def read_lock():
    try:
        with open(LOCK, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise Failure(f"{LOCK} cannot be read ({error}); take it from the repository again.") from error


def shelf_dir(given):
    if given:
        return os.path.abspath(given)
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(data, "launchlab", "toolkits")


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


# -- downloading --


def pip_command(scratch):
    """pip of this Python, or of a throw-away environment where it has none."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [sys.executable, "-m", "pip"]
    home = os.path.join(scratch, "venv")
    made = subprocess.run([sys.executable, "-m", "venv", home], capture_output=True, text=True)
    if made.returncode != 0:
        raise Failure("this Python has neither pip nor venv; install them with: apt-get install python3-pip python3-venv")
    return [os.path.join(home, "bin", "python3"), "-m", "pip"]


def explain_pip(wheel, output):
    text = output.lower()
    name = f"{wheel['name']} {wheel['version']}"
    if "no space left" in text:
        return f"the disk is full while fetching {name}; free {wheel['bytes'] * 6 // MB + 1} MB and run the same command again."
    if "do not match the hashes" in text or "hashes are required" in text:
        return (f"{name} was downloaded with other bytes than lock.json pins; nothing was kept. Run it again; if it repeats, "
                "the package index is not to be trusted.")
    if any(word in text for word in ("connection broken", "retrying", "timed out", "name resolution", "unreachable", "proxyerror")):
        return (f"{name} could not be downloaded: the package index does not answer. Check the network and pip's settings "
                "(proxy, index), then run the same command again.")
    if "no matching distribution" in text:
        return f"the package index has no file {wheel['file']}; check which index pip uses (pip config list) and that it mirrors PyPI."
    said = output.strip().splitlines()[-1:] or ["nothing"]
    return f"{name} could not be downloaded; check pip's settings (pip config list) and run it again. pip said: {said[0].strip()}"


def download(wheel, into, python, scratch, place):
    """One pinned wheel as a file in `into`; a file that is there already is only checked."""
    path = os.path.join(into, wheel["file"])
    title = f"{place} {wheel['name']} {wheel['version']}"
    if os.path.exists(path):
        if sha256(path) == wheel["sha256"]:
            say(f"{title}: downloaded already")
            return path
        os.remove(path)
    say(f"{title}: downloading {max(wheel['bytes'] / MB, 0.1):.1f} MB")
    wanted = os.path.join(scratch, "wanted.txt")
    with open(wanted, "w", encoding="utf-8") as file:
        file.write(f"{wheel['name']}=={wheel['version']} --hash=sha256:{wheel['sha256']}\n")
    tags = re.search(r"-(?:py3-none|cp\d+-cp\d+)-([^-]+)\.whl$", wheel["file"]).group(1).split(".")
    command = pip_command(scratch) + ["download", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-deps",
                                      "--require-hashes", "--only-binary=:all:", "--python-version", python]
    for tag in tags:
        command += ["--platform", tag]
    command += ["--dest", scratch, "--requirement", wanted]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    got = os.path.join(scratch, wheel["file"])
    if done.returncode != 0 or not os.path.exists(got):
        raise Failure(explain_pip(wheel, done.stdout))
    os.makedirs(into, exist_ok=True)
    keep_if_pinned(got, wheel, path)
    return path


def keep_if_pinned(got, wheel, path):
    if sha256(got) != wheel["sha256"]:
        raise Failure(explain_pip(wheel, "do not match the hashes"))
    os.replace(got, path)


class Wheels:
    """The downloads of one call, beside the place they are unpacked to, so that every rename stays on one disk. One at a
    time a place; the next one clears what a killed one left."""

    def __init__(self, lock, beside, keep):
        self.python = lock["python"]
        os.makedirs(beside, exist_ok=True)
        self.lock = open(os.path.join(beside, ".fetch-lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("another fetch is at work there; waiting for it")
            fcntl.flock(self.lock, fcntl.LOCK_EX)
        for killed in glob.glob(os.path.join(beside, ".fetch-*", "")):
            shutil.rmtree(killed, ignore_errors=True)
        self.scratch = tempfile.mkdtemp(prefix=".fetch-", dir=beside)
        self.keep = os.path.abspath(keep) if keep else os.path.join(self.scratch, "wheels")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.lock.close()

    def fetch(self, wheels):
        need = sum(w["bytes"] for w in wheels) * 4
        free = shutil.disk_usage(self.scratch).free
        if free < need:
            raise Failure(f"{self.scratch} has {free // MB} MB free and {need // MB} MB are needed; free some space and run it again.")
        return [download(w, self.keep, self.python, self.scratch, f"{n}/{len(wheels)}") for n, w in enumerate(wheels, 1)]


# -- unpacking --


def unpack(wheel_path, inner, into, wanted=lambda name: True):
    """Files under the folder `inner` (a pattern; "" is the whole wheel), their paths below it kept."""
    pattern = re.compile("^" + (inner + "/" if inner else "") + "(.+)$")
    count = 0
    with zipfile.ZipFile(wheel_path) as archive:
        for entry in archive.infolist():
            match = pattern.match(entry.filename)
            if entry.is_dir() or not match or not wanted(match.group(1)):
                continue
            target = os.path.join(into, match.group(1))
            if not os.path.abspath(target).startswith(os.path.abspath(into) + os.sep):
                raise Failure(f"{wheel_path} holds a path that leaves its folder; nothing was kept.")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with archive.open(entry) as source, open(target, "wb") as file:
                shutil.copyfileobj(source, file, 1 << 20)
            count += 1
    return count


def put_in_place(made, final):
    """Renames `made` to `final`; what was there is moved to the scratch folder just before, and goes with it."""
    if os.path.lexists(final):
        os.rename(final, os.path.join(os.path.dirname(made), "old-" + os.path.basename(final)))
    os.rename(made, final)


def stamp_of(part):
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()


def is_there(folder, part):
    try:
        with open(os.path.join(folder, ".pinned"), encoding="utf-8") as file:
            return file.read().strip() == stamp_of(part)
    except OSError:
        return False


def finish(made, part, final):
    with open(os.path.join(made, ".pinned"), "w", encoding="utf-8") as file:
        file.write(stamp_of(part) + "\n")
    put_in_place(made, final)


# -- what the build needs --


def make_imgui(paths, made):
    unpack(paths[0], r"[^/]+\.data/purelib/imgui/install/include", os.path.join(made, "include"))
    unpack(paths[0], r"[^/]+\.data/purelib/imgui/install/lib", os.path.join(made, "lib"), lambda name: name.endswith(".a"))


def make_glad(paths, made):
    tool = os.path.join(os.path.dirname(made), "glad-tool")
    for path in paths:
        unpack(path, "", tool)
    environment = dict(os.environ, PYTHONPATH=tool, PYTHONDONTWRITEBYTECODE="1")
    for api in ("gl:core=3.3", "egl=1.5"):
        done = subprocess.run([sys.executable, "-m", "glad", "--api", api, "--reproducible", "--quiet", "--out-path", made, "c",
                               "--loader"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode != 0:
            raise Failure(f"glad could not write the loader for {api}; it needs Python 3.8 or newer. It said: {done.stdout.strip()[-300:]}")


def make_cuda(paths, made):
    for path in paths:
        unpack(path, r"nvidia/[^/]+/include", os.path.join(made, "include"))


def build(lock, deps, keep):
    deps = os.path.abspath(deps)
    headers = lock["cuda"]["wheels"] + lock["toolkits"][lock["cuda"]["toolkit"]]["wheels"]
    parts = [("imgui", "Dear ImGui and GLFW", lock["imgui"]["wheels"], make_imgui),
             ("glad", "glad, the OpenGL and EGL loader", lock["glad"]["wheels"], make_glad),
             ("cuda", "CUDA headers", headers, make_cuda)]
    if platform.machine() != lock["machine"]:
        say(f"Dear ImGui is pinned for {lock['machine']} alone; on {platform.machine()} build with LAUNCHLAB_IMGUI=DIR, a checkout of it")
        del parts[0]
    parts = [part for part in parts if not is_there(os.path.join(deps, part[0]), part[2])]
    if not parts:
        say(f"all dependencies are in {deps} already")
        return
    with Wheels(lock, deps, keep) as wheels:
        for name, title, pinned, make in parts:
            if is_there(os.path.join(deps, name), pinned):
                continue
            say(title)
            paths = wheels.fetch(pinned)
            made = os.path.join(wheels.scratch, "made", name)
            os.makedirs(made)
            make(paths, made)
            finish(made, pinned, os.path.join(deps, name))
    say(f"all dependencies are in {deps}")


# -- what the inspector is measured against --


def bench(lock, folder):
    folder = os.path.abspath(folder)
    for name in ("cuobjdump", "cublas"):
        pinned = lock["bench"][name]
        if is_there(os.path.join(folder, name), pinned):
            continue
        with Wheels(lock, folder, os.path.join(folder, "wheels")) as wheels:
            if is_there(os.path.join(folder, name), pinned):
                continue
            say(f"{name} for the benchmark")
            made = os.path.join(wheels.scratch, "made", name)
            os.makedirs(made)
            for path in wheels.fetch(pinned):
                unpack(path, "", made)
            for tool in glob.glob(os.path.join(made, "**", "bin", "*"), recursive=True):
                os.chmod(tool, 0o755)
            finish(made, pinned, os.path.join(folder, name))
    say(f"the benchmark's files are in {folder}")


# -- the shelf --

def versions(version, wheels):
    """What toolkit.json says: {"version":"13.0","nvrtc":"13.0.88","runtime":"13.0.96","fatbin":"13.0.85"}."""
    found = {"version": version}
    for key, word in (("nvrtc", "-nvrtc"), ("runtime", "-runtime"), ("fatbin", "nvfatbin")):
        found[key] = next(w["version"] for w in wheels if word in w["name"])
    return found


def on_shelf(folder, pinned):
    whole = os.path.exists(os.path.join(folder, "toolkit.json")) and which_set.has_libraries(os.path.join(folder, "lib"))
    return whole and is_there(folder, pinned)


def make_toolkit(paths, made, version, pinned):
    lib = os.path.join(made, "lib")
    for path in paths:
        unpack(path, r"nvidia/[^/]+/lib", lib, lambda name: ".so" in name and ".alt." not in name and name.startswith(
            ("libcudart", "libnvrtc", "libnvfatbin")))
    if not which_set.has_libraries(lib):
        raise Failure(f"the set {version} lacks a library after unpacking; lock.json names wrong files, take it from the repository again.")
    with open(os.path.join(made, "toolkit.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(versions(version, pinned)) + "\n")


def toolkit(lock, version, shelf, keep):
    if version == "auto":
        version, why = which_set.wanted_toolkit(lock, which_set.driver_branch(), which_set.card_capability())
        if version is None:
            raise NoSet(why)
        say(f"CUDA libraries {version} ({why})")
        place = which_set.system_toolkit(version)
        if place:
            say(f"{place} has them; nothing to fetch")
            return
    if version not in lock["toolkits"]:
        raise Failure(f'no set is called "{version}"; there are {", ".join(lock["toolkits"])}.')
    if platform.machine() != lock["machine"]:
        raise NoSet(f"the sets are for {lock['machine']}, this machine is {platform.machine()}; install a CUDA toolkit and name it "
                    "in CUDA_HOME.")
    pinned = lock["toolkits"][version]["wheels"]
    final = os.path.join(shelf, version)
    if on_shelf(final, pinned):
        say(f"{final} is whole already")
        return
    with Wheels(lock, shelf, keep) as wheels:
        if on_shelf(final, pinned):
            say(f"{final} is ready")
            return
        paths = wheels.fetch(pinned)
        made = os.path.join(wheels.scratch, "made")
        os.makedirs(made)
        say(f"unpacking {version}")
        make_toolkit(paths, made, version, pinned)
        finish(made, pinned, final)
    say(f"{final} is ready")


def list_sets(lock, shelf):
    print(f"shelf: {shelf}")
    for version, entry in lock["toolkits"].items():
        has = versions(version, entry["wheels"])
        size = sum(w["bytes"] for w in entry["wheels"]) // MB
        state = "on the shelf" if on_shelf(os.path.join(shelf, version), entry["wheels"]) else f"{size} MB to fetch"
        parts = "  ".join(f"{key} {has[key]:8}" for key in ("nvrtc", "runtime", "fatbin"))
        print(f"{version:5} from driver r{entry['driver']}  {parts}  {state}")


def main(words):
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    keep = None
    if "--wheels" in words:
        at = words.index("--wheels")
        keep = words[at + 1] if at + 1 < len(words) else None
        del words[at:at + 2]
    if not words or words[0] in ("-h", "--help", "help"):
        print(__doc__)
        return 0 if words else 2
    try:
        lock = read_lock()
        if words[0] == "build" and len(words) == 2:
            build(lock, words[1], keep)
        elif words[0] == "toolkit" and len(words) in (2, 3):
            toolkit(lock, words[1], shelf_dir(words[2] if len(words) == 3 else None), keep)
        elif words[0] == "list" and len(words) <= 2:
            list_sets(lock, shelf_dir(words[1] if len(words) == 2 else None))
        elif words[0] == "bench" and len(words) == 2:
            bench(lock, words[1])
        else:
            raise Failure(f"no such call: {' '.join(words)}; fetch.py --help shows the four there are.")
        return 0
    except Failure as failure:
        print(f"fetch: {failure}", file=sys.stderr)
        return failure.code
    except OSError as error:
        full = error.errno == errno.ENOSPC
        remedy = "free some space there" if full else "make that place writable, or name another (XDG_DATA_HOME for the shelf)"
        print(f"fetch: {error.filename or 'unpacking'}: {error.strerror}; {remedy}, then run it again.", file=sys.stderr)
    except (zipfile.BadZipFile, KeyError, StopIteration) as error:
        print(f"fetch: a pinned file is not what lock.json says ({error}); take lock.json from the repository again.", file=sys.stderr)
    except KeyboardInterrupt:
        print("fetch: stopped; nothing is left half. Run it again to go on.", file=sys.stderr)
        return 130
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
