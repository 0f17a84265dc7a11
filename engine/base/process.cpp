// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <utility>

#include "engine/base/clock.h"

extern char** environ;

namespace nereid {
namespace {

/// Everything the child needs, made before the fork: after it only async-signal-safe calls are
/// allowed, because another thread may hold the allocator's lock.
struct ChildPlan {
  std::vector<std::string> candidates;  ///< paths to try for argv[0]
  std::vector<char*> argv;
  std::vector<std::string> environment;
  std::vector<char*> envp;
  const char* working_dir = nullptr;
  std::vector<std::pair<int, int>> fds;  ///< child, ours
  int first_free = 3;                    ///< above every child descriptor
  bool die_with_parent = true;
  bool new_process_group = true;
  pid_t parent = 0;
};

std::vector<std::string> child_environment(const SpawnOptions& options) {
  std::vector<std::string> entries;
  for (char** entry = environ; !options.clear_environment && *entry; ++entry) {
    const std::string text = *entry;
    if (!options.set_environment.contains(text.substr(0, text.find('=')))) entries.push_back(text);
  }
  for (const auto& [name, value] : options.set_environment) entries.push_back(name + "=" + value);
  return entries;
}

ChildPlan make_plan(const SpawnOptions& options) {
  ChildPlan plan;
  plan.candidates = program_candidates(options.argv.front());
  for (const std::string& word : options.argv) plan.argv.push_back(const_cast<char*>(word.c_str()));
  plan.argv.push_back(nullptr);
  plan.environment = child_environment(options);
  for (std::string& entry : plan.environment) plan.envp.push_back(entry.data());
  plan.envp.push_back(nullptr);
  if (!options.working_dir.empty()) plan.working_dir = options.working_dir.c_str();
  plan.fds.assign(options.fds.begin(), options.fds.end());
  for (const auto& [child, ours] : plan.fds) plan.first_free = std::max(plan.first_free, child + 1);
  plan.die_with_parent = options.die_with_parent;
  plan.new_process_group = options.new_process_group;
  plan.parent = ::getpid();
  return plan;
}

/// Marks everything from 3 on close-on-exec; the wanted ones lose the mark when they get their
/// number.
void mark_all_close_on_exec() {
  constexpr unsigned kCloexecFlag = 4;  // CLOSE_RANGE_CLOEXEC, absent from older headers
  if (::syscall(SYS_close_range, 3U, ~0U, kCloexecFlag) == 0) return;
  const long limit = std::min(::sysconf(_SC_OPEN_MAX), 65536L);
  for (int fd = 3; fd < limit; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/// Two passes, so that a target number that is also a source is not overwritten too early.
bool arrange_fds(ChildPlan& plan) {
  for (auto& [child, ours] : plan.fds) {
    const int source = ours >= 0 ? ours : ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (source < 0) return false;
    ours = ::fcntl(source, F_DUPFD_CLOEXEC, plan.first_free);
    if (ours < 0) return false;
  }
  mark_all_close_on_exec();
  for (const auto& [child, ours] : plan.fds)
    if (::dup2(ours, child) < 0) return false;
  return true;
}

void restore_signals() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &standard, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void child_fail(int report_fd) {
  const int problem = errno;
  [[maybe_unused]] const ssize_t ignored = ::write(report_fd, &problem, sizeof problem);
  ::_exit(127);
}

/// Runs in the child between fork and exec.
[[noreturn]] void become(ChildPlan& plan, int report_fd) {
  restore_signals();
  if (plan.new_process_group) ::setpgid(0, 0);
  if (plan.die_with_parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) ::_exit(127);  // it died before the call above
  }
  if (plan.working_dir && ::chdir(plan.working_dir) != 0) child_fail(report_fd);
  if (!arrange_fds(plan)) child_fail(report_fd);
  int problem = ENOENT;
  for (const std::string& candidate : plan.candidates) {
    ::execve(candidate.c_str(), plan.argv.data(), plan.envp.data());
    if (errno != ENOENT && errno != ENOTDIR) problem = errno;
  }
  errno = problem;
  child_fail(report_fd);
}

/// The child's errno if it could not become the program, else 0 (the pipe closed by exec).
int read_report(int fd) {
  int problem = 0;
  ssize_t got;
  do got = ::read(fd, &problem, sizeof problem);
  while (got < 0 && errno == EINTR);
  return got == sizeof problem ? problem : 0;
}

ErrorCode spawn_code(int problem) {
  if (problem == ENOENT || problem == ENOTDIR) return ErrorCode::kNotFound;
  if (problem == EACCES || problem == EPERM) return ErrorCode::kPermissionDenied;
  return ErrorCode::kUnavailable;
}

Error spawn_error(const SpawnOptions& options, int problem) {
  const std::string where = options.working_dir.empty()
                                ? std::string()
                                : fmt::format(" in {}", options.working_dir.string());
  return {spawn_code(problem), fmt::format("cannot start {}{}: {}", options.argv.front(), where,
                                           std::strerror(problem))};
}

/// Appends what can be read; false at the end of the stream.
bool drain(int fd, std::string& into) {
  std::array<char, 1 << 14> piece;
  const ssize_t got = ::read(fd, piece.data(), piece.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  into.append(piece.data(), static_cast<std::size_t>(got));
  return got > 0;
}

int remaining_ms(const Stopwatch& watch, int timeout_ms) {
  if (timeout_ms < 0) return -1;
  return std::max(0, timeout_ms - static_cast<int>(watch.elapsed_ms()));
}

}  // namespace

std::vector<std::string> program_candidates(const std::string& program) {
  if (program.find('/') != std::string::npos) return {program};
  const char* search = std::getenv("PATH");
  std::string_view rest = search ? search : "/usr/local/bin:/usr/bin:/bin";
  std::vector<std::string> found;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    found.push_back((folder.empty() ? std::string(".") : folder) + "/" + program);
    if (colon == std::string_view::npos) return found;
    rest.remove_prefix(colon + 1);
  }
}

std::string ExitStatus::text() const {
  if (signal != 0) return fmt::format("signal {} ({})", signal, strsignal(signal));
  return fmt::format("exit status {}", code);
}

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return Error{ErrorCode::kUnavailable, fmt::format("no pipe: {}", std::strerror(errno))};
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

bool process_exists(pid_t pid) {
  return pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
}

Result<Process> spawn(const SpawnOptions& options) {
  if (options.argv.empty()) return Error{ErrorCode::kInvalidArgument, "no program to start"};
  ChildPlan plan = make_plan(options);
  Result<Pipe> report = make_pipe();
  if (!report) return report.error();
  // The report's end must not sit on a number that the child's own descriptors will take.
  UniqueFd report_end(::fcntl(report->write_end.get(), F_DUPFD_CLOEXEC, plan.first_free));
  report->write_end.reset();
  const pid_t pid = ::fork();
  if (pid == 0) become(plan, report_end.get());
  if (pid < 0) return spawn_error(options, errno);
  report_end.reset();
  Process process;
  process.pid_ = pid;
  process.own_group_ = options.new_process_group;
  if (options.new_process_group)
    ::setpgid(pid, pid);  // whoever comes first, so that kill_group() is safe at once
  process.pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (const int problem = read_report(report->read_end.get())) return spawn_error(options, problem);
  return process;
}

Process Process::adopt(pid_t pid) {
  Process process;
  process.pid_ = pid;
  process.own_group_ = true;
  process.pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  return process;
}

Process::~Process() {
  if (!running()) return;
  kill_group(SIGKILL);
  (void)wait(-1);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      own_group_(other.own_group_),
      pidfd_(std::move(other.pidfd_)),
      status_(std::exchange(other.status_, std::nullopt)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    Process old(std::move(*this));  // ends the child that was owned so far
    pid_ = std::exchange(other.pid_, -1);
    own_group_ = other.own_group_;
    pidfd_ = std::move(other.pidfd_);
    status_ = std::exchange(other.status_, std::nullopt);
  }
  return *this;
}

/// True once the child has ended (it is not reaped here).
bool Process::wait_for_end(int timeout_ms) const {
  const Stopwatch watch;
  while (true) {
    const int left = remaining_ms(watch, timeout_ms);
    if (pidfd_) {
      pollfd entry{pidfd_.get(), POLLIN, 0};
      const int ready = ::poll(&entry, 1, left);
      if (ready > 0) return true;
      if (ready == 0) return false;
    } else {
      siginfo_t info{};
      if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
          info.si_pid == pid_)
        return true;
      if (left == 0) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

Result<std::optional<ExitStatus>> Process::wait(int timeout_ms) {
  if (pid_ <= 0) return Error{ErrorCode::kInvalidArgument, "no process to wait for"};
  if (status_) return std::optional(*status_);
  if (!wait_for_end(timeout_ms)) return std::optional<ExitStatus>();
  int raw = 0;
  pid_t got;
  do got = ::waitpid(pid_, &raw, 0);
  while (got < 0 && errno == EINTR);
  // ECHILD: somebody else reaped it (SIGCHLD ignored); how it ended is unknown then.
  status_ = got < 0            ? ExitStatus{255, 0}
            : WIFSIGNALED(raw) ? ExitStatus{0, WTERMSIG(raw)}
                               : ExitStatus{WEXITSTATUS(raw), 0};
  return std::optional(*status_);
}

void Process::kill(int signal) {
  if (running()) ::kill(pid_, signal);
}

void Process::kill_group(int signal) {
  if (!running()) return;
  if (own_group_) ::kill(-pid_, signal);
  ::kill(pid_, signal);
}

Result<Captured> run_captured(SpawnOptions options, int timeout_ms) {
  Result<Pipe> out = make_pipe();
  if (!out) return out.error();
  Result<Pipe> err = make_pipe();
  if (!err) return err.error();
  options.fds.try_emplace(0, -1);
  options.fds[1] = out->write_end.get();
  options.fds[2] = err->write_end.get();
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  out->write_end.reset();
  err->write_end.reset();
  Captured captured;
  const Stopwatch watch;
  std::array<pollfd, 2> streams{
      {{out->read_end.get(), POLLIN, 0}, {err->read_end.get(), POLLIN, 0}}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    const int left = remaining_ms(watch, timeout_ms);
    const int ready = ::poll(streams.data(), streams.size(), left);
    if (ready == 0) break;
    if (streams[0].revents && !drain(streams[0].fd, captured.out)) streams[0].fd = -1;
    if (streams[1].revents && !drain(streams[1].fd, captured.err)) streams[1].fd = -1;
  }
  Result<std::optional<ExitStatus>> ended = process->wait(remaining_ms(watch, timeout_ms));
  if (!ended) return ended.error();
  if (!*ended)
    return Error{ErrorCode::kTimeout,
                 fmt::format("{} did not end within {} ms", options.argv.front(), timeout_ms)};
  captured.status = **ended;
  return captured;
}

int raise_open_files(int wanted) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t reachable = std::min(static_cast<rlim_t>(wanted), limit.rlim_max);
  if (limit.rlim_cur < reachable) {
    const rlimit raised = {reachable, limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return static_cast<int>(std::min(limit.rlim_cur, rlim_t{std::numeric_limits<int>::max()}));
}

}  // namespace nereid
