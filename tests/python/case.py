"""What the tests of the Python module share. Arguments of each: PROGRAM (build/mannequin), SHARED (../shared)."""

import json
import os
import subprocess
import sys
import unittest

try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: python3-numpy is not installed")
    sys.exit(77)

PROGRAM, SHARED = (os.path.abspath(path) for path in (sys.argv.pop(1), sys.argv.pop(1)))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BODY = os.path.join(ROOT, "assets", "mannequin.glb")


def program(*arguments):
    """The JSON of a command; 1 is a verdict, not a failure."""
    done = subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{arguments}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def shared(*names):
    """A file beside the project; skips the test, by name, where it is not there."""
    path = os.path.join(SHARED, *names)
    if not os.path.exists(path):
        raise unittest.SkipTest(f"../shared/{'/'.join(names)} is not there")
    return path


def fixtures(folder, *endings):
    place = shared("fixtures", folder)
    return [os.path.join(place, name) for name in sorted(os.listdir(place)) if name.endswith(endings)]
