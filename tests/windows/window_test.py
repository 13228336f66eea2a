#!/usr/bin/env python3
"""The window under Wine: window_test.py NATIVE_FOLDER WORK_FOLDER. Pictures are those of the native program; started without
arguments, as by a double-click, a window opens, shows the body and Windows' dialog, and closes with it on request."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import wine

NATIVE_FOLDER, WORK = (Path(argument).resolve() for argument in sys.argv[1:3])
NATIVE, PROGRAM = NATIVE_FOLDER / "mannequin", wine.FOLDER / "mannequin.exe"
SAME = wine.ROOT / "tests/install/same_picture.py"
PATIENCE = 120  # seconds, until the window must be there

failures = []


def compare_pictures(name, *arguments):
    files = [WORK / f"{name}_{side}.png" for side in ("native", "windows")]
    for program, file in zip(([NATIVE], [wine.WINE, PROGRAM]), files):
        done = subprocess.run([*program, "preview", *arguments, "--screenshot", file.name], cwd=WORK, capture_output=True, timeout=300)
        if done.returncode != 0:
            failures.append(f"{name}: {program[0]} ended with {done.returncode}: {done.stderr[-300:]!r}")
            return
    done = subprocess.run([sys.executable, SAME, *files], capture_output=True, text=True)
    print(f"{name}: {done.stdout.strip()}{done.stderr.strip()}")
    if done.returncode != 0:
        failures.append(f"{name}: another picture")


def found_window(name="Mannequin"):
    done = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{name}$"], capture_output=True, text=True)
    return done.stdout.split()[:1]


def wait_for(what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if got := what():
            return got
        time.sleep(0.2)
    return None


def colours(window):
    done = subprocess.run(["import", "-window", window, "-depth", "8", WORK / "window.png"], capture_output=True)
    counted = subprocess.run(["identify", "-format", "%k", WORK / "window.png"], capture_output=True, text=True)
    return int(counted.stdout or 0) if done.returncode == 0 else 0


def press(window, key):
    """Wine gives keys to the window that was clicked last: here on nothing, right of the middle of the status bar."""
    for command in (["mousemove", "--window", window, "900", "785", "click", "1"], ["windowfocus", "--sync", window, "key", "--window", window, key]):
        subprocess.run(["xdotool", *command], capture_output=True)
        time.sleep(1)


def open_window():
    program = subprocess.Popen([wine.WINE, wine.FOLDER / "mannequin-window.exe"], cwd=WORK, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        window = wait_for(lambda: program.poll() is not None or found_window())
        if not window or window is True:
            failures.append(f"no window: {program.poll()}, {program.stderr.read1(1000)!r}")
            return
        began = time.monotonic()
        # A body, a sky and all that is written have far more colours than an empty window.
        if not wait_for(lambda: colours(window[0]) > 1000):
            failures.append(f"the window shows {colours(window[0])} colours")
        print(f"window: {colours(window[0])} colours after {time.monotonic() - began:.1f} s")
        press(window[0], "ctrl+o")
        if not wait_for(lambda: found_window("Open files")):
            failures.append("there is no dialog to open files")
        press(window[0], "ctrl+q")  # with the dialog
        if wait_for(lambda: program.poll() is not None) is None:
            failures.append("the window does not close")
        elif program.returncode != 0:
            failures.append(f"the window ended with {program.returncode}")
    finally:
        program.kill()


def main():
    wine.begin("xdotool", "import")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    compare_pictures("body", "--set", "Body Fat=70%")
    compare_pictures("interface", "--ui")
    compare_pictures("cpu", "--backend", "cpu")
    open_window()
    for failure in failures:
        print("failed:", failure)
    sys.exit(1 if failures else 0)


main()
