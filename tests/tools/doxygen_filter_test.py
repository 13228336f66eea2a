"""docs/doxygen_filter.py: which comments Doxygen comes to see. Run by ctest; needs Python alone."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs"))

from doxygen_filter import convert_c, convert_cpp  # noqa: E402


def cpp(*lines):
    return convert_cpp(["// File.", "#pragma once", *lines, ""])[2:-1]


class FilterTest(unittest.TestCase):
    def test_the_first_comment_is_the_files(self):
        self.assertEqual(convert_cpp(["// About.", "// More.", "#pragma once", ""]),
                         ["/// About.", "/// More.", "/// \\file", ""])

    def test_above_and_behind_a_declaration(self):
        self.assertEqual(cpp("", "// A.", "// B.", "struct X {", "  int n = 0;  // metres, <= 1", "};"),
                         ["", "/// A.", "/// B.", "struct X {", "  int n = 0;  ///< metres, \\<= 1", "};"])

    def test_parted_from_the_code_it_stays(self):
        lines = ["// --- section", "", "struct X {", "  // nothing below", "};", "}  // namespace x"]
        self.assertEqual(cpp(*lines), lines)

    def test_functions_of_a_paragraph_share_it(self):
        self.assertEqual(cpp("", "// Both.", "int a();", "int b() const {", "  return 1;  // not a doc", "}", "", "int c();"),
                         ["", "/// Both.", "int a();", "/** Both. */ int b() const {", "  return 1;  // not a doc", "}", "",
                          "int c();"])

    def test_not_with_what_has_its_own_or_is_no_function(self):
        shared = cpp("", "// First.", "int a();", "int b();  // own", "// Other.", "int c();", "int n = 0;", "int d();")
        self.assertFalse(any(line.startswith("/**") for line in shared))

    def test_c(self):
        lines = ["/* File.", " */", "#include <a.h>", "", "/* --- part --- */", "", "/* A. */", "int a(void);",
                 "int n; /* metres */"]
        self.assertEqual(convert_c(list(lines)),
                         ["/** File.", " * \\file */", "#include <a.h>", "", "/* --- part --- */", "", "/** A. */", "int a(void);",
                          "int n; /**< metres */"])


if __name__ == "__main__":
    unittest.main()
