# SPDX-License-Identifier: GPL-3.0-or-later
"""What a candidate asks for at sizes far beyond a task's own, without values."""

import driving
import pytest
from tasks import task

KERNEL = """@triton.jit
def double(x, y, n, B: tl.constexpr):
    for block in range({blocks}):
        at = block * B + tl.arange(0, B)
        tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)

"""
FORWARD = """x = x.contiguous()
        y = torch.empty_like(x)
        n = x.numel()
        double[({grid},)](x, y, n, B=1024)
        return y"""
TUNED = "@triton.autotune(configs=[triton.Config({'B': 512}), triton.Config({'B': 1024}, num_warps=8)], key=['n'])\n"
OF_ONE, OF_ALL = "tl.program_id(0), tl.program_id(0) + 1", "tl.program_id(0), tl.cdiv(n, B), tl.num_programs(0)"
ALL = "triton.cdiv(n, 1024)"


def looked_at(reference, roles, blocks, grid, before="pass", is_tuned=False):
    """(whether it passed, the code, whether that is certain) at both sizes."""
    prepared = driving.prepare(reference, task("x * 2", "[torch.randn(64, 512)]"), ["original"], own_launches=True, far_launches=True)
    text = driving.HEAD + KERNEL.format(blocks=blocks) + "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n        " + before + "\n        " \
        + FORWARD.format(grid=grid)
    if is_tuned:
        text = text.replace("@triton.jit", TUNED + "@triton.jit").replace(", B=1024)", ")")
    found = []
    for name in ("far_launches_0", "far_launches_1"):
        candidate = driving.Candidate(roles, text)
        assert candidate.static()["passed"]
        first, _ = candidate.forward("run", "original", prepared.fds["original"]["given"], driving.memfd())
        assert first["ok"], first
        answer, _ = candidate.forward("trace", name, prepared.fds[name]["given"])
        found.append(answer)
        candidate.finish()
    return [(answer["ok"], answer.get("code", ""), answer["certain"]) for answer in found]


@pytest.mark.parametrize("blocks, grid", [(OF_ONE, ALL), (OF_ALL, f"min(256, {ALL})")])
def test_who_does_all_of_it_passes(reference, roles, blocks, grid):
    assert looked_at(reference, roles, blocks, grid) == [(True, "", False)] * 2


@pytest.mark.parametrize("limit, codes", [(None, 0), (64, 2)])
def test_of_what_an_autotuner_measures_one_launch_does_the_work(reference, roles, limit, codes):
    grid = f"min({limit or 'n'}, triton.cdiv(n, 512))"
    answers = looked_at(reference, roles, OF_ONE, grid, is_tuned=True)
    assert answers == [(True, "", False)] * (2 - codes) + [(False, "wrong_values", True)] * codes


@pytest.mark.parametrize("limit, codes", [(64, 2), (256, 2), (4096, 1)])
def test_a_grid_that_ends_does_ever_less(reference, roles, limit, codes):
    answers = looked_at(reference, roles, OF_ONE, f"min({limit}, {ALL})")
    assert answers == [(True, "", False)] * (2 - codes) + [(False, "wrong_values", True)] * codes


@pytest.mark.parametrize("before", ["assert x.numel() < 100000", "if x.numel() > 100000: return x * 2"])
def test_who_says_that_he_takes_none_as_large_is_not_refused_for_it(reference, roles, before):
    assert not any(certain for _, _, certain in looked_at(reference, roles, OF_ONE, ALL, before))


def test_a_launch_for_each_row_ends_soon(reference, roles):
    text = "if x.shape[0] > 1000: [double[(1,)](x, x, 1, B=1024) for _ in range(x.shape[0])]"
    assert [(ok, certain) for ok, _, certain in looked_at(reference, roles, OF_ONE, ALL, text)][1] == (False, False)
