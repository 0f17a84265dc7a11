# SPDX-License-Identifier: GPL-3.0-or-later
"""Operations that Triton's interpreter lacks, or has otherwise than a GPU, against torch."""

import machine_kernels
import operation_kernels as kernels
import pytest
import torch
import triton.language as tl

E2M1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])


def clean(answer):
    assert answer.get("findings") == [], answer
    return answer


def matrix(rows, columns, kind, seed, packed_columns):
    """(as the kernel takes it, as float64) of a matrix of that format."""
    generator = torch.Generator().manual_seed(seed)
    if kind != "e2m1":
        dtype = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2, "bf16": torch.bfloat16, "fp16": torch.float16}[kind]
        given = torch.randn(rows, columns, generator=generator).to(dtype)
        return given, given.double()
    codes = torch.randint(0, 16, (rows, columns), generator=generator)
    pairs = codes.view(rows, columns // 2, 2) if packed_columns else codes.view(rows // 2, 2, columns).transpose(1, 2)
    return (pairs[..., 0] | pairs[..., 1] << 4).to(torch.uint8).contiguous(), E2M1[codes].double()


@pytest.mark.parametrize("a_kind, b_kind, a_k, b_k, scale_b", [
    ("e2m1", "e2m1", True, True, True), ("e4m3", "e2m1", True, True, True), ("e5m2", "e4m3", True, True, True),
    ("e2m1", "e5m2", True, True, False), ("e4m3", "e2m1", True, False, True), ("e2m1", "e4m3", False, True, True),
    ("e2m1", "bf16", True, True, False), ("e4m3", "fp16", True, True, False)])
def test_scaled_products(a_kind, b_kind, a_k, b_k, scale_b, machine):
    M, N, K = 32, 16, 64
    a, wide_a = matrix(M, K, a_kind, 1, a_k)
    b, wide_b = matrix(K, N, b_kind, 2, not b_k)
    generator = torch.Generator().manual_seed(3)
    scale_a = torch.randint(122, 132, (M, K // 32), generator=generator).to(torch.uint8)
    scale_of_b = torch.randint(122, 132, (N, K // 32), generator=generator).to(torch.uint8)
    c = torch.zeros(M, N)
    clean(machine.run(kernels.scaled_product, (1,), a, scale_a, b, scale_of_b, c, M=M, N=N, K=K, A=a_kind, B=b_kind,
                      A_PACK=2 if a_kind == "e2m1" else 1, B_PACK=2 if b_kind == "e2m1" else 1, A_K=a_k, B_K=b_k,
                      SCALE_B=scale_b))

    def spread(scales):
        return torch.exp2(scales.double() - 127).repeat_interleave(32, dim=1)

    expected = wide_a * spread(scale_a) @ (wide_b * spread(scale_of_b).T if scale_b else wide_b)
    torch.testing.assert_close(c.double(), expected, rtol=1e-5, atol=1e-3)


def test_a_scale_that_is_no_number(machine):
    a, _ = matrix(16, 32, "e4m3", 1, True)
    b, _ = matrix(32, 16, "e4m3", 2, True)
    scales = torch.full((16, 1), 127, dtype=torch.uint8)
    scales[3] = 255
    c = torch.zeros(16, 16)
    clean(machine.run(kernels.scaled_product, (1,), a, scales, b, scales, c, M=16, N=16, K=32, A="e4m3", B="e4m3", A_PACK=1,
                      B_PACK=1, A_K=True, B_K=True, SCALE_B=False))
    assert c[3].isnan().all() and not c[4].isnan().any()


@pytest.mark.parametrize("op, expected", [
    ("two", lambda x, y: (x + y, x * y)),
    ("pack", lambda x, y: torch.stack([x[::2] - y[1::2], x[1::2] - y[::2]], 1).flatten()),
    ("branch", lambda x, y: torch.where(x > 0, x, y * (x.exp() - 1))),
    ("loop", lambda x, y: (x / y).log2().ceil().clamp(min=0))])
def test_functions_of_scalars(op, expected, machine):
    x, y = torch.linspace(-3, 20, 64), torch.linspace(0.5, 2, 64)
    z, w = torch.zeros(64), torch.zeros(64)
    clean(machine.run(kernels.mapped, (1,), x, y, z, w, OP=op, B=64))
    wanted = expected(x, y)
    if op == "two":
        torch.testing.assert_close((z, w), wanted, rtol=0, atol=0)
    elif op == "loop":
        assert torch.equal(z, torch.where(x > y, wanted, torch.zeros(64)))
    else:
        torch.testing.assert_close(z, wanted, rtol=1e-6, atol=1e-6)


def test_a_function_of_scalars_that_does_not_end(machine):
    x, y = torch.ones(32), torch.zeros(32)
    answer = machine.run(kernels.mapped, (1,), x, y, torch.zeros(32), torch.zeros(32), OP="endless", B=32)
    assert [finding["kind"] for finding in answer["findings"]] == ["endless"]


@pytest.mark.parametrize("columns", [1, 2, 32, 128])
def test_reductions_and_scans_by_functions_that_branch_and_loop(columns, machine):
    x = torch.randint(0, 4, (4, columns)).float()
    values, places, sums = torch.zeros(4), torch.zeros(4, dtype=torch.int32), torch.zeros(4, columns)
    clean(machine.run(kernels.combined, (1,), x, values, places, sums, M=4, N=columns))
    assert torch.equal(values, x.amax(1))
    assert torch.equal(places.long(), x.argmax(1) + torch.arange(4) * columns)  # the first of equal ones
    total = x.cumsum(1)
    wanted = torch.where(total > 4, (total - 1) % 4 + 1, total)  # 1 to 4, and zeros before
    assert torch.equal(sums, wanted)


@pytest.mark.parametrize("to, torch_type", [("float16", torch.float16), ("bfloat16", torch.bfloat16),
                                            ("float8e5", torch.float8_e5m2), ("float8e4nv", torch.float8_e4m3fn)])
def test_casts_towards_zero(to, torch_type, machine):
    x = torch.cat([torch.linspace(-300, 300, 60), torch.tensor([1e-3, -1e-3, 0.0, 1.0])])
    y = torch.zeros(64)
    clean(machine.run(kernels.cut, (1,), x, y, TO=getattr(tl, to), B=64))
    assert torch.equal(y.to(torch_type).float(), y)  # numbers of that type
    assert (y.abs() <= x.abs()).all()
    bits = {torch.float16: torch.int16, torch.bfloat16: torch.int16}.get(torch_type, torch.uint8)
    above = (y.to(torch_type).view(bits) + 1).view(torch_type).float()
    assert ((above.abs() > x.abs()) | (y == x)).all()


ATOMICS = {"add": lambda x, y: x + y, "max": torch.maximum, "min": torch.minimum, "and": lambda x, y: x & y,
           "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y, "xchg": lambda x, y: y}


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint32, torch.uint64, torch.float16, torch.bfloat16,
                                   torch.float32, torch.float64])
@pytest.mark.parametrize("op", list(ATOMICS))
def test_atomics(op, dtype, machine):
    real = dtype.is_floating_point
    if real and (op in ("and", "or", "xor") or op in ("max", "min", "xchg") and dtype.itemsize == 2):
        pytest.skip("Triton has no such operation")
    signed = {torch.uint32: torch.int32, torch.uint64: torch.int64}.get(dtype, dtype)
    generator = torch.Generator().manual_seed(5)
    x = (torch.randn(32, generator=generator) * 8).to(signed)
    y = (torch.randn(32, generator=generator) * 8).to(signed)
    if signed != dtype:
        x, y = x.abs(), y.abs()
    given = x.clone()
    old = torch.zeros(32, dtype=signed)
    clean(machine.run(kernels.atomic_of, (1,), x.view(dtype), y.view(dtype), old.view(dtype), OP=op, SEM="relaxed",
                      SCOPE="sys", B=32))
    mask = torch.arange(32) % 4 != 0
    assert torch.equal(x, torch.where(mask, ATOMICS[op](given, y), given))
    assert torch.equal(old, torch.where(mask, given, torch.zeros_like(given)))


@pytest.mark.parametrize("sem", ["acquire", "release", "acq_rel", "relaxed"])
@pytest.mark.parametrize("scope", ["cta", "gpu", "sys"])
def test_every_order_and_scope_of_an_atomic(sem, scope, machine):
    x, old = torch.zeros(32, dtype=torch.int32), torch.zeros(32, dtype=torch.int32)
    clean(machine.run(kernels.atomic_of, (1,), x, torch.ones_like(x), old, OP="add", SEM=sem, SCOPE=scope, B=32))
    assert x.sum() == 24


def test_lanes_of_an_atomic_take_the_order_of_the_seed(machine):
    orders = set()
    for seed in (0, 0, 1, 2):
        y, counter = torch.full((4, 32), -1, dtype=torch.int32), torch.zeros(4, dtype=torch.int32)
        clean(machine.run(kernels.counted_up, (4,), y, counter, B=32, options={"seed": seed}))
        assert counter.tolist() == [32] * 4 and y.sort().values.tolist() == [list(range(32))] * 4
        orders.add(tuple(y.flatten().tolist()))
        assert len({tuple(row) for row in y.tolist()}) > 1  # programs have orders of their own
    assert len(orders) == 3


@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.int64])
def test_a_histogram_looks_at_the_low_bits_alone(dtype, machine):
    x = torch.tensor([-1, 63, 64, 65, -63, 3, 3, 127], dtype=dtype)
    for bins, expected in ((64, {63: 3, 0: 1, 1: 2, 3: 2}), (16, {0: 1, 1: 2, 3: 2})):  # of 16 bins 32 are made
        y = torch.zeros(bins, dtype=torch.int32)
        clean(machine.run(kernels.all_binned, (1,), x, y, BINS=bins, B=8))
        assert {i: count for i, count in enumerate(y.tolist()) if count} == expected


def test_a_histogram_counts_what_its_mask_leaves(machine):
    x = torch.arange(64, dtype=torch.int32) % 8
    y = torch.zeros(8, dtype=torch.int32)
    clean(machine.run(kernels.binned, (1,), x, y, BINS=8, B=64))
    assert y.tolist() == [8, 0] * 4


def test_addresses_as_numbers(machine):
    x, y = torch.arange(48).float(), torch.zeros(32)
    clean(machine.run(kernels.by_number, (1,), x, y, 16, B=32))
    assert torch.equal(y, x[16:])
    answer = machine.run(kernels.by_number, (1,), x, y, 17, B=32)
    assert [finding["kind"] for finding in answer["findings"]] == ["out of bounds"]


def test_some_programs_leave_early(machine):
    x, y = torch.arange(128).float(), torch.zeros(128)
    clean(machine.run(kernels.leaves_early, (8,), x, y, 5, B=16))
    assert torch.equal(y, torch.where(torch.arange(128) < 80, x + 1, torch.zeros(128)))


def test_rows_by_their_numbers(machine):
    x, y = torch.arange(1024).reshape(32, 32).float(), torch.zeros(32, 32)
    rows = torch.tensor([3, 30, 7, 1, 12, 0, 9, 31], dtype=torch.int32)
    clean(machine.run(kernels.rows_by_number, (1,), x, y, rows, 32, N=32, R=8))
    expected = torch.zeros(32, 32)
    expected[rows.long()] = x[rows.long()]
    assert torch.equal(y, expected)


def test_a_block_added_by_descriptor(machine):
    x, y = torch.arange(256).reshape(8, 32).float(), torch.ones(8, 32)
    clean(machine.run(kernels.added_to_block, (2,), x, y, 8, N=32, R=8))
    torch.testing.assert_close(y, 1 + x + x)


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64])
def test_whole_numbers_by_descriptor(machine, dtype):
    x, y = torch.arange(-100, 156).reshape(8, 32).to(dtype), torch.zeros(8, 32, dtype=dtype)
    clean(machine.run(kernels.one_more_by_descriptor, (1,), x, y, 8, 32, BM=8, BN=32))
    assert torch.equal(y, x + 1)


