// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/base/check.h"

namespace nereid::train {

/// Values one after the other, for another rank of the same program: neither versioned nor checked
/// beyond its end.
class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* begin = reinterpret_cast<const char*>(&value);
    bytes_.append(begin, sizeof value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void put(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}
  template <class T>
  void get(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, cut(sizeof value).data(), sizeof value);
  }
  template <class T>
  void get(std::vector<T>& values) {
    std::size_t count = 0;
    get(count);
    const std::string_view from = cut(count * sizeof(T));
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), from.data(), from.size());
  }
  void get(std::string& text) {
    std::size_t count = 0;
    get(count);
    text = cut(count);
  }

 private:
  std::string_view cut(std::size_t size) {
    NEREID_CHECK(size <= left_.size(), "another rank sent less than was expected");
    const std::string_view part = left_.substr(0, size);
    left_.remove_prefix(size);
    return part;
  }
  std::string_view left_;
};

}  // namespace nereid::train
