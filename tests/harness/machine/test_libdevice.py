# SPDX-License-Identifier: GPL-3.0-or-later
"""Every function that the installed Triton offers of libdevice runs in the machine: the module itself says which there are, so
that a new Triton tells what is missing."""

import inspect
import math

import numpy as np
import pytest
import torch
from triton.language.extra.cuda import libdevice

TYPES = {"fp32": ("f32", torch.float32), "fp64": ("f64", torch.float64), "int32": ("i32", torch.int32),
         "uint32": ("i32", torch.int32), "int64": ("i64", torch.int64), "uint64": ("i64", torch.int64)}
LANES = 64


class Result:
    """What a function does with its result, Triton's front end aside."""

    def to(self, *_, **__):
        return self


def offered():
    """[(name, symbol, types that it takes, type that it gives)], as each function hands it to Triton."""
    rows, taken = [], []
    original = libdevice.core.extern_elementwise
    libdevice.core.extern_elementwise = lambda library, path, args, table, **_: taken.append(table) or Result()
    try:
        for name, function in vars(libdevice).items():
            if not getattr(function, "__triton_builtin__", False):
                continue
            count = len(inspect.signature(function).parameters) - 1
            function(*[None] * count, _semantic=object())
            for types, (symbol, given) in taken.pop().items():
                rows.append((name, symbol, [str(type_) for type_ in types], str(given)))
    finally:
        libdevice.core.extern_elementwise = original
    return rows


OFFERED = offered()


def text_of(symbol, takes, gives):
    """TTIR that loads 64 lanes of each operand and stores what the function makes of them."""
    lanes = [TYPES[type_][0] for type_ in takes]
    result = TYPES[gives][0]
    pointers = ", ".join(f"%p{i}: !tt.ptr<{lane}>" for i, lane in enumerate([*lanes, result]))
    lines = [f"module {{\n  tt.func public @one({pointers}) {{",
             f"    %at = tt.make_range {{end = {LANES} : i32, start = 0 : i32}} : tensor<{LANES}xi32>"]
    for i, lane in enumerate([*lanes, result]):
        tensor = f"tensor<{LANES}x!tt.ptr<{lane}>>"
        lines += [f"    %s{i} = tt.splat %p{i} : !tt.ptr<{lane}> -> {tensor}",
                  f"    %a{i} = tt.addptr %s{i}, %at : {tensor}, tensor<{LANES}xi32>"]
        if i < len(lanes):
            lines.append(f"    %v{i} = tt.load %a{i} : {tensor}")
    values = ", ".join(f"%v{i}" for i in range(len(lanes)))
    types = ", ".join(f"tensor<{LANES}x{lane}>" for lane in lanes)
    lines += [f'    %r = tt.extern_elementwise {values} {{libname = "", libpath = "", pure = true, symbol = "{symbol}"}} : '
              f"({types}) -> tensor<{LANES}x{result}>",
              f"    tt.store %a{len(lanes)}, %r : tensor<{LANES}x!tt.ptr<{result}>>", "    tt.return", "  }", "}"]
    return "\n".join(lines)


def operands(takes):
    generator = torch.Generator().manual_seed(len(takes))
    given = []
    for type_ in takes:
        dtype = TYPES[type_][1]
        if dtype.is_floating_point:
            given.append((torch.rand(LANES, generator=generator, dtype=torch.float64) * 0.9 + 0.05).to(dtype))
        else:
            # Beside another number a whole one is an exponent, an order or a count.
            high = 5 if "fp32" in takes or "fp64" in takes else 1000000
            given.append(torch.randint(1, high, (LANES,), generator=generator, dtype=dtype))
    return given


def run(machine, symbol, takes, gives, given, **options):
    out = torch.zeros(LANES, dtype=TYPES[gives][1])
    answer = machine.run_text(text_of(symbol, takes, gives), [*given, out], (1,), **options)
    assert answer.get("findings") == [], answer
    return out


def test_the_module_is_read_whole():
    assert len(OFFERED) > 300
    assert {"__nv_norm4df", "__nv_fast_fdividef", "__nv_byte_perm", "__nv_ull2double_ru"} <= {row[1] for row in OFFERED}


@pytest.mark.parametrize("name, symbol, takes, gives", OFFERED, ids=[row[1] for row in OFFERED])
def test_runs_and_gives_numbers(name, symbol, takes, gives, machine):
    out = run(machine, symbol, takes, gives, operands(takes))
    domain = {"acosh"}  # of 1 and above
    if out.dtype.is_floating_point and name not in domain:
        assert not out.isnan().any(), out


