// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/policy/shape/model_shape.h"

namespace nereid::policy {

/// The weights of a model as its files hold them, under the names of a Hugging Face checkpoint. The
/// files are mapped: a weight is copied, or multiplied out, when it is asked for. May be shared by
/// threads.
class StoredWeights {
 public:
  /// FOLDER/model.safetensors, the shards of model.safetensors.index.json, or a GGUF file, whose
  /// model has that shape.
  static Result<std::shared_ptr<const StoredWeights>> open(const std::filesystem::path& model,
                                                           const ModelShape& shape);
  virtual ~StoredWeights() = default;

  virtual bool has(const std::string& name) const = 0;
  virtual std::vector<std::int64_t> shape_of(const std::string& name) const = 0;
  /// Of a name that is there: as it is stored, in the order of Hugging Face; quantised blocks of a
  /// GGUF file in float32.
  virtual torch::Tensor read(const std::string& name) const = 0;
  /// "FILE: entry "NAME"", for an error about a weight that is there or not.
  virtual std::string place_of(const std::string& name) const = 0;
  /// What mends a file that does not fit.
  virtual std::string mend() const = 0;
  /// An error if the files hold weights beside `names` that would change the results.
  virtual Result<void> require_no_others(const std::set<std::string>& names) const = 0;

  struct Facts {
    std::string type;  ///< most numbers are stored in
    std::uint64_t bytes = 0;
  };
  virtual Facts facts() const = 0;
};

/// Is every weight of a model of that shape there, with its shape, and nothing that has no place?
/// Reads no numbers.
Result<void> check_stored(const StoredWeights& stored, const ModelShape& shape);

}  // namespace nereid::policy
