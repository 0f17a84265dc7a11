# SPDX-License-Identifier: GPL-3.0-or-later
"""What eager PyTorch does of the work of a reference: kernels, bytes and operations."""

import driving
import pytest
import torch

from harness.task import reference_work

X, Y = torch.randn(64, 128), torch.randn(64, 128)


class Model(torch.nn.Module):
    """A forward out of a function."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


def entries(model, *inputs):
    model = model if isinstance(model, torch.nn.Module) else Model(model)
    return reference_work.work_of(model, list(inputs))


def test_an_addition_reads_both_and_writes_one():
    assert entries(torch.add, X, Y) == [
        {"name": "add", "launches": 1, "read": 2 * 32768, "written": 32768, "dot_flops": {},
         "flops": {"fp32": 8192}}]


def test_a_softmax_by_hand_is_five_kernels_and_torchs_own_one():
    def by_hand(x):
        x = (x - x.max(dim=1, keepdim=True).values).exp()
        return x / x.sum(dim=1, keepdim=True)
    assert sum(entry["launches"] for entry in entries(by_hand, X)) == 5
    assert sum(entry["launches"] for entry in entries(lambda x: x.softmax(1), X)) == 1


@pytest.mark.parametrize("dtype, kind", [(torch.float32, "fp32"), (torch.bfloat16, "bf16"),
                                         (torch.float64, "fp64")])
def test_products_take_two_operations_for_each_term(dtype, kind):
    entry, = entries(torch.mm, torch.randn(64, 32).to(dtype), torch.randn(32, 16).to(dtype))
    assert entry["dot_flops"] == {kind: 2 * 64 * 32 * 16} and not entry["flops"]
    assert entry["read"] == (64 * 32 + 32 * 16) * dtype.itemsize
    assert entry["written"] == 64 * 16 * dtype.itemsize


def test_products_in_tf32_only_where_torch_allows_it():
    convolution, = entries(torch.nn.Conv2d(3, 8, 3, bias=False), torch.randn(2, 3, 9, 9))
    assert convolution["dot_flops"] == {"tf32": 2 * 2 * 7 * 7 * 8 * 27}
    torch.backends.cuda.matmul.allow_tf32 = True
    try:
        assert list(entries(torch.mm, X, Y.t())[0]["dot_flops"]) == ["tf32"]
    finally:
        torch.backends.cuda.matmul.allow_tf32 = False


def test_the_bias_of_a_convolution_is_a_kernel_of_its_own():
    entry, = entries(torch.nn.Conv2d(3, 8, 3), torch.randn(2, 3, 9, 9))
    assert entry["launches"] == 2


def test_views_and_empty_tensors_are_no_kernels():
    def views(x):
        torch.empty_like(x)
        return (x.t().reshape(-1)[None, :4] + 1).view(2, 2)
    assert [entry["name"] for entry in entries(views, X)] == ["clone", "add"]  # of the reshape


def test_an_expanded_operand_is_read_once():
    entry, = entries(lambda x, y: x + y.expand(64, 128), X, torch.randn(128))
    assert entry["read"] == 32768 + 512


def test_a_gather_reads_no_more_than_it_takes():
    entry, = entries(torch.nn.Embedding(1000, 8), torch.arange(4))
    assert entry["read"] == 4 * 8 * 4 + 4 * 8 and entry["written"] == 4 * 8 * 4


def test_what_is_overwritten_is_not_read():
    entry, = entries(lambda x, y: x.copy_(y), X, Y)
    assert (entry["read"], entry["written"]) == (32768, 32768)


def test_counting_changes_neither_inputs_nor_state():
    inputs = [X.clone()]
    layer = torch.nn.BatchNorm1d(128)
    assert entries(torch.nn.Sequential(layer, torch.nn.ReLU(inplace=True)), *inputs)
    assert torch.equal(inputs[0], X) and not layer.running_mean.any()


def test_a_forward_of_many_operators_has_a_bounded_answer():
    def chain(x):
        for size in range(1, 128):
            x = x + x[:, :size].sum()
        return x
    found = entries(chain, X)
    assert len(found) <= 2 * reference_work.MAX_ENTRIES + 1
    assert sum(entry["launches"] for entry in found) == 2 * 127


def test_a_forward_that_fails_has_no_work():
    assert entries(lambda x: x @ x, X) == []


def test_the_role_counts_where_it_is_asked_to(reference):
    source = ("import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
              "        return torch.relu(x) * 2\n"
              "def get_inputs():\n    return [torch.randn(8, 16)]\n"
              "def get_init_inputs():\n    return []\n")
    asked = driving.prepare(reference, source, model=True)
    assert [entry["name"] for entry in asked.messages["original"]["work"]] == ["relu", "mul"]
    assert asked.messages["larger_dims"]["work"] == []
    assert driving.prepare(reference, source).messages["original"]["work"] == []
