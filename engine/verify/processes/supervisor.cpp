// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/supervisor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "engine/base/file.h"
#include "engine/base/log.h"
#include "engine/base/machine.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPreload = "preload";
constexpr int kMaxFailedStarts = 3;
constexpr int kStopMs = 1500;  // how long a zygote may take to end its children
constexpr int kControlFd = 3;
constexpr std::size_t kLogTail = 1500;  // bytes of a zygote's complaints shown in an error

std::string last_bytes(const fs::path& file, std::size_t limit) {
  std::ifstream stream(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  return text.size() > limit ? text.substr(text.size() - limit) : text;
}

// Large pages for what is asked for, in large pieces: a fork copies fewer entries of tables, and a
// child faults in fewer pages.
constexpr const char* kTunables = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=4194304";

std::string harness_path(const SupervisorConfig& config) {
  std::error_code ignored;
  return fs::weakly_canonical(config.harness, ignored).string();
}

// Folders that Python needs to read: the environment it was started from and the installation
// behind it; and our libraries.
std::string readable_paths(const SupervisorConfig& config) {
  std::error_code ignored;
  const fs::path environment =
      fs::weakly_canonical(config.python.parent_path().parent_path(), ignored);
  std::string paths = environment.string();
  const fs::path real = fs::weakly_canonical(config.python, ignored);
  paths += ":" + real.parent_path().parent_path().string();
  paths += ":" + fs::weakly_canonical(config.sandbox_library, ignored).string();
  paths += ":" + fs::weakly_canonical(config.machine_library, ignored).string();
  return paths;
}

// The parent of a process, to be sure that a pidfd is the child that the zygote meant.
pid_t parent_of(pid_t pid) {
  std::ifstream stream(fmt::format("/proc/{}/stat", pid));
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  char state = 0;
  if (name_end == std::string::npos ||
      std::sscanf(text.c_str() + name_end + 1, " %c %d", &state, &parent) != 2)
    return 0;
  return parent;
}

Result<UniqueFd> open_log(const fs::path& file) {
  UniqueFd log(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!log) return file_error("opening", file, errno);
  return log;
}

UniqueFd open_child_pidfd(pid_t pid, pid_t zygote) {
  if (pid <= 0) return {};
  UniqueFd pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (pidfd && parent_of(pid) != zygote) pidfd.reset();
  return pidfd;
}

void mark_lost(ChildState& state) {
  std::lock_guard lock(state.mutex);
  if (!state.ended) state.lost = true;
  state.changed.notify_all();
}

void mark_ended(ChildState& state, int wait_status, std::string refusal = {}) {
  std::lock_guard lock(state.mutex);
  state.ended = true;
  state.wait_status = wait_status;
  state.refusal = std::move(refusal);
  state.changed.notify_all();
}

}  // namespace

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kReference:
      return "reference";
    case Role::kDevice:
      return "device";
    case Role::kCompiler:
      return "compiler";
    case Role::kGpu:
      return "gpu";
    case Role::kStatic:
      return "static";
    case Role::kInductor:
      return "inductor";
  }
  return "";
}

Supervisor::Supervisor(SupervisorConfig config)
    : config_(std::move(config)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  for (int i = 0; i < kRoleCount; ++i)
    zygotes_[static_cast<std::size_t>(i)].role = static_cast<Role>(i);
  if (!config_.gpu)
    of(Role::kGpu).failure = Error{ErrorCode::kUnsupported, "there is no NVIDIA GPU here"};
  if (!config_.candidates)
    of(Role::kCompiler).failure = of(Role::kDevice).failure =
        Error{ErrorCode::kUnsupported, "this verifier runs references only"};
  const Error other{ErrorCode::kUnsupported, "this supervisor was started for other roles"};
  if (config_.inductor)
    of(Role::kReference).failure = of(Role::kStatic).failure = other;
  else
    of(Role::kInductor).failure = other;
  thread_ = std::thread([this] { run(); });
}

Supervisor::~Supervisor() {
  gpu_workers_.clear();
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  eventfd_write(wake_.get(), 1);
  changed_.notify_all();
  thread_.join();
}

