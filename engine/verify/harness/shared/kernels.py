# SPDX-License-Identifier: GPL-3.0-or-later
"""Who runs the kernels of candidates in this process and in those that it forks: the kernel machine, or Triton's interpreter."""

BY_MACHINE = True
MACHINE_LIBRARY = "none"  # libnereid_machine.so


def choose(kernels, machine_library):
    """`kernels`: "machine" or "interpreter". Before any role begins."""
    global BY_MACHINE, MACHINE_LIBRARY
    BY_MACHINE = kernels == "machine"
    MACHINE_LIBRARY = machine_library