@pytest.mark.parametrize("store", ["descriptor", "pointers", "atomic"])
@pytest.mark.parametrize("load", ["descriptor", "pointers"])
def test_two_ways_into_memory_have_no_order(store, load, machine):
    """A tensor descriptor's goes past what a barrier orders."""
    x, y = torch.ones(16, 32), torch.zeros(16, 32)
    answer = machine.run(kernels.two_ways, (2,), x, y, 16, 32, STORE=store, LOAD=load, BM=8)
    if (store == "descriptor") == (load == "descriptor"):
        assert torch.equal(clean(answer) and y, torch.full((16, 32), 2.0))
    else:
        (found,) = answer["findings"]
        assert found["kind"] == "unordered" and "tensor descriptor" in found["message"]


@pytest.mark.parametrize("by", ["descriptor", "pointers"])
def test_a_store_follows_a_load_by_the_other_way(by, machine):
    x = torch.ones(16, 32)
    clean(machine.run(kernels.doubled_in_place, (2,), x, 16, 32, BY=by, BM=8))
    assert torch.equal(x, torch.full((16, 32), 2.0))


def test_tensors_of_one_element_as_scalars(machine):
    out = torch.zeros(4)
    clean(machine.run(kernels.of_one_element, (1,), torch.tensor([5.0, 7.0]), out))
    assert out.tolist() == [6, 5, 7, 5]


