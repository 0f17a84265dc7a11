// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/log.h"
#include "engine/base/paths.h"
#include "engine/base/unique_fd.h"
#include "engine/verify/request/secret.h"
#include "engine/verify/seeds.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {
namespace {

constexpr int kSecretDigits = 64;  // hexadecimal: 256 bits
constexpr int kSeedDigits = 13;    // 52 bits: readers of JSON keep them

std::string random_digits() {
  std::random_device random;
  std::string digits;
  while (digits.size() < kSecretDigits) digits += fmt::format("{:08x}", random());
  return digits;
}

// Complete or not there: the name appears by a link to a file that has been written.
Result<void> write_once(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path draft = fmt::format("{}.{}", file.string(), getpid());
  {
    const UniqueFd fd(open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!fd) return file_error("creating", draft, errno);
    if (write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      return file_error("writing", draft, errno);
  }
  const bool linked = link(draft.c_str(), file.c_str()) == 0;
  const int error = errno;
  unlink(draft.c_str());
  if (!linked && error != EEXIST) return file_error("creating", file, error);
  return {};
}

std::string secret_of_this_installation() {
  Result<std::string> secret = installation_secret(data_dir() / "verifier-secret");
  if (secret) return *secret;
  log_warning("verification seeds cannot be repeated by another process: {}",
              secret.error().message);
  return random_digits();
}

}  // namespace

Result<std::string> installation_secret(const std::filesystem::path& file) {
  Result<std::string> known = read_file(file);
  if (!known) {
    if (Result<void> made = make_directories(file.parent_path()); !made) return made.error();
    if (Result<void> written = write_once(file, random_digits()); !written) return written.error();
    known = read_file(file);
  }
  if (!known) return known.error();
  if (known->size() < kSecretDigits)
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{} is too short for a secret; remove it", file.string())};
  return known;
}

std::uint64_t secret_seed(std::uint64_t seed) {
  static const std::string secret = secret_of_this_installation();
  return std::stoull(sha256_hex(fmt::format("nereid:{}:{}", secret, seed)).substr(0, kSeedDigits),
                     nullptr, 16);
}

std::uint64_t seed_for(std::uint64_t typed) {
  constexpr std::uint64_t kSmall = 1ULL << 32U;
  return typed < kSmall ? secret_seed(typed) : typed;
}

std::uint64_t unguessable_seed() {
  static const std::uint64_t seed =
      std::stoull(random_digits().substr(0, kSeedDigits), nullptr, 16);
  return seed;
}

}  // namespace nereid::verify
