// SPDX-License-Identifier: GPL-3.0-or-later
#define NEREID_LANES avx512
#include "engine/verify/machine/internal/lanes_of_processor.h"