fs::path Supervisor::log_file(std::string_view mode) const {
  return config_.work_dir / (std::string(mode) + ".log");
}

// What a role, or the process that forks it, complained of last.
std::string Supervisor::last_words(Role role) const {
  std::string words = last_bytes(log_file(role_name(role)), kLogTail);
  return words.empty() ? last_bytes(log_file(kPreload), kLogTail) : words;
}

// The thread that spawns must live as long as the zygotes: they die with it.
void Supervisor::run() {
  std::unique_lock lock(mutex_);
  for (Zygote& zygote : zygotes_)
    if (!zygote.failure) start_zygote(zygote);
  while (!stopping_) {
    std::vector<pollfd> waiting = {{wake_.get(), POLLIN, 0}};
    if (preload_control_) waiting.push_back({preload_control_.get(), POLLIN, 0});
    const std::size_t others = waiting.size();
    std::vector<Zygote*> owners;
    for (Zygote& zygote : zygotes_) {
      if (!zygote.control) continue;
      waiting.push_back({zygote.control.get(), POLLIN, 0});
      owners.push_back(&zygote);
    }
    lock.unlock();
    poll(waiting.data(), waiting.size(), -1);
    lock.lock();
    eventfd_t ignored = 0;
    eventfd_read(wake_.get(), &ignored);
    if (others == 2 && waiting[1].revents != 0) lose_preload();  // it never says anything
    for (std::size_t i = 0; i < owners.size() && !stopping_; ++i)
      if (waiting[others + i].revents != 0 && !read_reports(*owners[i])) lose_zygote(*owners[i]);
  }
  stop_zygotes();
}

void Supervisor::start_zygote(Zygote& zygote) {
  Result<void> started = spawn_zygote(zygote);
  if (!started) {
    zygote.failure = started.error();
    changed_.notify_all();
  }
}

Result<void> Supervisor::spawn_zygote(Zygote& zygote) {
  auto channel = make_channel();
  if (!channel) return channel.error();
  zygote.ready = zygote.fork_killed = false;
  zygote.process = Process();
  if (zygote.role == Role::kStatic) {  // needs no torch, and stays small
    auto process = spawn_harness(role_name(zygote.role), channel->second.get());
    if (!process) return process.error();
    zygote.process = std::move(*process);
  } else if (auto forked = fork_zygote(zygote, channel->second.get()); !forked) {
    return forked;
  }
  zygote.control = std::move(channel->first);
  return {};
}

// The answer is the zygote's own: "started", once it has been forked.
Result<void> Supervisor::fork_zygote(Zygote& zygote, int control) {
  const std::string_view role = role_name(zygote.role);
  auto log = open_log(log_file(role));
  if (!log) return log.error();
  const Json request = {{"op", "start"},
                        {"role", role},
                        {"work_dir", (config_.work_dir / role).string()},
                        {"fds", {"control", "log"}}};
  const std::vector<int> fds = {control, log->get()};
  if (preload_control_ && send_message(preload_control_.get(), request, fds)) return {};
  end_preload();
  auto channel = make_channel();
  if (!channel) return channel.error();
  auto process = spawn_harness(kPreload, channel->second.get());
  if (!process) return process.error();
  preload_ = std::move(*process);
  preload_control_ = std::move(channel->first);
  return send_message(preload_control_.get(), request, fds);
}

// Zygotes that it has forked live on; those that it was still to fork find their sockets closed.
void Supervisor::lose_preload() {
  const auto status = preload_.wait(kStopMs);
  const bool killed = status && *status && (**status).signal == SIGKILL;
  for (Zygote& zygote : zygotes_)
    if (zygote.control && !zygote.process.running()) zygote.fork_killed = killed;
  end_preload();
}

void Supervisor::end_preload() {
  preload_control_.reset();
  preload_ = Process();
}

