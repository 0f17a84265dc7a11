# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways around the kernels: what torch or the host would do in their place, and facts that are not those of what runs."""

import json

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle, wire

WHOLE = torch.arange(1, 1 + 8 * 32).reshape(8, 32)
COPY = '''
@triton.jit
def copy(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)


def copied(x):
    y = torch.empty_like(x)
    copy[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), B=256)
    return y


'''


def text(body, init="pass", more=""):
    return (driving.HEAD + COPY + more + "class ModelNew(torch.nn.Module):\n    calls = 0\n    kept = {}\n"
            f"    def __init__(self):\n        super().__init__()\n        {init}\n    def forward(self, x):\n        {body}\n")


def answers(roles, source, *values, again=False, **more):
    return [answer for answer, _ in driving.run_candidate(
        roles, source, [("original", given(value)) for value in values], again=again, **more)]


@pytest.mark.parametrize("operator", [
    "_embedding_bag_per_sample_weights_backward(own, own, ids, ids, ids, 0)",
    "segment_reduce(own[0], 'sum', lengths=ids, unsafe=True)",
    "max_pool2d_with_indices_backward(own[None], own[None], [2, 2], [2, 2], [0, 0], [1, 1], False, ids.view(1, 1, 4))",
    "_native_batch_norm_legit.no_stats(own, own[0, :1], own[0, :1], True, 0.1, 1e-5)",
    "_convert_indices_from_csr_to_coo(ids, ids)",
])
def test_no_operator_runs_that_trusts_its_indices_or_sizes(roles, operator):
    """They would read and write memory of the device that no handle names."""
    source = text(f"""own, ids = torch.ones(4, 4, device=x.device), torch.arange(4, device=x.device)
        torch.ops.aten.{operator}
        return copied(x)""")
    answer, = answers(roles, source, WHOLE)
    assert answer["code"] == "torch_fallback" and "does not run on the device" in answer["message"], answer


@pytest.mark.parametrize("pieces", [
    "return copied(x).view(torch.int32)[..., 1::2].contiguous()", "return copied(x).view(torch.uint8)[..., ::8].contiguous()",
    "y = copied(x); y.view(torch.uint8)[..., 1:].zero_(); return y",
    "return copied(x).view(torch.int32)[..., ::2].to(torch.int64)",
])
def test_torch_does_not_cut_numbers_into_pieces(roles, pieces):
    answer, = answers(roles, text(pieces), WHOLE)
    assert answer["code"] == "torch_fallback", answer


def test_a_kernel_may_store_into_whatever_view_it_likes(roles):
    """Memory that was made as something else is what a kernel takes it for."""
    source = text("""y = torch.empty(x.numel(), dtype=torch.int64, device=x.device)
        whole = y.view(torch.int32)[:x.numel()]
        copy[(1,)](x, whole, x.numel(), B=256)
        return whole.view(x.shape).to(torch.float32)""")
    answer, = answers(roles, source, WHOLE.int())
    assert answer["ok"], answer


def test_several_values_read_at_once_count_as_several(roles):
    source = text("seen = [v.item() for v in x.view(-1).view(torch.int64)[:COUNT]]\n        return copied(x)")
    floats = torch.randn(8, 32)
    assert answers(roles, source.replace("COUNT", "8"), floats)[0]["ok"]
    assert answers(roles, source.replace("COUNT", "9"), floats)[0]["code"] == "torch_fallback"


def test_numbers_that_hide_in_ranges_are_numbers(roles):
    """Of a new text every number counts, whatever it is there for."""
    body = '''
@triton.jit
def put(y, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    for number in tl.static_range(40):
        tl.store(y + number + tl.arange(0, 1), tl.arange(A + number * B, A + number * B + 1).to(tl.float32))


'''
    source = text("""y = copied(x)
        seed = int(x[0, 0].item() * 1000) % 5000
        put[(1,)](y, seed, 17, 0)
        return y""", more=body)
    first, second = answers(roles, source, torch.full((8, 32), 0.1), torch.full((8, 32), 0.9), again=True)
    assert first["ok"] and second["code"] == "torch_fallback", (first, second)


def test_a_model_that_goes_on_is_not_told_the_seed_of_new_weights(roles):
    source = text("""import gc
        host, = [one for one in gc.get_objects() if type(one).__name__ == "Host" and hasattr(one, "_init_seed")]
        y = copied(x)
        fill[(1,)](y, int(host._init_seed))
        return y""", more="@triton.jit\ndef fill(y, seed):\n    tl.store(y, seed.to(tl.float32))\n\n\n")
    inputs = [("original", given(torch.ones(8, 32), init_seed=5)), ("original", given(torch.zeros(8, 32), init_seed=6))]
    seen = [bundle.Bundle(output).view("output.0")[0, 0].item()
            for _, output in driving.run_candidate(roles, source, inputs, again=True)]
    assert seen == [5, 5]


