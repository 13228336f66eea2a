#!/usr/bin/env python3
"""Puts the page together: page.py MODULE.wasm OUT.html. Scripts, style and module are inside, and the page's policy lets it
ask nobody for anything."""

import base64
import ctypes
import gzip
import hashlib
import importlib.util
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ABI = HERE.parent / "python" / "mannequin" / "_abi.py"
# Of the shape; clothing moves nothing here.
SECTIONS = ("Body", "Head", "Eyes", "Ears", "Nose", "Mouth", "Chin", "Torso", "Legs")
NUMBERS = {ctypes.c_int32: (4, "Int32"), ctypes.c_uint32: (4, "Uint32"), ctypes.c_int64: (8, "BigInt64"), ctypes.c_uint64: (8, "BigUint64"),
           ctypes.c_float: (4, "Float32"), ctypes.c_double: (8, "Float64")}


def number(kind, of_abi):
    """Size and DataView's name of a field's type in wasm32, where pointers and sizes have four bytes."""
    if kind is ctypes.c_size_t and of_abi == "size_t":
        return 4, "Uint32"
    return NUMBERS.get(kind, (4, "Uint32"))


def layouts():
    spec = importlib.util.spec_from_file_location("_abi", ABI)
    abi = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(abi)
    # c_size_t is the same object as c_uint64 on this machine; the text tells them apart.
    text, made = ABI.read_text(encoding="utf-8"), {}
    for name, kind in vars(abi).items():
        if not (isinstance(kind, type) and issubclass(kind, ctypes.Structure)) or kind is ctypes.Structure:
            continue
        body = text.split(f"class {name}(Structure):")[1].split("    ]\n")[0]
        at, widest, fields = 0, 4, {}
        for field, its in kind._fields_:
            if issubclass(its, ctypes.Array):
                break  # none that the page uses
            size, view = number(its, "size_t" if f'("{field}", c_size_t)' in body else "")
            at = (at + size - 1) // size * size
            fields[field] = [at, view]
            at, widest = at + size, max(widest, size)
        made[name] = {"size": (at + widest - 1) // widest * widest, "fields": fields}
    return made


def in_c(made):
    """Assertions for the compiler that made the module: the layout is its own."""
    lines = ["#include <mannequin/c_api.h>"]
    for name, layout in made.items():
        if name.startswith("mannequin_bind"):
            continue
        lines.append(f'_Static_assert(sizeof({name}) == {layout["size"]}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {field}) == {offset}, "{name}.{field}");'
                  for field, (offset, _) in layout["fields"].items()]
    return "\n".join(lines) + "\n"


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def main():
    if sys.argv[1] == "--layout":
        Path(sys.argv[2]).write_text(in_c(layouts()), encoding="utf-8")
        return
    module, out = Path(sys.argv[1]), Path(sys.argv[2])
    packed = base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode()
    definitions = json.loads((HERE.parent / "assets" / "appearance.json").read_text(encoding="utf-8"))
    sections = [[section["name"], section["parameters"]] for section in definitions["sections"] if section["name"] in SECTIONS]
    tight = {"separators": (",", ":")}
    scripts = {"layout": f"const LAYOUT = {json.dumps(layouts(), **tight)}, SECTIONS = {json.dumps(sections, **tight)};"}
    scripts.update({name: (HERE / f"{name}.js").read_text(encoding="utf-8") for name in ("module", "picture", "page")})
    style = (HERE / "page.css").read_text(encoding="utf-8")
    policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; img-src blob: data:; style-src " + digest(style) +
              "; script-src 'wasm-unsafe-eval' " + " ".join(digest(text) for text in scripts.values()))
    page = (HERE / "page.html").read_text(encoding="utf-8")
    page = page.replace("@policy@", policy).replace("@style@", f"<style>{style}</style>").replace("@wasm@", packed)
    page = page.replace("@scripts@", "\n".join(f'<script id="{name}">{text}</script>' for name, text in scripts.items()))
    out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
