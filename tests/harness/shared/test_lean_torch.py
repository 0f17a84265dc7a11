# SPDX-License-Identifier: GPL-3.0-or-later
"""torch's compiler is imported by none that does not ask for it, and is itself for who does."""

import os
import subprocess
import sys

_MOUNT = f"""
import sys, types
sys.modules["harness"] = types.ModuleType("harness")
sys.modules["harness"].__path__ = [{os.environ["NEREID_HARNESS"]!r}]
from harness.shared import lean_torch
lean_torch.install()
import torch
"""


def said_by(text):
    return subprocess.run([sys.executable, "-B", "-c", _MOUNT + text], capture_output=True, text=True, check=True).stdout


def test_shapes_of_a_product_take_no_compiler():
    assert said_by("""
with torch.device("meta"):
    answer = torch.nn.Linear(2, 3)(torch.randn(4, 2)).softmax(dim=1)
print(tuple(answer.shape), "torch._dynamo" in sys.modules)
""") == "(4, 3) False\n"


def test_compiler_that_is_there_still_leaves_them_out():
    assert said_by("""
@torch._disable_dynamo
def asked(x):
    return torch.compiler.is_compiling(), x + 1
print(asked(1), "torch._dynamo" in sys.modules)
compiled = lambda x: (torch.compiler.is_compiling(), asked(x))
print(torch.compile(compiled, backend="eager")(torch.ones(2)))
torch._dynamo.reset()
try:
    torch.compile(compiled, backend="eager", fullgraph=True)(torch.ones(2))
except torch._dynamo.exc.Unsupported as error:
    print("marked as skipped" in str(error))
""") == "(False, 2) False\n(True, (False, tensor([2., 2.])))\nTrue\n"


def test_a_wrapper_is_asked_for_without_a_function():
    assert said_by("""
@torch._disable_dynamo(recursive=False)
def twice(x):
    return 2 * x
print(twice(3), twice.__name__)
""") == "6 twice\n"
