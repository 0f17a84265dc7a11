// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::verify {

/// One kind of operation, by itself.
struct MachineOperation {
  std::string name;         ///< "arith.addf"
  std::string on;           ///< "1024 x f32"
  double microseconds = 0;  ///< for one; the median of several runs
  double aim_us = 0;        ///< what it should take at most; 0: no aim
  double per_second() const { return microseconds > 0 ? 1e6 / microseconds : 0; }
};

/// One kernel, by the machine and by Triton's interpreter, in turn, on the same inputs.
struct MachineKernel {
  std::string name;
  double read_ms = 0;             ///< text to steps, once a kernel
  double machine_ms = 0;          ///< one launch, with bounds and races checked; the median
  double interpreter_ms = 0;      ///< one launch by Triton's interpreter
  double largest_difference = 0;  ///< between their results, absolute
  std::size_t findings = 0;
  double ratio() const { return machine_ms > 0 ? interpreter_ms / machine_ms : 0; }
};
inline constexpr double kMachineRatioAim = 200;

struct MachineBench {
  std::vector<MachineOperation> operations;
  std::vector<MachineKernel> kernels;
};

/// Measures the kernel machine on this computer, in processor time. Needs Python with Triton for
/// the texts and the interpreter; blocks for half a minute. `progress` gets a line of text now and
/// then.
Result<MachineBench> bench_machine(const std::function<void(const std::string&)>& progress);

}  // namespace nereid::verify
