// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nereid::tasks {

/// A PyTorch reference (`Model`, `get_inputs`, `get_init_inputs`) with its level and origin.
/// Immutable value.
struct Task {
  std::string id;    ///< unique, e.g. "synthetic/2/81f3a0" or "kernelbench/level1/19_ReLU"
  std::string name;  ///< short name for lists, e.g. "silu_scale_softmax"
  int level = 1;     ///< 1 = one operation, 2 = fusion of several, 3 = whole model, 4 = large model
  std::string split;      ///< "train", "validation" or "test"
  std::string source;     ///< "synthetic", "kernelbench" or "file"
  std::string reference;  ///< Python source text, UTF-8
  std::string entry_point = "Model";
  std::vector<std::string> tags;  ///< operations, in order of application
  std::string
      fingerprint;  ///< SHA-256 (hex) of the reference without comments and surplus white space
  std::int64_t memory_bytes =
      0;                   ///< estimated bytes of inputs, parameters and outputs; 0 = not estimated
  bool too_large = false;  ///< own sizes do not fit this machine: smaller shapes are judged
  std::string note;        ///< why it is marked, for people
  std::vector<std::string> licences;  ///< of an imported one, as its source names them
};

}  // namespace nereid::tasks
