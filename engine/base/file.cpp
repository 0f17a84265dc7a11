// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "engine/base/unique_fd.h"

namespace nereid {
namespace {

struct Failure {
  ErrorCode code;
  std::string mend;
};

Failure classify(int system_error) {
  switch (system_error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return {ErrorCode::kNoSpace, "free some space on that disk or choose another folder"};
    case EACCES:
    case EPERM:
      return {ErrorCode::kPermissionDenied, "change its permissions or choose another folder"};
    case EROFS:
      return {ErrorCode::kPermissionDenied, "the medium is read-only: choose another folder"};
    case ENOENT:
    case ENOTDIR:
      return {ErrorCode::kNotFound, "check the path"};
    case EISDIR:
      return {ErrorCode::kInvalidArgument, "name a file, not a folder"};
    default:
      return {ErrorCode::kUnavailable, "check the disk and the path"};
  }
}

Result<void> write_all(int fd, std::string_view content, const std::filesystem::path& file) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error("cannot write", file, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

/// After a rename the folder itself must reach the disk, or a power loss may undo it.
void sync_folder(const std::filesystem::path& folder) {
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Follows a link, so that the file it names is replaced and the link stays.
std::filesystem::path link_target(const std::filesystem::path& file) {
  std::error_code problem;
  if (!std::filesystem::is_symlink(file, problem)) return file;
  const auto target = std::filesystem::weakly_canonical(file, problem);
  return problem ? file : target;
}

/// Mode of the file that is replaced; of a new file what open(2) would have given it.
mode_t mode_for(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) return status.st_mode & 07777;
  return 0644;
}

}  // namespace

Error file_error(std::string_view action, const std::filesystem::path& file, int system_error) {
  const Failure failure = classify(system_error);
  return {failure.code, fmt::format("{} {}: {}; {}", action, file.string(),
                                    std::generic_category().message(system_error), failure.mend)};
}

Result<std::string> read_file(const std::filesystem::path& file, std::uint64_t limit_bytes) {
  const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return file_error("cannot read", file, errno);
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return file_error("cannot read", file, errno);
  if (S_ISDIR(status.st_mode)) return file_error("cannot read", file, EISDIR);
  std::string content;
  content.resize(S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0);
  std::size_t used = 0;
  // The size is a hint only: pipes have none and a growing file has another by now.
  while (true) {
    if (used > limit_bytes)
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("cannot read {}: it is larger than {} bytes", file.string(), limit_bytes)};
    if (used == content.size()) content.resize(used + (1 << 16));
    const ssize_t got = ::read(fd.get(), content.data() + used, content.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("cannot read", file, errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  content.resize(used);
  return content;
}

Result<void> atomic_write_file(const std::filesystem::path& name, std::string_view content) {
  const std::filesystem::path file = link_target(name);
  std::string temporary = file.string() + ".XXXXXX";
  const UniqueFd fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd) return file_error("cannot write", file, errno);
  Result<void> written = write_all(fd.get(), content, file);
  if (written && (::fchmod(fd.get(), mode_for(file)) != 0 || ::fsync(fd.get()) != 0 ||
                  ::rename(temporary.c_str(), file.c_str()) != 0))
    written = file_error("cannot write", file, errno);
  if (!written) {
    ::unlink(temporary.c_str());
    return written;
  }
  sync_folder(folder_of(file));
  return {};
}

Result<void> make_directories(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) return file_error("cannot make folder", folder, problem.value());
  if (!std::filesystem::is_directory(folder, problem))
    return file_error("cannot make folder", folder, ENOTDIR);
  return {};
}

bool is_utf8(std::string_view text, std::size_t* bad_offset) {
  std::size_t at = 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  while (at < text.size()) {
    const unsigned char lead = byte(at);
    const std::size_t more = lead < 0x80   ? 0
                             : lead < 0xC2 ? 9
                             : lead < 0xE0 ? 1
                             : lead < 0xF0 ? 2
                             : lead < 0xF5 ? 3
                                           : 9;
    bool good = more < 4 && at + more < text.size();
    for (std::size_t i = 1; good && i <= more; ++i) good = (byte(at + i) & 0xC0) == 0x80;
    // Overlong forms, surrogates and code points above U+10FFFF show in the second byte.
    if (good && more >= 2) {
      const unsigned char second = byte(at + 1);
      good = !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F) &&
             !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second > 0x8F);
    }
    if (!good) {
      if (bad_offset) *bad_offset = at;
      return false;
    }
    at += more + 1;
  }
  return true;
}

Result<TemporaryDirectory> TemporaryDirectory::make(const std::string& prefix) {
  const char* base = std::getenv("TMPDIR");
  std::string name = fmt::format("{}/{}-XXXXXX", base && *base ? base : "/tmp", prefix);
  if (!::mkdtemp(name.data())) return file_error("cannot make folder", name, errno);
  return TemporaryDirectory(name);
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

}  // namespace nereid
