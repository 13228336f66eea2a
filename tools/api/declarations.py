"""What a C or C++ header declares, one line per declaration, whatever its comments, white space and bodies say.

Not a parser of the language but of these headers: it knows namespaces, types, functions and variables, leaves out what is
private, and has no opinion about the rest.
"""

import re

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|\w+|::|->|&&|<=>|[=!<>]=|\.\.\.|[^\w\s]""", re.DOTALL
)
# Words that change nothing for a host.
SILENT = {"inline", "MANNEQUIN_API"}


def tokens_of(text):
    return [token for token in TOKEN.findall(text) if not token.startswith(("//", "/*"))]


def preprocessed(text):
    """Without directives, and the directives that hosts see: macros by name, what is included by path."""
    text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment.group().count("\n"), text, flags=re.DOTALL)
    code, directives = [], []
    lines = iter(text.split("\n"))
    in_cplusplus = False  # what C++ alone sees of a C header: extern "C" and its brace
    for line in lines:
        if not line.lstrip().startswith("#"):
            if not in_cplusplus:
                code.append(line)
            continue
        directive = line
        while directive.endswith("\\"):
            directive = directive[:-1] + " " + next(lines).strip()
        words = directive.lstrip()[1:].strip()
        macro = re.match(r"define\s+(\w+(\([^)]*\))?)", words)
        include = re.match(r'include\s+"([^"]+)"', words)
        if macro and not macro.group(1).endswith("_H"):
            directives.append(f"#define {macro.group(1)}")
        elif include:
            directives.append(f"#include {include.group(1)}")
        elif words == "ifdef __cplusplus":
            in_cplusplus = True
        elif words.startswith(("endif", "else")):
            in_cplusplus = False
    return "\n".join(code), sorted(set(directives))


def joined(tokens):
    """One line; the spaces are the same however the source was set."""
    out = ""
    for token in tokens:
        if token in SILENT:
            continue
        after_operator = out.endswith("operator")
        if token == "=" and not after_operator:
            out += " = "
            continue
        word = re.match(r"[\w\"'~]", token)
        if word and re.search(r"[\w>)\]&*,}\"']$", out) and not after_operator:
            out += " "
        out += token
    return out


class Reader:
    def __init__(self, text):
        code, self.lines = preprocessed(text)
        self.tokens = tokens_of(code)
        self.at = 0

    def read(self):
        self.members("", True)
        return self.lines

    def braces(self):
        """Steps over what stands in the braces that begin here, and gives it with them."""
        begin, depth = self.at, 0
        while True:
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            self.at += 1
            if depth == 0:
                return self.tokens[begin : self.at]

    def add(self, scope, tokens, visible):
        if visible and tokens and tokens[0] != "friend" or tokens[:1] == ["friend"] and "operator" in tokens:
            place = f"{scope[:-2]}: " if scope else ""
            self.lines.append(place + joined(tokens))

    def members(self, scope, visible):
        """Declarations up to the closing brace of the scope, or the end."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token == "}":
                return
            if token in ("public", "protected", "private") and self.tokens[self.at + 1] == ":":
                visible = token != "private"
                self.at += 2
            elif token == ";":
                self.at += 1
            else:
                self.declaration(scope, visible)

    def declaration(self, scope, visible):
        head, depth = [], 0
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token == ";" and depth == 0:
                self.at += 1
                break
            if token == "{" and depth == 0:
                if self.opens(scope, head, visible):
                    return
                head += self.braces()
                continue
            depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(token, 0)
            head.append(token)
            self.at += 1
        self.add(scope, head, visible)

    def opens(self, scope, head, visible):
        """A brace after `head`: true if all of the declaration was dealt with."""
        plain = head
        if plain[:1] == ["template"]:
            depth = 0
            for end, token in enumerate(plain):
                depth += {"<": 1, ">": -1}.get(token, 0)
                if depth == 0 and token == ">":
                    plain = plain[end + 1 :]
                    break
        if plain[:1] == ["typedef"]:
            plain = plain[1:]
        kind = plain[0] if plain else ""
        if kind == "namespace":
            inner = [word for word in plain[1:] if word not in ("::", "mannequin")]
            self.scoped(scope + "".join(f"{word}::" for word in inner), True)
            return True
        if kind == "enum":
            self.enumerators(scope, plain, visible)
            self.rest(scope, plain, visible)
            return True
        if kind in ("struct", "class", "union") and "(" not in plain:
            self.add(scope, head if head[0] != "typedef" else plain, visible)
            name = next((word for word in plain[1:] if word != "final"), "")
            if visible:
                self.scoped(f"{scope}{name}::", kind != "class")
            else:
                self.braces()
            self.rest(scope, plain, visible)
            return True
        signature = self.signature(head)
        if "(" in head and (head[-1] in (")", "const", "noexcept", "override", "final")
                            or head[-1] == "}" and signature != head):
            self.braces()
            self.add(scope, signature, visible)
            return True
        return False

    def scoped(self, scope, visible):
        self.at += 1
        self.members(scope, visible)
        self.at += 1

    def rest(self, scope, kind, visible):
        """The names that follow a type's braces."""
        names = []
        while self.at < len(self.tokens) and self.tokens[self.at] != ";":
            names.append(self.tokens[self.at])
            self.at += 1
        if names:
            self.add(scope, kind + names, visible)

    def enumerators(self, scope, head, visible):
        body = self.braces()[1:-1]
        self.add(scope, head, visible)
        name = next((word for word in head[1:] if word not in ("class", "struct")), "enum")
        entry = []
        for token in body + [","]:
            if token != ",":
                entry.append(token)
            elif entry:
                self.add(f"{scope}{name}::", entry, visible)
                entry = []

    @staticmethod
    def signature(head):
        """Without a constructor's list of members."""
        depth = 0
        for at, token in enumerate(head):
            depth += {"(": 1, ")": -1}.get(token, 0)
            if token == ":" and depth == 0 and head[at - 1] in (")", "noexcept"):
                return head[:at]
        return head


def declarations(text):
    return Reader(text).read()


def function_names(lines):
    """Names of the functions among such lines; constructors, destructors and operators have none."""
    names = set()
    for line in lines:
        match = re.match(r"(?:[\w:]+: )?(?!using |typedef |#)([^(={]*[\s&*>])([a-z]\w*)\((?!\*)", line)
        if match and "operator" not in line and not re.search(r" = (default|delete)$", line):
            names.add(match.group(2))
    return names
