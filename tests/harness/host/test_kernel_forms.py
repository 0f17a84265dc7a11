# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways in which people write, decorate, find and launch kernels, each of them run."""

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle

X = torch.randn(8, 25)
BODY = """    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, value + 1.0, mask=at < n)
"""
KERNEL = "@triton.jit\ndef add_one(x, y, n, B: tl.constexpr):\n" + BODY
LAUNCH = "add_one[(4,)](x, y, x.numel(), B=64)"


def module(kernel=KERNEL, launch=LAUNCH, init="pass"):
    launch = launch.replace("\n", "\n        ")
    return (driving.HEAD + kernel + "\n\nclass ModelNew(torch.nn.Module):\n    def __init__(self):\n"
            f"        super().__init__()\n        {init}\n\n    def forward(self, x):\n        y = torch.empty_like(x)\n"
            f"        {launch}\n        return y\n")


def accept(roles, text, expected=None):
    (answer, output), = driving.run_candidate(roles, text, [("original", given(X))])
    assert answer and answer["ok"], answer
    output = bundle.Bundle(output).view("output.0")
    assert torch.allclose(output, X + 1 if expected is None else expected, rtol=1e-6, atol=1e-6)


LAUNCHES = {
    "keywords": "add_one[(4,)](x=x, y=y, n=x.numel(), B=64, num_warps=2, num_stages=1)",
    "keywords in another order": "add_one[(4, 1, 1)](B=64, n=x.numel(), y=y, x=x)",
    "unpacked": "options = dict(B=64, num_warps=8)\nadd_one[[4]](*(x, y, x.numel()), **options)",
    "lambda": "add_one[lambda meta: (triton.cdiv(x.numel(), meta['B']),)](x, y, x.numel(), 64)",
    "more sizes than a grid has": "add_one[(4, 1, 1, 9)](x, y, x.numel(), B=64)",
    "run": "add_one.run(x, y, x.numel(), B=64, grid=(4,), warmup=False)",
    "partial": "import functools\nfunctools.partial(add_one[(4,)], x, y)(x.numel(), B=64)",
    "views": "add_one[(2,)](x[:4], y[:4], 100, B=64)\nadd_one[(2,)](x[4:], y[4:], 100, B=64)",
    "numbers of other kinds": "import numpy\nadd_one[(numpy.int64(4),)](x, y, int(numpy.int32(200)), B=tl.constexpr(64))",
}


@pytest.mark.parametrize("launch", LAUNCHES.values(), ids=LAUNCHES)
def test_launches(roles, launch):
    accept(roles, module(launch=launch))


@pytest.mark.parametrize("kind", ["plus", "plus: tl.constexpr"])
@pytest.mark.parametrize("number", ["1 / numpy.sqrt(1)", "numpy.float64('inf')"])
def test_floats_of_numpy(roles, kind, number):
    kernel = KERNEL.replace("n, B", f"n, {kind}, B").replace("value + 1.0", "value + plus")
    expected = torch.full_like(X, float("inf")) if "inf" in number else None
    accept(roles, module(kernel, f"import numpy\nadd_one[(4,)](x, y, x.numel(), {number}, B=64)"), expected)


DECORATED = {
    "a decorator of one's own": """def counted(kernel):
    kernel.calls = 0
    return kernel

@counted
""" + KERNEL,
    "a wrapper around the decorator": "def jit(function):\n    return triton.jit(function)\n\nkernel = triton.jit\n\n@kernel\n"
    + KERNEL.removeprefix("@triton.jit\n"),
    "options": KERNEL.replace("@triton.jit", "@triton.jit(do_not_specialize=['n'], noinline=False, debug=False)"),
    "heuristics": "@triton.heuristics({'B': lambda args: 64 if args['n'] > 10 else 16})\n" + KERNEL,
    "heuristics of warps": "@triton.heuristics({'num_warps': lambda args: 4 if args['n'] > 100 else 2})\n" + KERNEL,
    "heuristics of values": "@triton.heuristics(values={'EVEN': lambda args: args['n'] % args['B'] == 0})\n"
    + KERNEL.replace("B: tl.constexpr", "B: tl.constexpr, EVEN: tl.constexpr").replace("at < n, other", "(at < n) | EVEN, other"),
    "a benchmark": """@triton.testing.perf_report(triton.testing.Benchmark(
    x_names=['n'], x_vals=[2**i for i in range(3)], line_arg='provider', line_vals=['triton', 'torch'],
    line_names=['Triton', 'Torch'], ylabel='GB/s', plot_name='add', args={}))
def benchmark(n, provider):
    return triton.testing.do_bench(lambda: ModelNew()(torch.rand(n, device='cuda')))

""" + KERNEL,
    "repr and launch metadata": KERNEL.replace("@triton.jit", """def named(specialization):
    return f"add_{specialization.constants['B']}"

def told(grid, kernel, args):
    return {"name": kernel.name, "bytes": args["x"].numel() * 8}

@triton.jit(repr=named, launch_metadata=told)"""),
}


