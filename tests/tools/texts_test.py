#!/usr/bin/env python3
"""The catalogue of the window's texts is complete, and no panel shows a text that is not in it."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLLECT = ROOT / "tools/preview/texts/collect.py"


def check(root):
    done = subprocess.run([sys.executable, COLLECT, "--check", "--root", root], capture_output=True, text=True)
    return done.returncode, done.stderr


class TextsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        for each in ("tools/preview", "tools/document", "tools/findings", "tools/scenes", "engine", "assets"):
            shutil.copytree(ROOT / each, self.root / each)

    def tearDown(self):
        self.folder.cleanup()

    def change(self, path, old, new):
        text = (self.root / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.root / path).write_text(text.replace(old, new), encoding="utf-8")

    def test_is_up_to_date(self):
        self.assertEqual(check(ROOT), (0, ""))

    def test_names_a_text_that_goes_around_it(self):
        self.change("tools/preview/panels/worn/worn_panel.cpp", 'tr("Open...")', '"Open at once"')
        code, complaints = check(self.root)
        self.assertEqual(code, 1)
        self.assertRegex(complaints, r'worn_panel\.cpp:\d+: "Open at once" is in no tr\(\)')

    def test_names_a_text_that_it_lacks(self):
        self.change("tools/preview/panels/worn/worn_panel.cpp", 'tr("Open...")', 'tr("Open at once")')
        code, complaints = check(self.root)
        self.assertEqual(code, 1)
        self.assertIn("'Open at once' is missing", complaints)

    def test_names_a_sentence_of_the_engine_that_it_lacks(self):
        self.change("engine/fit/upload_check.cpp", "there is no mesh in the file", "no mesh is in the file")
        code, complaints = check(self.root)
        self.assertEqual(code, 1)
        self.assertIn("'no mesh is in the file' is missing", complaints)
        self.assertIn("'there is no mesh in the file' is no longer shown", complaints)

    def test_sees_what_stands_between_two_numbers_with_separators(self):
        for each in ("namespace mannequin::document {", "}  // namespace mannequin::document"):
            self.change("tools/document/test_people.cpp", each, f"constexpr int kMany{len(each)} = 200'000;\n{each}")
        self.assertEqual(check(self.root), (0, ""))

    def test_keeps_fields_and_signs(self):
        texts = json.loads((ROOT / "tools/preview/texts/en.json").read_text(encoding="utf-8"))["texts"]
        for each in ("Viewer height {:.2f} m", "♀ Female", "at most %d", "Open...", "Body Fat", "Undo"):
            self.assertIn(each, texts)


if __name__ == "__main__":
    unittest.main()
