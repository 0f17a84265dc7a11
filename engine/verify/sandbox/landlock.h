// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace nereid::sandbox {

struct LandlockPaths {
  std::vector<std::string> readable;    ///< folders and files, with all below
  std::vector<std::string> executable;  ///< may also be started
  std::vector<std::string> writable;    ///< everything but device files and execution
  std::vector<std::string> devices;     ///< read, write, ioctl
  std::vector<std::string> listable;    ///< names of entries only, no contents
  /// Keeps the rules' files below /proc open: the kernel forgets a rule there when it drops its
  /// cached inode, and CUDA needs them as long as the process lives.
  bool pin_proc = false;
};

/// The highest Landlock version of this kernel, 0 without Landlock.
int landlock_version();
/// Binds the calling thread for good. Paths that do not exist are left out; any other failure is
/// returned as an errno. 0 when the ruleset is active.
int apply_landlock(const LandlockPaths& paths);

}  // namespace nereid::sandbox
