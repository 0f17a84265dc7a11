// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nereid::sandbox {

/// Installs the system call filter for all threads of the process. With `allow_exec` execve and
/// fork stay allowed. Signals go to the process itself only; deadly ones end it at once, also where
/// it is the init of a pid namespace and the kernel would ignore them. Sockets are denied; with
/// `unix_server` a process may make a local stream or packet socket, bind it and listen, but never
/// connect one: cuInit fails with error 304 unless it can listen for peers of its UVM descriptor.
/// Needs no_new_privs. 0 or an errno.
int apply_seccomp(bool allow_exec, bool unix_server);

}  // namespace nereid::sandbox
