#!/usr/bin/env python3
"""Collects the window's texts from the sources into en.json, which translators copy.

collect.py            writes the catalogue
collect.py --check    fails if it is not up to date, or if a panel shows a literal that is in no tr(), marked() or
                      counted(), so that no translation reaches it

A text is a literal in tr(), marked() or counted(), every literal of the files that add commands, whose names and
hints are translated where menus draw them, and what assets/appearance.json calls sliders and sections. The sentences
are what the engine's readers and checks say, and the parts of places on the body: they know nothing of languages, so tools/document/sentences.h finds a
sentence again by these texts."""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
CATALOGUE = pathlib.Path("tools/preview/texts/en.json")
FOLDERS = ("tools/preview", "tools/document")
ENGINE_FOLDERS = tuple("engine/" + each for each in ("animation", "appearance", "avatar", "bind", "fit", "io", "layers", "mesh",
                                                      "skeleton", "wear")) + ("tools/findings",)
# Names of body parts and places are put together of parts, so they are found again as sentences are.
PLACES = ("tools/document/plain_names.cpp", "tools/document/body_region.cpp")
POSES, POSE = "engine/fit/standard_poses.cpp", re.compile(r'all\.push_back\(\s*\{"([a-z ,]+)",')
SILENT_FILES = re.compile(r"writer|reports|csv|_file_text")  # what they write is for programs
SILENT_TEXT = re.compile(r"[\n\t]|=\"|/>|</|<[!?]|^<\w+>$|\\x")
COMMAND_FILES = re.compile(r"panels/(commands/|.*_commands\.cpp)")
MARKS = ("tr", "marked")
COUNTS = ("counted", "plural", "change")

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|(?<!\d)'(?:\\.|[^'\\\n])+'|(?P<text>\"(?:\\.|[^\"\\\n])*\")"
                   r"|(?P<name>[A-Za-z_]\w*(?:(?:::|\.|->)~?[A-Za-z_]\w*)*)|(?P<space>\s+)|(?P<sign>.)", re.S | re.M)

# What a literal is handed to that nobody reads: names of ImGui's things, of commands, of joints and files.
UNSEEN = re.compile(r"(BeginChild|BeginTable|BeginTabBar|BeginPopup|OpenPopup|Begin|PushID|GetID|InvisibleButton|splitter|find|"
                    r"starts_with|ends_with|in_group|text_button|string_view|embedded_guide|embedded_findings|page_of_finding|english_page|page_in_language|"
                    r"look|path|ask|if)$")
UNSEEN_TEXT = re.compile(r"m[A-Z]\w+$|[A-Z_]+$|\.\w+$|#|[a-z_]+\.(png|json|xml|md)$|(Ctrl|Alt|Shift)\+\w?$|(Num|Keypad) $|(front|side|other side|back|three-quarter|face|top|from below)$|(\{\} )+slider$|"
                         r"(Second Life|Blender|OpenGL|Vulkan|localhost/|file://|T)$")
UNSEEN_FILES = ("panels/shared/key_focus.cpp", "panels/frame/toolbar.cpp", "panels/joints/joint_marks.cpp",
                "panels/sliders/sliders_panel.cpp")  # lists of names, see NAMES
KEY_FILES = "panels/columns/columns.cpp"  # keys of the preferences
NAMES = re.compile(r"[A-Z][\w-]*( [a-z][\w-]*)*(\.\.\.)?$")
SHOWN_BY = re.compile(r"ImGui::(Text\w*|Button|SmallButton|Checkbox|RadioButton|MenuItem|BeginMenu|Selectable|SetTooltip|"
                      r"BeginPopupModal|CollapsingHeader|BeginTabItem|TableSetupColumn|CalcTextSize)$|^report$|\.report$")


def unescaped(literal):
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), literal[1:-1])
    return text.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"').replace("\\\\", "\\")


def has_word(text):
    text = re.sub(r"\{[^}]*\}|%[-.\d]*[a-z]+|\b(mm|ms|cm|kB|MB)\b", " ", text)
    return re.search(r"[^\W\d_]{2}", text) is not None


