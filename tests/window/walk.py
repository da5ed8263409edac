"""By keys alone, without a card: from the first screen through the prediction and a run to the recorded 209 timeline."""
import sys

from real_window import Display, Window, need_tools

need_tools()
try:
    window = Window(Display(), "--step", "day-06/2")
    window.wait(step="day-06/2", phase="predict", config="A", recording="-")
    window.wait(link=lambda value: value in ("ready", "lost"))
    predict = window.picture()

    # Each digit answers the card that is open, then its "because" row, and at last the confidence.
    while window.trace()["phase"] == "predict":
        window.press("2", "answered")
    window.wait(phase="run")

    # Without a card F5 compiles for real and the rule judges; no call is made. Where no CUDA libraries are on the shelf it is
    # locked, and the recording is the way on.
    ran = window.trace()["locked"] == "no"
    if ran:
        window.key("F5")
        window.wait(runs="1", done=lambda value: value not in ("", "no"))
        assert window.trace()["done"] == "finished", window.lines()
        assert window.trace()["call 3 cudaPeekAtLastError"] == "-", "a call was made without a card"

    recording = window.press("l", "recording")
    assert "day-06/2/" in recording, recording
    if not ran:
        window.wait(locked="no")
        window.key("F5")
    window.wait(**{"call 3 cudaPeekAtLastError": "209", "call 4 cudaDeviceSynchronize": "0", "lane": "refused", "done": "finished", "phase": "observe"})
    result = window.picture()
    assert result != predict, "the result screen looks like the prediction"

    # The one question, answered by its number.
    window.press("1", "phase")
    window.wait(phase="explain")
    assert not window.ended(), window.ended()
except AssertionError as error:
    print(error)
    sys.exit(1)
