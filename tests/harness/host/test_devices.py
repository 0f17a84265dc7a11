# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a candidate's tensors would be: what torch and Triton refuse on a machine with one GPU is refused here."""

import driving
import pytest
import torch
from driving import given

X = torch.arange(1.0, 513.0).reshape(8, 64)
MODEL = '''
@triton.jit
def twice(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.left = torch.zeros(8, 64)
        self.brought = torch.zeros(8, 64, device="cuda")
        self.register_buffer("kept", torch.zeros(8, 64), persistent=False)
        self.sums = self.brought + 1

    def forward(self, x):
        y = torch.empty_like(x)
        n = x.numel()
'''
RUN = "twice[(2,)](x, y, n, B=256)\nreturn y"
MIXED, POINTER = "on the same device", "cannot be accessed from Triton"


def run(roles, body):
    text = driving.HEAD + MODEL + "".join(f"        {line}\n" for line in body.splitlines())
    (answer, output), = driving.run_candidate(roles, text, [("original", given(X))])
    return answer, output


@pytest.mark.parametrize("body", [
    RUN,
    "y = torch.empty(x.shape, device=x.device)\n" + RUN,
    "y = torch.zeros(x.shape).to(x)\n" + RUN,
    "y = torch.zeros(x.shape).cuda()\n" + RUN,
    "y = torch.zeros(x.shape).type_as(x)\n" + RUN,
    "with torch.device('cuda'):\n    y = torch.empty(x.shape)\n" + RUN,
    "torch.set_default_device('cuda')\ny = torch.empty(x.shape)\n" + RUN,
    "y = x.new_empty(x.shape)\n" + RUN,
    "y = self.kept\n" + RUN,
    "y = self.brought[:8].view(8, 64)\n" + RUN,
    "y = self.sums\n" + RUN,
    "assert x.device == y.device == torch.device('cuda', 0) and x.is_cuda and not x.is_cpu and x.get_device() == 0\n" + RUN,
    "assert self.left.device.type == 'cpu' and not self.left.is_cuda and self.left.get_device() == -1\n" + RUN,
    "y.copy_(torch.zeros(x.shape))\n" + RUN,
    "assert torch.arange(8).numpy()[3] == 3 and self.left.numpy().sum() == 0\n" + RUN,
])
def test_what_is_on_the_gpu_is_taken(roles, body):
    answer, output = run(roles, body)
    assert answer["ok"], answer
    assert torch.equal(driving.bundle.Bundle(output).view("output.0"), 2 * X)


@pytest.mark.parametrize("body, words", [
    ("y = torch.empty(x.shape)\n" + RUN, POINTER),
    ("y = torch.empty(x.shape)[:8].view(8, 64)\n" + RUN, POINTER),
    ("y = torch.empty(x.shape).t().contiguous()\n" + RUN, POINTER),
    ("y = torch.empty_like(x, device='cpu')\n" + RUN, POINTER),
    ("x = x.cpu()\n" + RUN, POINTER),
    ("x = x.to('cpu')\n" + RUN, POINTER),
    ("y = self.left\n" + RUN, POINTER),
    ("y = self.left.clone()\n" + RUN, POINTER),
    ("y = torch.cat([y, torch.zeros(8, 64)])[:8]\n" + RUN, MIXED),
    (RUN + ".cpu()", MIXED),
    ("twice[(2,)](x, y, n, B=256)\nreturn y.to(torch.device('cpu'))", MIXED),
    ("y = torch.empty(x.shape, device='cuda:1')\n" + RUN, "invalid device ordinal"),
    ("y = y.cuda(1)\n" + RUN, "invalid device ordinal"),
    ("n = int(x[0, :1].numpy()[0])\n" + RUN, "can't convert cuda:0 device type tensor to numpy"),
])
def test_what_is_not_there_is_refused(roles, body, words):
    answer, _ = run(roles, body)
    assert not answer["ok"] and words in answer["message"], answer


DESCRIPTOR = '''
@triton.jit
def through(x, y, B: tl.constexpr):
    one = tl.make_tensor_descriptor(x, [8, 64], [64, 1], [8, B])
    other = tl.make_tensor_descriptor(y, [8, 64], [64, 1], [8, B])
    at = tl.program_id(0) * B
    other.store([0, at], one.load([0, at]) * 2)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        ALLOCATOR
        through[(4,)](x, y, B=16)
        return y
'''


@pytest.mark.parametrize("line, words", [
    ("triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device='cuda', dtype=torch.int8))", None),
    ("pass", "no allocator was set")])
def test_a_kernel_that_makes_descriptors_needs_an_allocator(roles, line, words):
    (answer, _), = driving.run_candidate(roles, driving.HEAD + DESCRIPTOR.replace("ALLOCATOR", line), [("original", given(X))])
    assert answer["ok"] == (words is None) and (words or "") in answer.get("message", ""), answer