Result<Process> Supervisor::spawn_harness(std::string_view mode, int control) const {
  auto log = open_log(log_file(mode));
  if (!log) return log.error();
  SpawnOptions options;
  options.argv = {config_.python.string(),
                  "-I",
                  "-B",
                  (config_.harness / "main.py").string(),
                  std::string(mode),
                  "--control",
                  std::to_string(kControlFd),
                  "--sandbox-lib",
                  config_.sandbox_library.string(),
                  "--machine-lib",
                  config_.machine_library.string(),
                  "--work-dir",
                  (config_.work_dir / mode).string()};
  options.clear_environment = true;
  options.set_environment = {{"PATH", "/usr/bin:/bin"},
                             {"LC_ALL", "C.UTF-8"},
                             {"HOME", config_.work_dir.string()},
                             {"GLIBC_TUNABLES", kTunables},
                             {"NEREID_SANDBOX_READ", readable_paths(config_)},
                             {"NEREID_SANDBOX_HARNESS", harness_path(config_)},
                             {"NEREID_SANDBOX_MEMORY_MB", std::to_string(config_.memory_mb)}};
  if (const char* path = std::getenv("LD_LIBRARY_PATH"))
    options.set_environment["LD_LIBRARY_PATH"] = path;
  options.set_environment.merge(gpu_variables());  // roles without a GPU hide them all
  options.fds = {{0, -1}, {1, log->get()}, {2, log->get()}, {kControlFd, control}};
  return spawn(options);
}

// The zygote has died or closed its socket. Its children die with it (parent-death signal).
void Supervisor::lose_zygote(Zygote& zygote) {
  zygote.control.reset();
  // Its socket closes before it has ended: our own signal must not look like somebody else's.
  const auto status = zygote.process.wait(kStopMs);
  const bool killed = zygote.fork_killed || (status && *status && (**status).signal == SIGKILL);
  zygote.process.kill_group();
  for (auto& [id, state] : zygote.children) mark_lost(*state);
  zygote.children.clear();
  // Dying before it was ready points to a broken installation, unless somebody killed it.
  if (!zygote.ready && !killed) ++zygote.failed_starts;
  zygote.ready = false;
  if (zygote.failed_starts >= kMaxFailedStarts) return give_up(zygote);
  ++restarts_;
  log_debug("verifier: starting the {} process again", role_name(zygote.role));
  start_zygote(zygote);
}

void Supervisor::give_up(Zygote& zygote) {
  zygote.process = Process();
  zygote.failure = Error{
      ErrorCode::kUnavailable,
      fmt::format("the verifier's {} process does not start; check the Python environment with "
                  "`nereid doctor`. It said: {}",
                  role_name(zygote.role), last_words(zygote.role))};
  changed_.notify_all();
}

bool Supervisor::read_reports(Zygote& zygote) {
  while (true) {
    const Received received = receive_message(zygote.control.get());
    if (received.status == ReceiveStatus::kNothing) return true;
    if (received.status != ReceiveStatus::kMessage) return false;
    handle(zygote, received.message);
  }
}

void Supervisor::handle(Zygote& zygote, const Message& message) {
  const std::string op = message.op();
  if (op == "started") return adopt_process(zygote, json_value(message.body, "pid", 0));
  if (op == "ready") {
    zygote.ready = true;
    zygote.failed_starts = 0;
    zygote.versions = json_value(message.body, "versions", std::map<std::string, std::string>());
    zygote.sandbox = json_value(message.body, "sandbox", std::vector<std::string>());
    changed_.notify_all();
    return;
  }
  const auto found = zygote.children.find(json_value(message.body, "id", std::string()));
  if (found == zygote.children.end()) return;
  if (op == "forked") {
    const pid_t pid = json_value(message.body, "pid", 0);
    UniqueFd pidfd = open_child_pidfd(pid, zygote.process.pid());
    std::lock_guard lock(found->second->mutex);
    found->second->pid = pid;
    found->second->pidfd = std::move(pidfd);
    found->second->changed.notify_all();
    return;
  }
  if (op == "exited") mark_ended(*found->second, json_value(message.body, "status", 0));
  if (op == "error")
    mark_ended(*found->second, 0, json_value(message.body, "message", std::string("refused")));
  if (op == "exited" || op == "error") zygote.children.erase(found);
}