@pytest.mark.parametrize("kernel", DECORATED.values(), ids=DECORATED)
def test_decorators(roles, kernel):
    launch = LAUNCH.replace(", B=64", "") if "heuristics({'B'" in kernel else LAUNCH
    accept(roles, module(kernel, launch))


PLACES = {
    "in a closure": ("def make(scale):\n    @triton.jit\n    def add_one(x, y, n, B: tl.constexpr):\n"
                     + BODY.replace("    ", "        ") + "    return add_one\n\nadd_one = make(3)\n", LAUNCH),
    "in a class": ("class Kernels:\n    @triton.jit\n    def add_one(x, y, n, B: tl.constexpr):\n"
                   + BODY.replace("    ", "        "), "Kernels." + LAUNCH),
    "static in a class": ("class Kernels:\n    @staticmethod\n    @triton.jit\n    def add_one(x, y, n, B: tl.constexpr):\n"
                          + BODY.replace("    ", "        "), "Kernels." + LAUNCH),
    "in a table": (KERNEL + "\nKERNELS = {('add', 1): add_one}\n", "KERNELS['add', 1]" + LAUNCH.removeprefix("add_one")),
    "as an attribute": (KERNEL, "self.kernel" + LAUNCH.removeprefix("add_one")),
}


@pytest.mark.parametrize("kernel, launch", PLACES.values(), ids=PLACES)
def test_places(roles, kernel, launch):
    accept(roles, module(kernel, launch, "self.kernel = add_one" if "self.kernel" in launch else "pass"))


TUNED = """@triton.autotune(configs=[triton.Config({'B': 64}, num_warps=2, pre_hook=PRE), triton.Config({'B': 128}, num_warps=4)],
                 key=['n'], reset_to_zero=['y'])
"""


def test_configurations_with_hooks(roles):
    kernel = "def clear(nargs):\n    nargs['y'].zero_()\n\n" + TUNED.replace("PRE", "clear") + KERNEL
    accept(roles, module(kernel, "add_one[lambda meta: (triton.cdiv(200, meta['B']),)](x, y, n=x.numel())"))


@pytest.mark.parametrize("more", ["prune_configs_by={'early_config_prune': lambda configs, named, **kw: configs[:1]}",
                                  "warmup=3, rep=5", "use_cuda_graph=True", "restore_value=['y']", "cache_results=True",
                                  "do_bench=lambda call, quantiles: [1.0, 1.0, 1.0]"])
def test_options_of_the_autotuner(roles, more):
    kernel = TUNED.replace("PRE", "None").replace("reset_to_zero=['y']", more) + KERNEL
    accept(roles, module(kernel, "add_one[lambda meta: (triton.cdiv(200, meta['B']),)](x, y, n=x.numel())"))


def test_a_heuristic_over_an_autotuner(roles):
    kernel = TUNED.replace("PRE", "None") + "@triton.heuristics({'EVEN': lambda args: args['n'] % args['B'] == 0})\n" \
        + KERNEL.replace("B: tl.constexpr", "B: tl.constexpr, EVEN: tl.constexpr")
    accept(roles, module(kernel, "add_one[lambda meta: (triton.cdiv(200, meta['B']),)](x, y, x.numel())"))


LANGUAGE = {
    "a constexpr function": ("@triton.constexpr_function\ndef half(n):\n    return n // 2\n\n", "value + 1.0",
                             "value + half(B) / (B // 2)"),
    "a global in a default": ("ONE: tl.constexpr = tl.constexpr(1.0)\n\n", "n, B: tl.constexpr", "n, B: tl.constexpr, ONE: tl.constexpr = ONE"),
    "a global in an annotation": ("from triton.language import constexpr as fixed\n\n", "B: tl.constexpr", "B: fixed"),
    "an annotation as text": ("", "B: tl.constexpr", "B: 'tl.constexpr'"),
    "raise in a dead branch": ("", "    at = ", "    if B > 4096:\n        raise ValueError('too large')\n    at = "),
    "assert in a kernel": ("", "    at = ", "    tl.static_assert(B <= 4096, 'too large')\n    tl.device_assert(n > 0)\n    at = "),
    "a docstring and a print": ("", "    at = ", "    '''Adds one.'''\n    tl.static_print('B', B)\n    at = "),
    "an enumeration": ("import enum\n\nclass Mode(enum.IntEnum):\n    ADD = 1\n\nADD = tl.constexpr(Mode.ADD.value)\n\n", "value + 1.0", "value + ADD"),
    "the module under another name": ("import triton.language as language\n\n", "tl.store", "language.store"),
    "functions under other names": ("from triton.language import load as read, store as write\n\n", "tl.store", "write"),
    "an alias of a function": ("store = tl.store\n\n", "tl.store", "store"),
    "a helper of Triton": ("", "value + 1.0", "value + tl.cdiv(B, 64)"),
    "triton.next_power_of_2": ("", "value + 1.0", "value + 1.0 + 0.0 * triton.next_power_of_2(B)"),
}


