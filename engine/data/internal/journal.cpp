// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/internal/journal.h"

#include <cerrno>
#include <system_error>

#include "engine/base/file.h"

namespace nereid::data {

Result<Journal> Journal::open(const std::filesystem::path& file,
                              const std::function<void(const Json& line)>& on_line) {
  std::uintmax_t whole = 0;
  {
    std::ifstream before(file, std::ios::binary);
    for (std::string text; std::getline(before, text) && !before.eof();) {
      const Result<Json> line = parse_json(text);
      if (!line) break;
      on_line(*line);
      whole += text.size() + 1;
    }
  }
  std::error_code problem;
  if (std::filesystem::exists(file, problem)) std::filesystem::resize_file(file, whole, problem);
  if (problem) return file_error("writing", file, problem.value());
  Journal journal;
  journal.file_ = file;
  errno = 0;
  journal.stream_.open(file, std::ios::binary | std::ios::app);
  if (!journal.stream_) return file_error("writing", file, errno);
  return journal;
}

Result<void> Journal::append(const OrderedJson& line) {
  errno = 0;
  stream_ << dump_json(line) << '\n';
  stream_.flush();
  return stream_ ? Result<void>() : file_error("writing", file_, errno);
}

}  // namespace nereid::data
