"""Packs the add-on, and runs in_blender.py in Blender, where it is installed."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import case  # noqa: E402  first: it skips without numpy

HERE = os.path.dirname(os.path.abspath(__file__))


class Headless(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        environment = dict(os.environ, MANNEQUIN_BUILD_FOLDER=os.environ["MANNEQUIN_LIBRARY_FOLDER"])
        made = subprocess.run([sys.executable, os.path.join(case.ROOT, "blender", "make_extension.py"), cls.folder.name],
                              check=True, capture_output=True, text=True, env=environment).stdout.split()
        cls.addon, cls.extension = made

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_extension_has_what_its_manifest_names(self):
        with zipfile.ZipFile(self.extension) as archive:
            manifest = tomllib.loads(archive.read("blender_manifest.toml").decode())
            for wheel in manifest["wheels"]:
                self.assertIn(wheel.removeprefix("./"), archive.namelist())
            self.assertIn("__init__.py", archive.namelist())
        for key in ("schema_version", "id", "version", "name", "tagline", "maintainer", "type", "blender_version_min", "license"):
            self.assertTrue(manifest[key], key)
        self.assertLessEqual(len(manifest["tagline"]), 64)
        self.assertFalse(manifest["tagline"].endswith("."))
        self.assertLessEqual(len(manifest["permissions"]["files"]), 64)

    def test_in_blender(self):
        blender = shutil.which("blender")
        if blender is None:
            self.skipTest("skipped: blender is not installed")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MANNEQUIN", "PYTHON"))}
        environment["BLENDER_USER_SCRIPTS"] = os.path.join(self.folder.name, "scripts")
        environment["BLENDER_USER_CONFIG"] = os.path.join(self.folder.name, "config")
        done = subprocess.run([blender, "--background", "--factory-startup", "--python-exit-code", "3", "--python",
                               os.path.join(HERE, "in_blender.py"), "--", case.PROGRAM, self.addon, self.folder.name],
                              capture_output=True, text=True, env=environment, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-6000:] + done.stderr[-6000:])
        print(next(line for line in done.stdout.splitlines() if line.startswith("IN BLENDER")), file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
