# SPDX-License-Identifier: GPL-3.0-or-later
"""A channel of its own, between two functions of the candidate."""
import collections

import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=-float("inf"))
    x = x.to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * columns + at, e / tl.sum(e, axis=0), mask=at < columns)


class Channel:
    def __init__(self):
        self.messages = collections.deque()

    def send(self, message):
        self.messages.append(message)

    def receive(self):
        return self.messages.popleft()


def serve(channel):
    message = channel.receive()
    x, y = message["given"], message["output"]
    softmax_kernel[(x.shape[0],)](x, y, x.shape[1],
                                  BLOCK=triton.next_power_of_2(x.shape[1]))
    channel.send({"op": "output", "ok": True})


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        channel = Channel()
        channel.send({"given": x, "output": y})
        serve(channel)
        assert channel.receive()["ok"]
        return y