def test_launches_that_only_measure_are_no_forward(roles):
    source = text("""import gc
        for one in gc.get_objects():
            if type(one).__name__ == "Host" and hasattr(one, "_measuring"):
                one._measuring = True
        return copied(x)""")
    answer, = answers(roles, source, WHOLE)
    assert answer["code"] == "no_kernel_launch" and "to measure" in answer["message"], answer


def test_a_later_call_may_not_leave_out_what_comes_of_its_arguments(roles):
    kept = "key = x.shape\n        if key not in self.kept:\n            self.kept[key] = copied({})\n        " \
           "return copied(self.kept[key]) if {} else copied(x)"
    # How many calls follow hangs on the values: some of these have several.
    values = [torch.full((8, 32), float(number)) for number in range(4)]
    told = [answers(roles, text(kept.format("x", "True")), value)[0].get("message", "") for value in values]
    assert any("called again" in message for message in told), told
    for value in values:
        packed, = answers(roles, text(kept.format("torch.ones(4, device=x.device)", "False")), value)
        assert packed["ok"], packed


def test_a_later_call_may_launch_others_to_the_same_end(roles):
    body = "self.calls += 1\n        y = torch.empty_like(x)\n        block = 64 if self.calls < 2 else 128\n        " \
           "copy[(triton.cdiv(x.numel(), block),)](x, y, x.numel() - {}, B=block)\n        return y"
    values = [torch.full((8, 32), float(number)) for number in range(6)]
    for value in values:
        answer, = answers(roles, text(body.format("0")), value)
        assert answer["ok"], answer
    codes = [answers(roles, text(body.format("(0 if self.calls < 2 else 100)")), value)[0].get("code") for value in values]
    assert "wrong_values" in codes, codes


def test_what_runs_on_the_traced_inputs_is_what_facts_are_told_of(roles):
    """A first call that launches a smaller kernel does not hide the one that follows."""
    source = text("""type(self).calls += 1
        y = torch.empty_like(x)
        copy[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), B=256, num_warps=4 if self.calls == 1 else 8)
        return y""")
    candidate = driving.Candidate(roles, source)
    assert candidate.static()["passed"]
    value, warps = torch.rand(8, 32), []
    _, fds = candidate.forward("trace", "original", given(value))
    warps += [record["options"]["num_warps"] for record in json.loads(wire.read_text_fd(fds["records"]))]
    answer, _ = candidate.forward("run", "original", given(value), driving.memfd())
    assert answer["ok"] and answer["unsteady"] is not None, answer
    candidate.device.channel.send({"op": "records"})
    _, fds = candidate.device.receive()
    warps += [record["options"]["num_warps"] for record in json.loads(wire.read_text_fd(fds["records"]))]
    candidate.finish()
    assert warps == [4, 8]


def test_who_reads_values_or_launches_others_for_them_is_unsteady(roles):
    steady = "return copied(x)"
    reads = "x[0, 0].item()\n        return copied(x)"
    other = "self.calls += 1\n        y = torch.empty_like(x)\n        " \
            "copy[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), B=256, num_warps=4 if self.calls < {} else 8)\n        return y"
    for body, expected in ((steady, False), (reads, True), (other.format(10000), False)):
        two = answers(roles, text(body), torch.rand(8, 32), torch.rand(8, 32), again=True)
        assert [answer["unsteady"] for answer in two] == [expected, expected], body


CLIP = """
@triton.jit
def clip(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.maximum(tl.load(x + at, mask=at < n), 0.0), mask=at < n)


def clipped(x):
    y = torch.empty_like(x)
    clip[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), B=256)
    return y


"""
BY_TORCH = "y = copied(x)[:, :, None].expand(8, 32, 2)"


