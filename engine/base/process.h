// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace nereid {

/// How a process ended: by exit(code) or by a signal.
struct ExitStatus {
  int code = 0;    ///< exit status; meaningful when signal == 0
  int signal = 0;  ///< 0 = it exited by itself
  bool ok() const { return code == 0 && signal == 0; }
  std::string text() const;  ///< "exit status 3" or "signal 9 (Killed)"
};

struct SpawnOptions {
  std::vector<std::string> argv;  ///< argv[0] is looked up in PATH unless it holds a slash
  std::map<std::string, std::string> set_environment;  ///< on top of the inherited environment
  bool clear_environment = false;                      ///< start from an empty one instead
  std::filesystem::path working_dir;                   ///< empty = inherited
  /// Child descriptor -> descriptor here. 0, 1 and 2 are inherited unless named; -1 here means
  /// /dev/null. Every other descriptor is closed in the child.
  std::map<int, int> fds;
  /// The kernel kills the child when the *thread* that called spawn() ends: spawn from one that
  /// lives as long.
  bool die_with_parent = true;
  bool new_process_group =
      true;  ///< a terminal's Ctrl-C reaches us, not the child; kill_group() works
};

/// Owner of a child process. One thread at a time. The destructor kills the child with its group
/// and reaps it.
class Process {
 public:
  Process() = default;
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

  /// The owner of a child of this process that something else has made: it leads its own group.
  static Process adopt(pid_t pid);

  pid_t pid() const { return pid_; }
  bool running() const { return pid_ > 0 && !status_; }
  /// Readable once the child has ended; -1 where the kernel has no pidfd. For poll().
  int pidfd() const { return pidfd_.get(); }
  /// Waits up to `timeout_ms` (negative = for ever, 0 = just look). nullopt: it still runs.
  Result<std::optional<ExitStatus>> wait(int timeout_ms = -1);
  /// No effect once it was reaped, so a reused pid is never hit.
  void kill(int signal = SIGKILL);
  /// The child and what it started in its process group.
  void kill_group(int signal = SIGKILL);

 private:
  friend Result<Process> spawn(const SpawnOptions& options);
  bool wait_for_end(int timeout_ms) const;

  pid_t pid_ = -1;
  bool own_group_ = false;
  UniqueFd pidfd_;
  std::optional<ExitStatus> status_;
};

/// Paths at which `program` is looked for: itself if it holds a slash, else one in each folder of
/// the PATH.
std::vector<std::string> program_candidates(const std::string& program);

/// Starts a program. A program that cannot be started is an Error here, not an exit status later.
Result<Process> spawn(const SpawnOptions& options);

struct Captured {
  ExitStatus status;
  std::string out;
  std::string err;
};
/// Runs a program to its end and collects its output. kTimeout after `timeout_ms`; the child is
/// killed then.
Result<Captured> run_captured(SpawnOptions options, int timeout_ms = 60'000);

/// A pipe with both ends close-on-exec.
struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};
Result<Pipe> make_pipe();

/// Is a process of this id alive (or a zombie nobody reaped yet)?
bool process_exists(pid_t pid);

/// Raises how many descriptors this process may have open, to `wanted` where the system lets it,
/// and returns how many it may have. Never lowers it. Children inherit it.
int raise_open_files(int wanted);

}  // namespace nereid
