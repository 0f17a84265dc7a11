// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/process.h"
#include "engine/base/unique_fd.h"
#include "engine/verify/processes/child.h"

namespace nereid::verify {

/// One fresh Python process per candidate (harness/once.py), which forks its parts itself: what the
/// verifier is compared with. One thread per object; the host of a new candidate ends the process
/// of the one before.
class FreshProcesses final : public ChildSource {
 public:
  FreshProcesses(std::filesystem::path python, std::filesystem::path harness,
                 std::filesystem::path work_dir);
  Result<std::unique_ptr<Child>> start_child(Role role, Json request,
                                             const std::vector<std::pair<std::string, int>>& fds,
                                             const std::atomic<bool>& cancelled) override;
  std::map<std::string, std::string> versions() const override { return {}; }

 private:
  Result<void> begin_candidate();

  const std::filesystem::path python_;
  const std::filesystem::path harness_;
  const std::filesystem::path work_dir_;
  Process process_;
  UniqueFd control_;
};

}  // namespace nereid::verify
