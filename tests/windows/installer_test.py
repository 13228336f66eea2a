#!/usr/bin/env python3
"""The installer under Wine: installer_test.py. Silent, into a folder with letters beyond Latin-1: everything of the zip is there and runs, is
offered under "Open with", and uninstalling removes that and nothing else."""

import shutil
import subprocess
import sys

import wine

TO = wine.BUILT / "installed" / "Übung_着物"  # the installer takes no quotes, and Wine adds them around spaces
PROGRAM = r"HKCU\Software\Classes\Applications\mannequin-window.exe\shell\open\command"
failures = []


def run(*command):
    return subprocess.run([wine.WINE, *command], capture_output=True, timeout=300)


def expect(true, what):
    if not true:
        failures.append(what)


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def main():
    wine.begin("makensis")
    shutil.rmtree(TO.parent, ignore_errors=True)
    windows_path = "Z:" + str(TO).replace("/", "\\")
    done = run(wine.BUILT / "mannequin-setup.exe", "/S", f"/D={windows_path}")
    expect(done.returncode == 0, f"the installer ended with {done.returncode}: {done.stderr[-300:]!r}")
    installed, packed = files_of(TO), files_of(wine.FOLDER)
    expect(packed and {name: installed.get(name) for name in packed} == packed, "what is installed is not what is in the zip")
    expect(run(TO / "mannequin.exe", "--version").stdout.startswith(b"mannequin"), "the installed program does not run")
    expect(b"mannequin-window.exe" in run("reg", "query", PROGRAM).stdout, "it is not offered under Open with")
    (TO / "my own.txt").write_text("stays")
    # An uninstaller that runs where it is, not as a copy that outlives this process.
    done = run(TO / "uninstall.exe", "/S", f"_?={windows_path}")
    expect(done.returncode == 0, f"the uninstaller ended with {done.returncode}: {done.stderr[-300:]!r}")
    # Started so, it cannot remove itself.
    left = {str(name) for name in files_of(TO)} - {"uninstall.exe"}
    expect(left == {"my own.txt"}, f"uninstalling leaves {sorted(left)}")
    expect(run("reg", "query", PROGRAM).returncode != 0, "uninstalling leaves the registry entry")
    print("\n".join(failures) or f"{len(packed)} files installed, run and removed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
