# SPDX-License-Identifier: GPL-3.0-or-later
"""Candidates that do harm: one row a kind, each a piece of Python put into an honest candidate.

Where the harm is contained and the kernel is right, "ok" is an expected outcome too: then what counts is that nothing
is left behind. `{mark}` stands for a name that the soak looks for afterwards."""

import dataclasses

HONEST = "swish/right_plain.py"
REFERENCE = "swish/reference.py"

# What the static checks would refuse at once is spelt in two parts, so that it really runs.
_NAMES = """
import os as _os, time as _time
_foreign = lambda name: globals()["__builtins__"]["__imp" + "ort__"](name) \\
    if isinstance(globals()["__builtins__"], dict) else getattr(globals()["__builtins__"], "__imp" + "ort__")(name)
_do = lambda name: getattr(_os, name[:2] + name[2:])
"""


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    where: str  # "import" or "forward"
    code: str
    outcomes: tuple  # reason codes, of which one must come
    limit_s: float = 0  # of compiling and of running, for those that wait to be ended; 0: as any other


_ENDED = ("crashed", "import_error")

KINDS = (
    Kind("segmentation fault", "import", "_foreign('ctypes').string_at(0)", _ENDED),
    Kind("abort", "forward", "_do('abort')()", ("crashed",)),
    Kind("exit in import", "import", "_do('_exit')(0)", ("crashed",)),
    Kind("sys.exit in import", "import", "raise SystemExit(0)", ("import_error",)),
    Kind("hang in import", "import", "while True: pass", ("compile_timeout",), limit_s=1),
    Kind("sleep in forward", "forward", "_time.sleep(1000)", ("compile_timeout",), limit_s=1),
    Kind("fork bomb", "forward", """
while True:
    try: _do('fork')()
    except OSError: _time.sleep(0.01)
""", ("crashed", "compile_timeout", "forward_error"), limit_s=1),
    Kind("forked child that stays", "forward", """
try:
    if _do('fork')() == 0:
        _do('setsid')()
        _time.sleep(1000)
except OSError: pass
""", ("ok", "crashed", "forward_error")),
    Kind("memory bomb", "import", """
_held = []
while True: _held.append(bytearray(b'x' * (1 << 25)))
""", ("memory_limit", "import_error", "crashed")),
    Kind("memory bomb in forward", "forward", """
_held = []
while True: _held.append(bytearray(b'x' * (1 << 25)))
""", ("memory_limit", "crashed")),
    Kind("file writer", "forward", """
for _folder in ('/tmp', '/dev/shm', '/var/tmp', '/', '..', '../..', _os.path.expanduser('~'), '.'):
    try: open(_os.path.join(_folder, '{mark}'), 'w').write('here')
    except OSError: pass
""", ("ok",)),
    Kind("file flood", "forward", """
try:
    for _n in range(300): open('{mark}-%d' % _n, 'wb').write(b'x' * 4096)
except OSError: pass
""", ("ok",)),
    Kind("signals to parents", "forward", """
for _pid in (_os.getppid(), 1, -1, 0):
    try: _do('kill')(_pid, 9)
    except OSError: pass
""", ("ok", "crashed", "forward_error")),
    Kind("signal to itself", "forward", "_do('kill')(_os.getpid(), 15)", ("ok", "crashed", "forward_error")),
    Kind("descriptor leaker", "forward", """
_kept = []
try:
    while True: _kept.append(_os.dup(0))
except OSError: pass
globals()['_kept_for_good'] = _kept
""", ("ok", "crashed", "forward_error")),
    Kind("descriptors closed", "import", """
for _fd in range(3, 256):
    try: _os.close(_fd)
    except OSError: pass
""", ("crashed", "import_error", "forward_error")),
    Kind("forged messages", "import", """
for _fd in range(3, 256):
    try: _os.write(_fd, b'{"op":"output","ok":true,"variant":"original","records":[]}')
    except OSError: pass
_do('_exit')(0)
""", ("crashed",)),
    Kind("threads that outlive", "forward", """
_threading = _foreign('threading')
for _n in range(20):
    try: _threading.Thread(target=_time.sleep, args=(1000,)).start()
    except RuntimeError: break
""", ("ok", "crashed", "forward_error")),
    Kind("huge output", "forward", "for _n in range(32): print('x' * (1 << 20))", ("ok", "crashed", "runtime_error")),
    Kind("shared memory", "forward", """
try:
    _libc = _foreign('ctypes').CDLL(None)
    _libc.shmget(0x6e657265, 1 << 20, 0o1666)
    open('/dev/shm/{mark}', 'w').write('here')
except OSError: pass
""", ("ok", "crashed", "forward_error")),
    Kind("memory files", "forward", """
try: globals()['_files'] = [_do('memfd_create')('{mark}') for _ in range(50)]
except OSError: pass
""", ("ok", "crashed", "forward_error")),
    Kind("endless recursion", "import", """
import sys as _sys
_sys.setrecursionlimit(10 ** 9)
_deep = lambda n: _deep(n + 1)
_deep(0)
""", ("crashed", "import_error", "memory_limit")),
    Kind("nested text", "text", "x = " + "(" * 3000 + "1" + ")" * 3000, ("syntax_error",)),
    Kind("long sum", "text", "x = 1" + " + 1" * 50000, ("syntax_error",)),
    Kind("null bytes", "text", "x = 1\0", ("syntax_error",)),
    Kind("long text", "text", "#" * (300 << 10), ("too_large_source",)),
)


def _indented(code, spaces):
    return "".join(" " * spaces + line + "\n" for line in code.strip("\n").splitlines())


def text_of(kind, honest, mark):
    """The honest candidate with the harm in it."""
    code = kind.code.replace("{mark}", mark)
    if kind.where == "text":
        return honest + "\n" + code + "\n"
    if kind.where == "import":
        return honest + "\n" + _NAMES + code.strip("\n") + "\n"
    begin = honest.index("        ", honest.index("def forward("))
    return honest[:begin] + _indented(code, 8) + honest[begin:] + "\n" + _NAMES
