// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/tensors/bundle.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <random>

#include "tests/engine/verify/tensors/bundle_writer.h"

namespace nereid::verify {
namespace {

std::string small_bundle() {
  BundleWriter writer;
  writer.meta("outputs", "tuple");
  writer.add_values<float>("output.0", "F32", {2, 3}, {1, 2, 3, 4, 5, 6});
  writer.add_values<std::int64_t>("output.1", "I64", {}, {7});
  writer.add_values<float>("empty", "F32", {0, 5}, {});
  return writer.bytes();
}

TEST(Bundle, ReadsTensorsAndText) {
  const Result<Bundle> bundle = parse_bundle(private_bytes(small_bundle()));
  ASSERT_TRUE(bundle) << bundle.error().message;
  EXPECT_EQ(bundle->meta("outputs"), "tuple");
  EXPECT_EQ(bundle->tensors.at("output.0").shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(bundle->tensors.at("output.0").elements(), 6);
  EXPECT_EQ(bundle->tensors.at("output.1").elements(), 1);
  EXPECT_EQ(bundle->tensors.at("empty").elements(), 0);
}

TEST(Bundle, RefusesWhatLeavesTheFile) {
  const char* headers[] = {
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,16]}})",
      R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}})",
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})",
      R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})",
      R"({"a":{"dtype":"F32","shape":[4611686018427387904,4611686018427387904],"data_offsets":[0,0]}})",
      R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})",
      R"({"a":{"dtype":"C64","shape":[1],"data_offsets":[0,8]}})",
      R"({"a":[1,2]})",
      R"([])",
      R"({"__metadata__":3})",
      R"({"a":{"dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,4]}})",
  };
  for (const std::string header : headers) {
    std::uint64_t length = header.size();
    std::string text(8, '\0');
    std::memcpy(text.data(), &length, 8);
    EXPECT_FALSE(parse_bundle(private_bytes(text + header + "12345678"))) << header;
  }
}

TEST(Bundle, EveryTruncationIsRefusedOrWhole) {
  const std::string whole = small_bundle();
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(parse_bundle(private_bytes(whole.substr(0, length)))) << length;
}

// Damaged bytes must give an error or a bundle whose views lie inside it; the sanitizers look on.
TEST(Bundle, SurvivesDamage) {
  std::mt19937 random(1);
  const std::string whole = small_bundle();
  for (int round = 0; round < 4000; ++round) {
    std::string text = whole;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) text[random() % text.size()] = static_cast<char>(random());
    const Result<Bundle> bundle = parse_bundle(private_bytes(text));
    if (!bundle) continue;
    for (const auto& [name, view] : bundle->tensors) {
      ASSERT_GE(view.data.data(), bundle->bytes.data());
      ASSERT_LE(view.data.data() + view.data.size(), bundle->bytes.data() + bundle->bytes.size());
    }
  }
}

TEST(Memfd, PrivateCopyIsBoundedAndComplete) {
  const Result<UniqueFd> fd = sealed_memfd("test", std::string_view("hello"));
  ASSERT_TRUE(fd);
  const Result<PrivateBytes> copy = private_copy(fd->get(), 5);
  ASSERT_TRUE(copy);
  EXPECT_EQ(std::memcmp(copy->data(), "hello", 5), 0);
  EXPECT_FALSE(private_copy(fd->get(), 4));
  EXPECT_FALSE(private_copy(-1, 4));
  EXPECT_LT(write(fd->get(), "x", 1), 0) << "the seal must hold";
}

// Large copies have pages of their own, small ones do not.
TEST(Memfd, PrivateCopyOfAnySizeMoves) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{16383}, std::size_t{16384}, std::size_t{1} << 20}) {
    const std::string text(size, 'x');
    const Result<UniqueFd> fd = sealed_memfd("test", std::string_view(text));
    ASSERT_TRUE(fd);
    Result<PrivateBytes> copy = private_copy(fd->get(), size);
    ASSERT_TRUE(copy) << size;
    const PrivateBytes moved = std::move(*copy);
    ASSERT_EQ(moved.size(), size);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(moved.data()), size), text);
  }
}

}  // namespace
}  // namespace nereid::verify
