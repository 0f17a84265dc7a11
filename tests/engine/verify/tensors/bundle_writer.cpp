// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/verify/tensors/bundle_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <stdexcept>

#include "engine/base/json.h"

namespace nereid::verify {

void BundleWriter::add(const std::string& name, const std::string& tag,
                       const std::vector<std::int64_t>& shape, const std::string& data) {
  entries_ += fmt::format(R"(,"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", name,
                          tag, fmt::join(shape, ","), data_.size(), data_.size() + data.size());
  data_ += data;
}

std::string BundleWriter::bytes() const {
  const std::string header = "{\"__metadata__\":" + Json(metadata_).dump() + entries_ + "}";
  std::uint64_t length = header.size();
  std::string text(8, '\0');
  std::memcpy(text.data(), &length, 8);
  return text + header + data_;
}

Bundle BundleWriter::bundle() const {
  Result<Bundle> parsed = parse_bundle(private_bytes(bytes()));
  if (!parsed) throw std::runtime_error(parsed.error().message);
  return std::move(*parsed);
}

PrivateBytes private_bytes(const std::string& text) {
  PrivateBytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

}  // namespace nereid::verify
