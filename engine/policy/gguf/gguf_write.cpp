// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/gguf/gguf_write.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/file.h"
#include "engine/base/unique_fd.h"
#include "engine/policy/gguf/gguf_blocks.h"
#include "engine/policy/gguf/gguf_file.h"

namespace nereid::policy {
namespace {

constexpr std::size_t kAlignment = 32;

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint64_t>(text.size()));
  out += text;
}

std::size_t padded(std::size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

const GgufFormat& format_of(const std::string& name) {
  const GgufFormat* found = nullptr;
  for (std::uint32_t id = 0; id < 64; ++id)
    if (const GgufFormat* format = find_gguf_format(id); format != nullptr && format->name == name)
      found = format;
  NEREID_CHECK(found != nullptr, "no format of GGUF is called " + name);
  return *found;
}

// IEEE 754 binary32 -> binary16, to the nearest, ties to even. `value` is not negative.
std::uint16_t to_half(float value) {
  if (!(value < 65520.0F)) return 0x7c00;  // infinity
  // Below 2^-14 the last place is 2^-24 whatever the value.
  if (value < 0x1p-14F) return static_cast<std::uint16_t>(std::nearbyint(value * 0x1p24F));
  const auto bits = std::bit_cast<std::uint32_t>(value) - (112U << 23);
  const std::uint32_t odd = bits >> 13 & 1U;
  return static_cast<std::uint16_t>((bits + 0xfffU + odd) >> 13);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void GgufWriter::begin(const std::string& key, std::uint32_t kind) {
  put_text(values_, key);
  put(values_, kind);
  ++count_;
}

void GgufWriter::add_text(const std::string& key, std::string_view value) {
  begin(key, static_cast<std::uint32_t>(GgufKind::kText));
  put_text(values_, value);
}
void GgufWriter::add_count(const std::string& key, std::uint32_t value) {
  begin(key, static_cast<std::uint32_t>(GgufKind::kU32));
  put(values_, value);
}
void GgufWriter::add_number(const std::string& key, float value) {
  begin(key, static_cast<std::uint32_t>(GgufKind::kF32));
  put(values_, value);
}
void GgufWriter::add_flag(const std::string& key, bool value) {
  begin(key, static_cast<std::uint32_t>(GgufKind::kBool));
  put(values_, static_cast<std::uint8_t>(value));
}
void GgufWriter::add_texts(const std::string& key, const std::vector<std::string>& values) {
  begin(key, static_cast<std::uint32_t>(GgufKind::kArray));
  put(values_, GgufKind::kText);
  put(values_, static_cast<std::uint64_t>(values.size()));
  for (const std::string& value : values) put_text(values_, value);
}
void GgufWriter::add_numbers(const std::string& key, const std::vector<std::int32_t>& values) {
  begin(key, static_cast<std::uint32_t>(GgufKind::kArray));
  put(values_, GgufKind::kI32);
  put(values_, static_cast<std::uint64_t>(values.size()));
  for (const std::int32_t value : values) put(values_, value);
}

void GgufWriter::add_tensor(const std::string& name, const std::vector<std::int64_t>& shape,
                            const std::string& format, std::function<std::string()> bytes) {
  const GgufFormat& stored = format_of(format);
  NEREID_CHECK(!shape.empty() && shape.back() % stored.values == 0,
               name + ": its rows do not fit into " + format);
  std::uint64_t count = 1;
  for (const std::int64_t size : shape) count *= static_cast<std::uint64_t>(size);
  tensors_.push_back(
      {name, shape, stored.id, count / stored.values * stored.bytes, std::move(bytes)});
}

Result<void> GgufWriter::write(const std::filesystem::path& file) const {
  // 1) header, values, places of the tensors
  std::string head = "GGUF";
  put(head, std::uint32_t{3});
  put(head, static_cast<std::uint64_t>(tensors_.size()));
  put(head, count_);
  head += values_;
  std::uint64_t offset = 0;
  for (const Tensor& tensor : tensors_) {
    put_text(head, tensor.name);
    put(head, static_cast<std::uint32_t>(tensor.shape.size()));
    for (auto size = tensor.shape.rbegin(); size != tensor.shape.rend(); ++size)
      put(head, static_cast<std::uint64_t>(*size));
    put(head, tensor.type);
    put(head, offset);
    offset += padded(tensor.bytes);
  }
  head.resize(padded(head.size()));
  // 2) the file, under its own name once it is whole
  const std::filesystem::path temporary = file.string() + ".part";
  UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) return file_error("writing", file, errno);
  bool done = write_all(fd.get(), head);
  for (const Tensor& tensor : tensors_) {
    if (!done) break;
    std::string bytes = tensor.make();
    NEREID_CHECK(bytes.size() == tensor.bytes, tensor.name + ": another size than announced");
    bytes.resize(padded(bytes.size()));
    done = write_all(fd.get(), bytes);
  }
  done = done && ::fsync(fd.get()) == 0 && ::rename(temporary.c_str(), file.c_str()) == 0;
  if (done) return {};
  const Error error = file_error("writing", file, errno);
  ::unlink(temporary.c_str());
  return error;
}

std::string quantise_q8_0(const float* values, std::size_t count) {
  constexpr std::size_t kBlock = 32;
  std::string out;
  out.reserve(count / kBlock * 34);
  for (std::size_t begin = 0; begin + kBlock <= count; begin += kBlock) {
    float top = 0;
    for (std::size_t i = 0; i < kBlock; ++i) top = std::max(top, std::abs(values[begin + i]));
    const float scale = top / 127;
    put(out, to_half(scale));
    for (std::size_t i = 0; i < kBlock; ++i) {
      const float steps = scale > 0 ? std::round(values[begin + i] / scale) : 0.0F;
      out.push_back(static_cast<char>(static_cast<std::int8_t>(steps)));
    }
  }
  return out;
}

}  // namespace nereid::policy
