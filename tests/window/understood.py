"""By keys alone, without a card: from the first screen through both steps of day 6, each to understood, on recorded runs."""
import sys

from real_window import Display, Window, need_tools, wait_for

need_tools()
try:
    window = Window(Display())
    window.wait(link=lambda value: value in ("ready", "lost"))
    first = window.picture()
    window.key("1")                      # the first door: the first step
    wait_for("the first step", lambda: window.picture() != first, window.ended)
    window.wait(step="day-06/1", phase="predict")
    assert window.press("l", "recording") == "h200/day-06/1/A"

    # Three rows of run B and the confidence. One key runs A and B, since the question is about both.
    for digit in "1122":
        window.press(digit, "answered")
    window.wait(phase="run", locked="no")
    window.key("F5")
    window.wait(runs="2", done="finished", phase="observe")
    window.press("4", "phase")
    window.wait(phase="explain")
    window.press("Return", "phase")
    window.wait(phase="transfer")

    # On to the next step, on the same card's recordings: three rows, two of them with a reason, and the confidence.
    assert window.press("n", "step") == "day-06/2"
    window.wait(phase="predict", recording="h200/day-06/2/A", locked="yes")
    for digit in "211123":
        window.press(digit, "answered")
    window.wait(phase="run", locked="no")
    predict = window.picture()
    window.key("F5")
    window.wait(**{"call 3 cudaPeekAtLastError": "209", "call 4 cudaDeviceSynchronize": "0", "lane": "refused", "done": "finished", "phase": "observe"})
    window.press("2", "phase")
    window.wait(phase="explain")
    window.press("Return", "phase")      # why this happens
    window.wait(phase="transfer")
    explained = window.picture()
    window.key("Return")                 # the same thing elsewhere comes into view
    wait_for("the question elsewhere", lambda: window.picture() != explained, window.ended)
    assert window.trace()["phase"] == "transfer", window.lines()
    window.press("Return", "phase")      # its answer
    window.wait(phase="done")
    assert window.picture() != predict, "the explained result looks like the prediction"

    phases = [line for line in window.lines() if line.startswith("phase ")]
    assert phases == ["phase " + word for word in ("predict run observe explain transfer predict run observe explain transfer done").split()], phases
    assert not window.ended(), window.ended()
except AssertionError as error:
    print(error)
    sys.exit(1)
