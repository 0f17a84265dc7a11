// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verify_ray.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/verify_report.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

// The folder that holds the Python package: of the build, or of an installed program.
Result<fs::path> package_folder() {
  std::error_code ignored;
  for (const fs::path& folder : {program_dir() / "python", program_dir() / "../lib/nereid/python"})
    if (fs::exists(folder / "nereid/ray_batch.py", ignored)) return folder.lexically_normal();
  return Error{ErrorCode::kNotFound,
               fmt::format("verify --ray: the Python package is not in {}; build the target "
                           "nereid_python_module",
                           (program_dir() / "python").string())};
}

// $NEREID_RAY_PYTHON where Ray is installed elsewhere; candidates run in the project's Python
// anyway.
std::string ray_python() {
  const char* given = std::getenv("NEREID_RAY_PYTHON");
  return given != nullptr && *given != '\0' ? given : python_executable().string();
}

SpawnOptions ray_program(const RayBatch& arguments, const fs::path& package, int output) {
  SpawnOptions options;
  options.argv = {ray_python(),
                  "-B",
                  "-m",
                  "nereid.ray_batch",
                  "--address",
                  arguments.address,
                  "--batch",
                  arguments.batch,
                  "--jobs",
                  std::to_string(arguments.jobs),
                  "--device",
                  arguments.device,
                  "--policy",
                  arguments.policy,
                  "--entry-point",
                  arguments.entry_point,
                  "--seed",
                  std::to_string(arguments.seed)};
  const char* others = std::getenv("PYTHONPATH");
  options.set_environment["PYTHONPATH"] =
      package.string() + (others != nullptr && *others != '\0' ? ":" + std::string(others) : "");
  options.fds = {{0, -1}, {1, output}};
  options.new_process_group = false;  // a terminal's Ctrl-C is for it, too
  return options;
}

void for_each_line(int fd, const std::function<void(std::string_view)>& take) {
  std::string text;
  std::array<char, 1 << 14> piece;
  while (true) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    text.append(piece.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      take(std::string_view(text).substr(begin, end - begin));
    text.erase(0, begin);
  }
}

struct Count {
  int accepted = 0;
  int total = 0;
};

void print_verdict(std::string_view line, bool json, Count& count) {
  const auto verdict = verify::verdict_from_json_text(line);
  if (!verdict) return;
  ++count.total;
  if (verdict->accepted) ++count.accepted;
  fmt::print("{}\n", json ? std::string(line) : verdict_line(*verdict));
  std::fflush(stdout);
}

}  // namespace

int verify_batch_over_ray(const RayBatch& arguments) {
  Result<fs::path> package = package_folder();
  if (!package) return report_error(package.error());
  Result<Pipe> pipe = make_pipe();
  if (!pipe) return report_error(pipe.error());
  Result<Process> process = spawn(ray_program(arguments, *package, pipe->write_end.get()));
  if (!process) return report_error(process.error());
  pipe->write_end.reset();
  Count count;
  for_each_line(pipe->read_end.get(),
                [&](std::string_view line) { print_verdict(line, arguments.json, count); });
  const auto status = process->wait();
  if (!status) return report_error(status.error());
  if ((*status)->signal != 0)
    return report_error({ErrorCode::kUnavailable,
                         "verify --ray: the Python process ended by " + (*status)->text()});
  if ((*status)->code >= kExitError) return kExitError;  // it has said why
  if (!arguments.json) fmt::print("{} of {} accepted\n", count.accepted, count.total);
  return count.accepted == count.total ? kExitDone : kExitNo;
}

}  // namespace nereid::app
