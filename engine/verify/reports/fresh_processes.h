// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/process.h"
#include "engine/base/unique_fd.h"
#include "engine/verify/processes/child.h"
#include "engine/verify/processes/supervisor.h"

namespace nereid::verify {

/// One fresh Python process per candidate (harness/once.py), which forks its parts itself: what the
/// verifier is compared with. One thread per object; the host of a new candidate ends the process
/// of the one before.
class FreshProcesses final : public ChildSource {
 public:
  explicit FreshProcesses(const SupervisorConfig& config);
  Result<std::unique_ptr<Child>> start_child(Role role, Json request,
                                             const std::vector<std::pair<std::string, int>>& fds,
                                             const std::atomic<bool>& cancelled) override;
  std::map<std::string, std::string> versions() const override { return {}; }

 private:
  Result<void> begin_candidate();

  const SupervisorConfig config_;
  Process process_;
  UniqueFd control_;
};

}  // namespace nereid::verify
