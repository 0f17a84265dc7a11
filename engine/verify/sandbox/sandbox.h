// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// The sandbox of one candidate or reference process, as a plain C library that the harness loads
/// through ctypes (`ctypes.PyDLL`: the interpreter lock must stay held across the fork).
///
/// Extra folders come from the environment at load time, so that a request cannot widen them:
/// NEREID_SANDBOX_READ (colon-separated, readable), NEREID_SANDBOX_HARNESS (readable too, but not
/// for hosts) and NEREID_SANDBOX_MEMORY_MB (data limit).
extern "C" {

enum {
  NEREID_SANDBOX_EXEC = 1,  ///< execve and fork stay allowed: the compiler runs ptxas
  NEREID_SANDBOX_GPU = 2,   ///< NVIDIA device files stay open; no data limit, CUDA reserves widely
  NEREID_SANDBOX_HOST = 4,  ///< a candidate's Python: no memory that the data limit does not count
                            ///< (memfd, shared or growing maps), and no sources of the harness
};

/// Layers by name, for `nereid_sandbox_leave_out`. Without no_new_privs the process keeps its
/// capabilities, or it could not enter the layers behind.
enum {
  NEREID_LAYER_USERNS = 1,
  NEREID_LAYER_PIDNS = 2,
  NEREID_LAYER_NETNS = 4,
  NEREID_LAYER_IPCNS = 8,
  NEREID_LAYER_MOUNTNS = 16,
  NEREID_LAYER_PROC = 32,
  NEREID_LAYER_SHM = 64,
  NEREID_LAYER_TMPFS = 128,
  NEREID_LAYER_RLIMITS = 256,
  NEREID_LAYER_NO_NEW_PRIVS = 512,
  NEREID_LAYER_LANDLOCK = 1024,
  NEREID_LAYER_SECCOMP = 2048,
};

/// Diagnosis only (`main.py gpu-probe`, which runs no foreign code): later forks of this process go
/// without these layers. No role of the verifier calls it, no environment variable or request can,
/// and a process that is already inside the sandbox gains nothing by it.
__attribute__((visibility("default"))) void nereid_sandbox_leave_out(unsigned layers);

/// Like fork, but into new user, pid, net, ipc and mount namespaces, or into as many of them as
/// this system allows; for the GPU without a pid namespace where /proc cannot be its own. Returns
/// the pid as the caller sees it, 0 in the child, -1 with `error` filled. Handlers of
/// pthread_atfork do not run: call it from a single-threaded process, between PyOS_BeforeFork and
/// PyOS_AfterFork_Parent / PyOS_AfterFork_Child. The child dies with its parent.
__attribute__((visibility("default"))) pid_t nereid_sandbox_fork(unsigned flags, char* error,
                                                                 size_t error_size);

/// Like fork, but the child is a sibling of the caller: its parent is the caller's parent, which
/// waits for it, and whose end ends it too. Nothing is isolated. Conditions as above.
__attribute__((visibility("default"))) pid_t nereid_sandbox_fork_sibling(char* error,
                                                                         size_t error_size);

/// Binds the calling single-threaded process for good: rlimits, no capabilities, no_new_privs,
/// Landlock (system and NEREID_SANDBOX_READ readable, only `private_dir` writable), seccomp.
/// Writes the names of the layers that are really active, comma-separated. Returns 0, or an errno
/// if a layer that this system offers could not be applied; the process must then not go on.
__attribute__((visibility("default"))) int nereid_sandbox_enter(const char* private_dir,
                                                                unsigned flags, char* layers,
                                                                size_t layers_size);

/// Closes every descriptor but 0, 1, 2 and those in `keep`. Returns 0 or an errno.
__attribute__((visibility("default"))) int nereid_sandbox_close_fds(const int* keep, size_t count);
}
