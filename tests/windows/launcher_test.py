#!/usr/bin/env python3
"""mannequin-window.exe under Wine: launcher_test.py WORK_FOLDER. It starts the mannequin.exe beside it (here a stand-in)
with the files it was given, without a console, shows a message box if that fails, and ends with it."""

import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import wine

WORK = Path(sys.argv[1]).resolve() / "Übung 着物"  # letters beyond Latin-1, and a space
HERE = Path(__file__).resolve().parent
LAUNCHER = WORK / "mannequin-window.exe"
failures = []


def expect(true, what):
    if not true:
        failures.append(what)


def build(source, to, *options):
    # Under another name: this compiler opens no files outside its code page.
    made = WORK.parent / "made.exe"
    subprocess.run(["x86_64-w64-mingw32-g++-posix", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-static", "-o", made, *options, source], check=True)
    made.rename(to)


def subsystem(program):
    """2: without a console, 3: of the command line."""
    data = program.read_bytes()
    return struct.unpack_from("<H", data, struct.unpack_from("<I", data, 0x3C)[0] + 24 + 68)[0]


def said():
    return (WORK / "said.txt").read_text(encoding="utf-8").splitlines()


def starts(*files):
    done = subprocess.run([wine.WINE, LAUNCHER, *files], capture_output=True, timeout=120)
    expect(done.returncode == 0, f"{files}: ended with {done.returncode}: {done.stderr[-300:]!r}")
    command, visible = said()
    expect(visible == "0", f"{files}: a console shows")
    return command


def ends_before_what_is_left():
    """Which holds the pipe that the launcher reads: it ends with the program, not with that. (Nothing of it is captured here, which would wait, too.)"""
    quiet = {name: subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
    with subprocess.Popen([wine.WINE, LAUNCHER, "left.dae"], **quiet) as program:
        try:
            expect(program.wait(60) == 0, f"something left behind: ended with {program.returncode}")
        except subprocess.TimeoutExpired:
            failures.append("waits for what the program has left behind")
            program.kill()


def box():
    done = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Mannequin$"], capture_output=True, text=True)
    return done.stdout.split()


def says_why():
    program = subprocess.Popen([wine.WINE, LAUNCHER, "missing.dae"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while not box() and program.poll() is None and time.monotonic() < end:
            time.sleep(0.2)
        expect(box(), "a failure is not shown")
        time.sleep(1)
        for window in box():
            subprocess.run(["import", "-window", window, WORK.parent / "box.png"], capture_output=True)
            subprocess.run(["xdotool", "windowfocus", "--sync", window, "key", "--window", window, "Return"], capture_output=True)
        expect(program.wait(60) == 3, f"after the box: {program.returncode}")
    finally:
        program.kill()


def main():
    wine.begin("xdotool", "import", packed=False)
    shutil.rmtree(WORK.parent, ignore_errors=True)
    WORK.mkdir(parents=True)
    build(wine.ROOT / "tools/windows/window.cpp", LAUNCHER, "-municode", "-mwindows")
    build(HERE / "stand_in.c", WORK / "mannequin.exe", "-x", "c++")
    expect(subsystem(LAUNCHER) == 2, "Windows opens a console for it")
    expect(starts().endswith('mannequin.exe" preview '), f"without files: {said()[0]}")
    expect(starts(r"Z:\tmp\a b.dae", "着物.glb").endswith(r'mannequin.exe" preview "Z:\tmp\a b.dae" 着物.glb'), f"with files: {said()[0]}")
    says_why()
    ends_before_what_is_left()
    (WORK / "mannequin.exe").unlink()
    print("\n".join(failures) or "starts without a console, and says why if it does not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
