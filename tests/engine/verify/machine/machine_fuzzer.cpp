// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's door to the kernel machine, of the preset `fuzz`: texts are grown towards branches
// that none has reached. docs/kernel-machine.md says how it is run.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tests/engine/verify/machine/hostile_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!nereid::verify::machine::is_read_or_refused(
          std::string(reinterpret_cast<const char*>(data), size)))
    std::abort();
  return 0;
}
