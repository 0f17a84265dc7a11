// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/internal/fresh_processes.h"

namespace nereid::verify {
namespace {

constexpr int kFirstFd = 3;
constexpr std::size_t kNoMemoryLimit = ~std::size_t{0};

}  // namespace

FreshProcesses::FreshProcesses(std::filesystem::path python, std::filesystem::path harness,
                               std::filesystem::path work_dir)
    : python_(std::move(python)), harness_(std::move(harness)), work_dir_(std::move(work_dir)) {}

Result<std::unique_ptr<Child>> FreshProcesses::start_child(
    Role role, Json request, const std::vector<std::pair<std::string, int>>& fds,
    const std::atomic<bool>& /*cancelled*/) {
  auto channel = make_channel();
  if (!channel) return channel.error();
  SpawnOptions options;
  std::vector<std::string> names = {"channel"};
  options.fds = {{1, -1}, {kFirstFd, channel->second.get()}};
  for (const auto& [name, fd] : fds) {
    options.fds[kFirstFd + static_cast<int>(names.size())] = fd;
    names.push_back(name);
  }
  request["id"] = "fresh";
  request["fds"] = names;
  options.argv = {python_.string(),
                  "-I",
                  "-B",
                  (harness_ / "once.py").string(),
                  std::string(role_name(role)),
                  "--work-dir",
                  work_dir_.string(),
                  "--request",
                  dump_json(request)};
  // The host begins a candidate: those of the candidate before have ended.
  if (json_value(request, "op", std::string()) == "host") processes_.clear();
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  processes_.push_back(std::move(*process));
  return std::make_unique<Child>(std::move(channel->first), std::make_shared<ChildState>(),
                                 kNoMemoryLimit);
}

}  // namespace nereid::verify
