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

import meshes
import terms
import words

HERE = Path(__file__).resolve().parent
ABI = HERE.parent / "python" / "mannequin" / "_abi.py"
# Of the shape; clothing sliders move nothing here.
SECTIONS = ("Body", "Head", "Eyes", "Ears", "Nose", "Mouth", "Chin", "Torso", "Legs")
SCRIPTS = ("module", "meshes", "colours", "camera", "view", "draft", "picture", "marks", "pick", "textures", "document", "bodies", "stage", "findings", "worn", "sliders", "ends",
           "joints", "clip", "saving", "gltf", "files", "policy", "controls", "page")
BODY, CLOTHES = ("mannequin", "eyes", "hair"), ("top", "trousers", "boots")
NUMBERS = {ctypes.c_int32: (4, "Int32"), ctypes.c_uint32: (4, "Uint32"), ctypes.c_int64: (8, "BigInt64"), ctypes.c_uint64: (8, "BigUint64"),
           ctypes.c_float: (4, "Float32"), ctypes.c_double: (8, "Float64")}


def number(kind, of_abi):
    """Size and DataView's name of a field's type in wasm32, where pointers and sizes have four bytes."""
    if kind is ctypes.c_size_t and of_abi == "size_t":
        return 4, "Uint32"
    return NUMBERS.get(kind, (4, "Uint32"))


def abi():
    spec = importlib.util.spec_from_file_location("_abi", ABI)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def layouts():
    # c_size_t is the same object as c_uint64 on this machine; the source text distinguishes them.
    text, made = ABI.read_text(encoding="utf-8"), {}
    for name, kind in vars(abi()).items():
        if not (isinstance(kind, type) and issubclass(kind, ctypes.Structure)) or kind is ctypes.Structure:
            continue
        body = text.split(f"class {name}(Structure):")[1].split("    ]\n")[0]
        at, widest, fields = 0, 4, {}
        for field, its in kind._fields_:
            length = its._length_ if issubclass(its, ctypes.Array) else 0
            size, view = number(its._type_ if length else its, "size_t" if f'("{field}", c_size_t)' in body else "")
            at = (at + size - 1) // size * size
            fields[field] = [at, view, length] if length else [at, view]
            at, widest = at + size * max(length, 1), max(widest, size)
        made[name] = {"size": (at + widest - 1) // widest * widest, "fields": fields}
    return made


def used_layouts():
    """The layouts of the structures that the scripts use."""
    scripts = "".join(read(HERE / f"{name}.js") for name in SCRIPTS)
    return {name: layout for name, layout in layouts().items() if f'"{name}"' in scripts}


def in_c(made):
    """Assertions for the compiler of the module, to check the layout."""
    lines = ["#include <mannequin/c_editor.h>"]
    for name, layout in made.items():
        lines.append(f'_Static_assert(sizeof({name}) == {layout["size"]}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {field}) == {offset}, "{name}.{field}");'
                  for field, (offset, *_) in layout["fields"].items()]
    return "\n".join(lines) + "\n"


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def read(path):
    return path.read_text(encoding="utf-8")


def in_text(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def built_in(ending):
    assets = HERE.parent / "assets"
    return meshes.packed([(name, name in CLOTHES, (assets / f"{name}{ending}.glb").read_bytes()) for name in BODY + CLOTHES])


def constants():
    """Constants from headers and definitions for the scripts, as JavaScript."""
    definitions = json.loads(read(HERE.parent / "assets" / "appearance.json"))
    sections = [[section["name"], section["parameters"]] for section in definitions["sections"] if section["name"] in SECTIONS]
    of_sections = {number for _, numbers in sections for number in numbers}
    ends = {parameter["id"]: [parameter.get("label_min", "less"), parameter.get("label_max", "more")] for parameter in definitions["parameters"]
            if parameter["id"] in of_sections}
    made = {"LAYOUT": used_layouts(), "SECTIONS": sections, "ENDS": ends,
            "SIZES": {view: size for size, view in NUMBERS.values()}, "NOT_FOUND": abi().NOT_FOUND, "WINDOW_WORDS": words.window_words()}
    return "".join(f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in made.items())


def main():
    if sys.argv[1] == "--layout":
        Path(sys.argv[2]).write_text(in_c(used_layouts()), encoding="utf-8")
        return
    module, out = Path(sys.argv[1]), Path(sys.argv[2])
    scripts = {"layout": constants()}
    scripts.update({name: read(HERE / f"{name}.js") for name in SCRIPTS})
    blocks = {"wasm": module.read_bytes(), "woman": built_in(""), "man": built_in("_male"), "terms": terms.text().encode()}
    style = read(HERE / "page.css")
    policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; img-src blob: data:; style-src " + digest(style) +
              "; script-src 'wasm-unsafe-eval' " + " ".join(digest(text) for text in scripts.values()))
    page = read(HERE / "page.html").replace("@policy@", policy).replace("@style@", f"<style>{style}</style>")
    page = page.replace("@blocks@", "\n".join(f'<script id="{name}" type="application/octet-stream">{in_text(data)}</script>'
                                              for name, data in blocks.items()))
    page = page.replace("@scripts@", "\n".join(f'<script id="script-{name}">{text}</script>' for name, text in scripts.items()))
    out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
