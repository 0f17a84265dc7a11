// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/reports/fresh_processes.h"

namespace nereid::verify {
namespace {

constexpr int kControlFd = 3;

}  // namespace

FreshProcesses::FreshProcesses(const SupervisorConfig& config) : config_(config) {}

// The host begins a candidate: the process of the candidate before ends.
Result<void> FreshProcesses::begin_candidate() {
  process_ = Process();
  auto channel = make_channel();
  if (!channel) return channel.error();
  SpawnOptions options;
  options.fds = {{1, -1}, {kControlFd, channel->second.get()}};
  options.argv = {config_.python.string(),
                  "-I",
                  "-B",
                  (config_.harness / "once.py").string(),
                  "--control",
                  std::to_string(kControlFd),
                  "--machine-lib",
                  config_.machine_library.string(),
                  "--work-dir",
                  config_.work_dir.string()};
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  process_ = std::move(*process);
  control_ = std::move(channel->first);
  return {};
}

Result<std::unique_ptr<Child>> FreshProcesses::start_child(
    Role /*role*/, Json request, const std::vector<std::pair<std::string, int>>& fds,
    const std::atomic<bool>& /*cancelled*/) {
  auto channel = make_channel();
  if (!channel) return channel.error();
  if (json_value(request, "op", std::string()) == "host")
    if (Result<void> begun = begin_candidate(); !begun) return begun.error();
  std::vector<std::string> names = {"channel"};
  std::vector<int> numbers = {channel->second.get()};
  for (const auto& [name, fd] : fds) {
    names.push_back(name);
    numbers.push_back(fd);
  }
  request["id"] = "fresh";
  request["fds"] = names;
  if (Result<void> sent = send_message(control_.get(), request, numbers); !sent)
    return sent.error();
  return std::make_unique<Child>(std::move(channel->first));
}

}  // namespace nereid::verify
