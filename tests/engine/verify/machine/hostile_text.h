// SPDX-License-Identifier: GPL-3.0-or-later
// One text that may be anything, for the tests with faults and for the fuzzer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {

/// Whether the machine refuses a text by a message, or reads it and ends a launch of two programs
/// of it, with pointers into 4 KiB of float32 or int32 and 16 in the place of numbers. Kernels
/// whose values take over 64 MiB are read only.
inline bool is_read_or_refused(std::string text) {
  const Result<Kernel> kernel = Kernel::read(std::move(text));
  if (!kernel) return !kernel.error().message.empty();
  if (kernel->value_bytes() > (64U << 20U)) return true;
  constexpr std::uint64_t kValues = 4096;
  constexpr std::uint64_t kNumbers = 1U << 20U;
  std::vector<float> values(1024, 1.0F);
  std::vector<std::int32_t> numbers(1024, 0);
  const std::array<Buffer, 2> buffers = {
      Buffer{kValues, reinterpret_cast<std::byte*>(values.data()), 4096, 4, "values"},
      Buffer{kNumbers, reinterpret_cast<std::byte*>(numbers.data()), 4096, 4, "numbers"}};
  Launch launch;
  launch.grid = {2, 1, 1};
  launch.max_steps = 3000;
  for (const std::string& type : kernel->argument_types())
    launch.arguments.push_back(type == "!tt.ptr<i32>"         ? Argument::of(kNumbers)
                               : type.starts_with("!tt.ptr<") ? Argument::of(kValues)
                                                              : Argument::of(16));
  return static_cast<bool>(kernel->run(launch, buffers));
}

}  // namespace nereid::verify::machine