@pytest.mark.parametrize("before, old, new", LANGUAGE.values(), ids=LANGUAGE)
def test_words_of_the_language(roles, before, old, new):
    accept(roles, module(before + KERNEL.replace(old, new)))


LIBDEVICE = ["from triton.language.extra import libdevice", "from triton.language.extra.cuda import libdevice",
             "import triton.language.extra.libdevice as libdevice", "import triton.language.extra.cuda.libdevice as libdevice",
             "libdevice = tl.extra.libdevice", "libdevice = tl.extra.cuda.libdevice",
             "from triton.language.extra.libdevice import tanh", "from triton.language.extra.cuda.libdevice import tanh",
             "from torch._inductor.runtime.triton_helpers import libdevice",
             "try:\n    from triton.language.extra.libdevice import tanh\nexcept ModuleNotFoundError:\n"
             "    from triton.language.math import tanh"]


@pytest.mark.parametrize("line", LIBDEVICE)
def test_libdevice_under_every_name(roles, line):
    call = "tanh(value)" if "tanh" in line else "libdevice.tanh(value)"
    accept(roles, module(line + "\n\n" + KERNEL.replace("value + 1.0", call)), torch.tanh(X))


ARGUMENTS = {
    "a tuple": ("", "add_one[(4,)]((x, y), x.numel(), B=64)", KERNEL.replace("x, y, n", "pair, n").replace(
        "    at =", "    x, y = pair\n    at =")),
    "a named tuple": ("from typing import NamedTuple\n\nclass Pair(NamedTuple):\n    x: object\n    y: object\n\n",
                      "add_one[(4,)](Pair(x, y), x.numel(), B=64)",
                      KERNEL.replace("x, y, n", "pair, n").replace("x + at", "pair.x + at").replace("y + at", "pair.y + at")),
    "a tuple of sizes": ("", "add_one[(4,)](x, y, x.shape, B=64)", KERNEL.replace("x, y, n", "x, y, shape").replace(
        "    at =", "    n = shape[0] * shape[1]\n    at =")),
    "a function": ("@triton.jit\ndef plus_one(v):\n    return v + 1.0\n\n", "add_one[(4,)](x, y, x.numel(), plus_one, B=64)",
                   KERNEL.replace("n, B", "n, OP: tl.constexpr, B").replace("value + 1.0", "OP(value)")),
    "a dtype": ("", "add_one[(4,)](x, y, x.numel(), tl.float32, B=64)",
                KERNEL.replace("n, B", "n, T: tl.constexpr, B").replace("value + 1.0", "(value + 1.0).to(T)")),
    "a name": ("", "add_one[(4,)](x, y, x.numel(), 'add', B=64)",
               KERNEL.replace("n, B", "n, NAME: tl.constexpr, B").replace("value + 1.0", "value + (1.0 if NAME == 'add' else 2.0)")),
    "None": ("", "add_one[(4,)](x, y, x.numel(), None, B=64)",
             KERNEL.replace("n, B", "n, bias, B").replace("    tl.store", "    if bias is not None:\n        value += tl.load(bias)\n    tl.store")),
    "an aggregate made inside": ("from triton.language.core import _aggregate as aggregate\n\n@aggregate\nclass Tile:\n    value: tl.tensor\n\n"
                                 "    @triton.constexpr_function\n    def __init__(self, value):\n        self.value = value\n\n"
                                 "    @triton.jit\n    def plus_one(self):\n        return self.value + 1.0\n\n",
                                 LAUNCH, KERNEL.replace("value + 1.0", "Tile(value).plus_one()")),
}


@pytest.mark.parametrize("before, launch, kernel", ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments(roles, before, launch, kernel):
    accept(roles, module(before + kernel, launch))


DEVICE_DESCRIPTOR = """from typing import Optional

def allocate(size: int, alignment: int, stream: Optional[int]):
    return torch.empty(size, device="cuda", dtype=torch.int8)

@triton.jit
def add_one(x, y, m, n, B: tl.constexpr):
    source = tl.make_tensor_descriptor(x, shape=[m, n], strides=[n, 1], block_shape=[B, 32])
    target = tl.make_tensor_descriptor(y, shape=[m, n], strides=[n, 1], block_shape=[B, 32])
    at = tl.program_id(0) * B
    target.store([at, 0], source.load([at, 0]) + 1.0)
"""


def test_descriptors_made_on_the_device(roles):
    x = torch.randn(8, 28)  # a multiple of 16 bytes a row
    text = module(DEVICE_DESCRIPTOR, "triton.set_allocator(allocate)\nadd_one[(2,)](x, y, *x.shape, B=4)")
    (answer, output), = driving.run_candidate(roles, text, [("original", given(x))])
    assert answer["ok"], answer
    assert torch.equal(bundle.Bundle(output).view("output.0"), x + 1)