@pytest.mark.parametrize("body, is_refused", [
    (BY_TORCH + ".clone().view(8, 64)\n        return torch.cat([y, clipped(y)])", True),
    ("y = torch.cat([copied(x)[:, at // 2, None] for at in range(64)], 1)\n        return torch.cat([y, clipped(y)])", True),
    ("z = torch.empty(16, 64, device=x.device)\n        z[:8].view(8, 32, 2).copy_(copied(x)[:, :, None])\n        "
     "clip[(2,)](z[:8], z[8:], 512, B=256)\n        return z", True),
    ("y = torch.empty(8, 32, 2, device=x.device)\n        y.copy_(copied(x)[:, :, None])\n        y = y.view(8, 64)\n        "
     "return torch.cat([y, clipped(y)])", True),
    ("c = copied(x)\n        y = torch.cat([c[:, 16:], c[:, :16]], 1)\n        return torch.cat([y, y, clipped(y)])", True),
    # A kernel has put them there; torch joins, and lays out anew.
    ("y = torch.empty(8, 64, device=x.device)\n        twice[(2,)](x, y, 512, B=256)\n        return torch.cat([y, clipped(y)])", False),
    ("y = torch.empty(64, 8, device=x.device)\n        turned[(2,)](x, y, 512, B=256)\n        y = y.t().contiguous()\n        "
     "return torch.cat([y, clipped(y)])", False),
    ("z = torch.empty(16, 64, device=x.device)\n        twice[(2,)](x, z, 512, B=256)\n        "
     "z[8:].copy_(clipped(z[:8]))\n        return z", False),
])
def test_torch_does_not_put_the_part_in_its_place_that_only_moves(roles, body, is_refused):
    more = CLIP + """
@triton.jit
def twice(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at // 2, mask=at < n), mask=at < n)


@triton.jit
def turned(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at % 64 * 8 + at // 64, tl.load(x + at // 2, mask=at < n), mask=at < n)


"""
    x = torch.randn(8, 32)
    (answer, output), = driving.run_candidate(roles, text(body, more=more), [("original", given(x, moves_partly="1"))])
    if is_refused:
        assert answer["code"] == "torch_fallback" and "in their places" in answer["message"], answer
        return
    assert answer["ok"], answer
    wide = x.repeat_interleave(2, 1)
    assert torch.equal(bundle.Bundle(output).view("output.0"), torch.cat([wide, wide.relu()]))


TELL = """
import time


@triton.jit
def wait(x, s, i):
    if tl.load(x + i) > 0.5:
        k = 0
        while k < 1200000:
            tl.atomic_add(s, 1)
            k += 1


@triton.jit
def put(y, a):
    tl.store(y, a * 1.0)


"""
TOLD = """s = torch.zeros(1, device=x.device, dtype=torch.int32)
        told = []
        for i in range(4):
            begin = time.perf_counter()
            wait[(1,)](x, s, i)
            {read}
            told.append(time.perf_counter() - begin)
        y = torch.empty(1, device=x.device)
        {way}
        put[(1,)](y, sum(one > 0.05 for one in told))
        return y"""


@pytest.mark.parametrize("read, way", [
    ("pass", "pass"), ("pass", "if max(told) < 0.05:\n            honest[(1,)](x, y)\n            return y"), ("s.item()", "pass")])
def test_how_long_a_launch_takes_tells_the_host_nothing_that_it_may_use(roles, read, way):
    more = TELL + """
@triton.jit
def honest(x, y):
    tl.store(y, tl.sum(tl.load(x + tl.arange(0, 4)), 0))


"""
    x = torch.tensor([0.0, 1.0, 1.0, 0.0])
    (answer, output), = driving.run_candidate(roles, text(TOLD.format(read=read, way=way), more=more), [("original", given(x))])
    if answer["ok"]:  # on a busy machine who waits measures others' work, and is wrong each time
        assert (bundle.Bundle(output).view("output.0").item() == 2) == (way != "pass"), answer
    else:
        assert answer["code"] in ("torch_fallback", "wrong_values"), answer
    answer, = answers(roles, text("y = torch.empty(1, device=x.device)\n        honest[(1,)](x, y)\n        return y", more=more), x)
    assert answer["ok"], answer


@pytest.mark.parametrize("body", [
    # A number of each call, which the answer does not hang on; a plan that is made at the first call.
    "self.calls += 1\n        y = torch.empty_like(x)\n        seeded[(1,)](x, y, x.numel(), self.calls, B=256)\n        return y",
    "self.calls += 1\n        y = torch.empty_like(x)\n        block = 64 << self.calls % 2\n        "
    "copy[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), B=block)\n        return y",
    "n = self.kept.setdefault('n', torch.randint(1, 5, (1,)).item())\n        y = copied(x)\n        "
    "return y if y[0, 0].item() < 0 else copied(x)",
])
def test_a_host_that_goes_its_way_without_looking_at_kernels_may_go_another_each_time(roles, body):
    more = """
@triton.jit
def seeded(x, y, n, seed, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) + 0 * seed, mask=at < n)


"""
    for number in range(4):
        answer, = answers(roles, text(body, more=more), torch.full((8, 32), float(number)))
        assert answer["ok"], answer


