"""The real window on a display of its own (Xvfb), driven by keys through xdotool.

Owns the display, the program and what its trace says (app/window/trace.h); leaves what is expected to the tests beside it.
Every wait is for a condition, with a limit that only a broken program reaches.
"""
import atexit
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # seconds; a slow machine with sanitizers takes some of them


def need_tools():
    for tool in ("Xvfb", "xdotool"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            sys.exit(77)


def wait_for(what, holds, failed=lambda: None):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = holds()
        if value:
            return value
        trouble = failed()
        if trouble:
            raise AssertionError(f"waiting for {what}: {trouble}")
        time.sleep(0.05)
    raise AssertionError(f"{what}: it did not come within {PATIENCE} s")


class Display:
    def __init__(self, size="1440x900"):
        self.folder = tempfile.mkdtemp(prefix="launchlab-display-")
        reads, writes = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writes), "-screen", "0", size + "x24", "-fbdir", self.folder, "-noreset", "-nolisten", "tcp"],
            pass_fds=[writes], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.close)
        os.close(writes)
        with os.fdopen(reads) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        self.name = ":" + number

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    def pixels(self):
        """The screen as Xvfb keeps it: an XWD file. One bytes object a row, four bytes a pixel."""
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        head = struct.unpack(">25I", data[:100])
        size, width, height, row_bytes, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + colours * 12
        return [data[start + y * row_bytes:start + y * row_bytes + width * 4] for y in range(height)]

    def close(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def blank(rows):
    """True when nearly all of the picture is one colour, or there are only a few."""
    counts = {}
    for row in rows[::4]:
        for at in range(0, len(row), 16):
            pixel = row[at:at + 3]
            counts[pixel] = counts.get(pixel, 0) + 1
    return len(counts) < 16 or max(counts.values()) > 0.995 * sum(counts.values())


def environment(state, **more):
    """That of a new learner, on a machine whose cards, if it has any, are hidden."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LAUNCHLAB_", "CUDA_", "WAYLAND_"))}
    env.pop("DISPLAY", None)
    env.update(XDG_STATE_HOME=state, XDG_CONFIG_HOME=state, CUDA_VISIBLE_DEVICES="-1", **more)
    return env


def program():
    return os.path.join(os.environ["LAUNCHLAB_BIN"], "launchlab")


class Window:
    def __init__(self, display, *words):
        self.display = display
        self.state = tempfile.mkdtemp(prefix="launchlab-state-")
        self.trace_file = os.path.join(self.state, "trace")
        self.said = open(os.path.join(self.state, "said"), "w+")
        env = environment(self.state, DISPLAY=display.name, LAUNCHLAB_TRACE=self.trace_file)
        self.process = subprocess.Popen([program(), *words], env=env, stdout=self.said, stderr=self.said, stdin=subprocess.DEVNULL)
        atexit.register(self.close)
        self.id = wait_for("a window on the display", self._find, self.ended)
        wait_for("its first frame", lambda: self.trace().get("step"), self.ended)
        wait_for("the keyboard", self._focus, self.ended)

    def _find(self):
        found = self.display.xdotool("search", "--onlyvisible", "--name", "launchlab").split()
        return found[0] if found else None

    def _focus(self):
        self.display.xdotool("windowfocus", self.id)
        return self.display.xdotool("getwindowfocus", "-f") == self.id

    def ended(self):
        if self.process.poll() is None:
            return None
        self.said.seek(0)
        return f"launchlab ended with {self.process.returncode} and said:\n{self.said.read()}"

    def lines(self):
        if not os.path.exists(self.trace_file):
            return []
        with open(self.trace_file) as file:
            return file.read().splitlines()

    def trace(self):
        """The last value of each name: {"phase": "predict", "call 3 cudaPeekAtLastError": "209"}."""
        return dict(line.rsplit(" ", 1) for line in self.lines() if " " in line)

    def key(self, key):
        self.display.xdotool("key", key)

    def wait(self, **values):
        """Waits until each name has this value, or one that the function accepts."""
        def holds():
            trace = self.trace()
            return all(value(trace.get(name, "")) if callable(value) else trace.get(name) == value for name, value in values.items())
        try:
            wait_for(str({k: v if isinstance(v, str) else "..." for k, v in values.items()}), holds, self.ended)
        except AssertionError as error:
            raise AssertionError(f"{error}\nthe trace:\n" + "\n".join(self.lines())) from None

    def press(self, key, name):
        """A key, or one with modifiers ("ctrl+equal"), that changes the value called `name`; returns the new one.

        Modifiers are held until the change is seen: released within the frame that sees the key, they would not count.
        """
        before = self.trace().get(name)
        *modifiers, last = key.split("+")
        for modifier in modifiers:
            self.display.xdotool("keydown", modifier)
        self.key(last)
        self.wait(**{name: lambda value: value != before})
        for modifier in modifiers:
            self.display.xdotool("keyup", modifier)
        return self.trace()[name]

    def picture(self):
        """The screen, once it holds more than one colour."""
        return wait_for("a picture that is not blank", lambda: (rows := self.display.pixels()) and not blank(rows) and rows, self.ended)

    def processes(self):
        """This process and all below it, as (pid, start time)."""
        children = {}
        starts = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            fields = stat(int(name))
            if fields:
                children.setdefault(int(fields[1]), []).append(int(name))
                starts[int(name)] = fields[19]
        found, waiting = [], [self.process.pid]
        while waiting:
            pid = waiting.pop()
            found.append((pid, starts.get(pid)))
            waiting += children.get(pid, [])
        return found

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.said.close()
        shutil.rmtree(self.state, ignore_errors=True)


def stat(pid):
    """The fields of /proc/PID/stat after the program's name; None when it is gone or only waits to be buried."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else fields
