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
    first, second = answers(roles, source, torch.rand(8, 32), torch.rand(8, 32), again=True)
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
