#!/usr/bin/env python3
"""Copies libstdc++'s bits/fs_path.h so that it takes no strings of bytes for a path, only names in the source: guard.py FROM TO."""

import sys
from pathlib import Path

CHECK = ("static_assert(!std::is_same_v<_Source, std::string> && !std::is_same_v<_Source, std::string_view>, "
         '"Latin-1 on Windows: use path_of_utf8()"); ')


def main():
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    places = ["_M_append(_S_convert(__detail::__effective_range(__source)));", "_M_concat(_S_convert(__detail::__effective_range(__x)));"]
    constructor = ": _M_pathname(_S_convert(__detail::__effective_range(__source)))\n      { "
    if any(place not in text for place in places) or text.count(constructor) != 1:
        sys.exit(f"{sys.argv[1]} is not as this script knows it")
    for place in places:
        text = text.replace(place, CHECK + place)
    made = text.replace(constructor, constructor + CHECK)
    to = Path(sys.argv[2])
    if not to.exists() or to.read_text(encoding="utf-8") != made:
        to.write_text(made, encoding="utf-8")


main()
