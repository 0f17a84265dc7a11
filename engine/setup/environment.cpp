// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/setup/environment.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"

namespace nereid::setup {
namespace {

namespace fs = std::filesystem;

constexpr int kPollMs = 100;
constexpr int kStopMs = 10'000;  // pip is ended within; after that it is killed
constexpr SetupStage kStages[] = {SetupStage::kWaiting,  SetupStage::kPrepare, SetupStage::kResolve,
                                  SetupStage::kDownload, SetupStage::kUnpack,  SetupStage::kCheck};

std::optional<SetupStage> stage_of(const std::string& name) {
  for (const SetupStage stage : kStages)
    if (stage_name(stage) == name) return stage;
  return std::nullopt;
}

ErrorCode code_of(const std::string& name) {
  if (name == "no_space") return ErrorCode::kNoSpace;
  if (name == "permission") return ErrorCode::kPermissionDenied;
  if (name == "cancelled") return ErrorCode::kCancelled;
  if (name == "not_found") return ErrorCode::kNotFound;
  if (name == "damaged" || name == "broken") return ErrorCode::kCorrupt;
  return name == "internal" ? ErrorCode::kInternal : ErrorCode::kUnavailable;
}

/// Reads the script's events, one JSON object a line.
class EventReader {
 public:
  explicit EventReader(const std::function<void(const SetupProgress&)>& on_progress)
      : on_progress_(on_progress) {}

  void take(std::string_view bytes) {
    pending_.append(bytes);
    std::size_t begin = 0;
    for (std::size_t end; (end = pending_.find('\n', begin)) != std::string::npos; begin = end + 1)
      take_line(pending_.substr(begin, end - begin));
    pending_.erase(0, begin);
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  void take_line(const std::string& line) {
    const Json event = Json::parse(line, nullptr, false);
    if (!event.is_object()) return;
    const std::string kind = json_value(event, "event", std::string());
    if (kind == "error") {
      const std::string mend = json_value(event, "mend", std::string());
      error_ =
          Error{code_of(json_value(event, "code", std::string())),
                json_value(event, "message", std::string()) + (mend.empty() ? "" : "; " + mend)};
      return;
    }
    if (kind != "stage" && kind != "progress" && kind != "waiting") return;
    SetupProgress progress;
    progress.stage =
        stage_of(json_value(event, "stage", std::string())).value_or(SetupStage::kWaiting);
    progress.done_bytes = json_value(event, "done", std::int64_t{0});
    progress.total_bytes = json_value(event, "total", std::int64_t{0});
    progress.package = json_value(event, "what", std::string());
    if (const auto left = event.find("seconds_left"); left != event.end() && left->is_number())
      progress.seconds_left = left->get<double>();
    if (on_progress_) on_progress_(progress);
  }

  const std::function<void(const SetupProgress&)>& on_progress_;
  std::string pending_;
  std::optional<Error> error_;
};

/// Hands over what the script writes until it closes its output; a stop ends it first.
void read_events(int fd, Process& process, EventReader& reader, const std::stop_token& stop) {
  bool asked = false;
  int waited_ms = 0;
  std::array<char, 1 << 12> piece;
  while (true) {
    if (stop.stop_requested() && !asked) {
      asked = true;
      process.kill(SIGTERM);
    }
    if (asked && (waited_ms += kPollMs) > kStopMs) return process.kill_group();
    pollfd wanted = {.fd = fd, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&wanted, 1, kPollMs);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    reader.take({piece.data(), static_cast<std::size_t>(got)});
  }
}

std::string setup_python() {
  std::error_code ignored;
  return fs::exists(NEREID_SETUP_PYTHON, ignored) ? NEREID_SETUP_PYTHON : "python3";
}

Result<void> run_script(const fs::path& folder,
                        const std::function<void(const SetupProgress&)>& on_progress,
                        const std::stop_token& stop) {
  const fs::path script = setup_dir() / "environment.py";
  std::error_code ignored;
  if (!fs::exists(script, ignored))
    return Error{ErrorCode::kNotFound,
                 fmt::format("the set-up of the Python environment is missing at {}; install "
                             "Nereid again",
                             script.string())};
  Result<Pipe> pipe = make_pipe();
  if (!pipe) return pipe.error();
  SpawnOptions options;
  options.argv = {setup_python(), "-I", "-B", script.string(), folder.string(), "--json"};
  options.fds = {{0, -1}, {1, pipe->write_end.get()}};
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  pipe->write_end.reset();
  EventReader reader(on_progress);
  read_events(pipe->read_end.get(), *process, reader, stop);
  const auto status = process->wait();
  if (!status) return status.error();
  if (stop.stop_requested() && !(*status && (**status).ok()))
    return Error{ErrorCode::kCancelled, "cancelled; what was downloaded is kept"};
  if (reader.error()) return *reader.error();
  if (!*status || !(**status).ok())
    return Error{ErrorCode::kInternal, fmt::format("{} ended with {}; see {}.log", script.string(),
                                                   (**status).text(), folder.string())};
  return {};
}

std::int64_t size_below(const fs::path& place) {
  std::error_code problem;
  if (!fs::is_directory(place, problem)) {
    const auto size = fs::file_size(place, problem);
    return problem ? 0 : static_cast<std::int64_t>(size);
  }
  std::int64_t total = 0;
  for (auto entry = fs::recursive_directory_iterator(place, problem);
       !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored) || entry->is_symlink(ignored)) continue;
    const auto size = entry->file_size(ignored);
    if (!ignored) total += static_cast<std::int64_t>(size);
  }
  return total;
}

/// A folder that is an environment, or may become one without mixing with anything else.
bool may_hold_environment(const fs::path& folder) {
  std::error_code ignored;
  return !fs::exists(folder, ignored) || fs::is_empty(folder, ignored) ||
         fs::exists(folder / "pyvenv.cfg", ignored);
}

/// Makes environment_dir() lead to `folder`.
Result<void> link_environment(const fs::path& folder) {
  const fs::path link = environment_dir();
  if (auto made = make_directories(link.parent_path()); !made) return made.error();
  std::error_code problem;
  if (fs::is_symlink(link, problem)) fs::remove(link, problem);
  fs::create_directory_symlink(folder, link, problem);
  if (problem) return file_error("linking", link, problem.value());
  return {};
}

}  // namespace

