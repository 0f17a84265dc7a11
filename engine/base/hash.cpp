// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/hash.h"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "engine/base/check.h"
#include "engine/base/file.h"

namespace nereid {

struct Sha256::State {
  State() : context(EVP_MD_CTX_new(), EVP_MD_CTX_free) { start(); }
  void start() {
    NEREID_CHECK(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1,
                 "OpenSSL offers no SHA-256");
  }
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256 Sha256::copy() const {
  Sha256 other;
  NEREID_CHECK(EVP_MD_CTX_copy_ex(other.state_->context.get(), state_->context.get()) == 1,
               "OpenSSL copies no SHA-256");
  return other;
}

void Sha256::update(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size());
}

void Sha256::update(std::string_view bytes) {
  update(std::as_bytes(std::span(bytes)));
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  EVP_DigestFinal_ex(state_->context.get(), digest.data(), &length);
  state_->start();
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * length);
  for (unsigned int i = 0; i < length; ++i) {
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  return sha256_hex(std::as_bytes(std::span(bytes)));
}

std::string sha256_hex(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

Result<std::string> sha256_file(const std::filesystem::path& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rbe"),
                                                               std::fclose);
  if (!stream) return file_error("cannot read", file, errno);
  Sha256 hash;
  std::array<std::byte, 1 << 16> piece;
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), stream.get()))
    hash.update(std::span(piece.data(), got));
  if (std::ferror(stream.get())) return file_error("cannot read", file, errno);
  return hash.hex();
}

}  // namespace nereid
