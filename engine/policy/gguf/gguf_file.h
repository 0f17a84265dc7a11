// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mapped_file.h"
#include "engine/base/result.h"
#include "engine/policy/gguf/gguf_blocks.h"

namespace nereid::policy {

/// Kinds of metadata values; the numbers are the file's.
enum class GgufKind : std::uint32_t {
  kU8,
  kI8,
  kU16,
  kI16,
  kU32,
  kI32,
  kF32,
  kBool,
  kText,
  kArray,
  kU64,
  kI64,
  kF64
};

/// A value of the metadata, or the elements of an array of them, where they lie in the file.
struct GgufValue {
  GgufKind kind = GgufKind::kU8;  ///< of the value or of each element; never kArray
  bool is_array = false;
  std::uint64_t count = 1;
  std::span<const std::byte> bytes;
};

struct GgufTensor {
  std::vector<std::int64_t> shape;  ///< slowest first, as Hugging Face writes it
  std::uint32_t type = 0;
  std::span<const std::byte> bytes;
  std::int64_t elements = 1;
};

/// A GGUF file, version 2 or 3, mapped for reading. Every count, length and offset has been checked
/// against the file; nothing of it is executed. Immutable: may be shared by threads.
class GgufFile {
 public:
  /// Errors name the file and the key or tensor, with the mend: kCorrupt, kUnsupported, kNotFound.
  static Result<std::shared_ptr<const GgufFile>> open(const std::filesystem::path& file);

  const std::filesystem::path& path() const { return path_; }
  const std::map<std::string, GgufValue, std::less<>>& values() const { return values_; }
  const std::map<std::string, GgufTensor, std::less<>>& tensors() const { return tensors_; }
  bool has(std::string_view key) const { return values_.find(key) != values_.end(); }

  // The value of a key; nullopt where there is none, kCorrupt where it is of another kind. Integers
  // of any width are counts if they are not negative; both widths of floats, and integers, are
  // numbers. An array of equal counts counts as one of them (as head counts are sometimes written).
  Result<std::optional<std::int64_t>> count(std::string_view key) const;
  Result<std::optional<double>> number(std::string_view key) const;
  Result<std::optional<bool>> flag(std::string_view key) const;
  Result<std::optional<std::string>> text(std::string_view key) const;
  Result<std::optional<std::vector<std::string_view>>> texts(std::string_view key) const;
  Result<std::optional<std::vector<double>>> numbers(std::string_view key) const;

  /// Numbers first..first+count-1 of a tensor; both are multiples of its block.
  static void multiply_out(const GgufTensor& tensor, std::int64_t first, std::int64_t count,
                           float* out);

  /// An Error that begins with the file and `what`.
  Error error(ErrorCode code, const std::string& what, const std::string& mend) const;
  Error damaged(const std::string& what) const;

 private:
  class Reader;
  GgufFile(std::filesystem::path path, MappedFile map)
      : path_(std::move(path)), map_(std::move(map)) {}
  Result<void> read();
  Result<void> read_values(Reader& reader, std::uint64_t count);
  Result<void> read_tensors(Reader& reader, std::uint64_t count);
  Result<void> place_tensors(std::size_t data_start);
  Result<const GgufValue*> scalar(std::string_view key, const char* expected) const;

  std::filesystem::path path_;
  MappedFile map_;
  std::map<std::string, GgufValue, std::less<>> values_;
  std::map<std::string, GgufTensor, std::less<>> tensors_;
  std::map<std::string, std::uint64_t, std::less<>> offsets_;
};

/// Does the file begin as GGUF files do? False too if it cannot be read.
bool is_gguf(const std::filesystem::path& file);

}  // namespace nereid::policy
