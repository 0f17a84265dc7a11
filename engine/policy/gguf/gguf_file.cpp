// SPDX-License-Identifier: GPL-3.0-or-later
// Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
#include "engine/policy/gguf/gguf_file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <tuple>

#include "engine/base/file.h"

namespace nereid::policy {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kMaxName = 65535, kMaxDimensions = 4;
constexpr std::uint64_t kMaxDimension = std::uint64_t{1} << 40;

// Bytes of one value; 0 for those that say their length themselves.
std::size_t width_of(GgufKind kind) {
  switch (kind) {
    case GgufKind::kU8:
    case GgufKind::kI8:
    case GgufKind::kBool:
      return 1;
    case GgufKind::kU16:
    case GgufKind::kI16:
      return 2;
    case GgufKind::kU32:
    case GgufKind::kI32:
    case GgufKind::kF32:
      return 4;
    case GgufKind::kU64:
    case GgufKind::kI64:
    case GgufKind::kF64:
      return 8;
    case GgufKind::kText:
    case GgufKind::kArray:
      return 0;
  }
  return 0;
}

template <class T>
T read_as(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// A float32 by the shortest decimal that means it, as whoever wrote it did: 1e-5, not
// 9.99999974737875e-06.
double plain(float value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  double wide = static_cast<double>(value);
  if (error == std::errc()) std::from_chars(text, end, wide);
  return wide;
}

std::optional<std::int64_t> integer_at(GgufKind kind, std::span<const std::byte> bytes) {
  switch (kind) {
    case GgufKind::kU8:
      return read_as<std::uint8_t>(bytes);
    case GgufKind::kI8:
      return read_as<std::int8_t>(bytes);
    case GgufKind::kU16:
      return read_as<std::uint16_t>(bytes);
    case GgufKind::kI16:
      return read_as<std::int16_t>(bytes);
    case GgufKind::kU32:
      return read_as<std::uint32_t>(bytes);
    case GgufKind::kI32:
      return read_as<std::int32_t>(bytes);
    case GgufKind::kI64:
      return read_as<std::int64_t>(bytes);
    case GgufKind::kU64: {
      const auto value = read_as<std::uint64_t>(bytes);
      if (value > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
      return static_cast<std::int64_t>(value);
    }
    case GgufKind::kF32:
    case GgufKind::kBool:
    case GgufKind::kText:
    case GgufKind::kArray:
    case GgufKind::kF64:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<double> number_at(GgufKind kind, std::span<const std::byte> bytes) {
  if (kind == GgufKind::kF32) return plain(read_as<float>(bytes));
  if (kind == GgufKind::kF64) return read_as<double>(bytes);
  const auto integer = integer_at(kind, bytes);
  return integer ? std::optional<double>(static_cast<double>(*integer)) : std::nullopt;
}

std::span<const std::byte> element(const GgufValue& value, std::uint64_t index) {
  const std::size_t width = width_of(value.kind);
  return value.bytes.subspan(index * width, width);
}

std::string quoted(std::string_view key) {
  return "key \"" + std::string(key) + "\"";
}

}  // namespace

// Takes values from the front of the file; false where it ends too early.
class GgufFile::Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::size_t offset() const { return at_; }
  std::uint64_t left() const { return bytes_.size() - at_; }

  bool take(std::uint64_t count, std::span<const std::byte>& out) {
    if (count > left()) return false;
    out = bytes_.subspan(at_, count);
    at_ += count;
    return true;
  }
  template <class T>
  bool take(T& out) {
    std::span<const std::byte> bytes;
    if (!take(sizeof out, bytes)) return false;
    out = read_as<T>(bytes);
    return true;
  }
  bool take_text(std::string_view& out) {
    std::uint64_t length = 0;
    std::span<const std::byte> bytes;
    if (!take(length) || !take(length, bytes)) return false;
    out = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    return true;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

Error GgufFile::error(ErrorCode code, const std::string& what, const std::string& mend) const {
  return {code, path_.string() + ": " + what + ". " + mend};
}

Error GgufFile::damaged(const std::string& what) const {
  return error(ErrorCode::kCorrupt, what,
               "The file is damaged or incomplete: copy it again from its origin");
}

Result<std::shared_ptr<const GgufFile>> GgufFile::open(const std::filesystem::path& file) {
  Result<MappedFile> map = MappedFile::open(file);
  if (!map) return map.error();
  std::shared_ptr<GgufFile> made(new GgufFile(file, std::move(*map)));
  if (Result<void> read = made->read(); !read) return read.error();
  return std::shared_ptr<const GgufFile>(std::move(made));
}

Result<void> GgufFile::read() {
  Reader reader(map_.bytes());
  std::span<const std::byte> magic;
  std::uint32_t version = 0;
  if (!reader.take(kMagic.size(), magic) ||
      std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0) {
    return error(ErrorCode::kCorrupt, "not a GGUF file: it does not begin with \"GGUF\"",
                 "Give a GGUF file, or the folder of a model in Hugging Face layout");
  }
  if (!reader.take(version)) return damaged("it ends within its header");
  if ((version & 0xffffU) == 0) {
    return error(ErrorCode::kUnsupported, "its numbers are big-endian",
                 "Convert it with gguf-py's gguf_convert_endian");
  }
  if (version != 2 && version != 3) {
    return error(ErrorCode::kUnsupported,
                 "version " + std::to_string(version) + " of GGUF is not supported",
                 "Versions 2 and 3 are: convert the model again with a present llama.cpp");
  }
  std::uint64_t tensors = 0, values = 0;
  if (!reader.take(tensors) || !reader.take(values)) return damaged("it ends within its header");
  if (Result<void> done = read_values(reader, values); !done) return done;
  if (Result<void> done = read_tensors(reader, tensors); !done) return done;
  std::int64_t alignment = 32;
  const auto stored = count("general.alignment");
  if (!stored) return stored.error();
  if (*stored) alignment = **stored;
  if (alignment < 1 || alignment > (1 << 20) || (alignment & (alignment - 1)) != 0)
    return damaged("key \"general.alignment\" is " + std::to_string(alignment) +
                   ", expected a power of two");
  const auto step = static_cast<std::size_t>(alignment);
  return place_tensors((reader.offset() + step - 1) / step * step);
}

Result<void> GgufFile::read_values(Reader& reader, std::uint64_t count) {
  // A value has at least 8 bytes for the length of its key, 4 for its kind and one of its own.
  if (count > reader.left() / 13)
    return damaged("its header claims " + std::to_string(count) + " values of metadata");
  const auto number = [&](std::uint64_t i) {
    return "value " + std::to_string(i + 1) + " of " + std::to_string(count) + " of its metadata";
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view key;
    std::uint32_t kind = 0;
    if (!reader.take_text(key) || key.empty() || key.size() > kMaxName || !is_utf8(key))
      return damaged(number(i) + " has no readable key");
    if (!reader.take(kind)) return damaged(quoted(key) + ": the file ends there");
    GgufValue value;
    if (kind == static_cast<std::uint32_t>(GgufKind::kArray)) {
      value.is_array = true;
      if (!reader.take(kind) || !reader.take(value.count))
        return damaged(quoted(key) + ": the file ends there");
      if (kind == static_cast<std::uint32_t>(GgufKind::kArray))
        return error(ErrorCode::kUnsupported, quoted(key) + " is a list of lists",
                     "Choose a model without it");
    }
    if (kind > static_cast<std::uint32_t>(GgufKind::kF64))
      return damaged(quoted(key) + " is of kind " + std::to_string(kind) + ", which GGUF has not");
    value.kind = static_cast<GgufKind>(kind);
    const std::size_t start = reader.offset();
    std::span<const std::byte> skipped;
    if (value.kind == GgufKind::kText) {
      std::string_view text;
      for (std::uint64_t k = 0; k < value.count; ++k)
        if (!reader.take_text(text)) return damaged(quoted(key) + ": the file ends within it");
    } else if (value.count > reader.left() / width_of(value.kind) ||
               !reader.take(value.count * width_of(value.kind), skipped)) {
      return damaged(quoted(key) + ": the file ends within its " + std::to_string(value.count) +
                     " numbers");
    }
    value.bytes = map_.bytes().subspan(start, reader.offset() - start);
    if (!values_.emplace(key, value).second) return damaged(quoted(key) + " stands there twice");
  }
  return {};
}

Result<void> GgufFile::read_tensors(Reader& reader, std::uint64_t count) {
  // Length of the name, number of dimensions, type, offset.
  if (count > reader.left() / 24)
    return damaged("its header claims " + std::to_string(count) + " tensors");
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view name;
    std::uint32_t dimensions = 0;
    std::uint64_t offset = 0;
    if (!reader.take_text(name) || name.empty() || name.size() > kMaxName || !is_utf8(name))
      return damaged("tensor " + std::to_string(i + 1) + " of " + std::to_string(count) +
                     " has no readable name");
    const std::string where = "tensor \"" + std::string(name) + "\"";
    GgufTensor tensor;
    if (!reader.take(dimensions)) return damaged(where + ": the file ends there");
    if (dimensions < 1 || dimensions > kMaxDimensions)
      return damaged(where + " has " + std::to_string(dimensions) + " dimensions");
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      std::uint64_t size = 0;
      if (!reader.take(size)) return damaged(where + ": the file ends there");
      if (size < 1 || size > kMaxDimension ||
          __builtin_mul_overflow(tensor.elements, static_cast<std::int64_t>(size),
                                 &tensor.elements))
        return damaged(where + " has a dimension of " + std::to_string(size));
      tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(size));
    }
    if (!reader.take(tensor.type) || !reader.take(offset))
      return damaged(where + ": the file ends there");
    offsets_.emplace(name, offset);
    if (!tensors_.emplace(name, std::move(tensor)).second)
      return damaged(where + " stands there twice");
  }
  return {};
}

Result<void> GgufFile::place_tensors(std::size_t data_start) {
  const std::span<const std::byte> all = map_.bytes();
  const std::uint64_t size = all.size() > data_start ? all.size() - data_start : 0;
  std::vector<std::tuple<std::uint64_t, std::uint64_t, const std::string*>> places;
  for (auto& [name, tensor] : tensors_) {
    const std::string where = "tensor \"" + name + "\"";
    const GgufFormat* format = find_gguf_format(tensor.type);
    if (format == nullptr)
      return error(
          ErrorCode::kUnsupported,
          where + " is stored as " + gguf_format_name(tensor.type) + ", which is not supported",
          "Choose a file in one of these formats: " + gguf_format_names());
    if (tensor.shape.back() % format->values != 0)
      return damaged(where + ": a row of " + std::to_string(tensor.shape.back()) +
                     " numbers is no multiple of the " + std::to_string(format->values) +
                     " of a block of " + format->name);
    std::uint64_t bytes = 0, end = 0;
    const std::uint64_t offset = offsets_[name];
    const auto blocks = static_cast<std::uint64_t>(tensor.elements) / format->values;
    if (__builtin_mul_overflow(blocks, std::uint64_t{format->bytes}, &bytes) ||
        __builtin_add_overflow(offset, bytes, &end) || end > size)
      return damaged(where + ": bytes " + std::to_string(offset) + " and the " +
                     std::to_string(bytes) + " behind lie outside the " + std::to_string(size) +
                     " bytes of data");
    tensor.bytes = all.subspan(data_start + offset, bytes);
    places.emplace_back(offset, end, &name);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i)
    if (std::get<0>(places[i]) < std::get<1>(places[i - 1]))
      return damaged("tensor \"" + *std::get<2>(places[i]) + "\" overlaps \"" +
                     *std::get<2>(places[i - 1]) + "\"");
  offsets_.clear();
  return {};
}

Result<const GgufValue*> GgufFile::scalar(std::string_view key, const char* expected) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return nullptr;
  if (found->second.is_array)
    return damaged(quoted(key) + " is a list, expected " + std::string(expected));
  return &found->second;
}

Result<std::optional<std::int64_t>> GgufFile::count(std::string_view key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::optional<std::int64_t>();
  const GgufValue& value = found->second;
  std::optional<std::int64_t> first;
  if (width_of(value.kind) > 0 && value.count > 0)
    first = integer_at(value.kind, element(value, 0));
  if (!first || *first < 0) return damaged(quoted(key) + " is not a count");
  for (std::uint64_t i = 1; i < value.count; ++i)
    if (integer_at(value.kind, element(value, i)) != first)
      return error(ErrorCode::kUnsupported, quoted(key) + " differs from layer to layer",
                   "Choose a model whose layers are alike");
  return first;
}

Result<std::optional<double>> GgufFile::number(std::string_view key) const {
  const Result<const GgufValue*> value = scalar(key, "a number");
  if (!value) return value.error();
  if (*value == nullptr) return std::optional<double>();
  const auto number = number_at((*value)->kind, (*value)->bytes);
  if (!number) return damaged(quoted(key) + " is not a number");
  return number;
}

Result<std::optional<bool>> GgufFile::flag(std::string_view key) const {
  const Result<const GgufValue*> value = scalar(key, "true or false");
  if (!value) return value.error();
  if (*value == nullptr) return std::optional<bool>();
  if ((*value)->kind != GgufKind::kBool) return damaged(quoted(key) + " is not true or false");
  return std::optional<bool>((*value)->bytes[0] != std::byte{0});
}

Result<std::optional<std::string>> GgufFile::text(std::string_view key) const {
  const Result<const GgufValue*> value = scalar(key, "a text");
  if (!value) return value.error();
  if (*value == nullptr) return std::optional<std::string>();
  std::string_view text;
  if ((*value)->kind != GgufKind::kText || !Reader((*value)->bytes).take_text(text) ||
      !is_utf8(text))
    return damaged(quoted(key) + " is not a text");
  return std::optional<std::string>(text);
}

Result<std::optional<std::vector<std::string_view>>> GgufFile::texts(std::string_view key) const {
  using Texts = std::optional<std::vector<std::string_view>>;
  const auto found = values_.find(key);
  if (found == values_.end()) return Texts();
  if (found->second.kind != GgufKind::kText || !found->second.is_array)
    return damaged(quoted(key) + " is not a list of texts");
  std::vector<std::string_view> texts;
  texts.reserve(found->second.count);
  Reader reader(found->second.bytes);
  std::string_view text;
  while (texts.size() < found->second.count && reader.take_text(text)) texts.push_back(text);
  return Texts(std::move(texts));
}

Result<std::optional<std::vector<double>>> GgufFile::numbers(std::string_view key) const {
  using Numbers = std::optional<std::vector<double>>;
  const auto found = values_.find(key);
  if (found == values_.end()) return Numbers();
  const GgufValue& value = found->second;
  std::vector<double> numbers;
  for (std::uint64_t i = 0; value.is_array && width_of(value.kind) > 0 && i < value.count; ++i)
    if (const auto number = number_at(value.kind, element(value, i))) numbers.push_back(*number);
  if (!value.is_array || numbers.size() != value.count)
    return damaged(quoted(key) + " is not a list of numbers");
  return Numbers(std::move(numbers));
}

void GgufFile::multiply_out(const GgufTensor& tensor, std::int64_t first, std::int64_t count,
                            float* out) {
  const GgufFormat& format = *find_gguf_format(tensor.type);
  format.multiply_out(tensor.bytes.data() + first / format.values * format.bytes, out,
                      static_cast<std::size_t>(count / format.values));
}

bool is_gguf(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::ifstream stream(file, std::ios::binary);
  char start[4] = {};
  return stream.read(start, sizeof start) && std::string_view(start, sizeof start) == kMagic;
}

}  // namespace nereid::policy
