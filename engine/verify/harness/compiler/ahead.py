# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles kernels side by side where processors are free: processes fill the cache of the one that asks, which then finds there what it
would have made itself, in the same order. What ends one of them early it makes itself."""

import json
import os

MOST = 4  # processes: each has the compiler's memory for itself


def side_by_side(count, work, processes):
    """Calls `work(index)` for all of range(count) in forked processes, each index once, and gives what it returned, by index: what JSON
    can say. Empty where one process is all that there may be. One thread; nothing may be compiled before."""
    processes = min(MOST, count, processes)
    if processes < 2:
        return {}
    queue = os.pipe()
    os.write(queue[1], bytes(range(count)))
    os.close(queue[1])
    workers = [_start(queue[0], work) for _ in range(processes)]
    os.close(queue[0])
    found = {}
    for pid, answers in workers:
        with open(answers, "rb") as file:
            lines = file.read().splitlines()
        os.waitpid(pid, 0)
        for line in lines:
            try:
                index, answer = json.loads(line)
            except ValueError:  # it ended while it wrote
                continue
            found[index] = answer
    return found


def _start(queue, work):
    """(process, what it answers with): takes the next number of the queue until there is none."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return pid, reads
    try:
        os.close(reads)
        while number := os.read(queue, 1):
            answer = work(number[0])
            os.write(writes, json.dumps([number[0], answer]).encode() + b"\n")
    finally:
        os._exit(0)
