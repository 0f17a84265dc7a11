// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace nereid::policy::testing {

/// A small GGUF file, made piece by piece.
struct GgufWriter {
  using Value = std::variant<std::uint32_t, float, bool, std::string, std::vector<std::string>,
                             std::vector<std::int32_t>>;
  struct Tensor {
    std::vector<std::uint64_t> shape;  ///< fastest first, as the file has it
    std::uint32_t type = 0;
    std::string bytes;
  };
  std::map<std::string, Value> values;
  std::vector<std::pair<std::string, Tensor>> tensors;
  std::uint32_t version = 3;

  template <class T>
  static void put(std::string& out, const T& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  static void put_text(std::string& out, const std::string& text) {
    put(out, static_cast<std::uint64_t>(text.size()));
    out += text;
  }

  static void put_value(std::string& out, const Value& value) {
    const auto array = [&](std::uint32_t kind, std::size_t count) {
      put(out, std::uint32_t{9});
      put(out, kind);
      put(out, static_cast<std::uint64_t>(count));
    };
    if (const auto* number = std::get_if<std::uint32_t>(&value)) {
      put(out, std::uint32_t{4});
      put(out, *number);
    } else if (const auto* real = std::get_if<float>(&value)) {
      put(out, std::uint32_t{6});
      put(out, *real);
    } else if (const auto* flag = std::get_if<bool>(&value)) {
      put(out, std::uint32_t{7});
      put(out, static_cast<std::uint8_t>(*flag));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      put(out, std::uint32_t{8});
      put_text(out, *text);
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
      array(8, texts->size());
      for (const std::string& one : *texts) put_text(out, one);
    } else {
      const auto& numbers = std::get<std::vector<std::int32_t>>(value);
      array(5, numbers.size());
      for (const std::int32_t one : numbers) put(out, one);
    }
  }

  std::string bytes() const {
    std::string out = "GGUF";
    put(out, version);
    put(out, static_cast<std::uint64_t>(tensors.size()));
    put(out, static_cast<std::uint64_t>(values.size()));
    for (const auto& [key, value] : values) {
      put_text(out, key);
      put_value(out, value);
    }
    std::uint64_t offset = 0;
    for (const auto& [name, tensor] : tensors) {
      put_text(out, name);
      put(out, static_cast<std::uint32_t>(tensor.shape.size()));
      for (const std::uint64_t dimension : tensor.shape) put(out, dimension);
      put(out, tensor.type);
      put(out, offset);
      offset += (tensor.bytes.size() + 31) / 32 * 32;
    }
    for (const auto& [name, tensor] : tensors) {
      out.resize((out.size() + 31) / 32 * 32);
      out += tensor.bytes;
    }
    return out;
  }

  void write(const std::filesystem::path& file) const {
    const std::string content = bytes();
    std::ofstream(file, std::ios::binary)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
  }
};

}  // namespace nereid::policy::testing
