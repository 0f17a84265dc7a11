// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/processes/channel.h"
#include "engine/verify/processes/seat.h"
#include "engine/verify/processes/time_limit.h"

namespace nereid::verify {

enum class Role { kReference, kDevice, kCompiler, kGpu, kStatic, kInductor };
inline constexpr int kRoleCount = 6;
std::string_view role_name(Role role);

/// What a zygote has reported about one of its children. Thread-safe by its mutex.
struct ChildState {
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;   ///< the zygote has reaped it
  bool lost = false;    ///< its zygote died, and the child with it
  int wait_status = 0;  ///< as from waitpid, once ended
  std::string refusal;  ///< the zygote could not fork or did not understand
  pid_t pid = 0;
  UniqueFd pidfd;  ///< of the child; empty before "forked" and where it was already gone
};

/// Why a conversation with a child is over.
enum class EndKind {
  kMessage,  ///< not over: a message came
  kTimeout,
  kMemory,  ///< above the memory limit
  kCancelled,
  kLost,    ///< the zygote died, or the machine was too busy: do it again
  kSignal,  ///< ended by a signal that we did not send
  kExit,    ///< ended by itself, or closed its channel
  kBroken,  ///< sent something that is not a message
};

/// Of a kTimeout: the children did not use their time.
inline constexpr std::string_view kIdleText = "waits without working";

struct ChildEnd {
  EndKind end = EndKind::kMessage;
  int signal = 0;
  std::string text;  ///< for people: how it ended

  /// Ended by a signal that nobody else sent.
  bool crashed() const { return end == EndKind::kSignal && signal != 9; }
};
struct Step : ChildEnd {
  Message message;
};

/// One single-use child and the private channel to it. One thread at a time. The destructor kills
/// it.
class Child {
 public:
  Child(UniqueFd channel, std::shared_ptr<ChildState> state, std::size_t memory_limit_bytes);
  /// One that no zygote has forked: nobody reports its end, and its memory is not limited.
  explicit Child(UniqueFd channel)
      : Child(std::move(channel), std::make_shared<ChildState>(), ~std::size_t{0}) {}
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for the next message as long as `limit` allows; anything but kMessage means that the
  /// child is dead or being killed. Meanwhile `partner`, which works for this child, is watched
  /// too: its memory and its time; with `ends_idle` both are ended as kTimeout (kIdleText) once
  /// neither works.
  Step next(TimeLimit limit, const std::atomic<bool>& cancelled, Child* partner = nullptr,
            bool ends_idle = false);
  Result<void> send(const Json& body, const std::vector<int>& fds);
  /// Puts it on the processor of a seat; false: it is not forked yet, or has ended.
  bool sit(const Seat& seat);
  /// Seconds of processor time are bounded by rlimits; this ends the child at once.
  void kill();
  /// True once it is known that the child has ended or is lost.
  bool is_over() const;

 private:
  Step killed(EndKind end, std::string text);
  Step ended();
  bool over_memory();
  pid_t pid() const;  ///< 0 before it is forked, and once it has ended
  bool is_lost() const;

  UniqueFd channel_;
  std::shared_ptr<ChildState> state_;
  std::size_t memory_limit_;
};

class GpuWorkers;

/// The files that children are started from, and where they may write.
struct HarnessPlace {
  std::filesystem::path python, harness, work_dir, machine_library;
};

/// Where judges get their children from.
class ChildSource {
 public:
  virtual ~ChildSource() = default;
  /// Null where no candidate runs on a GPU.
  virtual GpuWorkers* gpu_workers() { return nullptr; }
  /// A child of a role that serves `request` (with "op", not yet "id" and "fds"); `fds` are named
  /// descriptors that it gets beside its channel. kUnavailable: the harness does not start;
  /// kCancelled: `cancelled` became true while waiting. Thread-safe.
  virtual Result<std::unique_ptr<Child>> start_child(
      Role role, Json request, const std::vector<std::pair<std::string, int>>& fds,
      const std::atomic<bool>& cancelled) = 0;
  /// In how many processes a child may compile at once: processors that no other candidate takes.
  virtual int compile_processes() const { return 1; }
  /// For processes that no zygote can fork; nothing where there are none.
  virtual std::optional<HarnessPlace> place() const { return std::nullopt; }
  /// Versions of torch, triton and numpy that the children use.
  virtual std::map<std::string, std::string> versions() const = 0;
};

}  // namespace nereid::verify