void Supervisor::adopt_process(Zygote& zygote, pid_t pid) {
  if (!zygote.process.running() && pid > 0 && parent_of(pid) == getpid())
    zygote.process = Process::adopt(pid);
}

// Closing the control socket lets a zygote end its own children; the rest is force.
void Supervisor::stop_zygotes() {
  end_preload();  // now each zygote has been forked, and says so at once, or never will be
  for (Zygote& zygote : zygotes_) {
    for (auto& [id, state] : zygote.children) mark_lost(*state);
    if (zygote.control && !zygote.process.running()) {
      pollfd entry{zygote.control.get(), POLLIN, 0};
      if (poll(&entry, 1, kStopMs) > 0) (void)read_reports(zygote);
    }
    zygote.children.clear();
    zygote.control.reset();
    if (!zygote.failure)
      zygote.failure = Error{ErrorCode::kCancelled, "the verifier is shutting down"};
  }
  changed_.notify_all();
  for (Zygote& zygote : zygotes_) {
    if (zygote.process.running() && !zygote.ready) zygote.process.kill_group();
    if (zygote.process.running()) (void)zygote.process.wait(kStopMs);
    zygote.process = Process();
  }
}

Result<std::unique_ptr<Child>> Supervisor::start_child(
    Role role, Json request, const std::vector<std::pair<std::string, int>>& fds,
    const std::atomic<bool>& cancelled) {
  auto channel = make_channel();
  if (!channel) return channel.error();
  auto state = std::make_shared<ChildState>();
  std::vector<std::string> names = {"channel"};
  std::vector<int> numbers = {channel->second.get()};
  for (const auto& [name, fd] : fds) names.push_back(name), numbers.push_back(fd);
  request["fds"] = names;

  std::unique_lock lock(mutex_);
  Zygote& zygote = of(role);
  while (true) {
    changed_.wait(lock,
                  [&] { return zygote.ready || zygote.failure || stopping_ || cancelled.load(); });
    if (cancelled.load() || stopping_) return Error{ErrorCode::kCancelled, "cancelled"};
    if (zygote.failure) return *zygote.failure;
    const std::string id = fmt::format("c{}", next_id_++);
    request["id"] = id;
    zygote.children[id] = state;
    if (send_message(zygote.control.get(), request, numbers)) break;
    // It died a moment ago: the supervisor's thread will notice and start another one.
    zygote.children.erase(id);
    zygote.ready = false;
    shutdown(zygote.control.get(), SHUT_RDWR);
  }
  // A CUDA context alone maps gigabytes of host memory.
  const std::size_t memory_mb = role == Role::kGpu ? 4 * config_.memory_mb : config_.memory_mb;
  return std::make_unique<Child>(std::move(channel->first), std::move(state), memory_mb << 20);
}

std::map<std::string, std::string> Supervisor::versions() const {
  std::lock_guard lock(mutex_);
  std::map<std::string, std::string> all;
  for (const Zygote& zygote : zygotes_) all.insert(zygote.versions.begin(), zygote.versions.end());
  return all;
}

std::vector<std::string> Supervisor::sandbox() const {
  std::lock_guard lock(mutex_);
  for (const Zygote& zygote : zygotes_)
    if (zygote.role != Role::kStatic && !zygote.sandbox.empty()) return zygote.sandbox;
  return {};
}

int Supervisor::restarts() const {
  std::lock_guard lock(mutex_);
  return restarts_;
}

std::array<pid_t, kRoleCount> Supervisor::zygote_pids() const {
  std::lock_guard lock(mutex_);
  std::array<pid_t, kRoleCount> pids = {};
  for (std::size_t i = 0; i < zygotes_.size(); ++i)
    if (zygotes_[i].process.running()) pids[i] = zygotes_[i].process.pid();
  return pids;
}

void Supervisor::notify_all() {
  changed_.notify_all();
}

}  // namespace nereid::verify
