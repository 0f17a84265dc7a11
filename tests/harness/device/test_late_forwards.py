# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls behind the judged one: how many there are, and in which of them kernels run."""

import types

import pytest

from harness.device.late_forwards import SLOW_SECONDS, LateForwards
from harness.shared import bundle


class Call(types.SimpleNamespace):
    """One of a host that asks for the same each time."""

    def __init__(self, late, ran):
        super().__init__(late=late, ran=ran, kinds=["a"], numbers=["1"], takes_inputs=[True], measures=False, carries=False,
                         reads_results=True, truths=0, asked_at=0.0, done={"ok": True}, asked_again=False)

    def goes_by_checks(self, judged):
        return judged is None

    def is_like(self, judged):
        return judged is not None

    def launches_as(self, other):
        return (self.kinds, self.numbers) == (other.kinds, other.numbers)

    def keep_values(self):
        pass


@pytest.mark.parametrize("seconds, ran", [(SLOW_SECONDS / 2, [True, False]), (2 * SLOW_SECONDS, [False])])
def test_a_host_that_reads_slow_kernels_is_called_once_without_them(seconds, ran):
    """Without kernels a call takes no time; who goes by it tells itself there."""
    calls = []

    def make(runs_kernels, change, before, turned):
        del change, before, turned
        calls.append(Call(late, runs_kernels))
        return calls[-1]

    def serve(call):
        call.asked_again = late.wanted(call)

    late = LateForwards(make, serve, lambda: None)
    late.plan(bundle.Bundle(bundle.create("given", {}, {})))
    late._began -= seconds  # so long the judged call has taken
    judged = Call(late, True)
    judged.asked_at = late._began
    judged.asked_again = late.wanted(judged)
    assert late.run(judged) is None
    assert [call.ran for call in calls] == ran
