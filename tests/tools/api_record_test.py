"""tools/api: what the record of the public interface sees, and what it does not. Run by ctest; needs Python alone."""

import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "api"))

from calls import called  # noqa: E402
from declarations import declarations, function_names  # noqa: E402
from public_headers import ROOT, engine_headers, entry_headers  # noqa: E402
from record import changes, interfaces, read  # noqa: E402
from symbols import differences  # noqa: E402

HEADER = """// About it.
#pragma once
#include "engine/core/result.h"
namespace mannequin {
// A thing.
struct Thing {
  int width = 0;  // metres
  float ends[2], rest{1.0f};
};
enum class Colour { red, green };
class Box : public Base {
 public:
  explicit Box(int n) : n_(n), m_{n} { fill(); }
  int size() const { return n_; }
  virtual Thing open(const Thing& with, int at = 0) = 0;

 protected:
  void shake();

 private:
  void secret();
  int n_, m_;
};
template <typename T>
using Many = std::vector<T>;
inline constexpr int kMost = 4;
}  // namespace mannequin
"""


class DeclarationsTest(unittest.TestCase):
    def changed(self, old, new):
        self.assertIn(old, HEADER)
        return changes({"a.h": declarations(HEADER)}, {"a.h": declarations(HEADER.replace(old, new))})

    def test_everything_that_a_host_may_use_is_there(self):
        self.assertEqual(
            declarations(HEADER),
            [
                "#include engine/core/result.h",
                "struct Thing",
                "Thing: int width = 0",
                "Thing: float ends[2], rest{1.0f}",
                "enum class Colour",
                "Colour: red",
                "Colour: green",
                "class Box:public Base",
                "Box: explicit Box(int n)",
                "Box: int size() const",
                "Box: virtual Thing open(const Thing& with, int at = 0) = 0",
                "Box: void shake()",
                "template<typename T> using Many = std::vector<T>",
                "constexpr int kMost = 4",
            ],
        )

    def test_additions_removals_and_changes_are_told(self):
        self.assertEqual(self.changed("  int width = 0;", "  int width = 1;"),
                         ["a.h", "  removed: Thing: int width = 0", "  added:   Thing: int width = 1"])
        self.assertEqual(self.changed("  void shake();", "  void shake();\n  void stir();"), ["a.h", "  added:   Box: void stir()"])
        self.assertEqual(self.changed("red, green", "red"), ["a.h", "  removed: Colour: green"])
        self.assertTrue(self.changed("red, green", "green, red"))
        self.assertTrue(self.changed("int at = 0", "int at = 1"))
        self.assertTrue(self.changed("int size() const", "int size()"))
        self.assertTrue(self.changed("kMost = 4", "kMost = 5"))
        self.assertEqual(changes({"a.h": ["int a()"]}, {}), ["a.h (no longer public)", "  removed: int a()"])

    def test_what_is_private_and_what_functions_do_is_not(self):
        self.assertEqual(self.changed("  void secret();", "  void hidden();"), [])
        self.assertEqual(self.changed("return n_;", "if (n_) { return n_; } return 0;"), [])
        self.assertEqual(self.changed("{ fill(); }", "{}"), [])

    def test_comments_and_white_space_change_nothing_in_any_public_header(self):
        for header in entry_headers() + engine_headers():
            text = read(header)
            spread = "\n".join(
                line if line.lstrip().startswith("#") or line.endswith("\\") or "/*" in line
                else re.sub(r'("[^"]*")| ', lambda m: m.group(1) or "   ", re.sub(r"//.*", "", line))
                .replace(";", " ;\n\n// nothing\n")
                for line in text.split("\n")
            )
            self.assertEqual(declarations(text), declarations(spread), header)
            self.assertTrue(declarations(text), header)

    def test_c_headers(self):
        text = """#ifdef __cplusplus
extern "C" {
#endif
/* A count. */
typedef struct box { uint32_t size; /* in pieces */ } box;
API_CALL int box_open(const box* it, /* not null */ double xyz[3]);
#ifdef __cplusplus
}
#endif
"""
        self.assertEqual(declarations(text), ["struct box", "box: uint32_t size", "struct box box",
                                              "API_CALL int box_open(const box* it, double xyz[3])"])

    def test_every_function_of_the_c_headers_is_found(self):
        for header, lines in interfaces()["c.txt"].items():
            # Counted another way: each is marked for export.
            exported = len(re.findall(r"^MANNEQUIN_API ", read(header), re.MULTILINE))
            self.assertEqual(len(function_names(lines)), exported, header)

    def test_a_call_is_a_name_with_its_arguments(self):
        self.assertEqual(called("x = one (1); two; &three; lib.four(p), a->five()"), {"one", "four", "five"})

    def test_a_header_is_in_the_library_as_a_whole_or_not_at_all(self):
        functions = {"a": "x/c_api.h", "b": "x/c_api.h", "c": "x/c_gl.h", "d": "x/c_gl.h"}
        self.assertEqual(differences({"a", "b"}, functions), [])
        self.assertEqual(differences({"a", "b", "c", "d"}, functions), [])
        self.assertEqual(len(differences({"a", "c", "d"}, functions)), 1)
        self.assertEqual(len(differences({"a", "b", "c"}, functions)), 1)
        self.assertEqual(len(differences({"a", "b", "e"}, functions)), 1)


if __name__ == "__main__":
    unittest.main()
