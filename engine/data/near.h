// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nereid::data {

/// Hashes of the runs of five tokens in a reference, sorted, each once. Imports, get_inputs,
/// get_init_inputs, sizes at the top level, comments and docstrings are left out, and the names of
/// its own classes are all one: what is left is what the code computes.
std::vector<std::uint64_t> shingles(std::string_view reference);

/// Shared shingles over all shingles of both, in [0, 1]; 0 for an empty one.
double similarity(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

/// References by their shingles. One thread at a time.
class NearIndex {
 public:
  struct Near {
    std::string id;
    double similarity = 0;
  };
  void add(std::string id, std::vector<std::uint64_t> shingles);
  /// The most similar one, if it is at least `threshold`; of equal ones the first.
  std::optional<Near> nearest(const std::vector<std::uint64_t>& shingles, double threshold) const;
  std::size_t size() const { return sizes_.size(); }

 private:
  std::vector<std::string> ids_;
  std::vector<std::size_t> sizes_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> holders_;
};

}  // namespace nereid::data
