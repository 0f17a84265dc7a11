// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/execution/sanitizer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <regex>

#include "engine/base/machine.h"
#include "engine/verify/audit.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr int kControlFd = 3;
constexpr std::size_t kLongestLog = std::size_t{16} << 20;
constexpr std::size_t kTail = 300;  // bytes shown of output that is no report
constexpr std::string_view kPrefix = "========= ";

// A report: a title, and indented lines below it.
struct Report {
  std::string title;
  std::vector<std::string> lines;
};

std::vector<Report> reports_of(std::string_view log) {
  std::vector<Report> reports;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (!line.starts_with(kPrefix)) continue;
    line.remove_prefix(kPrefix.size());
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string_view::npos) continue;
    if (text == 0)
      reports.push_back({std::string(line), {}});
    else if (!reports.empty())
      reports.back().lines.emplace_back(line.substr(text));
  }
  return reports;
}

struct Place {
  std::string kernel, text;
  int line = 0;
};

// "at NAME+0x1f0 in candidate.py:12", in a line of its own or behind a race's title.
std::optional<Place> place_of(const Report& report) {
  static const std::regex kAt(
      R"(\bat (?:.*::)?([A-Za-z_]\w*)\S*\+0x[0-9a-f]+(?: in (\S+):(\d+))?)");
  std::vector<std::string> texts = {report.title};
  texts.insert(texts.end(), report.lines.begin(), report.lines.end());
  for (const std::string& text : texts) {
    std::smatch found;
    if (!std::regex_search(text, found, kAt)) continue;
    return Place{found[1], found[0], found[3].matched ? std::atoi(found[3].str().c_str()) : 0};
  }
  return std::nullopt;
}

std::string tail_of(const std::string& text) {
  return text.size() > kTail ? text.substr(text.size() - kTail) : text;
}

}  // namespace

std::optional<fs::path> find_compute_sanitizer() {
  constexpr const char* kName = "compute-sanitizer";
  std::vector<fs::path> places;
  if (const char* named = std::getenv("NEREID_COMPUTE_SANITIZER")) places.emplace_back(named);
  for (const std::string& place : program_candidates(kName)) places.emplace_back(place);
  places.push_back(fs::path("/usr/local/cuda/bin") / kName);
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (fs::is_regular_file(place, ignored) && access(place.c_str(), X_OK) == 0) return place;
  }
  return std::nullopt;
}

Audit read_sanitizer_log(std::string_view log, const std::set<std::string>& kernels) {
  Audit audit;
  bool is_whole = false;
  std::string complaint;
  for (const Report& report : reports_of(log)) {
    if (report.title.find("SUMMARY") != std::string::npos) is_whole = true;
    if (report.title.starts_with("Error: ") || report.title.starts_with("Internal "))
      if (report.title.find("Race reported") == std::string::npos) complaint = report.title;
    const std::optional<Place> place = place_of(report);
    if (!place || !kernels.contains(place->kernel)) continue;
    if (++audit.findings > 1) continue;
    const bool is_in_title = report.title.find(place->text) != std::string::npos;
    audit.message = is_in_title ? report.title : report.title + " " + place->text;
    audit.line = place->line;
  }
  if (!is_whole)
    audit.note = complaint.empty() ? "compute-sanitizer did not end with a summary" : complaint;
  return audit;
}

SanitizedDevice::SanitizedDevice(ChildSource& children, HarnessPlace place, fs::path program,
                                 std::string tool)
    : children_(children),
      place_(std::move(place)),
      program_(std::move(program)),
      tool_(std::move(tool)) {}

Result<std::unique_ptr<Child>> SanitizedDevice::start_child(
    Role role, Json request, const std::vector<std::pair<std::string, int>>& fds,
    const std::atomic<bool>& cancelled) {
  if (role == Role::kGpu) return start_device(json_value(request, "device", 0));
  return children_.start_child(role, std::move(request), fds, cancelled);
}

Result<std::unique_ptr<Child>> SanitizedDevice::start_device(int device) {
  Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-audit");
  if (!folder) return folder.error();
  folder_ = std::move(*folder);
  auto channel = make_channel();
  if (!channel) return channel.error();
  const UniqueFd output(
      open((folder_->path() / "output").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!output) return file_error("opening", folder_->path() / "output", errno);
  SpawnOptions options;
  options.argv = {program_.string(), "--tool", tool_, "--log-file",
                  (folder_->path() / "log").string()};
  // What lies behind an allocation is another's, if nothing is put between.
  if (tool_ == "memcheck")
    options.argv.insert(options.argv.end(), {"--padding", "512", "--report-api-errors", "no"});
  options.argv.insert(
      options.argv.end(),
      {place_.python.string(), "-I", "-B", (place_.harness / "audit_role.py").string(), "--control",
       std::to_string(kControlFd), "--work-dir", folder_->path().string(), "--machine-lib",
       place_.machine_library.string(), "--device", std::to_string(device)});
  // Filled memory is never found to be read before it is written.
  if (tool_ == "initcheck") options.argv.emplace_back("--plain-memory");
  options.clear_environment = true;
  options.set_environment = {{"PATH", "/usr/bin:/bin"},
                             {"LC_ALL", "C.UTF-8"},
                             {"HOME", folder_->path().string()},
                             {"TMPDIR", folder_->path().string()},
                             {"TRITON_CACHE_DIR", (folder_->path() / "cache").string()},
                             {"OMP_NUM_THREADS", "1"},
                             // Inside a cached block nobody would see an overrun.
                             {"PYTORCH_NO_CUDA_MEMORY_CACHING", "1"}};
  if (const char* path = std::getenv("LD_LIBRARY_PATH"))
    options.set_environment["LD_LIBRARY_PATH"] = path;
  options.set_environment.merge(gpu_variables());
  options.fds = {
      {0, -1}, {1, output.get()}, {2, output.get()}, {kControlFd, channel->second.get()}};
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  process_ = std::move(*process);
  return std::make_unique<Child>(std::move(channel->first));
}

Result<std::string> SanitizedDevice::log(int timeout_ms) {
  const Result<std::optional<ExitStatus>> status = process_.wait(timeout_ms);
  if (!status) return status.error();
  if (!*status) {
    process_.kill_group();
    return Error{ErrorCode::kTimeout, "compute-sanitizer did not end"};
  }
  Result<std::string> text = read_file(folder_->path() / "log", kLongestLog);
  if (text && !text->empty()) return text;
  const Result<std::string> output = read_file(folder_->path() / "output", kLongestLog);
  return Error{ErrorCode::kUnavailable,
               fmt::format("compute-sanitizer wrote no report ({}): {}", (**status).text(),
                           output ? tail_of(*output) : "")};
}

}  // namespace nereid::verify
