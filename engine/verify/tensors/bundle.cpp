// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/tensors/bundle.h"

#include <array>
#include <cstring>
#include <optional>

#include "engine/base/json.h"

namespace nereid::verify {
namespace {

constexpr std::uint64_t kMaxHeaderBytes = 16 << 20;
constexpr std::size_t kMaxTensors = 4096;
constexpr std::size_t kMaxDims = 32;

struct DTypeRow {
  DType dtype;
  std::string_view tag;   // in the file
  std::string_view name;  // in PyTorch
  std::size_t bytes;
  bool floating;
};
constexpr std::array<DTypeRow, 15> kDTypes = {{
    {DType::kF64, "F64", "float64", 8, true},
    {DType::kF32, "F32", "float32", 4, true},
    {DType::kF16, "F16", "float16", 2, true},
    {DType::kBF16, "BF16", "bfloat16", 2, true},
    {DType::kF8E4M3, "F8_E4M3", "float8_e4m3fn", 1, true},
    {DType::kF8E5M2, "F8_E5M2", "float8_e5m2", 1, true},
    {DType::kI64, "I64", "int64", 8, false},
    {DType::kI32, "I32", "int32", 4, false},
    {DType::kI16, "I16", "int16", 2, false},
    {DType::kI8, "I8", "int8", 1, false},
    {DType::kU64, "U64", "uint64", 8, false},
    {DType::kU32, "U32", "uint32", 4, false},
    {DType::kU16, "U16", "uint16", 2, false},
    {DType::kU8, "U8", "uint8", 1, false},
    {DType::kBool, "BOOL", "bool", 1, false},
}};

const DTypeRow& row_of(DType dtype) {
  return kDTypes[static_cast<std::size_t>(dtype)];
}

Error corrupt(const std::string& what) {
  return {ErrorCode::kCorrupt, "bundle: " + what};
}

std::optional<DType> dtype_from_tag(const std::string& tag) {
  for (const DTypeRow& row : kDTypes)
    if (row.tag == tag) return row.dtype;
  return std::nullopt;
}

// Product of shape and element size, nullopt if it leaves 63 bits or a dimension is negative.
std::optional<std::uint64_t> byte_count(const std::vector<std::int64_t>& shape, DType dtype) {
  std::uint64_t total = row_of(dtype).bytes;
  for (const std::int64_t dim : shape) {
    std::uint64_t next = 0;
    if (dim < 0 || __builtin_mul_overflow(total, static_cast<std::uint64_t>(dim), &next) ||
        next > (1ULL << 62))
      return std::nullopt;
    total = next;
  }
  return total;
}

Result<std::vector<std::uint64_t>> unsigned_list(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array() || found->size() > kMaxDims)
    return corrupt(std::string(key) + " is missing or not a short list");
  std::vector<std::uint64_t> list;
  for (const Json& item : *found) {
    if (!item.is_number_unsigned()) return corrupt(std::string(key) + " holds no plain number");
    list.push_back(item.get<std::uint64_t>());
  }
  return list;
}

Result<TensorView> parse_tensor(const Json& entry, std::span<const std::byte> data) {
  if (!entry.is_object()) return corrupt("a tensor is not described by an object");
  const auto dtype = dtype_from_tag(json_value(entry, "dtype", std::string()));
  if (!dtype) return corrupt("unknown dtype");
  Result<std::vector<std::uint64_t>> shape = unsigned_list(entry, "shape");
  if (!shape) return shape.error();
  Result<std::vector<std::uint64_t>> offsets = unsigned_list(entry, "data_offsets");
  if (!offsets) return offsets.error();
  if (offsets->size() != 2) return corrupt("data_offsets must hold two numbers");
  const std::uint64_t begin = (*offsets)[0], end = (*offsets)[1];
  if (begin > end || end > data.size()) return corrupt("data_offsets leave the file");
  TensorView view;
  view.dtype = *dtype;
  for (const std::uint64_t dim : *shape) {
    if (dim > (1ULL << 62)) return corrupt("a dimension is too large");
    view.shape.push_back(static_cast<std::int64_t>(dim));
  }
  const auto bytes = byte_count(view.shape, *dtype);
  if (!bytes || *bytes != end - begin) return corrupt("shape and data_offsets disagree");
  view.data = data.subspan(begin, end - begin);
  return view;
}

Result<Json> parse_header(std::span<const std::byte> bytes, std::uint64_t& header_bytes) {
  if (bytes.size() < 8) return corrupt("shorter than its header length");
  std::memcpy(&header_bytes, bytes.data(), 8);
  if (header_bytes > kMaxHeaderBytes || header_bytes > bytes.size() - 8)
    return corrupt("the header leaves the file");
  const auto* text = reinterpret_cast<const char*>(bytes.data() + 8);
  Result<Json> header = parse_json({text, header_bytes}, "bundle header");
  if (!header) return header;
  if (!header->is_object() || header->size() > kMaxTensors)
    return corrupt("the header is not an object of tensors");
  return header;
}

}  // namespace

std::size_t dtype_bytes(DType dtype) {
  return row_of(dtype).bytes;
}
bool is_floating(DType dtype) {
  return row_of(dtype).floating;
}
std::string_view dtype_name(DType dtype) {
  return row_of(dtype).name;
}

std::int64_t TensorView::elements() const {
  return static_cast<std::int64_t>(data.size() / dtype_bytes(dtype));
}

std::string Bundle::meta(const std::string& key) const {
  const auto found = metadata.find(key);
  return found == metadata.end() ? std::string() : found->second;
}

Result<Bundle> parse_bundle(PrivateBytes bytes) {
  std::uint64_t header_bytes = 0;
  Result<Json> header = parse_header(bytes.span(), header_bytes);
  if (!header) return header.error();
  Bundle bundle;
  const std::span<const std::byte> data = bytes.span().subspan(8 + header_bytes);
  for (const auto& [name, entry] : header->items()) {
    if (name == "__metadata__") {
      if (!entry.is_object()) return corrupt("__metadata__ is not an object");
      for (const auto& [key, value] : entry.items())
        if (value.is_string()) bundle.metadata[key] = value.get<std::string>();
      continue;
    }
    Result<TensorView> view = parse_tensor(entry, data);
    if (!view) return Error{view.error().code, view.error().message + " (" + name + ")"};
    bundle.tensors[name] = std::move(*view);
  }
  bundle.bytes = std::move(bytes);  // the heap block stays where it is, so the views stay valid
  return bundle;
}

Result<Bundle> read_outputs(int fd) {
  constexpr std::size_t kMaxBytes = 257ULL << 20;  // RLIMIT_FSIZE of a child and a header
  Result<PrivateBytes> bytes = private_copy(fd, kMaxBytes);
  if (!bytes) return bytes.error();
  return parse_bundle(std::move(*bytes));
}

}  // namespace nereid::verify
