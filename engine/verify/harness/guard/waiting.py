# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that wait for what another program will store. Here programs run one after another, so
such a loop would never end: it reads the same places again and again, and nothing changes."""

from harness.stand_ins.cuda_surface import NotJudgeable

TURNS = 2000  # of a `while` in which nothing changed
_MOST_READS = 8  # in one turn


class Waiting:
    """What the running program read since the last test of a `while`."""

    def __init__(self):
        self.begin_program()

    def begin_program(self):
        """Another program runs."""
        self.is_watching = False
        self._reads, self._before, self._turns = [], None, 0

    def read(self, *arrays):
        """Memory was read, or an atomic operation changed nothing: where, what was there."""
        if len(self._reads) <= _MOST_READS:
            self._reads.append(tuple([array.tobytes() for array in arrays]))

    def change(self):
        """Memory was changed."""
        self._before, self._turns = None, 0

    def turn(self):
        """The test of a `while` was computed."""
        self.is_watching = True
        if self._reads and self._reads == self._before and len(self._reads) <= _MOST_READS:
            self._turns += 1
            if self._turns > TURNS:
                raise NotJudgeable("a program waits for what another one stores, and here they run "
                                   "one after another")
        else:
            self._turns = 0
        self._reads, self._before = [], self._reads
