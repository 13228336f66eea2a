"""bench/heat_against_blender.py with programs that only pretend to bind, so that times and weights are known. Run by
ctest; needs Python alone."""

import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "..", "bench", "heat_against_blender.py")

# Three places, of which the file has one twice; a triangle without area is left out.
MANNEQUIN = '''#!{python}
import json, sys
words = sys.argv[1:]
if words[0] == "convert":
    with open(words[2], "w") as file:
        file.write("v 0 0 1\\nv 0 1 1\\nv 1 0 1\\nv 0 0 1\\nf 1/1/1 2/2/2 3/3/3\\nf 1 4 2\\n")
elif words[0] == "bind":
    lines = open(words[1]).read().splitlines()
    assert lines == ["v 0.0 0.0 1.0", "v 0.0 1.0 1.0", "v 1.0 0.0 1.0", "f 1 2 3"], lines
    if "--json" in words:
        print(json.dumps({{"seconds": {seconds}, "groups": ["a", "b"], "weights": [[[0, 0.75], [1, 0.25]], [[0, 1]], [[1, 1]]]}}))
'''
BLENDER = '''#!{python}
import json, sys
work = json.load(open(sys.argv[-1]))
assert len(work["positions"]) == 3 and work["triangles"] == [[0, 1, 2]], work
json.dump({{"seconds": [0.1, 0.3, 0.2], "version": "0", "megabytes": 100, "bones": [],
           "weights": [[["a", 0.75], ["b", 0.25]], [["a", 0.5], ["b", 0.5]], [["b", 1]]]}}, open(work["out"], "w"))
'''


class HeatAgainstBlender(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, name, text, **values):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.format(python=sys.executable, **values))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def compare(self, seconds, *words):
        programs = ["--mannequin", self.program("mannequin", MANNEQUIN, seconds=seconds), "--blender", self.program("blender", BLENDER)]
        return subprocess.run([sys.executable, SCRIPT, *programs, "--json", *words], capture_output=True, text=True, check=False)

    def test_reports_medians_and_the_largest_difference(self):
        done = self.compare(0.3)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(done.stdout)
        self.assertAlmostEqual(told["ratio"], 1.5)
        self.assertAlmostEqual(told["largest_difference"], 0.5)
        self.assertEqual(told["vertices"], 3)

    def test_more_than_twice_the_time_is_too_much(self):
        self.assertEqual(self.compare(0.5).returncode, 1)

    def test_what_is_missing_is_named(self):
        done = self.compare(0.3, "--blender", "no_such_blender")
        self.assertEqual(done.returncode, 3)
        self.assertIn("no_such_blender", done.stderr)
        self.assertEqual(self.compare(0.3, "--runs", "0").returncode, 2)


if __name__ == "__main__":
    unittest.main()
