# SPDX-License-Identifier: GPL-3.0-or-later
"""Static checks: what is refused with which code and line, and what must not be refused."""

import driving
import pytest

from harness.static import static_checks

KERNEL = "@triton.jit\ndef k(x, n, B: tl.constexpr):\n    tl.store(x, 1.0)\n\n"
MODEL = "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return x\n"
HONEST = driving.HEAD + KERNEL + MODEL


def check(text):
    data = text if isinstance(text, bytes) else text.encode()
    return static_checks.check(data, ["ModelNew"])


@pytest.mark.parametrize("text, code, line", [
    (b"", "empty", 0),
    (b"  \n\n", "empty", 0),
    (b"x = 1\ny = '\xff\xfe'\n", "not_utf8", 2),
    (b"# -*- coding: latin-1 -*-\n" + HONEST.encode(), "not_utf8", 1),
    (b"# coding: utf-7\n" + HONEST.encode(), "not_utf8", 1),
    (b"#" * (256 * 1024 + 1), "too_large_source", 0),
    ("def f(:\n    pass\n", "syntax_error", 1),
    ("x = 1\n\x00", "syntax_error", 0),
    ("(" * 5000 + ")" * 5000, "syntax_error", 1),
    ("x = " + "-" * 90000 + "1\n", "syntax_error", 0),
    ("x = " + "[" * 150 + "]" * 150 + "\n" + "x" + ".a" * 20000, "syntax_error", 0),
    (driving.HEAD + KERNEL, "missing_model", 0),
    (driving.HEAD + MODEL, "no_jit_function", 0),
    (driving.HEAD + "def jit(f):\n    return f\n\n@jit\ndef k(x):\n    pass\n\n" + MODEL,
     "no_jit_function", 0),
    ("import subprocess\n" + HONEST, "forbidden_import", 1),
    ("import torch\nfrom ctypes import CDLL\n" + HONEST, "forbidden_import", 2),
    ("import socket as math\n" + HONEST, "forbidden_import", 1),
    ("from torch.utils import cpp_extension\n" + HONEST, "forbidden_import", 1),
    ("import os\nos.system('true')\n" + HONEST, "forbidden_call", 2),
    ("from os import fork as spoon\nspoon()\n" + HONEST, "forbidden_call", 2),
    ("import os as o\n\ndef f():\n    o._exit(0)\n" + HONEST, "forbidden_call", 4),
    ("try:\n    import torch\n    torch.nothing\nexcept ImportError:\n    exit()\n" + HONEST, "forbidden_call", 5),
    ("try:\n    import torch\nexcept Exception:\n    quit()\n" + HONEST, "forbidden_call", 4),
    ("import builtins as b\nb.exit()\n" + HONEST, "forbidden_call", 2),
    ("from builtins import quit as stop\nstop()\n" + HONEST, "forbidden_call", 2),
    ("try:\n    import torch\nexcept ImportError:\n    import os\n    os._exit(0)\n" + HONEST, "forbidden_call", 5),
])
def test_refused(text, code, line):
    result = check(text)
    assert not result["passed"]
    assert result["code"] == code, result
    if line:
        assert result["line"] == line, result
    assert result["message"]


@pytest.mark.parametrize("decorator, imports", [
    ("@triton.jit", "import triton\n"),
    ("@t.jit", "import triton as t\n"),
    ("@jit", "from triton import jit\n"),
    ("@J", "from triton import jit as J\n"),
    ("@triton.jit(do_not_specialize=[1])", "import triton\n"),
    ("@triton.runtime.jit", "import triton\n"),
    ("@triton.autotune(configs=[], key=[])\n@triton.jit", "import triton\n"),
    ("@triton.heuristics({})\n@triton.jit", "import triton\n"),
    ("@mine", "import triton\nmine = triton.jit\n"),
])
def test_ways_to_write_jit(decorator, imports):
    text = f"import torch\n{imports}import triton.language as tl\n{decorator}\n" \
           f"def k(x):\n    pass\n\n{MODEL}"
    assert check(text)["passed"], check(text)


@pytest.mark.parametrize("extra", [
    "# import subprocess, os.system('x'), exec, eval\n",
    "def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        pass\n",
    "class OutOfLuck(Exception):\n    pass\n",
    "text = 'os.system and socket'\n",
    "system = exit_code = fork = 3\n",
    "def exit(code):\n    return code\n\nexit(3)\n",
    "import math, functools, dataclasses\nfrom typing import Optional\n",
    "import numpy as np\nimport os\nprint(os.environ.get('HOME'))\n",
    "import torch.nn.functional as F\nfrom torch import nn\n",
    "from triton.language.extra import libdevice\n",
    "try:\n    import triton\n    import triton.language as tl\nexcept ImportError as missing:\n    print('no triton', missing)\n    exit()\n",
    "class Config:\n    def remove(self):\n        return 1\n\nConfig().remove()\n",
])
def test_innocent_text_passes(extra):
    result = check(driving.HEAD + extra + KERNEL + MODEL)
    assert result["passed"], result


def test_flags_are_advice():
    result = check(driving.HEAD + "value = eval('1')\n" + KERNEL + MODEL)
    assert result["passed"] and result["flags"] == ["calls_eval"]
    assert check(driving.HEAD + "import builtins\nvalue = builtins.eval('1')\n" + KERNEL + MODEL)["flags"] == ["calls_eval"]


def test_a_function_may_have_the_name_of_what_is_built_in():
    assert check("import builtins\n" + HONEST + "\ndef sum(x):\n    return builtins.sum(x)\n")["passed"]


def test_what_stands_below_a_main_guard_is_not_looked_at():
    guarded = HONEST + "\nif __name__ == '__main__':\n    import pytest, matplotlib\n    exit(pytest.main())\n"
    assert check(guarded) == check(HONEST)
    assert check(guarded + "else:\n    import ctypes\n")["code"] == "forbidden_import"
    assert check("__name__ = '__main__'\n" + guarded)["code"] == "forbidden_import"
    assert check(guarded.replace("==", "!="))["code"] == "forbidden_import"
    assert check(driving.HEAD + MODEL + "if __name__ == '__main__':\n    "
                 + KERNEL.strip().replace("\n", "\n    "))["code"] == "no_jit_function"


FALLBACK = "    try:\n        return fast(x)\n    except Exception:\n        return x\n"


@pytest.mark.parametrize("use, flags", [
    ("x", []), ("count(x)", ["try_with_fallback"]), ("more(x)", ["try_with_fallback"]),
    ("self.count(x)", ["try_with_fallback"])])
def test_a_fallback_counts_where_the_model_gets_to_it(use, flags):
    text = f"{HONEST}\ndef count(x):\n{FALLBACK}\ndef more(x):\n    return count(x)\n".replace("return x\n", f"return {use}\n", 1)
    assert check(text)["flags"] == flags


def test_a_model_in_a_try_block_counts():
    body = "try:\n    import math\nexcept ImportError:\n    math = None\nelse:\n" \
        + "".join("    " + line + "\n" for line in MODEL.splitlines())
    assert check(driving.HEAD + KERNEL + body)["passed"]


def test_outputs_alone_need_no_kernel():
    text = driving.HEAD + MODEL
    assert static_checks.check(text.encode(), ["ModelNew"])["code"] == "no_jit_function"
    assert static_checks.check(text.encode(), ["ModelNew"], needs_kernel=False)["passed"]
    assert static_checks.check(b"import ctypes\nclass ModelNew: pass\n", ["ModelNew"], needs_kernel=False)["code"] \
        == "forbidden_import"
