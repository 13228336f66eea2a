#!/usr/bin/env python3
"""Shows our plain comments to Doxygen: doxygen_filter.py FOLDER HEADER... writes the headers with `//` made `///` below FOLDER,
all at once, since Doxygen asks for each so often that starting Python would take most of its time.

A comment belongs to the declaration below it; one at a line's end to what stands before it; one that an empty line
parts from the code below belongs to nothing and stays. Functions and one-line types that follow without an empty line
or a comment share the one above. The file's first comment is the file's. In C headers `/* */` is read likewise, and nothing is shared.
Lines keep their numbers.
"""

import re
import sys
from pathlib import Path

TRAILING = re.compile(r"""^(\s*(?!//)(?:[^"/]|/(?!/)|"(?:\\.|[^"\\])*")*?)\s*//(.*)$""")
NOT_A_FUNCTION = re.compile(r"(using|typedef|struct|class|enum|namespace|#|\}|~|.* = (default|delete);|.*&&\)|.*\(\*\w+\)\()")


def escaped(text):
    """Our comments are plain text: what Doxygen would take for markup is escaped."""
    return re.sub(r"([#@<>\\])", r"\\\1", text)


def is_comment(line):
    return line.lstrip().startswith("//")


def indent(line):
    return len(line) - len(line.lstrip())


def code_of(line):
    match = TRAILING.match(line)
    return (match.group(1) if match else line).rstrip()


def statement_end(lines, begin):
    """The last line of the declaration that begins here; a function's body belongs to it."""
    for at in range(begin, len(lines)):
        code = code_of(lines[at])
        if code.endswith("{") and is_function(lines, begin, at):
            closing = " " * indent(lines[begin]) + "}"
            while at + 1 < len(lines) and not lines[at].startswith(closing):
                at += 1
            return at
        if code.endswith((";", "}", "{", ":")) or not code:
            return at
    return len(lines) - 1


def is_function(lines, begin, end):
    text = " ".join(code_of(line).strip() for line in lines[begin : end + 1])
    return re.match(r"[^={]*\w+\W*\(", text) and not NOT_A_FUNCTION.match(text)


def may_share(lines, begin, end):
    return is_function(lines, begin, end) or (begin == end and re.match(r"(using|enum) .*;", code_of(lines[begin])))


def share(lines, out, comment, begin):
    """Gives the functions that follow the one that begins here, without a word of their own, its comment."""
    at = statement_end(lines, begin) + 1
    while at < len(lines) and lines[at].strip() and not is_comment(lines[at]):
        end = statement_end(lines, at)
        if indent(lines[at]) != indent(lines[begin]) or not may_share(lines, at, end):
            return
        if not TRAILING.match(lines[end]):
            out[at] = f"{' ' * indent(lines[at])}/** {comment} */ {lines[at].lstrip()}"
        at = end + 1


def convert_cpp(lines):
    out = list(lines)
    at = 0
    while at < len(lines) and is_comment(lines[at]):
        out[at] = "///" + escaped(lines[at][2:])
        at += 1
    if at and lines[at] == "#pragma once":
        out[at] = "/// \\file"
    while at < len(lines):
        begin = at
        while at < len(lines) and is_comment(lines[at]):
            at += 1
        if at > begin:
            if lines[at].strip() and not re.match(r"\s*(#|\}|public:|private:)", lines[at]):
                for k in range(begin, at):
                    out[k] = " " * indent(lines[k]) + "///" + escaped(lines[k].lstrip()[2:])
                if may_share(lines, at, statement_end(lines, at)):
                    share(lines, out, " ".join(escaped(lines[k].strip()[2:].strip()) for k in range(begin, at)), at)
            continue
        end = statement_end(lines, at) if lines[at].strip() else at
        match = TRAILING.match(lines[end])
        if match and match.group(1) != "}":
            out[end] = f"{out[end][:match.end(1)]}  ///<{escaped(match.group(2))}"
        at = end + 1
    return out


def convert_c(lines):
    out = []
    for at, line in enumerate(lines):
        if re.match(r"\s*/\*(?! ---)", line):
            end = next(k for k in range(at, len(lines)) if "*/" in lines[k])
            follows = lines[end + 1].strip()
            if at == 0 or (follows and not follows.startswith("#")):
                line = line.replace("/*", "/**", 1)
                if at == 0:
                    lines[end] = " * \\file */"
        else:
            line = re.sub(r"(\S\s*)/\*", r"\1/**<", line)
        out.append(line)
    return out


def main():
    folder = Path(sys.argv[1])
    for header in sys.argv[2:]:
        lines = Path(header).read_text(encoding="utf-8").split("\n")
        convert = convert_c if lines[0].startswith("/*") else convert_cpp
        copy = folder / header
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("\n".join(convert(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
