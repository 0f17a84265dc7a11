// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/stored_weights.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/policy/gguf/gguf_file.h"
#include "engine/policy/internal/safetensors_file.h"
#include "engine/policy/shape/gguf_shape.h"

namespace nereid::policy {
namespace {

// The type that most numbers are stored in.
std::string most_common(const std::map<std::string, std::int64_t>& elements) {
  const auto most = std::max_element(elements.begin(), elements.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  return most == elements.end() ? "" : most->first;
}

class SafetensorsWeights final : public StoredWeights {
 public:
  SafetensorsWeights(std::filesystem::path first, std::vector<SafetensorsFile> files,
                     std::vector<std::filesystem::path> paths)
      : first_(std::move(first)), files_(std::move(files)), paths_(std::move(paths)) {
    for (std::size_t i = 0; i < files_.size(); ++i)
      for (const SafetensorsFile::Entry& entry : files_[i].entries())
        places_.insert_or_assign(entry.name, std::pair{i, &entry});
  }

  bool has(const std::string& name) const override { return places_.contains(name); }
  std::vector<std::int64_t> shape_of(const std::string& name) const override {
    return places_.at(name).second->shape;
  }
  torch::Tensor read(const std::string& name) const override {
    const auto& [file, entry] = places_.at(name);
    return files_[file].read(*entry);
  }
  std::string place_of(const std::string& name) const override {
    const auto found = places_.find(name);
    const auto& file = found == places_.end() ? first_ : paths_[found->second.first];
    return file.string() + ": entry \"" + name + "\"";
  }
  std::string mend() const override {
    return "The file does not belong to this config.json: copy the model again from its origin";
  }
  // Checkpoints hold buffers beside the weights, and heads that are tied.
  Result<void> require_no_others(const std::set<std::string>&) const override { return {}; }

  Facts facts() const override {
    std::map<std::string, std::int64_t> elements;
    for (const SafetensorsFile& file : files_)
      for (const SafetensorsFile::Entry& entry : file.entries())
        elements[c10::toString(entry.dtype)] += c10::multiply_integers(entry.shape);
    Facts facts{.type = most_common(elements)};
    std::error_code ignored;
    for (const auto& path : paths_) facts.bytes += std::filesystem::file_size(path, ignored);
    return facts;
  }

 private:
  std::filesystem::path first_;
  std::vector<SafetensorsFile> files_;
  std::vector<std::filesystem::path> paths_;
  std::unordered_map<std::string, std::pair<std::size_t, const SafetensorsFile::Entry*>> places_;
};

// Row 2i + j of each head of llama.cpp's order is row i + j * d/2 of Hugging Face's.
torch::Tensor unpaired(const torch::Tensor& rows, std::int64_t head_dim) {
  const std::int64_t heads = rows.size(0) / head_dim;
  return rows.view({heads, head_dim / 2, 2, rows.size(1)})
      .transpose(1, 2)
      .reshape({rows.size(0), rows.size(1)});
}

class GgufWeights final : public StoredWeights {
 public:
  GgufWeights(std::shared_ptr<const GgufFile> file, ModelShape shape)
      : file_(std::move(file)), shape_(std::move(shape)) {}

  bool has(const std::string& name) const override { return find(name) != nullptr; }
  std::vector<std::int64_t> shape_of(const std::string& name) const override {
    return find(name)->shape;
  }

  torch::Tensor read(const std::string& name) const override {
    const GgufTensor& tensor = *find(name);
    torch::Tensor value = whole(tensor);
    return has_paired_rows(shape_, name) && value.dim() == 2 && value.size(0) % shape_.head_dim == 0
               ? unpaired(value, shape_.head_dim)
               : value;
  }

  std::string place_of(const std::string& name) const override {
    const std::string stored = gguf_weight_name(name);
    return file_->path().string() + ": tensor \"" + (stored.empty() ? name : stored) + "\"";
  }
  std::string mend() const override {
    return "The file is damaged or of another kind of model: copy it again from its origin";
  }

  Result<void> require_no_others(const std::set<std::string>& names) const override {
    std::set<std::string> stored = {kRopeFactors};
    for (const std::string& name : names) stored.insert(gguf_weight_name(name));
    for (const auto& [name, tensor] : file_->tensors())
      if (!stored.contains(name))
        return file_->error(ErrorCode::kUnsupported,
                            "tensor \"" + name + "\" has no place in a " + shape_.architecture,
                            "Choose a model without it");
    return {};
  }

  Facts facts() const override {
    std::map<std::string, std::int64_t> elements;
    for (const auto& [name, tensor] : file_->tensors())
      elements[gguf_format_name(tensor.type)] += tensor.elements;
    std::error_code ignored;
    return {most_common(elements), std::filesystem::file_size(file_->path(), ignored)};
  }

 private:
  const GgufTensor* find(const std::string& name) const {
    const auto found = file_->tensors().find(gguf_weight_name(name));
    return found == file_->tensors().end() ? nullptr : &found->second;
  }

  // F16 and BF16 as they lie there, others multiplied out.
  static torch::Tensor whole(const GgufTensor& tensor) {
    const std::string format = gguf_format_name(tensor.type);
    if (format == "F16" || format == "BF16") {
      auto value = torch::empty(tensor.shape, format == "F16" ? torch::kFloat16 : torch::kBFloat16);
      std::memcpy(value.data_ptr(), tensor.bytes.data(), tensor.bytes.size());
      return value;
    }
    auto value = torch::empty(tensor.shape, torch::kFloat32);
    float* out = value.data_ptr<float>();
    const std::int64_t columns = tensor.shape.back(), rows = tensor.elements / columns;
    at::parallel_for(0, rows, 64, [&](std::int64_t first, std::int64_t last) {
      GgufFile::multiply_out(tensor, first * columns, (last - first) * columns,
                             out + first * columns);
    });
    return value;
  }

  std::shared_ptr<const GgufFile> file_;
  ModelShape shape_;
};

Result<std::vector<std::filesystem::path>> weight_files(const std::filesystem::path& folder) {
  const std::filesystem::path index_file = folder / "model.safetensors.index.json";
  std::error_code ignored;
  if (!std::filesystem::exists(index_file, ignored))
    return std::vector{folder / "model.safetensors"};
  Result<std::string> text = read_file(index_file);
  if (!text) return text.error();
  const Result<Json> index = parse_json(*text, index_file.string());
  if (!index || !index->is_object() || !index->contains("weight_map") ||
      !(*index)["weight_map"].is_object()) {
    return Error{
        ErrorCode::kCorrupt,
        index_file.string() + ": no weight_map in it. Copy it again from the model's origin"};
  }
  std::set<std::filesystem::path> shards;
  for (const auto& [name, shard] : (*index)["weight_map"].items()) {
    const std::string file = shard.is_string() ? shard.get<std::string>() : "";
    if (file.empty() || std::filesystem::path(file).filename() != file) {
      return Error{ErrorCode::kCorrupt,
                   index_file.string() + ": entry \"" + name + "\" names no file of this folder"};
    }
    shards.insert(folder / file);
  }
  return std::vector(shards.begin(), shards.end());
}

}  // namespace

Result<std::shared_ptr<const StoredWeights>> StoredWeights::open(const std::filesystem::path& model,
                                                                 const ModelShape& shape) {
  using Opened = std::shared_ptr<const StoredWeights>;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(model, ignored)) {
    const Result<std::shared_ptr<const GgufFile>> file = GgufFile::open(model);
    if (!file) return file.error();
    return Opened(std::make_shared<GgufWeights>(*file, shape));
  }
  Result<std::vector<std::filesystem::path>> paths = weight_files(model);
  if (!paths) return paths.error();
  std::vector<SafetensorsFile> files;
  for (const auto& path : *paths) {
    Result<SafetensorsFile> file = SafetensorsFile::open(path);
    if (!file) return file.error();
    files.push_back(std::move(*file));
  }
  return Opened(std::make_shared<SafetensorsWeights>(model / "model.safetensors", std::move(files),
                                                     std::move(*paths)));
}

}  // namespace nereid::policy
