// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/made_of.h"

#include <utility>

namespace nereid::policy {

bool MadeOf::is_still(const std::vector<torch::Tensor>& tensors, double factor) {
  std::vector<std::uint32_t> versions;
  bool same = factor == factor_ && tensors.size() == tensors_.size();
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    versions.push_back(tensors[i].defined() ? tensors[i]._version() : 0);
    same = same && tensors[i].is_same(tensors_[i]) && versions[i] == versions_[i];
  }
  tensors_ = tensors;
  versions_ = std::move(versions);
  factor_ = factor;
  return same;
}

}  // namespace nereid::policy