# What torch and Python have of them, in float64.
SPECIAL = torch.special
REAL = {
    "acos": torch.acos, "asin": torch.asin, "asinh": torch.asinh, "atan": torch.atan, "atanh": torch.atanh,
    "cbrt": lambda x: x ** (1 / 3), "rcbrt": lambda x: x ** (-1 / 3), "cos": torch.cos, "cosh": torch.cosh,
    "cospi": lambda x: torch.cos(math.pi * x), "sinpi": lambda x: torch.sin(math.pi * x), "erf": torch.erf, "erfc": torch.erfc,
    "erfcx": SPECIAL.erfcx, "erfinv": torch.erfinv, "erfcinv": lambda x: torch.erfinv(1 - x), "exp": torch.exp,
    "exp2": torch.exp2, "exp10": lambda x: 10**x, "expm1": torch.expm1, "lgamma": torch.lgamma, "log": torch.log,
    "log2": torch.log2, "log10": torch.log10, "log1p": torch.log1p, "sin": torch.sin, "sinh": torch.sinh, "tan": torch.tan,
    "tanh": torch.tanh, "tgamma": lambda x: torch.lgamma(x).exp(), "rsqrt": torch.rsqrt, "sqrt": torch.sqrt,
    "j0": SPECIAL.bessel_j0, "j1": SPECIAL.bessel_j1, "y0": SPECIAL.bessel_y0, "y1": SPECIAL.bessel_y1,
    "cyl_bessel_i0": SPECIAL.i0, "cyl_bessel_i1": SPECIAL.i1, "normcdf": SPECIAL.ndtr, "normcdfinv": SPECIAL.ndtri,
    "atan2": torch.atan2, "hypot": torch.hypot, "pow": torch.pow, "fmod": torch.fmod, "rhypot": lambda x, y: 1 / torch.hypot(x, y),
    "norm3d": lambda x, y, z: (x * x + y * y + z * z).sqrt(), "rnorm3d": lambda x, y, z: (x * x + y * y + z * z).rsqrt(),
    "norm4d": lambda x, y, z, w: (x * x + y * y + z * z + w * w).sqrt(),
    "rnorm4d": lambda x, y, z, w: (x * x + y * y + z * z + w * w).rsqrt(), "fma": lambda x, y, z: x * y + z,
    "fast_sinf": torch.sin, "fast_cosf": torch.cos, "fast_expf": torch.exp, "fast_exp10f": lambda x: 10**x,
    "fast_logf": torch.log, "fast_log2f": torch.log2, "fast_log10f": torch.log10, "fast_powf": torch.pow,
    "fast_tanf": torch.tan, "fast_dividef": torch.div,
}
KNOWN = [row for row in OFFERED if row[0] in REAL and all(type_.startswith("fp") for type_ in row[2])]


@pytest.mark.parametrize("name, symbol, takes, gives", KNOWN, ids=[row[1] for row in KNOWN])
def test_values_are_those_of_float64(name, symbol, takes, gives, machine):
    given = operands(takes)
    out = run(machine, symbol, takes, gives, given)
    expected = REAL[name](*[value.double() for value in given])
    relative = 3e-6 if gives == "fp32" else 1e-11
    torch.testing.assert_close(out.double(), expected, rtol=relative, atol=relative / 10)


@pytest.mark.parametrize("symbol, function", [
    ("__nv_clz", lambda x: 32 - x.bit_length()), ("__nv_popc", lambda x: x.bit_count()),
    ("__nv_ffs", lambda x: (x & -x).bit_length()), ("__nv_brev", lambda x: int(f"{x:032b}"[::-1], 2)),
    ("__nv_mulhi", lambda x, y: x * y >> 32), ("__nv_mul24", lambda x, y: x * y & 0xFFFFFFFF),
    ("__nv_hadd", lambda x, y: x + y >> 1), ("__nv_rhadd", lambda x, y: x + y + 1 >> 1),
    ("__nv_sad", lambda x, y, z: abs(x - y) + z),
    ("__nv_byte_perm", lambda x, y, s: sum(_byte(x | y << 32, s >> 4 * i) << 8 * i for i in range(4)))])
def test_whole_numbers(symbol, function, machine):
    row = next(row for row in OFFERED if row[1] == symbol)
    given = operands(row[2])
    out = run(machine, *row[1:], given)
    for lane in range(LANES):
        expected = function(*[int(value[lane]) for value in given]) & 0xFFFFFFFF
        assert int(out[lane]) & 0xFFFFFFFF == expected


def _byte(both, selector):
    byte = both >> 8 * (selector & 7) & 0xFF
    return (0xFF if byte & 0x80 else 0) if selector & 8 else byte


@pytest.mark.parametrize("base", ["fadd", "fmul", "fdiv", "fsub", "frcp", "fsqrt", "double2float"])
def test_each_way_to_round(base, machine):
    exact = {"fadd": np.add, "fmul": np.multiply, "fdiv": np.divide, "fsub": np.subtract, "frcp": lambda x: 1 / x,
             "fsqrt": np.sqrt, "double2float": lambda x: x}[base]
    rows = {row[1][-2:]: row for row in OFFERED if row[1].startswith(f"__nv_{base}_")}
    assert sorted(rows) == ["rd", "rn", "ru", "rz"]
    given = operands(rows["rn"][2])
    given[0][::2] *= -1 if base not in ("fsqrt",) else 1
    results = {way: run(machine, *row[1:], given).double().numpy() for way, row in rows.items()}
    expected = exact(*[value.double().numpy() for value in given])
    assert (results["rd"] <= expected).all() and (results["ru"] >= expected).all()
    assert (abs(results["rz"]) <= abs(expected)).all()
    assert ((results["rn"] == results["rd"]) | (results["rn"] == results["ru"])).all()
    assert (results["rd"] < results["ru"]).any()


def test_a_function_that_libdevice_lacks_is_refused(machine):
    answer = machine.read(text_of("__nv_fast_tanhf", ["fp32"], "fp32"))
    assert answer["unsupported"] and "__nv_fast_tanhf" in answer["error"]
