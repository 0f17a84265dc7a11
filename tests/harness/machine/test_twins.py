# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine and Triton's interpreter run the same launches: bit-equal where nothing is rounded in another order, else within
the rounding of the functions and sums that they use."""

import copy

import machine_driving
import machine_kernels
import pytest
import torch
from machine_driving import Case

EXACT = (0.0, 0.0)
APPROXIMATE = (4 * 2**-23, 0.0)  # sqrt.approx and div.full of a GPU: two units in the last place, and the interpreter's own
SUMS = (1e-5, 1e-5)      # sums in another order
N = 100                  # of 128 lanes, so that masks count


def values(*shape, dtype=torch.float32, seed=0, low=-4.0, high=4.0):
    generator = torch.Generator().manual_seed(seed)
    if dtype.is_floating_point:
        return (torch.rand(shape, generator=generator, dtype=torch.float64) * (high - low) + low).to(dtype)
    return torch.randint(int(low), int(high), shape, generator=generator, dtype=torch.int64).to(dtype)


def cases():
    yield Case("online_softmax", (5,), [values(5, 300), torch.zeros(5, 300), 300], {"BLOCK": 128}, SUMS)
    for precision in ("ieee", "tf32"):
        # The interpreter does not round to tf32: 40 products of up to 16, each of two numbers off by 2^-11.
        tolerance = SUMS if precision == "ieee" else (0.0, 40 * 16 * 2**-10)
        yield Case("product", (2, 3), [values(50, 40), values(40, 70, seed=1), torch.zeros(50, 70), 50, 70, 40],
                   {"BM": 32, "BN": 32, "BK": 16, "PRECISION": precision}, tolerance, name=precision)
    yield Case("product", (2, 3), [values(50, 40, dtype=torch.float16), values(40, 70, dtype=torch.float16, seed=1),
                                   torch.zeros(50, 70), 50, 70, 40], {"BM": 32, "BN": 32, "BK": 16}, SUMS, name="f16")
    for op in ("exp", "exp2", "sin", "cos", "erf", "sigmoid"):
        yield Case("unary", (1,), [values(N), torch.zeros(N), N], {"OP": op, "B": 128}, (2e-6, 2e-7))
    for op in ("log", "log2", "rsqrt"):
        yield Case("unary", (1,), [values(N, low=0.1), torch.zeros(N), N], {"OP": op, "B": 128}, (2e-6, 2e-7))
    for op, near in (("sqrt", APPROXIMATE), ("sqrt_rn", EXACT)):
        yield Case("unary", (1,), [values(N, low=0.0), torch.zeros(N), N], {"OP": op, "B": 128}, near)
    for op in ("abs", "floor", "ceil", "neg"):
        yield Case("unary", (1,), [values(N), torch.zeros(N), N], {"OP": op, "B": 128})
    for op in ("not", "neg", "abs"):
        yield Case("unary", (1,), [values(N, dtype=torch.int32, low=-900, high=900), torch.zeros(N, dtype=torch.int32), N],
                   {"OP": op, "B": 128}, name="i32")
    for dtype in (torch.float32, torch.float64):
        for op in ("add", "sub", "mul", "div", "max", "min", "where"):
            near = APPROXIMATE if op == "div" and dtype == torch.float32 else EXACT
            yield Case("binary", (1,), [values(N, dtype=dtype), values(N, dtype=dtype, seed=1), torch.zeros(N, dtype=dtype), N],
                       {"OP": op, "B": 128}, near, name=str(dtype))
        for op in ("lt", "le", "gt", "ge", "eq", "ne"):
            yield Case("binary", (1,), [values(N, dtype=dtype).round(), values(N, dtype=dtype, seed=1).round(),
                                        torch.zeros(N, dtype=torch.int8), N], {"OP": op, "B": 128}, name=str(dtype))
    for dtype in (torch.int8, torch.int16, torch.int32, torch.int64):
        small = {"dtype": dtype, "low": -100, "high": 100}
        for op in ("add", "sub", "mul", "max", "min", "and", "or", "xor", "shl", "shr", "where"):
            yield Case("binary", (1,), [values(N, **small), values(N, seed=1, **small), torch.zeros(N, dtype=dtype), N],
                       {"OP": op, "B": 128}, name=str(dtype))
        for op in ("floordiv", "mod"):
            yield Case("binary", (1,), [values(N, dtype=dtype, low=0, high=100), values(N, dtype=dtype, low=1, high=9, seed=1),
                                        torch.zeros(N, dtype=dtype), N], {"OP": op, "B": 128}, name=str(dtype))
    for op in ("fma", "clamp"):
        yield Case("ternary", (1,), [values(N), values(N, seed=1), values(N, seed=2), torch.zeros(N), N],
                   {"OP": op, "B": 128}, (1e-6, 1e-6) if op == "fma" else EXACT)
    dtypes = (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int32, torch.int64, torch.int16, torch.int8)
    for from_type in dtypes:
        for to_type in dtypes:
            if to_type not in (from_type, torch.bfloat16):
                yield Case("cast", (1,), [values(N, dtype=from_type, low=-100, high=100), torch.zeros(N, dtype=to_type), N],
                           {"B": 128}, name=f"{from_type} {to_type}")
    yield Case("bits", (1,), [values(N), torch.zeros(N, dtype=torch.int32), N], {"B": 128})
    for op in ("sum", "max", "min", "argmax", "argmin"):
        for axis in (0, 1):
            kind = torch.int32 if op.startswith("arg") else torch.float32
            yield Case("reduced", (1,), [values(16, 32).round(), torch.zeros(32 if axis == 0 else 16, dtype=kind)],
                       {"M": 16, "N": 32, "AXIS": axis, "OP": op}, SUMS if op == "sum" else EXACT)
    yield Case("reduced", (1,), [values(16, 32, dtype=torch.int32), torch.zeros(16, dtype=torch.int32)],
               {"M": 16, "N": 32, "AXIS": 1, "OP": "xor"})
    yield Case("moments", (1,), [values(64), torch.zeros(2)], {"N": 64}, SUMS)
    for op in ("sum", "prod", "scaled"):
        for axis in (0, 1):
            for reverse in (False, True):
                yield Case("scanned", (1,), [values(8, 16, low=0.5, high=1.5), torch.zeros(8, 16), values(8, 16, seed=1)],
                           {"M": 8, "N": 16, "AXIS": axis, "REVERSE": reverse, "OP": op}, SUMS)
    for op in ("trans", "permute", "join", "split", "cat", "interleave", "gather", "sort", "flip", "broadcast"):
        yield Case("shapes", (1,), [values(8, 16), torch.zeros(256)], {"M": 8, "N": 16, "OP": op},
                   SUMS if op == "broadcast" else EXACT)
    for rows, columns in ((1, 2048), (32, 32)):  # as many dimensions as lanes have bits
        for op in ("sort", "topk"):
            yield Case("shapes", (1,), [values(rows, columns), torch.zeros(rows * columns)], {"M": rows, "N": columns, "OP": op})
    yield Case("counted", (1,), [values(N, dtype=torch.int32, low=0, high=16), torch.zeros(16, dtype=torch.int32), N],
               {"BINS": 16, "B": 128})
    yield Case("added", (4,), [values(N, dtype=torch.int32), torch.zeros(4, dtype=torch.int32), N], {"B": 32})
    yield Case("added", (4,), [values(N), torch.zeros(4), N], {"B": 32}, SUMS, name="f32")
    for op in ("max", "min", "and", "or", "xor", "xchg", "cas"):
        yield Case("atomics", (1,), [values(32, dtype=torch.int32), values(32, dtype=torch.int32, seed=1)],
                   {"OP": op, "B": 32})
    yield Case("block_pointers", (3,), [values(40, 60), torch.zeros(40, 60), 40, 60], {"BM": 16, "BN": 32})
    yield Case("descriptors", (3,), [values(40, 64), torch.zeros(40, 64), 40, 64], {"BM": 16, "BN": 32})
    yield Case("control", (8,), [values(250), torch.zeros(256), 250], {"B": 32})
    yield Case("swapped", (1,), [values(2), torch.zeros(2), 7])
    yield Case("drawn", (1,), [torch.zeros(128), 11], {"B": 128})
    yield Case("programs", (2, 3, 4), [torch.zeros(24, dtype=torch.int32)], {"B": 1})


CASES = list(cases())


@pytest.fixture(scope="session")
def interpreted(tmp_path_factory):
    return machine_driving.interpret(copy.deepcopy(CASES), tmp_path_factory.mktemp("interpreted"))


def label(case):
    options = " ".join(str(value) for value in case.keywords.values())
    return f"{case.kernel} {options} {case.name}"


@pytest.mark.parametrize("index", range(len(CASES)), ids=[label(case) for case in CASES])
def test_equal_to_the_interpreter(index, machine, interpreted):
    case = copy.deepcopy(CASES[index])
    expected = interpreted[index]
    assert not isinstance(expected, str), expected
    answer = machine.run(getattr(machine_kernels, case.kernel), case.grid, *case.args,
                         options={"seed": index}, **case.keywords)
    assert answer.get("findings") == [], answer
    for ours, theirs in zip(machine_driving.tensors(case), expected, strict=True):
        relative, absolute = case.close
        torch.testing.assert_close(ours, theirs, rtol=relative, atol=absolute, equal_nan=True)


@pytest.mark.parametrize("name, function", [
    ("tanh", torch.tanh), ("erf", torch.erf), ("log1p", torch.log1p), ("expm1", torch.expm1),
    ("pow", lambda x: x ** x), ("rint", torch.round), ("isnan", lambda x: x.isnan().float()),
    ("atan2", lambda x: torch.atan2(x, x + 1))])
def test_functions_of_libdevice(name, function, machine):
    x, y = values(N, low=0.1, high=3.0), torch.zeros(N)
    answer = machine.run(machine_kernels.library, (1,), x, y, N, OP=name, B=128)
    assert answer.get("findings") == [], answer
    torch.testing.assert_close(y, function(x.double()).float(), rtol=2e-6, atol=2e-7)


@pytest.mark.parametrize("to, torch_type", [("float8e4nv", torch.float8_e4m3fn), ("float8e5", torch.float8_e5m2)])
def test_small_floats_round_to_the_nearest_even(to, torch_type, machine):
    import triton.language as tl
    x = torch.cat([values(60, low=-400, high=400), values(66, low=-0.02, high=0.02, seed=1), torch.tensor([0.0, -0.0])])
    y = torch.zeros(128)
    answer = machine.run(machine_kernels.cast_and_back, (1,), x, y, 128, TO=getattr(tl, to), B=128)
    assert answer.get("findings") == [], answer
    assert torch.equal(y, x.to(torch_type).float())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.float64, torch.int32, torch.int64, torch.int16,
                                   torch.int8])
def test_casts_to_bf16_are_those_of_torch(dtype, machine):
    """The interpreter cuts bits off where a GPU rounds to the nearest."""
    x, y = values(N, dtype=dtype, low=-100, high=100), torch.zeros(N, dtype=torch.bfloat16)
    assert machine.run(machine_kernels.cast, (1,), x, y, N, B=128).get("findings") == []
    assert torch.equal(y, x.to(torch.bfloat16))


def test_special_values_of_half_types(machine):
    special = torch.tensor([0.0, -0.0, float("inf"), -float("inf"), float("nan"), 65504.0, 65519.9, 65520.0, 1e-8,
                            5.96e-8, 2.98e-8, 6.1e-5, -6.1e-5, 3.3e38, 1.0, 1.0009765625])
    for dtype in (torch.float16, torch.bfloat16):
        out = torch.zeros(16, dtype=dtype)
        machine.run(machine_kernels.cast, (1,), special, out, 16, B=16)
        torch.testing.assert_close(out, special.to(dtype), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_products_are_those_of_torch(dtype, machine):
    """Also of bf16, whose bits the interpreter multiplies as whole numbers, and of tf32, to which it does not cut off."""
    a, b, c = values(50, 40, dtype=dtype), values(40, 70, dtype=dtype, seed=1), torch.zeros(50, 70)
    answer = machine.run(machine_kernels.product, (2, 3), a, b, c, 50, 70, 40, BM=32, BN=32, BK=16)
    assert answer.get("findings") == [], answer

    def rounded(x):  # behind 10 bits of the mantissa, as tensor cores read it
        return (x.view(torch.int32) & ~0x1FFF).view(torch.float32) if dtype == torch.float32 else x

    torch.testing.assert_close(c.double(), rounded(a).double() @ rounded(b).double(), rtol=1e-5, atol=1e-4)


def test_the_kernels_of_the_bench(machine):
    x = values(256, 512)
    y = torch.zeros_like(x)
    assert machine.run(machine_kernels.online_softmax, (256,), x, y, 512, BLOCK=256)["findings"] == []
    torch.testing.assert_close(y.double(), x.double().softmax(1), rtol=0, atol=1e-7)
    a, b, c = values(512, 512, dtype=torch.float16), values(512, 512, dtype=torch.float16, seed=1), torch.zeros(512, 512)
    answer = machine.run(machine_kernels.product, (8, 8), a, b, c, 512, 512, 512, BM=64, BN=64, BK=32)
    assert answer["findings"] == [] and answer["work"]["dot_flops"] == 2 * 512**3
    torch.testing.assert_close(c.double(), a.double() @ b.double(), rtol=1e-5, atol=2e-3)
