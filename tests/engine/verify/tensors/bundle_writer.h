// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/verify/tensors/bundle.h"

namespace nereid::verify {

/// Builds bundles in memory, the slow and plain way.
class BundleWriter {
 public:
  void meta(const std::string& key, const std::string& value) { metadata_[key] = value; }
  void add(const std::string& name, const std::string& tag, const std::vector<std::int64_t>& shape,
           const std::string& data);
  template <class T>
  void add_values(const std::string& name, const std::string& tag,
                  const std::vector<std::int64_t>& shape, const std::vector<T>& values) {
    add(name, tag, shape,
        std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }
  std::string bytes() const;
  Bundle bundle() const;

 private:
  std::map<std::string, std::string> metadata_;
  std::string entries_;
  std::string data_;
};

PrivateBytes private_bytes(const std::string& text);

}  // namespace nereid::verify
