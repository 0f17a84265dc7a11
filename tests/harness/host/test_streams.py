# SPDX-License-Identifier: GPL-3.0-or-later
"""Streams of torch.cuda: what one has made another one may take only behind it."""

import driving
import pytest
import torch
from driving import given

from harness.device.refusal import Refused
from harness.device.stream_order import StreamOrder

X = torch.arange(1.0, 513.0).reshape(8, 64)
TWICE = '''
@triton.jit
def twice(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


def run(x, y):
    twice[(2,)](x, y, x.numel(), B=256)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.side, self.other = torch.cuda.Stream(), torch.cuda.Stream()

    def forward(self, x):
        main, side, other = torch.cuda.current_stream(), self.side, self.other
        t, y = torch.empty_like(x), torch.empty_like(x)
'''
RUN_T = "with torch.cuda.stream(side):\n    run(x, t)\n"
LEAVE = "main.wait_stream(side)\n"


@pytest.mark.parametrize("body, ok", [
    (RUN_T + LEAVE + "run(t, y)", True),
    (RUN_T + "run(t, y)", False),
    (RUN_T + "torch.cuda.synchronize()\nrun(t, y)", True),
    (RUN_T + "side.synchronize()\nrun(t, y)", True),
    (RUN_T + "side.record_event().wait()\nrun(t, y)", True),
    (RUN_T + "main.wait_event(side.record_event())\nrun(t, y)", True),
    ("early = side.record_event()\n" + RUN_T + "main.wait_event(early)\nrun(t, y)", False),
    ("run(x, t)\nwith torch.cuda.stream(side):\n    run(t, y)\n" + LEAVE, False),  # the side does not wait for the main one
    ("run(x, t)\nside.wait_stream(main)\nwith torch.cuda.stream(side):\n    run(t, y)\n" + LEAVE, True),
    ("run(x, t)\nside.wait_stream(main)\nwith torch.cuda.stream(side):\n    run(t, y)", False),  # nor the caller for it
    # Both read the same.
    (RUN_T + "with torch.cuda.stream(other):\n    run(x, y)\nmain.wait_stream(side); main.wait_stream(other)\nrun(t, y)", True),
    # The second waits for the first, and the main one for the second.
    (RUN_T + "other.wait_stream(side)\nwith torch.cuda.stream(other):\n    run(t, y)\nmain.wait_stream(other)", True),
    # One stores into what the other still reads.
    (RUN_T + LEAVE + "with torch.cuda.stream(other):\n    run(t, y)\nrun(x, t)\nmain.wait_stream(other)", False),
    ("torch.cuda.set_stream(side)\nrun(x, t)\ntorch.cuda.set_stream(main)\nrun(t, y)", False),
    ("with torch.cuda.stream(None), torch.cuda.stream(main):\n    run(x, t)\nrun(t, y)", True),
])
def test_what_another_stream_has_made_is_waited_for(roles, body, ok):
    text = driving.HEAD + TWICE + "".join(f"        {line}\n" for line in [*body.splitlines(), "return y"])
    (answer, _), = driving.run_candidate(roles, text, [("original", given(X))])
    assert answer["ok"] == ok, answer
    assert ok or answer["code"] == "data_race" and "another stream" in answer["message"]


def test_a_request_waits_for_what_its_stream_has_been_told_to_wait_for():
    order = StreamOrder()
    order.check({}, {1}, {1}, "before there are streams")
    order.check({"stream": 1, "at": 5, "behind": [[1, 5]]}, {1, 2}, {2}, "one")
    order.check({"stream": 2, "at": 6, "behind": [[2, 6], [1, 5]]}, {2, 3}, {3}, "another")
    with pytest.raises(Refused, match="third meets another of another stream"):
        order.check({"stream": 0, "at": 7, "behind": [[0, 7], [1, 6]]}, {3}, set(), "third")


NAMES = '''        run(x, y)
        return {OUTPUT}
'''


@pytest.mark.parametrize("output, code, first", [
    ("'twice': y, 'as': x.clone()", None, 2.0), ("'as': x.clone(), 'twice': y", None, 2.0), ("'thrice': y, 'as': x.clone()", "wrong_type", None)])
def test_entries_of_a_dict_are_known_by_their_names(roles, output, code, first):
    text = driving.HEAD + TWICE + NAMES.replace("OUTPUT", output)
    (answer, fd), = driving.run_candidate(roles, text, [("original", given(X, form='{"twice": "tensor", "as": "tensor"}'))])
    assert answer.get("code") == code, answer
    assert first is None or driving.bundle.Bundle(fd).view("output.0")[0, 0] == first


@pytest.mark.parametrize("waits, option, between, ok", [
    ("", "", "", True), ("", ", launch_pdl=True", "", False), ("tl.extra.cuda.gdc_wait()", ", launch_pdl=True", "", True),
    ("", ", launch_pdl=True", "u = torch.empty_like(x)\n        run(x, u)", True)])
def test_a_launch_that_begins_early_waits_for_what_it_reads(roles, waits, option, between, ok):
    source = driving.HEAD + f"""
@triton.jit
def early(x, y, n, B: tl.constexpr):
    {waits or "pass"}
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)

""" + TWICE.split("class ModelNew")[0] + f"""class ModelNew(torch.nn.Module):
    def forward(self, x):
        t, y = torch.empty_like(x), torch.empty_like(x)
        run(x, t)
        {between or "pass"}
        early[(2,)](t, y, x.numel(), B=256{option})
        return y
"""
    answer, _ = driving.run_candidate(roles, source, [("original", given(X))], again=True)[0]
    assert answer["ok"] == ok and answer.get("code", "data_race") == "data_race", answer
