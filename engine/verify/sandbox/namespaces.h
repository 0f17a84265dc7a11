// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nereid::sandbox {

/// CLONE_NEW* bits that nereid_sandbox_fork gave to this process.
unsigned long active_namespaces();

enum PrivateMount : unsigned {
  kPrivateShm = 1,     ///< /dev/shm is this process's own
  kPrivateProc = 2,    ///< /proc shows only this pid namespace
  kPidCeiling = 4,     ///< at most 400 processes in this pid namespace
  kPrivateFolder = 8,  ///< the private folder is an empty memory file system of at most 512 MB
};
/// Private mounts where a mount namespace is there, but those in `left_out`; returns PrivateMount
/// bits.
unsigned private_mounts(const char* private_dir, unsigned left_out);

/// Layers that the diagnosis of this process leaves out (sandbox.h); 0 in every role.
unsigned left_out_layers();

}  // namespace nereid::sandbox
