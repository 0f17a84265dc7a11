// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/process.h"
#include "engine/base/result.h"
#include "engine/base/unique_fd.h"
#include "engine/verify/processes/child.h"
#include "engine/verify/processes/gpu_workers.h"

namespace nereid::verify {

struct SupervisorConfig {
  std::filesystem::path python;
  std::filesystem::path harness;
  std::filesystem::path sandbox_library;
  std::filesystem::path machine_library;
  std::filesystem::path work_dir;
  std::size_t memory_mb = 4096;  ///< of one candidate or reference
  int compile_processes = 1;     ///< in which one candidate's kernels are compiled at once
  bool gpu = false;              ///< also keep a zygote for GPU children
  bool candidates = true;        ///< false: references only
  bool inductor = false;         ///< the role that makes answers, and no other
};

/// Owner of the zygotes: one warm process per role, started again when it dies. Its thread reads
/// their reports; children of a dead zygote are marked as lost. Those that need torch are forked by
/// one process that has imported it, as children of this program. Thread-safe.
class Supervisor final : public ChildSource {
 public:
  explicit Supervisor(SupervisorConfig config);
  ~Supervisor() override;
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Asks a zygote for a child; waits until the zygote is warm.
  Result<std::unique_ptr<Child>> start_child(Role role, Json request,
                                             const std::vector<std::pair<std::string, int>>& fds,
                                             const std::atomic<bool>& cancelled) override;

  GpuWorkers* gpu_workers() override { return &gpu_workers_; }
  int compile_processes() const override { return config_.compile_processes; }
  std::optional<HarnessPlace> place() const override {
    return HarnessPlace{config_.python, config_.harness, config_.work_dir, config_.machine_library};
  }
  std::map<std::string, std::string> versions() const override;
  /// Layers around what runs a candidate; the static role runs none of it and needs fewer. Empty
  /// until such a role is ready.
  std::vector<std::string> sandbox() const;
  int restarts() const;
  /// Process ids of the zygotes, 0 where none runs. For tests that kill them.
  std::array<pid_t, kRoleCount> zygote_pids() const;
  /// Wakes those who wait for a zygote, so that they look at their cancel flag.
  void notify_all();

 private:
  struct Zygote {
    Role role = Role::kReference;
    Process process;
    UniqueFd control;
    bool ready = false;
    bool fork_killed = false;  ///< somebody killed the process that was to fork it
    int failed_starts = 0;
    std::optional<Error> failure;  ///< set for good when the harness does not start
    std::map<std::string, std::shared_ptr<ChildState>> children;
    std::map<std::string, std::string> versions;
    std::vector<std::string> sandbox;
  };

  void run();
  void start_zygote(Zygote& zygote);
  Result<void> spawn_zygote(Zygote& zygote);
  Result<void> fork_zygote(Zygote& zygote, int control);
  Result<Process> spawn_harness(std::string_view mode, int control) const;
  void lose_preload();
  void end_preload();
  void lose_zygote(Zygote& zygote);
  void give_up(Zygote& zygote);
  bool read_reports(Zygote& zygote);
  void handle(Zygote& zygote, const Message& message);
  void adopt_process(Zygote& zygote, pid_t pid);
  void stop_zygotes();
  std::filesystem::path log_file(std::string_view mode) const;
  std::string last_words(Role role) const;
  Zygote& of(Role role) { return zygotes_[static_cast<std::size_t>(role)]; }

  const SupervisorConfig config_;
  GpuWorkers gpu_workers_{*this};
  UniqueFd wake_;
  mutable std::mutex mutex_;  ///< guards everything below but thread_
  std::condition_variable changed_;
  std::array<Zygote, kRoleCount> zygotes_;
  Process preload_;           ///< has torch imported and forks the zygotes that need it
  UniqueFd preload_control_;  ///< open while it runs
  std::uint64_t next_id_ = 1;
  int restarts_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace nereid::verify
