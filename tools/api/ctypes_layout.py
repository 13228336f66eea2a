#!/usr/bin/env python3
"""What the C headers declare, as python/mannequin/_abi.py: structures, constants and functions for ctypes.

ctypes_layout.py            exit 1 if _abi.py is not what the headers say
ctypes_layout.py --write    writes it
"""

import os
import re
import sys

from declarations import declarations
from public_headers import ROOT

# Those that need no graphics of the host.
HEADERS = ("c_api.h", "c_bind.h", "c_editor.h")
PLACE = os.path.join(ROOT, "python", "mannequin", "_abi.py")
NUMBERS = {
    "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64", "uint64_t": "c_uint64", "uint16_t": "c_uint16",
    "uint8_t": "c_uint8", "size_t": "c_size_t", "float": "c_float", "double": "c_double", "mannequin_status": "c_int32",
}
HEAD = '''"""The C library's structures and functions. Made by tools/api/ctypes_layout.py from the C headers: do not edit."""

from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint8,
                    c_uint16, c_uint32, c_uint64, c_void_p)
'''


class Writer:
    def __init__(self):
        self.structs, self.callbacks, self.handles = {}, {}, set()

    def type_of(self, text):
        """The ctypes expression of a C type, such as "const float*"."""
        words = text.replace("const", " ").replace("*", " * ").split()
        stars, base = words.count("*"), next(word for word in words if word != "*")
        if base == "char" and stars:
            inner, stars = "c_char_p", stars - 1
        elif base == "void" and stars or base in self.handles and stars:
            inner, stars = "c_void_p", stars - 1
        elif base in NUMBERS:
            inner = NUMBERS[base]
        elif base in self.structs or base in self.callbacks:
            inner = base
        elif base == "void":
            inner = "None"
        else:
            raise SystemExit(f"{text}: a type that ctypes_layout.py does not know")
        for _ in range(stars):
            inner = f"POINTER({inner})"
        return inner

    def split(self, declaration):
        """("uint32_t", "width"), ("uint32_t", "height") of "uint32_t width, height"; arrays with their length."""
        match = re.fullmatch(r"((?:const )?\w+(?: ?const)?[\s*]*?(?:const ?\*)?)\s*(\w+(?:\[\d+\])?(?:, \w+(?:\[\d+\])?)*)",
                             re.sub(r",\s*", ", ", declaration))
        if not match:
            raise SystemExit(f"{declaration}: not understood")
        return [(match.group(1), name) for name in match.group(2).split(", ")]

    def field(self, kind, name):
        array = re.fullmatch(r"(\w+)\[(\d+)\]", name)
        return (array.group(1), f"{self.type_of(kind)} * {array.group(2)}") if array else (name, self.type_of(kind))

    def arguments(self, text):
        if text in ("", "void"):
            return []
        found = []
        for argument in re.split(r",\s*(?![^(]*\))", text):
            if re.fullmatch(r".*\(\*\s*\w+\).*", argument):  # a function, which Python only passes on
                found.append("c_void_p")
                continue
            argument = re.sub(r"\[\d+\]$", "*", re.sub(r"(\w+)(\[\d+\])$", r"\2", argument)) if "[" in argument else argument
            found.append(self.type_of(argument if argument.endswith("*") else re.sub(r"\w+$", "", argument)))
        return found


def text_of_headers(read):
    writer, constants, functions = Writer(), [], []
    lines = []
    for header in HEADERS:
        text = read(os.path.join(ROOT, "include", "mannequin", header))
        version = re.search(r"^#define MANNEQUIN_VERSION (\d+)$", text, re.MULTILINE)
        if version:
            constants.append(f"VERSION = {version.group(1)}")
        lines += declarations(text)
    writer.handles = {match.group(1) for match in (re.fullmatch(r"typedef struct (\w+) \1", line) for line in lines) if match}
    for line in lines:
        callback = re.fullmatch(r"typedef (\w+)\(\* (\w+)\)\((.*)\)", line)
        constant = re.fullmatch(r"enum: MANNEQUIN_(\w+) = (\d+)", line)
        begins = re.fullmatch(r"struct (\w+)", line)
        member = re.fullmatch(r"(mannequin_\w+): (.*)", line)
        function = re.fullmatch(r"([\w ]+[*]*) (mannequin_\w+)\((.*)\)", line)
        if constant:
            constants.append(f"{constant.group(1)} = {constant.group(2)}")
        elif callback:
            result = "None" if callback.group(1) == "void" else writer.type_of(callback.group(1))
            writer.callbacks[callback.group(2)] = [result] + writer.arguments(callback.group(3))
        elif begins:
            writer.structs[begins.group(1)] = []
        elif member:
            inner = re.fullmatch(r"(\w+\**)\(\*\s*(\w+)\)\((.*)\)", member.group(2))
            if inner:
                name = f"{member.group(1)}_{inner.group(2)}"
                writer.callbacks[name] = [writer.type_of(inner.group(1))] + writer.arguments(inner.group(3))
                writer.structs[member.group(1)].append((inner.group(2), name))
            else:
                fields = [writer.field(kind, name) for kind, name in writer.split(member.group(2))]
                writer.structs[member.group(1)] += fields
        elif function:
            functions.append((function.group(2), writer.type_of(function.group(1)), writer.arguments(function.group(3))))
    out = [HEAD]
    out += constants
    out.append("")
    for name, kinds in writer.callbacks.items():
        out.append(f"{name} = CFUNCTYPE({', '.join(kinds)})")
    for name, fields in writer.structs.items():
        out += ["", "", f"class {name}(Structure):", "    _fields_ = ["]
        out += [f'        ("{field}", {kind}),' for field, kind in fields]
        out.append("    ]")
    out += ["", "", "# name -> (result, arguments)", "FUNCTIONS = {"]
    for name, result, arguments in functions:
        out.append(f'    "{name}": ({result}, [{", ".join(arguments)}]),')
    return "\n".join(out) + "\n}\n"


def read_file(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    wanted = text_of_headers(read_file)
    if sys.argv[1:] == ["--write"]:
        with open(PLACE, "w", encoding="utf-8") as file:
            file.write(wanted)
        return 0
    if sys.argv[1:]:
        print(__doc__)
        return 2
    if os.path.exists(PLACE) and read_file(PLACE) == wanted:
        return 0
    print("python/mannequin/_abi.py is not what the C headers declare: run tools/api/ctypes_layout.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
