// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nereid::sandbox {

struct SystemCalls {
  bool exec = false;  ///< execve and fork stay allowed
  /// A process may make a local stream or packet socket, bind it and listen, but never connect one:
  /// cuInit fails with error 304 unless it can listen for peers of its UVM descriptor.
  bool unix_server = false;
  bool counted_memory_only = false;  ///< none that RLIMIT_DATA does not count
};

/// Installs the system call filter for all threads of the process. Signals go to the process itself
/// only; deadly ones end it at once, also where it is the init of a pid namespace and the kernel
/// would ignore them. Other sockets are denied. Needs no_new_privs. 0 or an errno.
int apply_seccomp(const SystemCalls& allowed);

}  // namespace nereid::sandbox
