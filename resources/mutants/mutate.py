# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants one fault in each of many copies of right Triton candidates.

    python mutate.py --count N --seed S < SOURCES > MUTANTS

SOURCES: JSON lines {"id", "candidate"}. MUTANTS: JSON lines {"source", "class", "line", "before",
"after", "candidate"}; `before` and `after` are the lines that the change touches. The same sources,
count and seed give the same lines.
"""

import argparse
import ast
import hashlib
import inspect
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import host_operators  # noqa: E402
import kernel_operators  # noqa: E402
from source import Source  # noqa: E402

MAX_PER_SOURCE_AND_CLASS = 4


def _operators(module):
    return {name: function for name, function in vars(module).items()
            if inspect.isfunction(function) and function.__module__ == module.__name__
            and not name.startswith("_")}


# Every public function of the two files is a class of mutants.
CLASSES = {**_operators(kernel_operators), **_operators(host_operators)}


def mutants_of(source, operator):
    """{tree: {"line", "before", "after", "candidate"}} of one class: valid Python that differs."""
    original = ast.dump(source.tree)
    found = {}
    for edit in operator(source):
        candidate = source.apply(edit)
        try:
            tree = ast.dump(ast.parse(candidate))
            compile(candidate, "candidate.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            continue
        if tree != original and tree not in found:
            found[tree] = {**_lines(source, edit, candidate), "candidate": candidate}
    return found


def _lines(source, edit, candidate):
    first = source.line_at(edit.begin)
    count = source.line_at(edit.end) - first + 1
    new_count = count + edit.text.count("\n") - source.text(edit.begin, edit.end).count("\n")
    before = source.data.decode("utf-8").split("\n")[first - 1:first - 1 + count]
    after = candidate.split("\n")[first - 1:first - 1 + new_count]
    return {"line": first, "before": "\n".join(before), "after": "\n".join(after)}


def _order(seed, *parts):
    text = ":".join(map(str, (seed, *parts)))
    return hashlib.sha256(text.encode("utf-8")).digest()


def _queues(sources, seed):
    """{class: mutants in the order in which they are to be taken}: each source once, then again."""
    parsed = {source["id"]: Source(source["candidate"]) for source in sources}
    taken = {source["id"]: set() for source in sources}
    queues = {}
    for name, operator in CLASSES.items():
        ranked = []
        for source in sources:
            found = mutants_of(parsed[source["id"]], operator)
            fresh = sorted((item for item in found.items() if item[0] not in taken[source["id"]]),
                           key=lambda item: _order(seed, name, source["id"], item[1]["candidate"]))
            fresh = fresh[:MAX_PER_SOURCE_AND_CLASS]
            taken[source["id"]].update(tree for tree, _ in fresh)
            ranked += [((rank, _order(seed, name, source["id"])),
                        {"source": source["id"], "class": name, **mutant})
                       for rank, (_, mutant) in enumerate(fresh)]
        queues[name] = [mutant for _, mutant in sorted(ranked, key=lambda item: item[0])]
    return queues


def choose(sources, count, seed):
    """At most `count` mutants, as many of each class as there are, one class after the other."""
    queues = _queues(sources, seed)
    chosen = []
    depth = 0
    while len(chosen) < count and any(len(queue) > depth for queue in queues.values()):
        for queue in queues.values():
            if len(queue) > depth and len(chosen) < count:
                chosen.append(queue[depth])
        depth += 1
    return sorted(chosen, key=lambda mutant: (mutant["source"], mutant["class"],
                                              _order(seed, mutant["candidate"])))


def main():
    parser = argparse.ArgumentParser(description="Plants faults in right Triton candidates")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    sources = [json.loads(line) for line in sys.stdin if line.strip()]
    for mutant in choose(sources, arguments.count, arguments.seed):
        print(json.dumps(mutant))


if __name__ == "__main__":
    main()
