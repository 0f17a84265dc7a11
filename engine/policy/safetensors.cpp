// SPDX-License-Identifier: GPL-3.0-or-later
// Format: https://github.com/huggingface/safetensors#format - u64 length of a JSON header, the
// header, the bytes.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>
#include <utility>

#include "engine/policy/internal/policy.h"
#include "engine/policy/internal/safetensors_file.h"

using nlohmann::json;

namespace nereid::policy {
namespace {

struct DtypeName {
  const char* name;
  torch::Dtype dtype;
};
constexpr DtypeName kDtypes[] = {
    {"F32", torch::kFloat32}, {"F16", torch::kFloat16}, {"BF16", torch::kBFloat16},
    {"I8", torch::kInt8},     {"I32", torch::kInt32},   {"I64", torch::kInt64},
    {"U8", torch::kUInt8},    {"F64", torch::kFloat64}, {"BOOL", torch::kBool},
};
// The header of a file with 10,000 tensors has about 1 MB; the reference implementation allows 100
// MB.
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;

const DtypeName* find_dtype(const std::string& name) {
  for (const DtypeName& entry : kDtypes) {
    if (name == entry.name) return &entry;
  }
  return nullptr;
}
const DtypeName* find_dtype(torch::Dtype dtype) {
  for (const DtypeName& entry : kDtypes) {
    if (dtype == entry.dtype) return &entry;
  }
  return nullptr;
}

Error corrupt(const std::filesystem::path& file, const std::string& what) {
  return {ErrorCode::kCorrupt,
          file.string() + ": " + what +
              ". The file is damaged or incomplete: copy it again from its origin, or "
              "choose another checkpoint"};
}

Error system_error(const std::filesystem::path& file, const std::string& doing) {
  const int code = errno;
  ErrorCode kind = ErrorCode::kInternal;
  std::string mend = "";
  if (code == ENOENT || code == ENOTDIR) {
    kind = ErrorCode::kNotFound;
    mend = ". Check the path";
  } else if (code == EACCES || code == EPERM || code == EROFS) {
    kind = ErrorCode::kPermissionDenied;
    mend = ". Choose a folder that you may write to, or change its permissions";
  } else if (code == ENOSPC || code == EDQUOT) {
    kind = ErrorCode::kNoSpace;
    mend = ". Free some space and try again; the former file is untouched";
  }
  return {kind, file.string() + ": " + doing + ": " + std::strerror(code) + mend};
}

// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

using Entry = SafetensorsFile::Entry;

bool is_count(const json& value) {
  return value.is_number_unsigned();
}

// Bytes that the shape asks for, or false on overflow.
bool bytes_needed(const std::vector<std::int64_t>& shape, std::size_t element,
                  std::uint64_t& bytes) {
  bytes = element;
  for (const std::int64_t dim : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dim), &bytes)) return false;
  }
  return true;
}

Result<Entry> parse_entry(const std::filesystem::path& file, const std::string& name,
                          const json& value, std::uint64_t data_bytes) {
  const std::string where = "entry \"" + name + "\"";
  if (!value.is_object() || !value.contains("dtype") || !value.contains("shape") ||
      !value.contains("data_offsets")) {
    return corrupt(file, where + " needs dtype, shape and data_offsets");
  }
  Entry entry{.name = name};
  const DtypeName* dtype =
      value["dtype"].is_string() ? find_dtype(value["dtype"].get<std::string>()) : nullptr;
  if (dtype == nullptr) {
    return Error{ErrorCode::kUnsupported, file.string() + ": " + where + " has the dtype " +
                                              value["dtype"].dump() +
                                              "; convert the file to F32, F16 or BF16"};
  }
  entry.dtype = dtype->dtype;
  if (!value["shape"].is_array() ||
      !std::all_of(value["shape"].begin(), value["shape"].end(), is_count)) {
    return corrupt(file, where + ": shape must be a list of counts, got " + value["shape"].dump());
  }
  for (const json& dim : value["shape"]) {
    if (dim.get<std::uint64_t>() > (1ULL << 40))
      return corrupt(file, where + ": dimension " + dim.dump());
    entry.shape.push_back(dim.get<std::int64_t>());
  }
  const json& offsets = value["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2 || !is_count(offsets[0]) ||
      !is_count(offsets[1])) {
    return corrupt(file, where + ": data_offsets must be two counts, got " + offsets.dump());
  }
  entry.begin = offsets[0].get<std::uint64_t>();
  entry.end = offsets[1].get<std::uint64_t>();
  if (entry.begin > entry.end || entry.end > data_bytes) {
    return corrupt(file, where + ": bytes " + offsets.dump() + " lie outside the " +
                             std::to_string(data_bytes) + " bytes of data");
  }
  std::uint64_t needed = 0;
  if (!bytes_needed(entry.shape, torch::elementSize(entry.dtype), needed) ||
      needed != entry.end - entry.begin) {
    return corrupt(file, where + ": shape " + value["shape"].dump() + " does not fit into " +
                             std::to_string(entry.end - entry.begin) + " bytes");
  }
  return entry;
}

