# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps Triton's own interpreter, the twin of the kernel machine, running with numpy 2.5."""

from triton.runtime import interpreter


def let_scalars_be_indices():
    """Triton's interpreter keeps a scalar as an array of one element and makes an index of it by int(), which numpy 2.5 refuses
    of arrays that have a dimension."""
    patch = interpreter._patch_lang_tensor

    def patched(tensor, scope):
        patch(tensor, scope)
        scope.set_attr(tensor, "__index__", lambda self: int(self.handle.data.item()))

    interpreter._patch_lang_tensor = patched