def test_memory_that_kernels_keep_from_call_to_call_makes_a_candidate_unsteady(roles):
    kept = "n = self.kept.setdefault('n', torch.zeros(1, device=x.device, dtype=torch.int32))\n        " \
           "count[(1,)](n)\n        y = torch.empty_like(x)\n        counted[(1,)](x, y, n, x.numel(), B=256)\n        return y"
    more = """
@triton.jit
def count(n):
    tl.store(n, tl.load(n) + 1)


@triton.jit
def counted(x, y, n, size, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < size) + 0 * tl.load(n), mask=at < size)


"""
    for body, expected in ((kept, True), (kept.replace("self.kept", "{}"), False)):
        first, = answers(roles, text(body, more=more), torch.rand(8, 32))
        assert first["unsteady"] == expected, (body, first)


def test_a_copy_that_repeats_elements_moves_them(roles):
    source = text("y = torch.empty(8, 32, 2, device=x.device)\n        y.copy_(copied(x)[:, :, None])\n        return y.view(8, 64)")
    (answer, _), = driving.run_candidate(roles, source, [("original", given(torch.randn(8, 32), moves_only="1"))])
    assert answer["code"] == "torch_fallback", answer


@pytest.mark.parametrize("body, is_refused", [
    ("c = copied(x)\n        y = torch.stack([c, c], -1).view(8, 64)\n        return torch.cat([y, clipped(y)])", True),
    ("y = torch.stack([copied(x), copied(x)], -1).view(8, 64)\n        return torch.cat([y, clipped(y)])", True),
    ("y = copied(x)\n        return torch.cat([y, clipped(y)])", False),
])
def test_what_is_joined_with_itself_is_repeated(roles, body, is_refused):
    (answer, _), = driving.run_candidate(roles, text(body, more=CLIP), [("original", given(torch.randn(8, 32), moves_partly="1"))])
    assert answer.get("code") == ("torch_fallback" if is_refused else None), answer


PARTS = """
@triton.jit
def put(y, t, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, ((tl.load(t + 2 * at) << 16) | tl.load(t + 2 * at + 1)).to(tl.float32, bitcast=True))


@triton.jit
def put_one(y, high, low):
    tl.store(y, ((tl.cast(high, tl.int32) << 16) | tl.cast(low, tl.int32)).to(tl.float32, bitcast=True))


def parts(values):
    import struct
    return [part for value in values for part in struct.unpack("<HH", struct.pack(">f", value)[::-1])[::-1]]


"""


@pytest.mark.parametrize("body", [
    "put[(1,)](y, torch.tensor(told, dtype=torch.int32, device='cuda').to(x.device), B=16)",
    "[put_one[(1,)](y[at:], *told[2 * at:2 * at + 2]) for at in range(16)]",
])
def test_a_host_does_not_name_its_answer_in_small_pieces(roles, body):
    """It reads sixteen values and could do the task."""
    source = text("y = torch.empty_like(x)\n        told = parts([2 * x[at].item() for at in range(16)])\n        "
                  f"copy[(1,)](x, y, 0, B=16)\n        {body}\n        return y", more=PARTS)
    first, second = answers(roles, source, torch.rand(16), torch.rand(16), again=True)
    assert first["ok"] and second["code"] == "torch_fallback" and "as many as" in second["message"], (first, second)


def test_a_host_may_say_where_the_rows_begin_whose_lengths_it_has_read(roles):
    source = text("ends = [0]\n        for at in range(8):\n            ends.append(ends[-1] + int(x[at, 0].item()))\n        "
                  "y = copied(x)\n        for begin, end in zip(ends, ends[1:]):\n            "
                  "copy[(1,)](x.view(-1)[begin:end], y.view(-1)[begin:end], end - begin, B=32)\n        return y")
    values = [torch.randint(1, 30, (8, 32)).float() for _ in range(2)]
    assert all(answer["ok"] for answer in answers(roles, source, *values, again=True))


def test_fresh_integers_are_zeros_where_values_are_harsh(roles):
    source = text("y, s = torch.empty_like(x), torch.empty(64, dtype=torch.int32, device=x.device)\n        "
                  "tell[(1,)](s, y)\n        return y", more="@triton.jit\ndef tell(s, y):\n    at = tl.arange(0, 64)\n    "
                  "tl.store(y + at, tl.load(s + at).to(tl.float32))\n\n\n")
    for number in range(6):
        (answer, output), = driving.run_candidate(roles, source, [("mixed", given(torch.rand(64), variant="mixed", init_seed=str(number)))])
        assert answer["ok"], answer
        assert bool((bundle.Bundle(output).view("output.0") == 0).all())


