# SPDX-License-Identifier: GPL-3.0-or-later
"""Which process an object belongs to."""

import os


class ForkedProcessError(RuntimeError):
    """A Verifier was used in a forked child of the process that made it."""


class Owner:
    """Remembers the process that it was made in. Takes no lock: one may be held across a fork."""

    def __init__(self):
        self.pid = os.getpid()

    def is_here(self) -> bool:
        return os.getpid() == self.pid

    def require_here(self) -> None:
        """Raises ForkedProcessError in any other process."""
        if not self.is_here():
            raise ForkedProcessError(
                f"this Verifier was made in process {self.pid} and its threads are not in the "
                f"forked process {os.getpid()}; make a nereid.Verifier in this process (after "
                "nereid.shutdown(), nereid.verify does), or start the process with the method "
                "\"spawn\"")
