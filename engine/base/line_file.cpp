// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/file.h"

namespace nereid {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr mode_t kMode = 0644;

}  // namespace

Result<LineFile> LineFile::open(const std::filesystem::path& file, const Hear& hear) {
  if (file.has_parent_path())
    if (Result<void> made = make_directories(file.parent_path()); !made) return made.error();
  UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kMode));
  if (!fd) return file_error("opening", file, errno);
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
    return Error{ErrorCode::kUnavailable,
                 fmt::format("{}: another process writes it; wait for its end, or choose another "
                             "file",
                             file.string())};
  LineFile lines(file, std::move(fd));
  if (Result<void> read = lines.read(hear); !read) return read.error();
  return lines;
}

Result<void> LineFile::read(const Hear& hear) {
  std::vector<char> piece(kPiece);
  std::string line;
  std::int64_t number = 0;
  for (;;) {
    const ssize_t count = ::read(fd_.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error("reading", path_, errno);
    if (count == 0) break;
    line.append(piece.data(), static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (std::size_t end = line.find('\n'); end != std::string::npos;
         end = line.find('\n', begin)) {
      size_ += static_cast<std::int64_t>(end + 1 - begin);
      const std::string_view whole = std::string_view(line).substr(begin, end - begin);
      if (Result<void> heard = hear(++number, whole); !heard) return heard;
      begin = end + 1;
    }
    line.erase(0, begin);
  }
  if (!line.empty() && ::ftruncate(fd_.get(), size_) != 0)
    return file_error("cutting off the unfinished last line of", path_, errno);
  return {};
}

Result<void> LineFile::append(std::string_view line) {
  NEREID_CHECK(line.find('\n') == std::string_view::npos, "a line holds no newline");
  const std::string text = std::string(line) + '\n';
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(fd_.get(), text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const Error error = file_error("writing", path_, errno);
      // If this fails too, the next opening cuts it off.
      [[maybe_unused]] const int cut = ::ftruncate(fd_.get(), size_);
      return error;
    }
    done += static_cast<std::size_t>(count);
  }
  size_ += static_cast<std::int64_t>(text.size());
  return {};
}

}  // namespace nereid
