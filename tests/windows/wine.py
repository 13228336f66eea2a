"""What the tests of the Windows program share: Wine, in a prefix of its own, and whether there is something to try. They skip, with
exit code 77, where MinGW or Wine is not installed, and where tools/windows.sh has not packed what is built from these sources."""

import atexit
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build-windows"
FOLDER = BUILT / "unpacked" / "mannequin"  # the zip, as somebody unpacks it
SYSTEM = Path("/usr/lib/wine")
WINE, SERVER = SYSTEM / "wine64", SYSTEM / "wineserver64"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def newest(*folders):
    return max(file.stat().st_mtime for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file())


def begin(*programs, packed=True):
    """Skips, or starts the test again on a display of its own, and returns there with Wine running. `programs`: those of this system
    that the test needs; `packed`: whether it needs what tools/windows.sh makes."""
    for program in ("x86_64-w64-mingw32-gcc-posix", "xvfb-run", *programs):
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    if not WINE.is_file():
        skip("Wine (wine64) is not installed")
    if packed and not (FOLDER / "mannequin.exe").is_file():
        skip("there is no Windows program; tools/windows.sh builds it")
    if packed and newest("engine", "include", "assets", "shaders", "tools", "cmake") > (BUILT / "mannequin-windows.zip").stat().st_mtime:
        skip("the Windows program is older than its sources; tools/windows.sh builds it")
    # Without a display Wine has neither OpenGL nor Vulkan.
    if "MANNEQUIN_OWN_DISPLAY" not in os.environ:
        os.environ["MANNEQUIN_OWN_DISPLAY"] = "yes"
        os.execvp("xvfb-run", ["xvfb-run", "-a", "-s", "-screen 0 1440x900x24", sys.executable, *sys.argv])
    os.environ |= {"WINEPREFIX": str(BUILT / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
    BUILT.mkdir(exist_ok=True)
    # The server keeps the display that it began with. It and Wine's services outlive what starts them, with its pipes.
    quiet = {name: subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
    subprocess.run([SERVER, "-k"], **quiet)
    atexit.register(subprocess.run, [SERVER, "-k"], **quiet)
    subprocess.run([SERVER, "-p"], **quiet)
    first = [] if (BUILT / "wine/system.reg").exists() else ["-i"]
    subprocess.run([WINE, "wineboot", *first], **quiet, check=True)
