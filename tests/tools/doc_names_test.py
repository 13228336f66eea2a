"""Names of ours that the pages for hosts give in code letters exist. Run by ctest; needs Python alone."""

import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "api"))

from public_headers import ROOT, engine_headers, entry_headers  # noqa: E402
from record import read  # noqa: E402

NAME = re.compile(r"`((?:\w+::)*~?\w+)(?:\(\))?`")
# Ends of names, and another's.
OTHERS = {"_degrees", "_release", "find_package"}


def names_of(text):
    """The last parts: of `io::read_llm` read_llm."""
    return {name.split("::")[-1] for name in NAME.findall(text)} - OTHERS


def our_column(text):
    """The second column of tables that begin with the viewer's."""
    return "\n".join(line.split("|")[2] for line in text.splitlines() if line.startswith("|") and line.count("|") == 3)


class DocNamesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.words = set(re.findall(r"\w+", "\n".join(read(header) for header in entry_headers() + engine_headers())))

    def check(self, names, least):
        self.assertGreaterEqual(len(names), least)  # else the pages were not read as they are written
        self.assertEqual(sorted(names - self.words), [])

    def test_conventions(self):
        self.check(names_of(read(os.path.join("docs", "conventions.md"))), 70)

    def test_from_the_viewer(self):
        text = read(os.path.join("docs", "from-the-viewer.md"))
        tables, rest = text.split("## Where we differ on purpose")
        self.check(names_of(our_column(tables)), 50)
        self.check({name for name in names_of(rest) if not name.startswith("LL")}, 8)

    def test_a_name_that_is_not_there_is_noticed(self):
        self.assertEqual(names_of("`io::read_llm` and `no_such_name()`, not `a b` nor `x.h`") - self.words, {"no_such_name"})


if __name__ == "__main__":
    unittest.main()
