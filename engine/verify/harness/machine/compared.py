# SPDX-License-Identifier: GPL-3.0-or-later
"""With what outcomes the kernels of a forward have compared floating-point numbers: what they do for another one nobody has seen."""

MOST = 64  # comparisons that are told


class Compared:
    """Of one forward, whatever a kernel's text is made for."""

    def __init__(self):
        self._seen = {}  # {(kernel, line, which of that line): what the machine says of it}

    def note(self, kernel, comparisons):
        """Of a launch of a kernel of this name."""
        for one in comparisons:
            key = kernel, one["line"], one["nth"]
            known = self._seen.get(key)
            if known is None:
                if len(self._seen) < MOST:
                    self._seen[key] = {"kernel": kernel, **one}
                continue
            for outcome in ("true", "false"):
                known[outcome] = known[outcome] or one[outcome]
            known["numbers"] = [number for number in known["numbers"] if number in one["numbers"]]  # what all launches compare with
            for side in ("left", "right"):
                known[side] = _wider(known[side], one[side])

    def told(self):
        """For the judge: [{"kernel", "line", "nth", "numbers", "true", "false", "left", "right"}], ranges as [least, largest] or None."""
        return list(self._seen.values())


def _wider(one, other):
    ranges = [values for values in (one, other) if values is not None]
    return [min(low for low, _ in ranges), max(high for _, high in ranges)] if ranges else None
