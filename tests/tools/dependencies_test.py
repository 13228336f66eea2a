"""The table of dependencies against the packages that are asked for, and those that are installed. Run by ctest."""

import os
import re
import shutil
import subprocess
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def rows():
    """package -> (lowest version, known faults)"""
    found = {}
    with open(os.path.join(ROOT, "docs", "dependencies.md"), encoding="utf-8") as page:
        for line in page:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 4 and re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", cells[0]) and cells[0] != "package":
                found[cells[0]] = (cells[1], cells[3])
    return found


def asked_for():
    script = '. tools/packages.sh; echo $build_packages $run_packages $test_packages'
    return set(subprocess.run(["bash", "-c", script], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split())


def installed(package):
    result = subprocess.run(["dpkg-query", "-W", "-f", "${Status}|${Version}", package], capture_output=True, text=True)
    status, _, version = result.stdout.partition("|")
    return version if status == "install ok installed" else None


class DependenciesTest(unittest.TestCase):
    def test_every_package_has_a_row(self):
        self.assertEqual(sorted(asked_for() ^ set(rows())), [])

    def test_every_row_says_what_is_known(self):
        for package, (lowest, faults) in rows().items():
            self.assertRegex(lowest, r"^(\d+:)?\d[\w.+~-]*$", package)
            self.assertTrue(faults, package)

    def test_what_is_installed_is_not_older(self):
        if shutil.which("dpkg-query") is None:
            self.skipTest("not a Debian system")
        compared = 0
        for package, (lowest, _) in rows().items():
            version = installed(package)
            if version is None:
                continue
            newer = subprocess.run(["dpkg", "--compare-versions", version, "ge", lowest], check=False)
            self.assertEqual(newer.returncode, 0, f"{package} {version} is older than {lowest}")
            compared += 1
        self.assertGreater(compared, 5)

    def test_none_is_used_that_was_removed(self):
        for package in ("libstb-dev", "libtinygltf-dev"):
            self.assertNotIn(package, asked_for())
        used = subprocess.run(["grep", "-rlE", r"#include\s*<(stb|tiny_gltf|stb/)", "--include=*.h", "--include=*.cpp", "."],
                              cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
        self.assertEqual([name for name in used if not name.startswith("./build")], [])


if __name__ == "__main__":
    unittest.main()
