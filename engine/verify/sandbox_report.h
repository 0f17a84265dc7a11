// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::verify {

/// libnereid_sandbox.so: $NEREID_SANDBOX_LIB, else beside the program, in the folder above (tests),
/// in the installed library folder, else where it was built.
std::filesystem::path sandbox_library();

/// One layer of the sandbox on this machine.
struct SandboxLayer {
  std::string name;  ///< as in Verdict::sandbox
  bool active = false;
  std::string purpose;  ///< what it keeps a candidate from
  std::string why;      ///< why it is not active
  std::string mend;     ///< a command or a change that gives it, "" if there is none
};

/// What the system says about itself, for explain_layers.
struct SandboxFacts {
  std::string kernel;            ///< `uname -r`
  int landlock_version = 0;      ///< of the kernel's interface; 0: none
  int landlock_error = 0;        ///< errno of asking for it
  int user_namespace_error = 0;  ///< errno of making one, 0 = it works
  bool has_seccomp = false;
  std::map<std::string, std::string> settings;  ///< sysctl name -> value, of those that exist
};

/// Enters the sandbox, as a candidate's process does, in a child that is thrown away; the layers
/// that were active there. Forks: best called before there are threads.
Result<std::vector<std::string>> try_sandbox(const std::filesystem::path& library);
/// Asks the kernel, in a child where asking changes something.
SandboxFacts sandbox_facts();
/// All layers that there are, each with the reason if it is not among `active`. Pure.
std::vector<SandboxLayer> explain_layers(const std::vector<std::string>& active,
                                         const SandboxFacts& facts);

}  // namespace nereid::verify
