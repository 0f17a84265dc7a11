// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/tokenizer.h"

#include <atomic>
#include <fstream>
#include <thread>

#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

class TokenizerTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = testing::fresh_folder("tokenizer");
    tokenizer_ = testing::small_tokenizer(folder_, 320);
  }
  static void TearDownTestSuite() {
    tokenizer_.reset();
    std::filesystem::remove_all(folder_);
  }
  static inline std::filesystem::path folder_;
  static inline std::shared_ptr<Tokenizer> tokenizer_;
};

const std::vector<std::string> kTexts = {
    "",
    " ",
    "def f(x):\n    return x\n",
    "line\r\nline\r\n\ttab\v\f\0end"
    "x",
    "0123456789 3.14159e-10",
    "\xf0\x9f\x98\x80 \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",  // emoji, one joined
                                                                      // of three
    "\xe4\xb8\xad\xe6\x96\x87 \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e "
    "\xed\x95\x9c\xea\xb5\xad",                               // CJK
    "\xc3\xa9 e\xcc\x81 \xc2\xa0 \xe2\x80\xa8 \xef\xbb\xbf",  // accents, odd spaces, a mark
                                                              // of byte order
    "\xd8\xb4 \xf0\x90\x8d\x88 \xf4\x8f\xbf\xbf",
};

TEST_F(TokenizerTest, EveryTextComesBackByteForByte) {
  for (const std::string& text : kTexts)
    EXPECT_EQ(tokenizer_->decode(tokenizer_->encode(text)), text);
  std::string all_bytes_of_ascii;
  for (char c = 1; c > 0 && c < 127; ++c) all_bytes_of_ascii.push_back(c);
  EXPECT_EQ(tokenizer_->decode(tokenizer_->encode(all_bytes_of_ascii)), all_bytes_of_ascii);
}

TEST_F(TokenizerTest, BatchesEqualSingles) {
  const auto batch = tokenizer_->encode(std::span<const std::string>(kTexts));
  ASSERT_EQ(batch.size(), kTexts.size());
  for (std::size_t i = 0; i < batch.size(); ++i) EXPECT_EQ(batch[i], tokenizer_->encode(kTexts[i]));
}

TEST_F(TokenizerTest, SpecialTokensAreOneTokenAndLeftOutOfTheText) {
  const auto tokens = tokenizer_->encode("<|task|>\nx<|answer|>y<|end|>");
  EXPECT_EQ(tokens.front(), 2);
  EXPECT_EQ(tokens.back(), tokenizer_->end_token());
  EXPECT_EQ(tokenizer_->end_token(), 1);
  EXPECT_EQ(tokenizer_->pad_token(), 0);
  EXPECT_EQ(tokenizer_->decode(tokens), "\nxy");
}

TEST_F(TokenizerTest, EndsAreByteOffsets) {
  for (const std::string& text : kTexts) {
    const auto tokens = tokenizer_->encode(text);
    const auto ends = tokenizer_->token_ends(tokens);
    ASSERT_EQ(ends.size(), tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      EXPECT_EQ(tokenizer_->decode(std::span(tokens).first(i + 1)).size(), ends[i]);
    }
  }
}

TEST_F(TokenizerTest, TrainingReachesItsVocabularyAndMerges) {
  // 4 special tokens and 256 bytes are there at once; what is more comes from merges.
  EXPECT_GT(tokenizer_->vocabulary(), 260);
  EXPECT_LE(tokenizer_->vocabulary(), 320);
  const std::string line = "    x = tl.load(x_ptr + offsets, mask=mask)\n";
  EXPECT_LT(tokenizer_->encode(line).size(), line.size() / 2);
}

TEST_F(TokenizerTest, UnknownTokensAndBadBytesDoNoHarm) {
  EXPECT_EQ(tokenizer_->decode(std::vector<std::int32_t>{-1, 1 << 30}), "");
  EXPECT_EQ(tokenizer_->decode(tokenizer_->encode("a\xff"
                                                  "b")),
            "a\xef\xbf\xbd"
            "b");
}

TEST_F(TokenizerTest, ThreadsShareIt) {
  const auto expected = tokenizer_->encode(kTexts[2]);
  std::vector<std::thread> threads;
  std::atomic<int> same = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) same += tokenizer_->encode(kTexts[2]) == expected ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(same, 200);
}

TEST_F(TokenizerTest, BadFilesAreNamed) {
  const auto load = [&](const std::string& content) {
    const auto file = folder_ / "bad.json";
    std::ofstream(file) << content;
    const auto loaded = Tokenizer::load(file);
    EXPECT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find("bad.json"), std::string::npos);
    return loaded.error().code;
  };
  EXPECT_EQ(load("{"), ErrorCode::kCorrupt);
  EXPECT_EQ(load("[]"), ErrorCode::kCorrupt);
  EXPECT_EQ(load(R"({"model": {"vocab": {"a": 0}}})"), ErrorCode::kUnsupported);
  EXPECT_EQ(load(R"({"model": {"vocab": {"a": "x"}}, "decoder": {"type": "ByteLevel"}})"),
            ErrorCode::kCorrupt);
  EXPECT_EQ(Tokenizer::load(folder_ / "none.json").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nereid::policy
