# SPDX-License-Identifier: GPL-3.0-or-later
"""What a reference asks of a dtype (`torch.finfo(x.dtype).min`), in its float64 answer: a limit or an epsilon of the dtype that it computes
in otherwise, since that is what a kernel has to write."""

import torch

_finfo = torch.finfo


class OwnLimits:
    """Within it torch.finfo knows float64 as the coarsest dtype of the `given` tensors. `asked`: whether it was asked for that."""

    def __init__(self, given):
        dtypes = [value.dtype for value in given if value.is_floating_point() or value.is_complex()]
        self._own = max(dtypes, key=lambda dtype: _finfo(dtype).eps, default=torch.float32)
        self.asked = False

    def __enter__(self):
        torch.finfo = self._of

    def __exit__(self, *error):
        torch.finfo = _finfo

    def _of(self, *dtype, **named):
        info = _finfo(*dtype, **named)
        if info.dtype != "float64":
            return info
        self.asked = True
        return _finfo(self._own)

    def eps_of(self, dtype):
        """The same epsilon, which the reference has not asked for."""
        return _finfo(self._own if dtype == torch.float64 else dtype).eps
