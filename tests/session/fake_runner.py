#!/usr/bin/env python3
"""A runner that plays transcripts: the other end of the pipe for the tests of app/session.

It says the hello line, then answers each request with the events of a transcript under the request's id. A request without
calls gets only what compiling would say. --fit names the archs whose runs play the second transcript.
"""
import argparse
import json
import os
import signal
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--hello", required=True)
parser.add_argument("--run", help="transcript of a run")
parser.add_argument("--fit-run", help="transcript of a run with an arch of --fit")
parser.add_argument("--idle-run", help="transcript of a run without a launch")
parser.add_argument("--fit", default="", help="archs, with commas")
parser.add_argument("--heard", help="file that gets each line that arrives")
parser.add_argument("--banner", action="store_true", help="print lines that are no protocol first")
parser.add_argument("--die-after", type=int, default=-1, help="kill itself after so many events of a run")
parser.add_argument("--signal", type=int, default=9)
parser.add_argument("--stop-after", type=int, default=-1, help="after so many events of a run, wait for its cancel")
parser.add_argument("--stubborn", action="store_true", help="ignore TERM and the end of the input")
options = parser.parse_args()
if options.stubborn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def say(line):
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def lines_of(name):
    with open(name, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


if options.banner:
    sys.stdout.buffer.write(b"Welcome to lab-gpu. Be kind to the cards.\r\n{\"half\": \xff\xfe\n{\"v\":1,\"id\":0,\"event\":\"weather\"}\n")
for hello in lines_of(options.hello):
    say(json.dumps(hello))

stopped = None
for line in sys.stdin:
    if options.heard:
        with open(options.heard, "a", encoding="utf-8") as file:
            file.write(line)
    command = json.loads(line)
    if "warm" in command:
        say(json.dumps({"v": 1, "id": 0, "event": "spare", "state": "ready", "text": "", "us": 1000}))
    elif "cancel" in command:
        if command["cancel"] == stopped:
            say(json.dumps({"v": 1, "id": stopped, "event": "done", "how": "cancelled", "text": "You stopped it.", "us": 5}))
            stopped = None
    else:
        archs = [image["arch"] for unit in command["units"] for image in unit["images"]]
        fits = any(arch in options.fit.split(",") for arch in archs)
        idle = options.idle_run and not any(call["call"] == "launch" for call in command["calls"])
        events = lines_of(options.idle_run if idle else options.fit_run if fits and options.fit_run else options.run)
        if not command["calls"]:
            events = [event for event in events if event["event"] in ("compiled", "done")]
        for count, event in enumerate(events):
            if count == options.die_after:
                os.kill(os.getpid(), options.signal)
                time.sleep(5)
            if count == options.stop_after:
                stopped = command["id"]
                break
            event["id"] = command["id"]
            say(json.dumps(event))
        if len(events) == options.die_after:
            os.kill(os.getpid(), options.signal)
            time.sleep(5)
while options.stubborn:
    time.sleep(1)
