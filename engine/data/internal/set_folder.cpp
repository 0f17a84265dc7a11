// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/internal/set_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "engine/base/file.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<SetFolder> SetFolder::make(const fs::path& out) {
  std::error_code ignored;
  if (out.empty() || out.filename().empty())
    return Error{ErrorCode::kInvalidArgument, "the set needs the name of a folder (--out FOLDER)"};
  if (fs::exists(fs::symlink_status(out, ignored)))
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{} is there already; choose another name or remove it", out.string())};
  SetFolder made;
  made.out_ = out;
  const fs::path beside = out.parent_path() / ("." + out.filename().string() + ".unfinished");
  fs::remove_all(beside, ignored);
  if (auto folder = make_directories(beside); !folder) return folder.error();
  made.folder_ = beside;
  return made;
}

SetFolder::SetFolder(SetFolder&& other) noexcept
    : out_(std::move(other.out_)),
      folder_(std::exchange(other.folder_, {})),
      growing_(std::move(other.growing_)) {}

SetFolder::~SetFolder() {
  if (folder_.empty()) return;
  growing_.clear();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Result<void> SetFolder::check(std::ofstream& stream, const fs::path& file) {
  return stream ? Result<void>() : file_error("writing", file, errno);
}

Result<void> SetFolder::write(const fs::path& name, std::string_view text) {
  const fs::path file = folder_ / name;
  if (auto made = make_directories(file.parent_path()); !made) return made;
  errno = 0;
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  return check(stream, file);
}

Result<void> SetFolder::append(const std::string& name, const OrderedJson& line) {
  const fs::path file = folder_ / name;
  errno = 0;
  auto at = growing_.find(name);
  if (at == growing_.end())
    at = growing_.emplace(name, std::ofstream(file, std::ios::binary)).first;
  at->second << dump_json(line) << '\n';
  return check(at->second, file);
}

Result<void> SetFolder::close() {
  for (auto& [name, stream] : growing_) {
    errno = 0;
    stream.close();
    if (auto written = check(stream, folder_ / name); !written) return written;
  }
  growing_.clear();
  return {};
}

Result<void> SetFolder::finish() {
  if (auto closed = close(); !closed) return closed;
  std::error_code problem;
  fs::rename(folder_, out_, problem);
  if (problem) return file_error("naming", out_, problem.value());
  folder_.clear();
  return {};
}

}  // namespace nereid::data
