"""What the window says instead of remedies that name options of the command line, for the page: out of the table of the window."""

import json
import re
from pathlib import Path

TABLE = Path(__file__).parent.parent / "tools" / "document" / "window_words.cpp"
LITERAL = r'"(?:[^"\\]|\\.)*"'
JOINED = rf"((?:{LITERAL}\s*)+)"


def joined(literals):
    return "".join(json.loads(part) for part in re.findall(LITERAL, literals))


def window_words():
    """What the engine says -> what the window says."""
    text = TABLE.read_text(encoding="utf-8")
    named = dict(re.findall(rf"const char\* (\w+) = marked\(\s*{JOINED}\)", text))
    rows = re.findall(rf"Words{{\s*{JOINED},\s*(?:marked\(\s*{JOINED}\)|(\w+))}}", text)
    assert len(rows) == text.count("Words{"), f"{TABLE.name}: a row that is not read"
    return {joined(english): joined(window or named[name]) for english, window, name in rows}
