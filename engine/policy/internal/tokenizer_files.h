// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/policy/gguf/gguf_file.h"

namespace nereid::policy {

/// What a tokenizer is made of: the files of a model's folder, or the same made of a GGUF file's
/// metadata.
struct TokenizerFiles {
  std::filesystem::path place;                    ///< tokenizer.json or the GGUF file, for messages
  std::string tokenizer_json;                     ///< of Hugging Face `tokenizers`
  std::map<std::string, std::string> companions;  ///< tokenizer_config.json, ... that are there
  std::string model_config;                       ///< config.json, or empty
};

/// tokenizer.json and the files beside it.
Result<TokenizerFiles> read_tokenizer_files(const std::filesystem::path& tokenizer_json);

/// The tokenizer of a GGUF file (tokenizer.ggml.*, byte-level BPE) as tokenizer.json,
/// tokenizer_config.json with the chat template, and generation_config.json with every token that
/// ends an answer. kUnsupported or kCorrupt names the key.
Result<TokenizerFiles> gguf_tokenizer_files(const GgufFile& file);

/// The name that GGUF files have for how a tokenizer.json cuts text; empty if none is known.
std::string gguf_pre_of(const Json& tokenizer_json);

}  // namespace nereid::policy