@pytest.mark.parametrize("given, stored", [(3.0, 6.0), (-3.0, 0.0)])
def test_a_function_that_returns_nothing_on_one_way(given, stored, machine):
    """Triton has it return a value that is nothing (ub.poison) there."""
    out = torch.zeros(1)
    clean(machine.run(kernels.of_a_half_function, (1,), torch.tensor([given]), out))
    assert out.item() == stored


def by_assembly(machine, asm, constraints, x, y, pack=1, dtype=torch.float32, **options):
    z = torch.zeros(x.numel(), dtype=dtype)
    clean(machine.run(machine_kernels.by_assembly, (x.numel() // 256,), x, y, z, ASM=asm, CONSTRAINTS=constraints, PACK=pack,
                      B=256, options=options or None))
    return z


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_assembly_of_packed_elements(seed, machine):
    a, b = torch.randn(512).to(torch.bfloat16), torch.randn(512).to(torch.bfloat16)
    z = by_assembly(machine, "{ .reg .b32 t; mul.rn.bf16x2 t, $1, $2; add.rn.bf16x2 $0, t, $1; }", "=r,r,r", a, b, 2,
                    torch.bfloat16, seed=seed)
    assert torch.equal(z, a * b + a)
    x, y = torch.randn(512) * 300, torch.randn(512)
    z = by_assembly(machine, "{ .reg .b16 l, h; cvt.rn.satfinite.e4m3x2.f32 l, $2, $1; cvt.rn.satfinite.e4m3x2.f32 h, $4, $3; "
                    "mov.b32 $0, {l, h}; }", "=r,f,f,f,f,f,f,f,f", x, y, 4, torch.float8_e4m3fn, seed=seed)
    assert torch.equal(z.float(), x.clamp(-448, 448).to(torch.float8_e4m3fn).float())


def test_assembly_rounds_as_it_says(machine):
    x, y = torch.randn(1024), torch.randn(1024)
    up = by_assembly(machine, "add.rp.f32 $0, $1, $2;", "=f,f,f", x, y)
    down = by_assembly(machine, "add.rm.f32 $0, $1, $2;", "=r,r,r", x, y)
    exact = x.double() + y.double()
    assert (up.double() >= exact).all() and (down.double() <= exact).all() and (up > down).any()
    quotient = by_assembly(machine, "div.rn.f32 $0, $1, $2;", "=f,f,f", x, y, seed=5)
    assert torch.equal(quotient, x / y)


def test_approximate_assembly_errs_by_the_seed(machine):
    x = torch.rand(1024) * 4 - 2
    answers = [by_assembly(machine, "tanh.approx.f32 $0, $1;", "=f,f,f", x, x, seed=seed) for seed in (1, 2)]
    assert not torch.equal(*answers)
    for answer in answers:
        assert ((answer - torch.tanh(x)).abs() <= 2.0**-11 * torch.tanh(x).abs() + 1e-7).all()


def test_several_results_of_assembly(machine):
    x = torch.arange(256).to(torch.uint8)
    low, high = torch.zeros(256), torch.zeros(256)
    clean(machine.run(machine_kernels.two_results_of_assembly, (1,), x, low, high, B=256))
    assert torch.equal(low, (x & 15).float()) and torch.equal(high, (x >> 4).float())
