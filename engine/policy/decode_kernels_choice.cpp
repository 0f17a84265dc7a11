// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/decode_kernels.h"

namespace nereid::policy {

const DecodeKernels& decode_kernels() {
#ifdef NEREID_KERNELS_AVX2
  static const bool has_avx2 =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (has_avx2) return kernels_avx2::kKernels;
#endif
  return kernels_baseline::kKernels;
}

}  // namespace nereid::policy