def test_kernels_that_keep_memory_run_in_the_calls_behind_the_judged_one(roles):
    """A kernel counts as well as a host."""
    more = """
@triton.jit
def count(n):
    tl.store(n, tl.load(n) + 1)


@triton.jit
def counted(x, y, n, size, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < size) * tl.where(tl.load(n) < 4, 1.0, 2.0), mask=at < size)


"""
    body = "n = self.kept.setdefault('n', torch.zeros(1, device=x.device, dtype=torch.int32))\n        " \
           "count[(1,)](n)\n        y = torch.empty_like(x)\n        counted[(1,)](x, y, n, x.numel(), B=256)\n        return y"
    for number in range(4):
        answer, = answers(roles, text(body, more=more), torch.full((8, 32), number + 0.5))
        assert answer.get("code") == "wrong_values", answer


def test_kernels_run_where_the_host_has_asked_for_all(roles):
    """What the host sees of them in between is what it reads; what is asked for twice has one effect."""
    source = text("""y = copied(x)
        first = y[0, 0].item()
        self.kept.setdefault('all', []).append(torch.full((4,), 2.0, device=x.device))
        z = copied(y)
        z[0, :4].copy_(self.kept['all'][0])
        return copied(z) if first < 5 else z[:1]""")
    x = torch.rand(8, 32)
    (one, first), (other, second) = driving.run_candidate(
        roles, source, [("original", given(x)), ("original", given(x + 1))], again=True)
    assert one["ok"] and other["ok"], (one, other)
    for output, value in ((first, x), (second, x + 1)):
        seen = bundle.Bundle(output).view("output.0")
        assert torch.equal(seen[0, 4:], value[0, 4:]) and torch.equal(seen[1:], value[1:]) and bool((seen[0, :4] == 2).all())


def test_what_a_host_asks_for_is_done_once(roles):
    """It is told shapes and errors before, but memory that is kept tells kernels nothing of that."""
    source = text("""n = self.kept.setdefault('n', torch.zeros(1, dtype=torch.int32, device=x.device))
        n.add_(1)
        y = torch.empty_like(x)
        fill[(1,)](y, n)
        return y""", more="@triton.jit\ndef fill(y, n):\n    at = tl.arange(0, 256)\n    tl.store(y + at, at * 0 + tl.load(n))\n\n\n")
    values = [("tiny", given(torch.rand(8, 32), variant="tiny")) for _ in range(3)]
    seen = [bundle.Bundle(output).view("output.0")[0, 0].item() for _, output in driving.run_candidate(roles, source, values)]
    assert seen == [1, 2, 3]


def test_fresh_memory_tells_the_host_nothing(roles):
    source = text("""fresh = torch.empty(4096, dtype=torch.int32, device=x.device)
        told = [fresh[at].item() for at in range(0, 4096, 64)]
        y = copied(x)
        fill[(1,)](y, sum(one == 1077936128 for one in told))
        return y""", more="@triton.jit\ndef fill(y, n):\n    tl.store(y, n.to(tl.float32))\n\n\n")
    values = [("tiny", given(torch.full((64, 64), 3.0), variant="tiny")) for _ in range(4)]
    seen = [bundle.Bundle(output).view("output.0")[0, 0].item() for _, output in driving.run_candidate(roles, source, values)]
    assert seen == [0, 0, 0, 0]


@pytest.mark.parametrize("flag, expected", [
    ("torch.full((1,), self.calls // 9, device=x.device, dtype=torch.int32)", True), ("(zero, one)[self.calls > 8]", True),
    ("zero", False)])
def test_who_gives_other_tensors_where_values_are_other_is_unsteady(roles, flag, expected):
    more = """
@triton.jit
def flagged(x, y, n, flag, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) + 0 * tl.load(flag), mask=at < n)


"""
    source = text(f"""type(self).calls += 1
        zero, one = (torch.full((1,), number, device=x.device, dtype=torch.int32) for number in range(2))
        y = torch.empty_like(x)
        flagged[(1,)](x, y, x.numel(), {flag}, B=256)
        return y""", more=more)
    values = [("tiny", given(torch.rand(8, 32), variant="tiny")) for _ in range(12)]
    seen = [answer["unsteady"] for answer, _ in driving.run_candidate(roles, source, values, again=True)]
    assert seen[-1] == expected, seen


