# SPDX-License-Identifier: GPL-3.0-or-later
"""What the device refuses to do."""


class Refused(Exception):
    """What was asked for is not done on the device; the code is the judge's reason."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line
