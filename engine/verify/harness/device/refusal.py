# SPDX-License-Identifier: GPL-3.0-or-later
"""What the device refuses to do."""


class Refused(Exception):
    """What was asked for is not done on the device; the code is the judge's reason. `is_silent`: a GPU would do it and say nothing."""

    def __init__(self, code, message, line=0, is_silent=False):
        super().__init__(message)
        self.code, self.message, self.line, self.is_silent = code, message, line, is_silent
