// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/tensors/memfd.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace nereid::verify {
namespace {

Error memfd_error(const char* action) {
  const ErrorCode code =
      errno == EMFILE || errno == ENFILE ? ErrorCode::kUnavailable : ErrorCode::kNoSpace;
  return {code, std::string(action) + " a memory file: " + std::strerror(errno)};
}

constexpr std::size_t kOwnPagesFrom = 16384;

bool has_own_pages(std::size_t size) {
  return size >= kOwnPagesFrom;
}

bool write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

PrivateBytes::PrivateBytes(std::size_t size) {
  void* data = nullptr;
  if (has_own_pages(size)) {
    data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
                -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
  } else {
    data = ::operator new(size);
  }
  data_ = std::unique_ptr<std::byte, GiveBack>(static_cast<std::byte*>(data), GiveBack{size});
}

void PrivateBytes::GiveBack::operator()(std::byte* data) const {
  if (has_own_pages(size))
    munmap(data, size);
  else
    ::operator delete(data);
}

Result<UniqueFd> empty_memfd(const char* name) {
  UniqueFd fd(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return memfd_error("making");
  return fd;
}

Result<UniqueFd> sealed_memfd(const char* name, std::span<const std::byte> bytes) {
  Result<UniqueFd> fd = empty_memfd(name);
  if (!fd) return fd;
  if (!write_all(fd->get(), bytes)) return memfd_error("writing");
  constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (fcntl(fd->get(), F_ADD_SEALS, kSeals) != 0) return memfd_error("sealing");
  return fd;
}

Result<UniqueFd> sealed_memfd(const char* name, std::string_view text) {
  return sealed_memfd(name, std::as_bytes(std::span(text)));
}

Result<UniqueFd> reopen_read_only(int fd) {
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  UniqueFd opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened) return memfd_error("opening");
  return opened;
}

Result<PrivateBytes> private_copy(int fd, std::size_t limit) {
  struct stat status = {};
  if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    return Error{ErrorCode::kCorrupt, "not a memory file"};
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > limit)
    return Error{ErrorCode::kCorrupt, std::to_string(size) + " bytes where at most " +
                                          std::to_string(limit) + " are allowed"};
  PrivateBytes copy(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = pread(fd, copy.data() + done, size - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Error{ErrorCode::kCorrupt, "a memory file was cut short"};
    done += static_cast<std::size_t>(got);
  }
  return copy;
}

}  // namespace nereid::verify