Result<std::vector<Entry>> parse_header(const std::filesystem::path& file,
                                        std::span<const std::byte> map) {
  if (map.size() < 8)
    return corrupt(file, "only " + std::to_string(map.size()) + " bytes, no header");
  std::uint64_t length = 0;
  std::memcpy(&length, map.data(), 8);
  if (length > kMaxHeaderBytes || length > map.size() - 8) {
    return corrupt(file, "the header claims " + std::to_string(length) + " bytes of a file of " +
                             std::to_string(map.size()));
  }
  const char* text = reinterpret_cast<const char*>(map.data()) + 8;
  const json header = json::parse(text, text + length, nullptr, false);
  if (!header.is_object()) return corrupt(file, "the header is not a JSON object");
  std::vector<Entry> entries;
  for (const auto& [name, value] : header.items()) {
    if (name == "__metadata__") continue;
    Result<Entry> entry = parse_entry(file, name, value, map.size() - 8 - length);
    if (!entry) return entry.error();
    entries.push_back(std::move(*entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].begin < entries[i - 1].end) {
      return corrupt(file,
                     "entry \"" + entries[i].name + "\" overlaps \"" + entries[i - 1].name + "\"");
    }
  }
  return entries;
}

bool write_all(int fd, const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(fd, next, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
  return true;
}

std::string render_header(const std::vector<std::pair<std::string, torch::Tensor>>& tensors,
                          const std::vector<std::pair<std::string, std::string>>& metadata) {
  nlohmann::ordered_json header;
  for (const auto& [key, value] : metadata) header["__metadata__"][key] = value;
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : tensors) {
    const std::uint64_t end = offset + tensor.nbytes();
    const DtypeName* dtype = find_dtype(tensor.scalar_type());
    TORCH_CHECK(dtype != nullptr, "safetensors cannot hold ", tensor.scalar_type(), " of ", name);
    header[name] = {
        {"dtype", dtype->name}, {"shape", tensor.sizes().vec()}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.is_null() ? "{}" : header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

bool write_content(int fd, const std::string& header,
                   const std::vector<std::pair<std::string, torch::Tensor>>& tensors) {
  const std::uint64_t length = header.size();
  if (!write_all(fd, &length, 8) || !write_all(fd, header.data(), header.size())) return false;
  return std::all_of(tensors.begin(), tensors.end(), [fd](const auto& entry) {
    const torch::Tensor host = entry.second.detach().to(torch::kCPU).contiguous();
    return write_all(fd, host.data_ptr(), host.nbytes());
  });
}

// A rename is durable only once its folder is on disk.
void sync_folder(const std::filesystem::path& folder) {
  const Descriptor fd(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() >= 0) ::fsync(fd.get());
}

}  // namespace

Result<void> write_safetensors(const std::filesystem::path& file,
                               const std::vector<std::pair<std::string, torch::Tensor>>& tensors,
                               const std::vector<std::pair<std::string, std::string>>& metadata) {
  const std::filesystem::path temporary = file.string() + ".part";
  Descriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (fd.get() < 0) return system_error(file, "cannot be written");
  if (!write_content(fd.get(), render_header(tensors, metadata), tensors) ||
      ::fsync(fd.get()) != 0 || !fd.close() || ::rename(temporary.c_str(), file.c_str()) != 0) {
    Error error = system_error(file, "writing failed");
    ::unlink(temporary.c_str());
    return error;
  }
  sync_folder(file.parent_path());
  return {};
}

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& file) {
  Result<MappedFile> map = MappedFile::open(file);
  if (!map) return map.error();
  Result<std::vector<Entry>> entries = parse_header(file, map->bytes());
  if (!entries) return entries.error();
  std::uint64_t length = 0;
  std::memcpy(&length, map->bytes().data(), 8);
  return SafetensorsFile(std::move(*map), std::move(*entries), 8 + length);
}

torch::Tensor SafetensorsFile::read(const Entry& entry) const {
  torch::Tensor tensor = torch::empty(entry.shape, entry.dtype);
  if (entry.end > entry.begin)
    std::memcpy(tensor.data_ptr(), map_.bytes().data() + data_ + entry.begin,
                entry.end - entry.begin);
  return tensor;
}

Result<std::vector<std::pair<std::string, torch::Tensor>>> read_safetensors(
    const std::filesystem::path& file) {
  const Result<SafetensorsFile> opened = SafetensorsFile::open(file);
  if (!opened) return opened.error();
  std::vector<std::pair<std::string, torch::Tensor>> tensors;
  tensors.reserve(opened->entries().size());
  for (const SafetensorsFile::Entry& entry : opened->entries())
    tensors.emplace_back(entry.name, opened->read(entry));
  return tensors;
}

}  // namespace nereid::policy