std::string_view stage_name(SetupStage stage) {
  switch (stage) {
    case SetupStage::kWaiting:
      return "waiting";
    case SetupStage::kPrepare:
      return "prepare";
    case SetupStage::kResolve:
      return "resolve";
    case SetupStage::kDownload:
      return "download";
    case SetupStage::kUnpack:
      return "unpack";
    case SetupStage::kCheck:
      return "check";
  }
  return "";
}

Result<SetupSize> setup_size() {
  const auto text = read_file(setup_dir() / "requirements.txt");
  if (!text) return text.error();
  const auto megabytes = [&](std::string_view name) -> std::int64_t {
    const auto at = text->find(fmt::format("#: {} ", name));
    if (at == std::string::npos) return 0;
    return std::strtoll(text->c_str() + at + name.size() + 4, nullptr, 10) * 1'000'000;
  };
  return SetupSize{megabytes("download_mb"), megabytes("installed_mb")};
}

Result<void> make_environment(const fs::path& folder,
                              const std::function<void(const SetupProgress&)>& on_progress,
                              std::stop_token stop) {
  const fs::path usual = environment_dir();
  if (folder.empty() || fs::absolute(folder) == usual) {
    // A link to a folder that is gone leads nowhere: make it here.
    std::error_code ignored;
    if (fs::is_symlink(usual, ignored) && !fs::exists(usual, ignored)) fs::remove(usual, ignored);
    fs::path real = fs::weakly_canonical(usual, ignored);
    return run_script(real.empty() ? usual : real, on_progress, stop);
  }
  std::error_code ignored;
  if (fs::exists(usual, ignored) && !fs::is_symlink(usual, ignored))
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("there is an environment in {} already; `nereid setup --remove` "
                             "removes it",
                             usual.string())};
  if (!may_hold_environment(folder))
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{} holds other files; choose a new or empty folder", folder.string())};
  if (auto made = run_script(fs::absolute(folder), on_progress, stop); !made) return made;
  return link_environment(fs::absolute(folder));
}

Result<std::int64_t> remove_environment() {
  const fs::path link = environment_dir();
  std::error_code problem;
  const fs::path real = fs::weakly_canonical(link, problem);
  if (!may_hold_environment(real))
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} does not look like a Python environment; nothing was removed",
                             real.string())};
  std::int64_t freed = 0;
  std::vector<fs::path> places;
  for (const fs::path& folder : {real, link})
    for (const char* ending : {"", ".downloads", ".log", ".lock"})
      places.emplace_back(folder.string() + ending);
  for (const fs::path& place : places) {
    if (!fs::is_symlink(place, problem)) freed += size_below(place);
    problem.clear();
    fs::remove_all(place, problem);
    if (problem) return file_error("removing", place, problem.value());
  }
  return freed;
}

}  // namespace nereid::setup
