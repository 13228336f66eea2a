"""The wheel: complete by its own record, and the module works from it alone, with the libraries inside."""

import base64
import csv
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

import case  # first: it skips without numpy

USE = """
import mannequin, numpy
character = mannequin.Character()
body = character.body()[0]
positions = character.avatar().skin(body).positions
assert numpy.isfinite(positions).all() and len(positions) > 1000
mannequin.bind([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], [[[0, 0, 0], [1, 0, 0]]], method="voxel")
print(open("/proc/self/maps").read())
"""


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not sys.platform.startswith("linux"):
            raise unittest.SkipTest("a wheel is made on Linux only")
        cls.folder = tempfile.TemporaryDirectory()
        environment = dict(os.environ, MANNEQUIN_BUILD_FOLDER=os.environ["MANNEQUIN_LIBRARY_FOLDER"])
        made = subprocess.run([sys.executable, os.path.join(case.ROOT, "python", "wheel_of_build.py"), cls.folder.name],
                              check=True, capture_output=True, text=True, env=environment).stdout.strip()
        cls.wheel = os.path.join(cls.folder.name, made)
        cls.unpacked = os.path.join(cls.folder.name, "unpacked")
        with zipfile.ZipFile(cls.wheel) as wheel:
            wheel.extractall(cls.unpacked)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_its_name_is_a_wheels(self):
        self.assertRegex(os.path.basename(self.wheel), r"^mannequin-\d+\.\d+\.\d+-py3-none-manylinux_2_\d+_\w+\.whl$")

    def test_its_record_is_complete(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
            record = next(name for name in names if name.endswith("dist-info/RECORD"))
            rows = {row[0]: row[1:] for row in csv.reader(wheel.read(record).decode().splitlines())}
            self.assertEqual(sorted(rows), sorted(names))
            for name in names:
                if name != record:
                    digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
                    self.assertEqual(rows[name], [f"sha256={digest}", str(len(wheel.read(name)))])

    def test_the_terms_of_all_libraries_are_in_it(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            terms = [name for name in wheel.namelist() if "/licenses/" in name]
        self.assertTrue(any(name.endswith("/LICENSE") for name in terms))
        if os.path.exists("/var/lib/dpkg/status"):
            for library in ("embree", "tbb", "fmt", "png", "jpeg", "pugixml", "deflate", "zlib", "hwy"):
                self.assertTrue(any(library in name for name in terms), library)

    def test_it_works_by_itself(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MANNEQUIN", "PYTHON"))}
        environment["PYTHONPATH"] = self.unpacked
        done = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, env=environment, check=False,
                              cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("libmannequin_c.so", "libtbb.so", "libembree3.so", "libpugixml.so", "libfmt.so"):
            opened = set(re.findall(rf"/\S*{re.escape(name)}\S*", done.stdout))
            self.assertTrue(opened, name)
            self.assertTrue(all(path.startswith(self.unpacked) for path in opened), opened)


if __name__ == "__main__":
    unittest.main()
