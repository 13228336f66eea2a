#!/usr/bin/env python3
"""Compiles every source by itself, with all warnings as errors, but makes no code: builds join the sources of a folder,
which hides an include that is missing. Headers that many sources include are compiled once, so this takes minutes, not half an
hour.

    tools/alone.py BUILD                all of them
    tools/alone.py BUILD FILE...        only these
    tools/alone.py BUILD --last COUNT   only those that the last COUNT commits changed

BUILD is a folder in which everything has been built.
"""
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers -Werror"
# Included by most sources, directly or not.
COMMON = """algorithm array chrono cmath filesystem fmt/format.h fstream functional future glm/glm.hpp
  glm/gtc/constants.hpp glm/gtc/matrix_transform.hpp glm/gtc/quaternion.hpp glm/gtc/type_ptr.hpp gtest/gtest.h limits map
  memory mutex nlohmann/json.hpp numeric optional random regex set span sstream string string_view thread tl/expected.hpp
  tuple unordered_map utility variant vector"""
# Own headers that bring in many others. A source that includes one of them, directly or not, gets the first such, with all that it
# brings, compiled before; what else it uses it must include.
HEAVY = ("tools/preview/view/workspace.h", "tools/document/document.h", "tools/mannequin/command_line.h", "engine/wear/outfit.h",
         "engine/avatar/avatar.h")
# Built by tests of their own against the installed library, or with a package that need not be there.
ELSEWHERE = ("tests/install/", "tests/host/unload/", "examples/embed_viewer/", "bench/peers/ogre",
             "engine/platform/windows/", "engine/gpu/gl_context_wgl.cpp",
             "tools/preview/platform/windows/", "tools/windows/")


def flags(build):
    """The include folders and definitions of all targets together."""
    found = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = iter(shlex.split(entry["command"]))
        for word in words:
            if word == "-isystem":
                flag = (word, next(words))
            elif word.startswith(("-I", "-D")):
                flag = (word,)
            else:
                continue
            if flag not in found:
                found.append(flag)
    return [word for flag in found for word in flag]


@functools.cache
def included(file):
    """The project's own headers that it includes, directly or not."""
    path = ROOT / file
    names = re.findall(r'^#include "(.*)"', path.read_text() if path.exists() else "", re.MULTILINE)
    return set(names).union(*map(included, names))


def precompiled(command, folder, heavy):
    """A header of COMMON and, if there is one, a heavy header."""
    header = pathlib.Path(folder) / f"{pathlib.Path(heavy).stem or 'common'}.h"
    header.write_text("".join(f"#include <{name}>\n" for name in COMMON.split()) + (f'#include "{heavy}"\n' if heavy else ""))
    made = str(header) + ".pch"
    subprocess.run([*command, "-x", "c++-header", "-fpch-instantiate-templates", header, "-o", made], check=True)
    return made


def all_sources():
    return [str(path.relative_to(ROOT)) for folder in ("engine", "tools", "examples", "tests", "bench")
            for path in sorted((ROOT / folder).rglob("*.cpp"))]


def changed_sources(count):
    """Those that the last `count` commits changed."""
    names = subprocess.run(["git", "diff", "--name-only", f"HEAD~{count}"], cwd=ROOT, capture_output=True, text=True)
    if names.returncode != 0:
        print(f"Skipped: the last {count} commits are not in this clone, so what they changed is not known")
    return [file for file in all_sources() if file in set(names.stdout.split())]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    if sys.argv[2:3] == ["--last"]:
        files = changed_sources(int(sys.argv[3]))
    else:
        files = sys.argv[2:] or all_sources()
    files = [file for file in files if not file.startswith(ELSEWHERE)]
    if not files:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        command = ["clang++", "-std=c++20", *WARNINGS.split(), *flags(build)]
        brought = {file: next((header for header in HEAVY if header in included(file)), "") for file in files}
        headers = {heavy: precompiled(command, folder, heavy) for heavy in sorted(set(brought.values()))}

        def check(file):
            return subprocess.run([*command, "-include-pch", headers[brought[file]], "-fsyntax-only", file], cwd=ROOT,
                                  stderr=subprocess.PIPE, text=True)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            failed = 0
            for file, result in zip(files, pool.map(check, files)):
                if result.returncode != 0:
                    failed += 1
                    print(f"{file} does not compile by itself:\n{result.stderr}")
    print(f"{len(files) - failed} of {len(files)} sources compile by themselves")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
