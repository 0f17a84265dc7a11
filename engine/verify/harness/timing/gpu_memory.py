# SPDX-License-Identifier: GPL-3.0-or-later
"""Overwrites memory of the GPU as a whole, whatever tensors lie in it."""

import ctypes

import torch

_ONES = 255  # in every byte: NaN in every floating type


def segments_of(graph):
    """(address, bytes) of the memory that the captured `graph` allocates for itself."""
    pool = tuple(graph.pool())
    return [(segment["address"], segment["total_size"]) for segment in torch.cuda.memory_snapshot()
            if tuple(segment["segment_pool_id"]) == pool]


def all_segments():
    """(address, bytes) of all memory that torch holds."""
    return [(segment["address"], segment["total_size"])
            for segment in torch.cuda.memory_snapshot()]


def fill(segments):
    """Ones into them, in the order of the current stream."""
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    library = ctypes.CDLL("libcuda.so.1")
    for address, size in segments:
        status = library.cuMemsetD8Async(ctypes.c_uint64(address), ctypes.c_ubyte(_ONES),
                                         ctypes.c_size_t(size), stream)
        if status != 0:
            raise RuntimeError(f"the driver's error {status} while memory was overwritten")