def test_choices_between_tensors_or_kernels_tell_as_much_as_numbers(roles):
    more = """
@triton.jit
def bit(y, t, s):
    v = tl.load(y).to(tl.int32, bitcast=True)
    tl.store(y, (v | (tl.load(t) << s)).to(tl.float32, bitcast=True))


"""
    source = text("""y, two = torch.zeros_like(x), [torch.full((1,), one, device=x.device, dtype=torch.int32) for one in range(2)]
        copy[(1,)](x, y, 0, B=16)
        for at in range(16):
            high, low = parts([2 * x[at].item()])
            for s in range(8, 31):
                bit[(1,)](y[at:], two[(high << 16 | low) >> s & 1], s)
        return y""", more=PARTS + more)
    before = torch.rand(16)
    after = (before.view(torch.int32) ^ 0x7fff00).view(torch.float32)  # each choice among the bits of the mantissa is another one
    first, second = answers(roles, source, before, after, again=True)
    assert first["ok"] and second["code"] == "torch_fallback" and "as many as" in second["message"], (first, second)


def test_memory_that_kernels_clean_behind_themselves_may_be_kept(roles):
    """A workspace is zeros whenever a forward begins; its last user puts it back."""
    more = """
@triton.jit
def add(x, work, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(work, tl.sum(tl.load(x + at, mask=at < n, other=0.0), 0))


@triton.jit
def take(work, y):
    tl.store(y, tl.load(work))
    tl.debug_barrier()
    tl.store(work, 0.0)


"""
    source = text("""work = self.kept.setdefault('work', torch.zeros(1, device=x.device))
        y = torch.empty(1, device=x.device)
        add[(4,)](x, work, x.numel(), B=64)
        take[(1,)](work, y)
        return y""", more=more)
    for number in range(4):
        x = torch.full((8, 32), number + 0.5)
        (answer, output), = driving.run_candidate(roles, source, [("original", given(x))])
        assert answer["ok"] and abs(bundle.Bundle(output).view("output.0").item() - x.sum()) < 1e-2, answer


# An answer that is kept beside all values that it came of, in one storage with them or in three.
KEPT = """
@triton.jit
def look(x, old, said, n, B: tl.constexpr):
    at = tl.arange(0, B)
    new = tl.load(x + at, mask=at < n, other=0.0)
    same = tl.sum((new.to(tl.int32, bitcast=True) == tl.load(old + at, mask=at < n, other=0)).to(tl.int32), 0) == B
    tl.debug_barrier()
    tl.store(old + at, new.to(tl.int32, bitcast=True), mask=at < n)
    tl.store(said, same.to(tl.int32))


@triton.jit
def double(x, y, cache, said, n, B: tl.constexpr):
    at = tl.arange(0, B)
    if tl.load(said) == 1:
        tl.store(y + at, tl.load(cache + at, mask=at < n).to(tl.float32, bitcast=True), mask=at < n)
    else:
        two = tl.load(x + at, mask=at < n) * 2
        tl.store(y + at, two, mask=at < n)
        tl.store(cache + at, two.to(tl.int32, bitcast=True), mask=at < n)


"""


@pytest.mark.parametrize("memory", [
    "[torch.zeros(size, dtype=torch.int32, device=x.device) for size in (1, 256, 256)]",
    "torch.zeros(513, dtype=torch.int32, device=x.device).split((1, 256, 256))",
])
def test_an_answer_that_kernels_keep_is_not_handed_out_again(roles, memory):
    source = text(f"""said, old, cache = self.kept.setdefault('memory', {memory})
        y = torch.empty_like(x)
        look[(1,)](x, old, said, 256, B=256)
        double[(1,)](x, y, cache, said, 256, B=256)
        return y""", more=KEPT)
    for number in range(4):
        answer, = answers(roles, source, torch.rand(8, 32) + number)
        assert answer["code"] == "wrong_values" and "again with the same inputs" in answer["message"], answer


def test_what_kernels_write_before_they_read_it_and_what_counts_calls_may_be_kept(roles):
    """A workspace that holds numbers of the last call, and tickets that grow from call to call."""
    more = """
@triton.jit
def halve(x, work, tickets, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(work + at, tl.load(x + at) / 2)
    tl.atomic_add(tickets + tl.program_id(0), 1)


@triton.jit
def square(work, tickets, y, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    half = tl.load(work + at)
    tl.store(y + at, tl.where(tl.load(tickets + tl.program_id(0)) > 0, half * half, 0.0))


"""
    source = text("""if not self.kept:
            self.kept['work'], self.kept['tickets'] = torch.empty_like(x), torch.zeros(4, dtype=torch.int32, device=x.device)
        y = torch.empty_like(x)
        halve[(4,)](x, self.kept['work'], self.kept['tickets'], B=64)
        square[(4,)](self.kept['work'], self.kept['tickets'], y, B=64)
        return y""", more=more)
    for number in range(4):
        answer, = answers(roles, source, torch.rand(8, 32) + number)
        assert answer["ok"], answer