def literals(source):
    """Yields (line, function or "{", argument, text) for each literal; neighbours are one."""
    tokens = [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(source)]
    tokens = [t for t in tokens if t[0] not in (None, "space")]
    stack, last = [["", 0]], ""
    i = 0
    while i < len(tokens):
        kind, token, at = tokens[i]
        if kind == "text":
            text = unescaped(token)
            while i + 1 < len(tokens) and tokens[i + 1][0] == "text":
                i += 1
                text += unescaped(tokens[i][1])
            yield source.count("\n", 0, at) + 1, stack[-1][0], stack[-1][1], text
            last = ""
        elif kind == "name":
            last = token
        elif token in "({[":
            stack.append([last if token == "(" else "{", 0])
            last = ""
        elif token in ")}]":
            if len(stack) > 1:
                stack.pop()
            last = ""
        elif token == ",":
            stack[-1][1] += 1
            last = ""
        elif token not in "<>":
            last = ""
        i += 1


def sources(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def collected(root):
    """The catalogue, and complaints about literals that go around it."""
    texts, counted, around = set(), {}, []
    for path, source in sources(root, FOLDERS):
        is_commands = COMMAND_FILES.search(path) is not None
        pair = []
        for line, function, argument, text in literals(source):
            name = function.split("::")[-1]
            if name in COUNTS:
                pair.append(text)
                if len(pair) == 2:
                    counted["|".join(pair)] = []
                    pair = []
            elif name in MARKS and argument == 0:
                texts.add(text)
            elif is_commands and has_word(text) and not UNSEEN_TEXT.match(text):
                texts.add(text)
            elif "/panels/" in path and not path.endswith(KEY_FILES) and has_word(text) and not text.startswith("#"):
                if argument > 0 and UNSEEN_TEXT.match(text):
                    continue
                shown = SHOWN_BY.search(function) is not None
                if not shown and (UNSEEN.search(function) or UNSEEN_TEXT.match(text) or not re.search(r"[A-Z ]", text)):
                    continue
                if not shown and path.endswith(UNSEEN_FILES) and function == "{" and NAMES.match(text):
                    continue
                around.append(f'{path}:{line}: "{text}" is in no tr(), marked() or counted()')
    texts.update(POSE.findall((root / POSES).read_text(encoding="utf-8")))
    sentences = engine_sentences(root, counted)
    appearance = json.loads((root / "assets/appearance.json").read_text(encoding="utf-8"))
    shown = {number for section in appearance["sections"] for number in section["parameters"]}
    texts.update(section["name"] for section in appearance["sections"])
    for parameter in appearance["parameters"]:
        if parameter["id"] in shown:
            texts.update(parameter.get(key, "") for key in ("label", "label_min", "label_max"))
    texts.discard("")
    return {
        "language": "",
        "plural": "one, others",
        "texts": {text: "" for text in sorted(texts)},
        "counted": dict(sorted(counted.items())),
        "sentences": {text: "" for text in sorted(sentences)},
    }, around


def engine_sentences(root, counted):
    """The texts that the engine's sentences consist of; adds its counted nouns."""
    found = {text for path in PLACES for _, function, argument, text in literals((root / path).read_text(encoding="utf-8"))
             if function == "fmt::format" and argument == 0 and has_word(text)}
    for path, source in sources(root, ENGINE_FOLDERS):
        if SILENT_FILES.search(path):
            continue
        pair = []
        for _, function, argument, text in literals(source):
            if function == "quantity":
                pair.append(text)
                if len(pair) == 2:
                    counted.setdefault("|".join(pair), [])
                    pair = []
            elif function != "static_assert" and has_word(text) and not SILENT_TEXT.search(text):
                # A single word is a part of a sentence only where one is filled in.
                if " " in text or (function == "fmt::format" and argument > 0 and text.islower() and text.isalpha()):
                    # A brace that fills in nothing stands for itself.
                    is_open = re.search(r"[{}]", re.sub(r"\{\{|\}\}|\{\d*(:[^{}]*)?\}", "", text))
                    found.add(text.replace("{", "{{").replace("}", "}}") if is_open else text)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if anything is wrong")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args()
    catalogue, around = collected(options.root)
    text = json.dumps(catalogue, ensure_ascii=False, indent=1) + "\n"
    path = options.root / CATALOGUE
    complaints = list(around)
    if not options.check:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        for section in ("texts", "sentences"):
            old, new = set(known.get(section, {})), set(catalogue[section])
            complaints += [f"{CATALOGUE}: {each!r} is missing" for each in sorted(new - old)]
            complaints += [f"{CATALOGUE}: {each!r} is no longer shown" for each in sorted(old - new)]
        complaints.append(f"{CATALOGUE} is not up to date: run tools/preview/texts/collect.py")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(catalogue['texts'])} texts, {len(catalogue['counted'])} counted nouns, {len(catalogue['sentences'])} of "
          "the engine's sentences")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
