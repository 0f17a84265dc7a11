# SPDX-License-Identifier: GPL-3.0-or-later
"""What no candidate can be faster than: bytes that have to be moved, and the cost of a launch."""

import ctypes
import random

import torch

from harness.timing import gpu_timing

SAMPLES = 12        # elements of a tensor that are tried
MAX_TENSORS = 8     # the largest ones
LEAST_SAMPLES = 6   # fewer prove nothing
BUDGET_US = 300e3   # for all of it
# Elements that turned out not to matter although they do, by chance of the draw.
_GRACE = 2
_LARGE = {torch.float16: 3e4}
_FLOOR_NODES = 64
_CLOCK_KHZ, _WIDTH_BITS = 36, 37  # attributes of the CUDA driver: of its memory

_random = random.SystemRandom()


def peak_bytes_per_us():
    """What the clock and the width of the memory allow; 0 if the driver does not tell."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0.0
    clock_khz, width_bits = (_attribute(driver, number) for number in (_CLOCK_KHZ, _WIDTH_BITS))
    return 2.0 * clock_khz * 1e3 * (width_bits / 8) / 1e6


def _attribute(driver, number):
    value = ctypes.c_int(0)
    status = driver.cuDeviceGetAttribute(ctypes.byref(value), number, torch.cuda.current_device())
    return value.value if status == 0 else 0


def launch_floor_us():
    """Microseconds that a kernel takes in a graph although it does nothing."""
    graph = gpu_timing.captured(lambda index: torch.cuda._sleep(0), _FLOOR_NODES)
    return min(gpu_timing.event_times(graph.replay, 5)) / _FLOOR_NODES


def needed_bytes(call, tensors, once_us):
    """Bytes of `tensors` on which what `call()` returns depends: for each tensor the share of
    elements, tried one by one on a sample, that change the outputs. 0 where equal calls differ,
    or where a call of `once_us` is too slow to try."""
    base = [tensor.clone() for tensor in call()]
    if not _same(base, call()):
        return 0
    floating = [tensor for tensor in _distinct(tensors)
                if tensor.is_floating_point() and tensor.dim() and tensor.is_contiguous()]
    floating = sorted(floating, key=lambda tensor: -tensor.numel())[:MAX_TENSORS]
    samples = min(SAMPLES, int(BUDGET_US / (2 * max(once_us, 50.0) * max(len(floating), 1))))
    if samples < LEAST_SAMPLES:
        return 0
    return sum(_share(call, base, tensor, samples) * tensor.numel() * tensor.element_size()
               for tensor in floating)


def written_bytes(outputs):
    """Bytes of outputs, each storage once."""
    sizes = {}
    for tensor in outputs:
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = min(tensor.numel() * tensor.element_size(), storage.nbytes())
    return sum(sizes.values())


def _distinct(tensors):
    return list({tensor.untyped_storage().data_ptr(): tensor for tensor in tensors
                 if tensor.numel()}.values())


def _share(call, base, tensor, samples):
    matters = sum(_matters(call, base, tensor, _random.randrange(tensor.numel()))
                  for _ in range(samples))
    return max(0, matters - _GRACE) / samples


def _matters(call, base, tensor, index):
    place = tuple(int(part) for part in torch.unravel_index(torch.tensor(index), tensor.shape))
    before = tensor[place].clone()
    large = _LARGE.get(tensor.dtype, 1e6)
    try:
        for value in (large, -large):
            tensor[place] = value
            if not _same(base, call()):
                return True
        return False
    finally:
        tensor[place] = before


def _same(first, second):
    second = list(second)
    return len(first) == len(second) and all(
        one.shape == other.shape and torch.equal(_numbers(one), _numbers(other))
        for one, other in zip(first, second))


def _numbers(tensor):
    """Without NaN, which equals nothing; 8-bit floats, which know little arithmetic, widened."""
    small = tensor.is_floating_point() and tensor.element_size() == 1
    return (tensor.float() if small else tensor).nan_to_num()