@pytest.mark.parametrize("outputs, shared, is_refused", [
    ("y, x", "[]", True), ("y, x", "[1]", False), ("y, y.view(-1)", "[]", True), ("y, y.view(-1)", "[0, 1]", False),
    ("y[:4], y[4:]", "[]", False), ("y[:5], y[4:]", "[]", True)])
def test_outputs_that_the_reference_has_apart_share_no_elements(roles, outputs, shared, is_refused):
    source = text(f"y = copied(x)\n        return {outputs}")
    (answer, _), = driving.run_candidate(roles, source, [("original", given(WHOLE.float(), shared=shared))])
    assert (answer.get("code") == "wrong_type") == is_refused and answer["ok"] != is_refused, answer


def test_a_hint_that_does_not_hold_is_no_loud_refusal(roles):
    more = """
@triton.jit
def even(x, y, n, B: tl.constexpr):
    tl.assume(n % 16 == 0)
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)


"""
    body = "{check}\n        y = torch.empty_like(x)\n        even[(1,)](x, y, x.numel(), B=256)\n        return y"
    answer, = answers(roles, text(body.format(check="pass"), more=more), torch.rand(15, 9))
    assert answer["code"] == "runtime_error" and answer["silent"], answer
    answer, = answers(roles, text(body.format(check="assert x.numel() % 16 == 0"), more=more), torch.rand(15, 9))
    assert not answer["ok"] and not answer.get("silent"), answer


# A product of weights, by a kernel or by torch from what the host has kept of its constructor, and what lays it over x.
FOLDED = """
@triton.jit
def fold(a, b, w, B: tl.constexpr):
    at = tl.arange(0, B)
    total = tl.zeros((B, B), tl.float32)
    for k in range(B):
        total += tl.load(a + at * B + k)[:, None] * tl.load(b + k * B + at)[None, :]
    tl.store(w + at[:, None] * B + at[None, :], total)


@triton.jit
def lay(x, w, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * tl.load(w + at, mask=at < n), mask=at < n)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = (torch.nn.Parameter(torch.randn(16, 16)) for _ in range(2))
        self.table = {table}
        self.copies = [self.a.detach().clone(), self.b.detach().clone()]
        self.key = float(self.a[0, 0])

    def forward(self, x):
        y, w = torch.empty_like(x), torch.empty(16, 16, device=x.device)
        {way}
            w = {folded}
        else:
            fold[(1,)](self.a, self.b, w, B=16)
        lay[(1,)](x, w, y, 256, B=256)
        {more}
        return y
"""


@pytest.mark.parametrize("table, way, folded, more, refused", [
    ("(self.a.detach() @ self.b.detach()).cuda()", "if float(self.a[0, 0]) == self.key:", "self.table", "pass", 1),
    ("None", "if float(self.a[0, 0]) == self.key:",
     "torch.mm(*(torch.empty(16, 16, device=x.device).copy_(copy) for copy in self.copies))", "pass", 0),
    ("torch.linspace(1, 2, 256, device='cuda').view(16, 16).cos()", "if False:", "w", "lay[(1,)](y, self.table, y, 256, B=256)", None),
])
def test_a_host_does_not_compute_from_the_weights_of_its_constructor(roles, table, way, folded, more, refused):
    """What it has made of weights is used where they are those, and not where they are others; a table is used in both."""
    source = driving.HEAD + FOLDED.replace("{table}", table).replace("{way}", way).replace("{folded}", folded).replace("{more}", more)
    weights = []
    for seed in (5, 6):
        torch.manual_seed(seed)
        weights.append({name: torch.randn(16, 16) for name in ("a", "b")})
    inputs = [(name, given(torch.rand(16, 16), state=state, init_seed="5")) for name, state in zip(("original", "new_seed"), weights)]
    codes = [answer.get("code") for answer, _ in driving.run_candidate(roles, source, inputs, again=True)]
    assert codes == [None if refused != number else "torch_fallback" for number in range(len(codes))], codes
    assert len(codes) == (2 if refused is None else refused + 1)


@pytest.mark.parametrize("body, is_refused", [
    ("y = self.kept.setdefault('y', torch.empty_like(x))", True), ("y = torch.empty_like(x)", False),
    ("self.calls += 1; y = self.kept.setdefault(self.calls % 2, torch.empty_like(x))", True),
    ("self.calls += 1; y = self.kept[self.calls] = torch.empty_like(x)", False)])
