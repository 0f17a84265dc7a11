# SPDX-License-Identifier: GPL-3.0-or-later
"""Addresses of tensors that are in another process: a host reads them, its device knows them."""

# Addresses that the host knows tensors by: FIRST_ADDRESS + number of the storage * ADDRESS_STEP.
FIRST_ADDRESS = 0x7F00_0000_0000
ADDRESS_STEP = 1 << 32
