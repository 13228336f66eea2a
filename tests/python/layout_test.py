"""The structures that the Python module declares against those that a C compiler makes of the headers."""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The module by itself: no library is needed here.
_spec = importlib.util.spec_from_file_location("_abi", os.path.join(ROOT, "python", "mannequin", "_abi.py"))
_abi = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_abi)


def structures():
    return {name: kind for name, kind in vars(_abi).items()
            if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and name.startswith("mannequin_")}


def constants():
    return {name: value for name, value in vars(_abi).items() if isinstance(value, int) and name.isupper()}


def in_python():
    told = {f"MANNEQUIN_{name}": value for name, value in constants().items()}
    for name, kind in structures().items():
        told[name] = ctypes.sizeof(kind)
        for field in kind._fields_:
            told[f"{name}.{field[0]}"] = getattr(kind, field[0]).offset
            told[f"{name}.{field[0]}:size"] = getattr(kind, field[0]).size
    return told


def in_c():
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise unittest.SkipTest("there is no C compiler")
    lines = [f'say("MANNEQUIN_{name}", MANNEQUIN_{name});' for name in constants()]
    for name, kind in structures().items():
        lines.append(f'say("{name}", sizeof({name}));')
        for field in kind._fields_:
            lines.append(f'say("{name}.{field[0]}", offsetof({name}, {field[0]}));')
            lines.append(f'say("{name}.{field[0]}:size", sizeof((({name}*)0)->{field[0]}));')
    text = ('#include <mannequin/c_bind.h>\n#include <mannequin/c_editor.h>\n#include <stdio.h>\n'
            'static void say(const char* name, size_t n) { printf("%s %zu\\n", name, n); }\n'
            'int main(void) {\n' + "\n".join(lines) + '\nreturn 0;\n}\n')
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([compiler, "-std=c11", "-I", os.path.join(ROOT, "include"), source, "-o", made], check=True)
        said = subprocess.run([made], check=True, capture_output=True, text=True).stdout
    return {name: int(number) for name, number in (line.split(" ") for line in said.splitlines())}


class Layout(unittest.TestCase):
    def test_structures_are_those_of_the_headers(self):
        self.assertGreater(len(structures()), 15)
        self.assertEqual(in_python(), in_c())

    def test_it_is_what_the_headers_say_now(self):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "api", "ctypes_layout.py")], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.stdout + done.stderr, "")


if __name__ == "__main__":
    unittest.main()