def test_an_answer_lies_in_no_memory_of_an_earlier_one(roles, body, is_refused):
    """Its caller may still have that."""
    source = text(f"{body}\n        copy[(1,)](x, y, x.numel(), B=256)\n        return y")
    found = [answer for answer, _ in driving.run_candidate(
        roles, source, [("original", given(value, shared="[]")) for value in (WHOLE.float(), WHOLE.float() + 1)], again=True)]
    codes = [answer.get("code") for answer in found]
    assert codes[-1] == ("wrong_type" if is_refused else None) and set(codes) <= {"wrong_type", None}, found


@pytest.mark.parametrize("answer, dense, is_refused", [
    ("y.t()", "[0]", True), ("y.t()", "[]", False), ("y.view(32, 8)", "[0]", False), ("y.view(8, 1, 32).transpose(0, 1)", "[0]", False)])
def test_a_view_does_not_move_what_the_task_has_moved(roles, answer, dense, is_refused):
    source = text(f"y = copied(x)\n        return {answer}")
    (found, _), = driving.run_candidate(roles, source, [("original", given(WHOLE.float(), moves_only="1", dense=dense))])
    assert (found.get("code") == "torch_fallback") == is_refused and found["ok"] != is_refused, found


ROWS = """
@triton.jit
def rows(x, y, size, wide, stored, B: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, B)
    tl.store(y + row * wide + at, tl.load(x + row * size + at, mask=at < size), mask=at < stored)


"""


@pytest.mark.parametrize("stored, answer, is_refused", [
    (30, "y[:, :30]", False), (32, "y[:, :30]", True), (30, "y[:, :30].t()", True), (30, "y[:, :30:2]", True), (30, "y[::2, :30]", True)])
def test_rows_may_be_longer_than_an_answer_has_them(roles, stored, answer, is_refused):
    """Where kernels have stored nothing beside it."""
    source = text(f"""y = torch.empty(x.shape[0], 64, device=x.device)
        rows[(x.shape[0],)](x, y, x.shape[1], 64, {stored}, B=64)
        return {answer}""", more=ROWS)
    (found, _), = driving.run_candidate(roles, source, [("original", given(WHOLE.float(), moves_only="1", dense="[0]"))])
    assert (found.get("code") == "torch_fallback") == is_refused and found["ok"] != is_refused, found


@pytest.mark.parametrize("memory, seen, is_refused", [
    ("torch.empty_like(x)", "y.view(torch.int32)", True),  # the kernel has stored numbers, and torch takes their bits
    ("torch.empty(x.shape, dtype=torch.int32, device=x.device)", "y", False)])
def test_bits_of_what_kernels_have_stored_are_no_numbers(roles, memory, seen, is_refused):
    source = text(f"y = {memory}\n        copy[(1,)](x, y, x.numel(), B=256)\n        return {seen}.to(torch.float32)")
    answer, = answers(roles, source, WHOLE.float())
    assert (answer.get("code") == "torch_fallback") == is_refused and answer["ok"] != is_refused, answer


@pytest.mark.parametrize("init, taken, is_right", [
    ("self.register_buffer('w', torch.zeros(1)); self.kept['w'] = self.w", "self.kept['w']", False),
    ("self.register_buffer('w', torch.zeros(1)); ModelNew.last = self", "ModelNew.last.w", False),
    ("self.register_buffer('w', torch.zeros(1)); torch.nn.last = self.w", "torch.nn.last", False),
    ("self.register_buffer('w', torch.zeros(1)); last(self.w)", "last()", False),
    ("self.register_buffer('w', torch.zeros(1)); self.kept[id(self)] = self.w", "self.kept[id(self)]", True),
    ("self.register_buffer('w', torch.zeros(1))", "self.w", True)])
def test_what_a_constructor_leaves_to_all_models_is_that_of_another_one(roles, init, taken, is_right):
    last = "def last(w=None, there={'all': [None]}):\n    there['all'] = [w] if w is not None else there['all']\n    return there['all'][0]\n\n\n"
    source = text(f"""y = torch.empty_like(x)
        add[(triton.cdiv(x.numel(), 256),)](x, {taken}, y, x.numel(), B=256)
        return y""", init, more=COPY.replace("def copy(x, y", "def add(x, w, y").split("\n\n\n")[0].replace("mask=at < n), mask", "mask=at < n) + tl.load(w), mask")
                  + "\n\n\n" + last)
    (answer, output), = driving.run_candidate(roles, source, [("original", given(WHOLE.float(), state={"w": torch.full((1,), 0.5)}))])
    assert answer["ok"] and torch.equal(bundle.Bundle(output).view("output.0"), WHOLE + 0.5) == is_right, answer
