"""How the window meets its limits: no display, hardly any room, and a signal that ends it."""
import os
import signal
import subprocess
import sys
import tempfile

from real_window import Display, Window, environment, need_tools, program, stat, wait_for


def says_that_there_is_no_display():
    with tempfile.TemporaryDirectory() as state:
        done = subprocess.run([program(), "--step", "day-06/2"], env=environment(state), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600)
    assert done.returncode == 2, f"without a display: exit {done.returncode}, {done.stderr}"
    assert "display" in done.stderr and "launchlab run day-06/2" in done.stderr, done.stderr


def lives_in_hardly_any_room(window):
    # Zoomed in and out in each size, so that it must lay out again: a key that is heard shows that it lives.
    for width, height in ((500, 300), (320, 200), (60, 40), (1400, 860)):
        window.display.xdotool("windowsize", window.id, str(width), str(height))
        wait_for(f"{width} x {height}", lambda: f"{width}x{height}" in window.display.xdotool("getwindowgeometry", window.id), window.ended)
        for key in ("ctrl+equal", "ctrl+equal", "ctrl+minus"):
            window.press(key, "zoom")
        assert window.press("ctrl+0", "zoom") == "100"
    window.picture()


def leaves_nothing_behind(window):
    window.wait(link=lambda value: value in ("ready", "lost"))
    processes = window.processes()
    assert len(processes) > 1, "the window has no runner"
    window.process.send_signal(signal.SIGTERM)
    window.process.wait(600)
    for pid, start in processes[1:]:
        wait_for(f"the end of process {pid}", lambda: (stat(pid) or [None] * 20)[19] != start)


if not os.environ.get("LAUNCHLAB_BIN"):
    sys.exit("LAUNCHLAB_BIN names the folder of the programs")
try:
    says_that_there_is_no_display()
    need_tools()
    window = Window(Display(), "--step", "day-06/2")
    lives_in_hardly_any_room(window)
    leaves_nothing_behind(window)
except AssertionError as error:
    print(error)
    sys.exit(1)
