# SPDX-License-Identifier: GPL-3.0-or-later
"""Which line of the candidate's file each line of a kernel's intermediate forms comes from.

Each function takes the text of one form and gives a list with one entry a line: the line of the
candidate's file, or 0 where there is none. Code that was inlined from elsewhere (Triton's own
standard library) counts for the line of the candidate that called it.
"""

import re

import candidate_host

_MAX_DEPTH = 32

# MLIR: `#loc3 = loc("file":8:28)`, `loc(callsite(#loc13 at #loc32))`, `loc("name"(#loc2))`.
_MLIR_DEFINITION = re.compile(r"^(#loc\d*) = loc\((.*)\)$")
_MLIR_PART = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):\d+|(#loc\d*)')
_LLVM_DEFINITION = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$")
_LLVM_USE = re.compile(r"!dbg !(\d+)")
# The back-end's own comment: `.loc 2 263 15 // standard.py:263:15 @[ candidate.py:10:19 ]`.
_PTX_LOC = re.compile(r"^\s*\.loc\s+\d+ \d+ \d+.*?//\s*(.*)$")
_PTX_PLACE = re.compile(r"([^\s@\[\]]+):(\d+):\d+")
_SASS_PLACE = re.compile(r'^\s*//## File "(.*)", line (\d+)')


def _is_candidate(path):
    return path.rsplit("/", 1)[-1] == candidate_host.FILE_NAME


def of_mlir(text):
    """For `ttir` and `ttgir`."""
    lines = text.split("\n")
    expressions = dict(match.groups() for match in map(_MLIR_DEFINITION.match, lines) if match)
    known = {}

    def resolve(expression, depth=0):
        for path, line, name in _MLIR_PART.findall(expression):
            if not name:
                found = int(line) if _is_candidate(path) else 0
            elif name in known or depth > _MAX_DEPTH:
                found = known.get(name, 0)
            else:
                found = known[name] = resolve(expressions.get(name, ""), depth + 1)
            if found:
                return found
        return 0

    return [0 if line.startswith("#loc") else resolve(line[line.rfind(" loc("):])
            if " loc(" in line else 0 for line in lines]


def of_llvm(text):
    """For `llir`."""
    lines = text.split("\n")
    nodes = {match[1]: (match[2], match[3])
             for match in map(_LLVM_DEFINITION.match, lines) if match}

    def field(number, name):
        match = re.search(rf"\b{name}: !?(\"[^\"]*\"|\d+)", nodes.get(number, ("", ""))[1])
        return match[1].strip('"') if match else ""

    def file_of(number):
        for _ in range(_MAX_DEPTH):
            if field(number, "file"):
                return field(field(number, "file"), "filename")
            number = field(number, "scope")
        return ""

    def line_of(number):
        for _ in range(_MAX_DEPTH):
            if nodes.get(number, ("",))[0] != "DILocation":
                break
            if _is_candidate(file_of(field(number, "scope"))):
                return int(field(number, "line") or 0)
            number = field(number, "inlinedAt")
        return int(field(number, "line") or 0) \
            if nodes.get(number, ("",))[0] == "DISubprogram" and _is_candidate(file_of(number)) \
            else 0

    known = {}
    result = []
    for line in lines:
        match = None if line.startswith("!") else _LLVM_USE.search(line)
        if match and match[1] not in known:
            known[match[1]] = line_of(match[1])
        result.append(known[match[1]] if match else 0)
    return result


def of_ptx(text):
    """For `ptx`: what follows a `.loc` belongs to its line, to the end of the function."""
    current, result = 0, []
    for line in text.split("\n"):
        match = _PTX_LOC.match(line)
        if match:
            current = next((int(number) for path, number in _PTX_PLACE.findall(match[1])
                            if _is_candidate(path)), 0)
        elif line.startswith("}"):
            current = 0
        result.append(current)
    return result


def _callers(ptx):
    """{(file name, line) of inlined code: the line of the candidate that called it}, as far as
    there is only one."""
    callers = {}
    for line in ptx.split("\n"):
        match = _PTX_LOC.match(line)
        places = _PTX_PLACE.findall(match[1]) if match else []
        ours = next((int(number) for path, number in places if _is_candidate(path)), 0)
        if places and ours:
            callers.setdefault((places[0][0], int(places[0][1])), set()).add(ours)
    return {place: next(iter(lines)) for place, lines in callers.items() if len(lines) == 1}


def of_sass(text, ptx):
    """For `sass` as `nvdisasm -g` prints it; that names inlined code without its caller, which the
    kernel's PTX knows."""
    callers = _callers(ptx)
    current, result = 0, []
    for line in text.split("\n"):
        match = _SASS_PLACE.match(line)
        if match:
            number = int(match[2])
            current = number if _is_candidate(match[1]) else \
                callers.get((match[1].rsplit("/", 1)[-1], number), 0)
        elif line.startswith("."):
            current = 0
        result.append(current)
    return result
