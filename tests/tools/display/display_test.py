"""Machines without a display, without OpenGL, or with an X server that refuses: a sentence and exit code 4, never the words
of a library, for the window, for pictures and for the OpenGL backend. Run by ctest: display_test.py PROGRAM."""

import os
import subprocess
import sys
import tempfile
import unittest

from refusing_server import RefusingServer

PROGRAM = None
# Of this machine's own nothing counts.
OWN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE")


def run(*arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if name not in OWN}
    # A driver may write anything to the terminal before the message.
    return subprocess.run([PROGRAM, *arguments], env={**kept, **environment}, capture_output=True, text=True, timeout=120,
                          stdin=subprocess.DEVNULL, check=False)


class DisplayTest(unittest.TestCase):
    def refused(self, result, *words):
        said = [line for line in result.stderr.splitlines() if line.startswith("mannequin: ")]
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertEqual(len(said), 1, result.stderr)
        for word in words:
            self.assertIn(word, said[0])
        for word in ("X Error", "XIO", "terminate called"):
            self.assertNotIn(word, result.stderr)

    def without_opengl(self, **environment):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "picture.png")
            self.refused(run("preview", "--screenshot", picture, **environment), "OpenGL")
            self.assertFalse(os.path.exists(picture))
            self.refused(run("verify", "--require", "gl", **environment), "gl")
        self.refused(run("preview", SDL_VIDEODRIVER="offscreen", **environment), "--screenshot")

    def test_no_display(self):
        self.refused(run("preview"), "display", "--screenshot")

    def test_a_display_that_nobody_serves(self):
        self.refused(run("preview", DISPLAY=":987"), "display", "--screenshot")

    def test_an_x_server_that_refuses(self):
        for lost in (False, True):
            with RefusingServer(lost) as server:
                self.refused(run("preview", DISPLAY=server.display), "--screenshot")
                self.assertGreater(server.refused, 0)

    def test_no_driver(self):
        self.without_opengl(LIBGL_DRIVERS_PATH="/nowhere", GBM_BACKENDS_PATH="/nowhere")

    def test_no_vendor_of_egl(self):
        self.without_opengl(__EGL_VENDOR_LIBRARY_DIRS="/nowhere", __EGL_VENDOR_LIBRARY_FILENAMES="/nowhere/none.json")

    def test_an_egl_that_cannot_be_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "libEGL.so.1"), "w", encoding="ascii") as broken:
                broken.write("no library")
            self.without_opengl(LD_LIBRARY_PATH=folder)

    def test_a_driver_that_is_too_old(self):
        self.without_opengl(MESA_GL_VERSION_OVERRIDE="3.3", GALLIUM_DRIVER="softpipe")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
