"""What the compiler and the linker did against attackers, read from the programs themselves. Run by ctest:
hardening_test.py FILE... A test is skipped where readelf is not installed."""

import os
import platform
import re
import shutil
import subprocess
import sys
import unittest

FILES = []


def readelf(path, *options):
    return subprocess.run(["readelf", "-W", *options, path], check=True, capture_output=True, text=True).stdout


def code_of(path):
    section = re.search(r"\.text\s+PROGBITS\s+\S+\s+(\S+)\s+(\S+)", readelf(path, "-S"))
    with open(path, "rb") as file:
        file.seek(int(section.group(1), 16))
        return file.read(int(section.group(2), 16))


class HardeningTest(unittest.TestCase):
    def of_each(self, check):
        for path in FILES:
            with self.subTest(os.path.basename(path)):
                check(path)

    def test_it_lies_where_nobody_knows(self):
        self.of_each(lambda path: self.assertRegex(readelf(path, "-h"), r"Type:\s+DYN"))

    def test_what_the_loader_fills_in_is_read_only(self):
        def check(path):
            self.assertIn("GNU_RELRO", readelf(path, "-l"))
            self.assertRegex(readelf(path, "-d"), r"BIND_NOW|\(FLAGS_1\).*\bNOW\b")

        self.of_each(check)

    def test_the_stack_is_no_code(self):
        self.of_each(lambda path: self.assertRegex(readelf(path, "-l"), r"GNU_STACK(\s+0x\w+){5} RW "))

    def test_returns_are_guarded(self):
        self.of_each(lambda path: self.assertIn("__stack_chk_fail", readelf(path, "--dyn-syms")))

    def test_calls_of_the_library_are_checked(self):
        def check(path):
            symbols = readelf(path, "--dyn-syms")
            if re.search(r"\s(_?longjmp|s?n?printf|fprintf)@", symbols):
                self.assertRegex(symbols, r"\s__\w+_chk@")

        self.of_each(check)

    @unittest.skipUnless(platform.machine() == "x86_64", "other processors have other means")
    def test_jumps_end_where_they_may(self):
        # The property of the whole needs a C library that has it, too; the marks themselves (endbr64) do not.
        self.of_each(lambda path: self.assertGreater(code_of(path).count(b"\xf3\x0f\x1e\xfa"), 100))


if __name__ == "__main__":
    if shutil.which("readelf") is None:
        print("skipped: readelf is not installed")
        sys.exit(0)
    FILES = [os.path.abspath(path) for path in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
