// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/mutants/script.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"
#include "engine/base/unique_fd.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;

constexpr int kLookEveryMs = 200;
constexpr std::size_t kToldBytes = 600;  // of what a failed script wrote

/// Standard input, output and error of a script as files of a private folder.
struct Streams {
  UniqueFd in, out, err;
};

Result<UniqueFd> open_file(const fs::path& file, int flags) {
  UniqueFd fd(::open(file.c_str(), flags | O_CLOEXEC, 0600));
  if (fd.get() < 0) return file_error("opening", file, errno);
  return fd;
}

Result<Streams> open_streams(const fs::path& folder, const std::string& input) {
  if (Result<void> written = atomic_write_file(folder / "in", input); !written)
    return written.error();
  Result<UniqueFd> in = open_file(folder / "in", O_RDONLY);
  if (!in) return in.error();
  Result<UniqueFd> out = open_file(folder / "out", O_WRONLY | O_CREAT);
  if (!out) return out.error();
  Result<UniqueFd> err = open_file(folder / "err", O_WRONLY | O_CREAT);
  if (!err) return err.error();
  return Streams{std::move(*in), std::move(*out), std::move(*err)};
}

Result<std::vector<Json>> complete_lines(const fs::path& file) {
  Result<std::string> text = read_file(file);
  if (!text) return text.error();
  std::vector<Json> lines;
  for (std::size_t begin = 0, end = 0; (end = text->find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    Result<Json> line = parse_json(std::string_view(*text).substr(begin, end - begin), "script");
    if (!line) return line.error();
    lines.push_back(std::move(*line));
  }
  return lines;
}

int count_lines(const fs::path& file) {
  const Result<std::string> text = read_file(file);
  return text ? static_cast<int>(std::count(text->begin(), text->end(), '\n')) : 0;
}

Error failure(const std::string& script, const ExitStatus& status, const fs::path& err) {
  const Result<std::string> text = read_file(err);
  std::string told = text ? *text : std::string();
  if (told.size() > kToldBytes) told.erase(0, told.size() - kToldBytes);
  return {ErrorCode::kUnavailable, fmt::format("{}: {}\n{}", script, status.text(), told)};
}

}  // namespace

Result<std::vector<Json>> run_script(const std::string& script, std::vector<std::string> arguments,
                                     const std::string& input,
                                     const std::function<bool()>& cancelled,
                                     const std::function<void(int)>& lines) {
  Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-mutants");
  if (!folder) return folder.error();
  Result<Streams> streams = open_streams(folder->path(), input);
  if (!streams) return streams.error();
  SpawnOptions options;
  options.argv = {python_executable().string(), "-I", "-B",
                  (resource_dir() / "mutants" / script).string()};
  options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
  options.fds = {{0, streams->in.get()}, {1, streams->out.get()}, {2, streams->err.get()}};
  // What the script leaves behind when it is ended lies in the folder that goes with this call.
  options.set_environment = {{"TMPDIR", folder->path().string()}};
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  while (true) {
    Result<std::optional<ExitStatus>> ended = process->wait(kLookEveryMs);
    if (!ended) return ended.error();
    lines(count_lines(folder->path() / "out"));
    if (*ended && !(*ended)->ok()) return failure(script, **ended, folder->path() / "err");
    if (*ended) return complete_lines(folder->path() / "out");
    if (!cancelled()) continue;
    process->kill_group();
    (void)process->wait();
    return complete_lines(folder->path() / "out");
  }
}

}  // namespace nereid::evaluate
