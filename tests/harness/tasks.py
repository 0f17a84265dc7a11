# SPDX-License-Identifier: GPL-3.0-or-later
"""References for the tests of several rooms."""

TASK = """import torch
import torch.nn as nn
import torch.nn.functional as F
{constants}
class Model(nn.Module):
    def __init__(self{parameters}):
        super().__init__()
{body}
    def forward(self, {arguments}):
        return {answer}

def get_inputs():
    return {inputs}

def get_init_inputs():
    return {init}
"""


def task(answer, inputs, arguments="x", body="        pass\n", parameters="", init="[]",
         constants=""):
    return TASK.format(answer=answer, inputs=inputs, arguments=arguments, body=body,
                       parameters=parameters, init=init, constants=constants)


LINEAR = task("self.fc(x)", "[torch.randn(32, 64)]", parameters=", n",
              body="        self.fc = nn.Linear(n, n)\n", init="[64]")
CONV = task("self.conv(x)", "[torch.randn(4, 8, 20, 24)]",
            body="        self.conv = nn.Conv2d(8, 6, 3)\n")
BATCH_NORM = task("self.norm(x)", "[torch.randn(16, 16, 9, 12)]",
                  body="        self.norm = nn.BatchNorm2d(16)\n")
BROADCAST = task("x + y * z", "[torch.randn(12, 36), torch.randn(36), torch.randn(12, 1)]",
                 arguments="x, y, z")
MATMUL = task("a @ b", "[torch.randn(24, 40), torch.randn(40, 56)]", arguments="a, b")
SQUARE = task("a @ b", "[torch.randn(32, 32), torch.randn(32, 32)]", arguments="a, b")
CONSTANTS = task("self.fc(x)", "[torch.randn(BATCH, WIDTH)]",
                 constants="BATCH = 16\nWIDTH = 32\n", parameters=", n",
                 body="        self.fc = nn.Linear(n, 8)\n", init="[WIDTH]")
BOUND = task("(x + 1).view(BATCH, -1)", "[torch.randn(BATCH, 32)]", constants="BATCH = 16\n")
DERIVED = task("x * 2", "[torch.randn(TOTAL, 8)]", constants="HALF = 20\nTOTAL = HALF * 2\n")
INTEGERS = task("x + y", "[torch.randint(0, 9, (6, 50)), torch.randint(0, 9, (6, 50))]",
                arguments="x, y")
EMBEDDING = task("self.table(x)", "[torch.randint(0, 10, (7, 30))]",
                 body="        self.table = nn.Embedding(10, 12)\n")
GATHER = task("torch.gather(x, 1, at)", "[torch.randn(9, 30), torch.randint(0, 30, (9, 4))]",
              arguments="x, at")
FIXED = task("x.view(3, 5, 14).sum(2)", "[torch.randn(3, 70)]")
