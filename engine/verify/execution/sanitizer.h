// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/process.h"
#include "engine/verify/processes/child.h"
#include "engine/verify/processes/gpu_workers.h"
#include "engine/verify/verdict.h"

namespace nereid::verify {

/// Reads what the program wrote (https://docs.nvidia.com/compute-sanitizer). Reports count where
/// they name one of `kernels`: torch's own kernels are not the candidate's. `tool` and the time are
/// left empty.
Audit read_sanitizer_log(std::string_view log, const std::set<std::string>& kernels);

/// Children as of another source, but the device of a candidate is a process of its own under one
/// tool of compute-sanitizer (harness/audit_role.py). For one candidate. One thread.
class SanitizedDevice final : public ChildSource {
 public:
  SanitizedDevice(ChildSource& children, HarnessPlace place, std::filesystem::path program,
                  std::string tool);

  Result<std::unique_ptr<Child>> start_child(Role role, Json request,
                                             const std::vector<std::pair<std::string, int>>& fds,
                                             const std::atomic<bool>& cancelled) override;
  GpuWorkers* gpu_workers() override { return &workers_; }
  std::map<std::string, std::string> versions() const override { return children_.versions(); }

  /// Once its channel has closed: waits for the end of the process and reads what was found.
  /// kTimeout if it does not end, kUnavailable if there is no report.
  Result<std::string> log(int timeout_ms);

 private:
  Result<std::unique_ptr<Child>> start_device(int device);

  ChildSource& children_;
  const HarnessPlace place_;
  const std::filesystem::path program_;
  const std::string tool_;
  std::optional<TemporaryDirectory> folder_;
  Process process_;
  GpuWorkers workers_{*this};
};

}  // namespace nereid::verify
