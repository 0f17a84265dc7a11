# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the machine's table of operations that no kernel of the other tests has, against torch: Triton emits some seldom, its
passes make others of what it emits."""

import math

import pytest
import torch

TEXT = """
module {{
  tt.func public @row({parameters}) attributes {{noinline = false}} {{
    %at = tt.make_range {{end = {lanes} : i32, start = 0 : i32}} : tensor<{lanes}xi32>
{loads}
    %r = {operation}
    %ps = tt.splat %out : !tt.ptr<{result}> -> tensor<{lanes}x!tt.ptr<{result}>>
    %p = tt.addptr %ps, %at : tensor<{lanes}x!tt.ptr<{result}>>, tensor<{lanes}xi32>
    tt.store %p, %r : tensor<{lanes}x!tt.ptr<{result}>>
    tt.return
  }}
}}
"""
NAMES = {torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.float16: "f16", torch.bfloat16: "bf16",
         torch.float32: "f32", torch.float64: "f64"}


def run(machine, operation, given, result):
    """What `operation` makes of tensors; {T} stands for the type of the operands %v0 and %v1, {R} for that of the result."""
    kind, lanes = NAMES[given[0].dtype], given[0].numel()
    loads = "\n".join(
        f"    %s{i} = tt.splat %x{i} : !tt.ptr<{kind}> -> tensor<{lanes}x!tt.ptr<{kind}>>\n"
        f"    %a{i} = tt.addptr %s{i}, %at : tensor<{lanes}x!tt.ptr<{kind}>>, tensor<{lanes}xi32>\n"
        f"    %v{i} = tt.load %a{i} : tensor<{lanes}x!tt.ptr<{kind}>>" for i in range(len(given)))
    parameters = ", ".join([f"%x{i}: !tt.ptr<{kind}>" for i in range(len(given))] + [f"%out: !tt.ptr<{NAMES[result]}>"])
    out = torch.zeros(lanes, dtype=result)
    answer = machine.run_text(TEXT.format(parameters=parameters, lanes=lanes, loads=loads, operation=operation.format(
        T=f"tensor<{lanes}x{kind}>", R=f"tensor<{lanes}x{NAMES[result]}>"), result=NAMES[result]), [*given, out], (1,))
    assert answer.get("findings") == [], answer
    return out


def whole(dtype, seed):
    """All sizes of numbers of a type, both signs."""
    generator = torch.Generator().manual_seed(seed)
    bits = torch.iinfo(dtype).bits
    values = torch.randint(-2**62, 2**62, (256,), generator=generator) >> torch.randint(0, 63, (256,), generator=generator)
    values = values << 64 - bits >> 64 - bits if bits < 64 else values
    values[:6] = torch.tensor([0, 1, -1, torch.iinfo(dtype).min, torch.iinfo(dtype).max, 2])
    return values.to(dtype)


def unsigned(values):
    bits = torch.iinfo(values.dtype).bits
    return [int(value) % 2**bits for value in values.tolist()]


def signed(numbers, dtype):
    bits = torch.iinfo(dtype).bits
    return torch.tensor([(number + 2**(bits - 1)) % 2**bits - 2**(bits - 1) for number in numbers], dtype=dtype)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.int32, torch.int64])
@pytest.mark.parametrize("name, of_two", [
    ("divui", lambda a, b: a // b), ("remui", lambda a, b: a % b), ("maxui", max), ("minui", min), ("ceildivui", lambda a, b: -(-a // b))])
def test_unsigned(name, of_two, dtype, machine):
    a, b = whole(dtype, 1), whole(dtype, 2)
    b[b == 0] = 3
    made = run(machine, f"arith.{name} %v0, %v1 : {{T}}", [a, b], dtype)
    assert torch.equal(made, signed([of_two(x, y) for x, y in zip(unsigned(a), unsigned(b), strict=True)], dtype))


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.int32, torch.int64])
@pytest.mark.parametrize("name, of_two", [("ceildivsi", lambda a, b: -(-a // b)), ("floordivsi", lambda a, b: a // b)])
def test_signed_division(name, of_two, dtype, machine):
    a, b = whole(dtype, 1), whole(dtype, 2)
    b[(b == 0) | (b == -1)] = 3  # the smallest number divided by -1 is none
    made = run(machine, f"arith.{name} %v0, %v1 : {{T}}", [a, b], dtype)
    assert torch.equal(made, signed([of_two(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)], dtype))


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.int32, torch.int64])
@pytest.mark.parametrize("name, of_bits", [
    ("ctlz", lambda text: len(text) - len(text.lstrip("0"))), ("cttz", lambda text: len(text) - len(text.rstrip("0"))),
    ("ctpop", lambda text: text.count("1"))])
def test_bits(name, of_bits, dtype, machine):
    a = whole(dtype, 1)
    width = torch.iinfo(dtype).bits
    made = run(machine, f"math.{name} %v0 : {{T}}", [a], dtype)
    assert made.tolist() == [of_bits(f"{value:0{width}b}") for value in unsigned(a)]


def real(dtype, seed, size=30.0):
    values = torch.randn(256, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * size
    values[:8] = torch.tensor([0.0, -0.0, 0.5, -1.5, 2.5, math.inf, -math.inf, math.nan])
    return values.to(dtype)


def same(made, wanted):
    """Bit by bit, but for NaN."""
    return torch.equal(made.isnan(), wanted.isnan()) and torch.equal(
        made.nan_to_num(), wanted.nan_to_num()) and torch.equal(made.signbit()[~made.isnan()], wanted.signbit()[~made.isnan()])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("name, of_all", [
    ("arith.negf %v0", lambda a, b: -a), ("arith.maximumf %v0, %v1", torch.maximum), ("arith.minimumf %v0, %v1", torch.minimum),
    ("math.trunc %v0", lambda a, b: a.trunc()), ("math.roundeven %v0", lambda a, b: a.round())])
def test_exact(name, of_all, dtype, machine):
    a, b = real(dtype, 1), real(dtype, 2)
    b[:8] = b[8:16]  # which zero is larger is said by none
    assert same(run(machine, f"{name} : {{T}}", [a, b], dtype), of_all(a, b))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_remainder(dtype, machine):
    a, b = real(dtype, 1), real(dtype, 2)
    b[:8] = 3
    assert same(run(machine, "arith.remf %v0, %v1 : {T}", [a, b], dtype), torch.fmod(a, b))


@pytest.mark.parametrize("name, of_all, size", [
    ("math.tan %v0", lambda a, b: a.tan(), 1), ("math.tanh %v0", lambda a, b: a.tanh(), 1),
    ("math.powf %v0, %v1", lambda a, b: a.pow(b), 2), ("tt.precise_divf %v0, %v1", lambda a, b: a / b, 30)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_close(name, of_all, size, dtype, machine):
    a, b = real(dtype, 1, size), real(dtype, 2, size)
    wanted = of_all(a.double(), b.double())
    made = run(machine, f"{name} : {{T}}", [a, b], dtype)
    torch.testing.assert_close(made.double(), wanted, rtol=1e-6 if dtype == torch.float32 else 1e-14, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.int64])
def test_to_unsigned(dtype, machine):
    top = 2.0**torch.iinfo(dtype).bits
    a = torch.linspace(0, top * 0.99, 256, dtype=torch.float64)
    made = run(machine, "arith.fptoui %v0 : {T} to {R}", [a], dtype)
    assert unsigned(made) == [int(value) for value in a.tolist()]


@pytest.mark.parametrize("given", [torch.int8, torch.int16, torch.int32, torch.int64])
@pytest.mark.parametrize("taken", [torch.float32, torch.float64])
@pytest.mark.parametrize("operation, low", [("arith.fptosi", -1), ("arith.fptoui", 0)])
def test_numbers_beyond_the_range_are_those_of_an_h200(operation, low, taken, given, machine):
    """To eight bits there is no conversion: one to sixteen is cut off."""
    bits = torch.iinfo(given).bits
    width = max(bits, 16)
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if low else (0, (1 << width) - 1)
    values = [127.6, 128, 200, 255, 300, -1, -129, -200, -300, 32767.5, 40000, 65535, 70000, -40000, 3e9, -3e9, 1e10, 2e19, -1e19, float("inf"), float("-inf")] + 10 * [0.0]
    a = torch.tensor(values + [float("nan")], dtype=taken)
    nan = 1 << width - 1 if taken == torch.float64 or width == 64 else 0
    wanted = [least if value == float("-inf") else most if value == float("inf") else min(max(int(value), least), most) for value in a[:-1].tolist()] + [nan]
    made = run(machine, f"{operation} %v0 : {{T}} to {{R}}", [a], given)
    assert unsigned(made) == [value % (1 << bits) for value in wanted]


@pytest.mark.parametrize("taken, given", [(torch.float32, torch.int32), (torch.int16, torch.bfloat16), (torch.float64, torch.int64)])
def test_bits_are_kept(taken, given, machine):
    a = real(taken, 1) if taken.is_floating_point else whole(taken, 1)
    made = run(machine, "arith.bitcast %v0 : {T} to {R}", [a], given)
    assert torch.equal(made.view(torch.uint8), a.view(torch.uint8))


def test_one_element_is_taken_out(machine):
    loads = """
    %s0 = tt.splat %x0 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
    %v0 = tt.load %s0 : tensor<1x!tt.ptr<i32>>
    %u = tt.unsplat %v0 : tensor<1xi32>"""
    text = TEXT.format(parameters="%x0: !tt.ptr<i32>, %out: !tt.ptr<i32>", lanes=1, result="i32", loads=loads,
                       operation="tt.splat %u : i32 -> tensor<1xi32>")
    a, out = torch.tensor([7], dtype=torch.int32), torch.zeros(1, dtype=torch.int32)
    answer = machine.run_text(text, [a, out], (1,))
    assert answer.get("findings") == [], answer
    assert out.tolist() == [7]


@pytest.mark.parametrize("limit, fails", [(8, False), (7, True)])
def test_an_assertion_of_a_branch(limit, fails, machine):
    """Triton's own is tt.assert; MLIR's passes know this one."""
    loads = f"""
    %v0 = tt.load %x0 : !tt.ptr<i32>
    %limit = arith.constant {limit} : i32
    %c = arith.cmpi slt, %v0, %limit : i32
    cf.assert %c, "too large" """
    text = TEXT.format(parameters="%x0: !tt.ptr<i32>, %out: !tt.ptr<i32>", lanes=1, result="i32", loads=loads,
                       operation="tt.splat %v0 : i32 -> tensor<1xi32>")
    answer = machine.run_text(text, [torch.tensor([7], dtype=torch.int32), torch.zeros(1, dtype=torch.int32)], (1,))
    assert ["too large" in finding["message"] for finding in answer["findings"]] == [True] * fails
