# SPDX-License-Identifier: GPL-3.0-or-later
"""The work of a reference, asked for on the meta device."""

import driving  # noqa: F401  (mounts the harness)
import torch

from harness.task import task_size


class Loop(torch.nn.Module):
    def __init__(self, times):
        super().__init__()
        self.times, self.answers = times, []

    def forward(self, x, w):
        y = x
        for number in range(self.times):
            y = torch.where(x > 0, y * 0.5, y + x[0]) @ w
            y = y.transpose(0, 1).contiguous().transpose(0, 1) + number * 0
            y = y.to(torch.float16).float().softmax(-1) if number % 2 else y.double().cumsum(0).float()
            y = torch.cat([y[:5], y[5:]], 0)
            y[0] += 1
            self.answers += [y, y.sum(0), y.t().clone(), y.max(1).values, (y > 0) + 1, (y > 0) + True]
        return y


def inputs():
    return [torch.randn(12, 12, device="meta"), torch.randn(12, 12, device="meta")]


def test_each_kind_of_call_is_asked_for_once():
    kinds = []
    for times in (4, 40):
        counter = task_size.WorkCounter()
        with torch.device("meta"), counter:
            Loop(times)(*inputs())
        kinds.append(len(counter._known))
    assert kinds[0] == kinds[1] < 40


def test_what_is_known_is_what_torch_answers():
    plain, counted = Loop(6), Loop(6)
    with torch.device("meta"):
        plain(*inputs())
        with task_size.WorkCounter():
            counted(*inputs())
    assert [(one.shape, one.stride(), one.dtype) for one in counted.answers] == [(one.shape, one.stride(), one.dtype) for one in plain.answers]


def test_work_is_in_proportion():
    few, many = (task_size.work_of(Loop(times), inputs()) for times in (4, 40))
    assert (10 * few.operators, 10 * few.elements, 10 * few.flops) == (many.operators, many.elements, many.flops)


def test_values_are_those_of_a_device_that_has_them():
    x = torch.ones(3)
    with task_size.WorkCounter() as counter:
        assert (x + 1).tolist() == (x + 1).tolist() == [2, 2, 2]
    assert counter._known == {} and counter.operators >= 2
