// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::policy {

/// Hugging Face `tokenizers` behind the embedded interpreter. Thread-safe (it takes the
/// interpreter's lock).
class Tokenizer {
 public:
  /// Of a tokenizer.json with the files beside it, or of a GGUF file.
  static Result<std::shared_ptr<Tokenizer>> load(const std::filesystem::path& file);
  /// Trains a byte-level BPE on `texts` and writes tokenizer.json.
  static Result<void> train(const std::vector<std::string>& texts, int vocabulary,
                            const std::vector<std::string>& special_tokens,
                            const std::filesystem::path& out);
  virtual ~Tokenizer() = default;
  virtual std::vector<std::vector<std::int32_t>> encode(
      std::span<const std::string> texts) const = 0;
  std::vector<std::int32_t> encode(const std::string& text) const;
  /// Byte-exact; special tokens are left out.
  virtual std::string decode(std::span<const std::int32_t> tokens) const = 0;
  /// Byte offset in decode(tokens) after each token.
  virtual std::vector<std::uint32_t> token_ends(std::span<const std::int32_t> tokens) const = 0;
  /// The tokenizer.json that it was loaded from, byte for byte; for a GGUF file, one that is made.
  virtual const std::string& to_json() const = 0;
  /// Name and bytes of the other files of the model's folder that belong to it: settings of the
  /// tokenizer and of generation, chat template, vocabulary. An exported model has them too.
  virtual const std::map<std::string, std::string>& companions() const = 0;
  virtual int vocabulary() const = 0;
  /// The token that ends an answer; what a corpus teaches. -1 where the files name none.
  virtual std::int32_t end_token() const = 0;
  /// Every token at which sampling stops: end_token() first, then those of generation_config.json
  /// and config.json.
  virtual const std::vector<std::int32_t>& end_tokens() const = 0;
  virtual std::int32_t pad_token() const = 0;
  /// Does the model bring a chat template?
  virtual bool has_chat_template() const = 0;
  /// A user's message by that template, up to where the answer begins.
  virtual Result<std::string> chat(const std::string& user) const = 0;
};

}  // namespace nereid::policy
