// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/log.h"
#include "engine/policy/internal/tokenizer_files.h"

namespace nereid::policy {
namespace {

// How text is cut before pairs of bytes are merged: tokenizer.ggml.pre. Source of the patterns: the
// tokenizer.json of Llama 3, Qwen2, SmolLM and GPT-2 at their origin.
enum class Cut { kGpt2, kDigits, kLlama3, kQwen2 };
struct Pre {
  const char* name;
  Cut cut;
};
constexpr std::array kPres = {Pre{"gpt-2", Cut::kGpt2},
                              Pre{"smollm", Cut::kDigits},
                              Pre{"starcoder", Cut::kDigits},
                              Pre{"refact", Cut::kDigits},
                              Pre{"command-r", Cut::kDigits},
                              Pre{"codeshell", Cut::kDigits},
                              Pre{"llama3", Cut::kLlama3},
                              Pre{"llama-v3", Cut::kLlama3},
                              Pre{"llama-bpe", Cut::kLlama3},
                              Pre{"qwen2", Cut::kQwen2},
                              Pre{"deepseek-r1-qwen", Cut::kQwen2}};

constexpr const char* kLlama3Pattern =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
    " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
constexpr const char* kQwen2Pattern =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|"
    " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

Json byte_level(bool use_regex) {
  return {{"type", "ByteLevel"},
          {"add_prefix_space", false},
          {"trim_offsets", true},
          {"use_regex", use_regex}};
}

Json in_turn(Json first, Json second) {
  return {{"type", "Sequence"},
          {"pretokenizers", Json::array({std::move(first), std::move(second)})}};
}

Json pre_tokenizer(Cut cut) {
  const auto split = [](const char* pattern) {
    return Json{{"type", "Split"},
                {"pattern", {{"Regex", pattern}}},
                {"behavior", "Isolated"},
                {"invert", false}};
  };
  switch (cut) {
    case Cut::kGpt2:
      return byte_level(true);
    case Cut::kDigits:
      return in_turn({{"type", "Digits"}, {"individual_digits", true}}, byte_level(true));
    case Cut::kLlama3:
      return in_turn(split(kLlama3Pattern), byte_level(false));
    case Cut::kQwen2:
      return in_turn(split(kQwen2Pattern), byte_level(false));
  }
  return {};
}

// tokenizer.ggml.token_type.
constexpr int kControl = 3, kUserDefined = 4, kUnused = 5;

// Control tokens that end a turn or a text whatever the model: the list of llama.cpp
// (llama-vocab.cpp, "end of generation"), since a file's keys name one or two of several.
constexpr std::array kEnds = {"<|eot_id|>", "<|im_end|>",    "<|end|>", "<|end_of_text|>",
                              "<|eom_id|>", "<|endoftext|>", "</s>",    "<EOT>"};

class TokenizerReader {
 public:
  explicit TokenizerReader(const GgufFile& file) : file_(file) {}

  Result<TokenizerFiles> read() {
    if (Result<void> done = read_kind(); !done) return done.error();
    if (Result<void> done = read_tokens(); !done) return done.error();
    if (Result<void> done = read_merges(); !done) return done.error();
    TokenizerFiles files;
    files.place = file_.path();
    files.tokenizer_json = tokenizer_json().dump(1);
    const Result<Json> config = tokenizer_config();
    if (!config) return config.error();
    files.companions["tokenizer_config.json"] = config->dump(2) + "\n";
    files.companions["generation_config.json"] = generation_config().dump(2) + "\n";
    return files;
  }

 private:
  Error damaged(const std::string& key, const std::string& what) const {
    return file_.damaged("key \"tokenizer.ggml." + key + "\" " + what);
  }

  Result<void> read_kind() {
    const auto model = file_.text("tokenizer.ggml.model");
    if (!model) return model.error();
    if (!*model) return damaged("model", "is missing");
    if (**model != "gpt2")
      return file_.error(
          ErrorCode::kUnsupported,
          "key \"tokenizer.ggml.model\" is \"" + **model + "\": only byte-level BPE (gpt2) is read",
          "Choose a model with such a tokenizer (Llama 3, Qwen, SmolLM)");
    const auto pre = file_.text("tokenizer.ggml.pre");
    if (!pre) return pre.error();
    if (!*pre || **pre == "default") {
      log_warning("{}: does not say how text is cut (tokenizer.ggml.pre); taken as GPT-2 does it",
                  file_.path().string());
      return {};
    }
    for (const Pre& one : kPres)
      if (**pre == one.name) {
        cut_ = one.cut;
        return {};
      }
    std::string names;
    for (const Pre& one : kPres) names += (names.empty() ? "" : ", ") + std::string(one.name);
    return file_.error(ErrorCode::kUnsupported,
                       "key \"tokenizer.ggml.pre\" is \"" + **pre + "\", which is not known",
                       "Choose a model with one of " + names);
  }

  Result<void> read_tokens() {
    const auto tokens = file_.texts("tokenizer.ggml.tokens");
    if (!tokens) return tokens.error();
    if (!*tokens || (*tokens)->empty()) return damaged("tokens", "is missing");
    const auto types = file_.numbers("tokenizer.ggml.token_type");
    if (!types) return types.error();
    if (*types && (*types)->size() != (*tokens)->size())
      return damaged("token_type", "has " + std::to_string((*types)->size()) + " entries, tokens " +
                                       std::to_string((*tokens)->size()));
    const auto table = file_.tensors().find("token_embd.weight");
    if (table != file_.tensors().end() &&
        static_cast<std::int64_t>((*tokens)->size()) > table->second.shape.front())
      return damaged("tokens", "has " + std::to_string((*tokens)->size()) +
                                   " entries, more than tensor \"token_embd.weight\" has rows");
    for (std::size_t id = 0; id < (*tokens)->size(); ++id) {
      const std::string text((**tokens)[id]);
      const double kind = *types ? (**types)[id] : 1;
      if (!(kind >= 0 && kind <= 255))
        return damaged("token_type", "has no type as entry " + std::to_string(id));
      const int type = static_cast<int>(kind);
      if (!is_utf8(text)) return damaged("tokens", "has no text as entry " + std::to_string(id));
      texts_.push_back(text);
      if (const auto [place, is_new] = ids_.emplace(text, id); !is_new) {
        if (type == kUnused) continue;
        return damaged("tokens", "has the same text as entries " + std::to_string(place->second) +
                                     " and " + std::to_string(id));
      }
      vocabulary_[text] = id;
      if (type == kControl || type == kUserDefined) add_token(id, text, type == kControl);
    }
    return {};
  }

  void add_token(std::size_t id, const std::string& text, bool special) {
    if (special) control_.emplace(text, id);
    added_.push_back({{"id", id},
                      {"content", text},
                      {"single_word", false},
                      {"lstrip", false},
                      {"rstrip", false},
                      {"normalized", false},
                      {"special", special}});
  }

  Result<void> read_merges() {
    const auto merges = file_.texts("tokenizer.ggml.merges");
    if (!merges) return merges.error();
    if (!*merges) return damaged("merges", "is missing");
    for (std::size_t i = 0; i < (*merges)->size(); ++i) {
      const std::string_view pair = (**merges)[i];
      const std::size_t space = pair.find(' ', 1);
      const auto no_pair = [&] {
        return damaged("merges", "has no pair of tokens as entry " + std::to_string(i));
      };
      if (pair.empty() || space == std::string_view::npos || !is_utf8(pair)) return no_pair();
      const std::string first(pair.substr(0, space)), second(pair.substr(space + 1));
      if (!ids_.contains(first) || !ids_.contains(second) || !ids_.contains(first + second))
        return no_pair();
      merges_.push_back(Json::array({first, second}));
    }
    return {};
  }

  Json tokenizer_json() {
    Json normalizer, post = {{"type", "ByteLevel"},
                             {"add_prefix_space", false},
                             {"trim_offsets", false},
                             {"use_regex", true}};
    if (cut_ == Cut::kQwen2) normalizer = {{"type", "NFC"}};
    const auto bos = token("bos_token_id");
    const auto add_bos = file_.flag("tokenizer.ggml.add_bos_token");
    if (bos && add_bos && *add_bos && **add_bos) post = with_first(*bos);
    return {{"version", "1.0"},
            {"truncation", nullptr},
            {"padding", nullptr},
            {"added_tokens", added_},
            {"normalizer", normalizer},
            {"pre_tokenizer", pre_tokenizer(cut_)},
            {"post_processor", post},
            {"decoder",
             {{"type", "ByteLevel"},
              {"add_prefix_space", true},
              {"trim_offsets", true},
              {"use_regex", true}}},
            {"model",
             {{"type", "BPE"},
              {"dropout", nullptr},
              {"unk_token", nullptr},
              {"continuing_subword_prefix", nullptr},
              {"end_of_word_suffix", nullptr},
              {"fuse_unk", false},
              {"byte_fallback", false},
              {"ignore_merges", cut_ == Cut::kLlama3},
              {"vocab", vocabulary_},
              {"merges", merges_}}}};
  }

  // The beginning that tokenizers add when they are asked for special tokens.
  static Json with_first(const std::pair<std::size_t, std::string>& bos) {
    const auto special = [&](int type) {
      return Json{{"SpecialToken", {{"id", bos.second}, {"type_id", type}}}};
    };
    const auto sequence = [](const char* id, int type) {
      return Json{{"Sequence", {{"id", id}, {"type_id", type}}}};
    };
    return {{"type", "TemplateProcessing"},
            {"single", Json::array({special(0), sequence("A", 0)})},
            {"pair", Json::array({special(0), sequence("A", 0), special(1), sequence("B", 1)})},
            {"special_tokens",
             {{bos.second,
               {{"id", bos.second},
                {"ids", Json::array({bos.first})},
                {"tokens", Json::array({bos.second})}}}}}};
  }

  /// Id and text of the token that a key names.
  std::optional<std::pair<std::size_t, std::string>> token(const std::string& key) const {
    const auto id = file_.count("tokenizer.ggml." + key);
    if (!id || !*id || **id >= static_cast<std::int64_t>(texts_.size())) return std::nullopt;
    const auto index = static_cast<std::size_t>(**id);
    return std::pair{index, texts_[index]};
  }

  Result<Json> tokenizer_config() const {
    Json config = {{"tokenizer_class", "PreTrainedTokenizerFast"},
                   {"clean_up_tokenization_spaces", false}};
    const auto context = file_.text("general.architecture");
    if (context && *context)
      if (const auto longest = file_.count(**context + ".context_length"); longest && *longest)
        config["model_max_length"] = **longest;
    for (const auto& [name, key] : {std::pair{"bos_token", "bos_token_id"},
                                    {"eos_token", "eos_token_id"},
                                    {"unk_token", "unknown_token_id"},
                                    {"pad_token", "padding_token_id"}})
      if (const auto found = token(key)) config[name] = found->second;
    const auto chat = file_.text("tokenizer.chat_template");
    if (!chat) return chat.error();
    if (*chat) config["chat_template"] = **chat;
    return config;
  }

  Json generation_config() const {
    std::vector<std::size_t> ends;
    const auto add = [&](std::size_t id) {
      if (std::find(ends.begin(), ends.end(), id) == ends.end()) ends.push_back(id);
    };
    for (const char* key : {"eos_token_id", "eot_token_id", "eom_token_id"})
      if (const auto found = token(key)) add(found->first);
    for (const char* name : kEnds)
      if (const auto found = control_.find(name); found != control_.end()) add(found->second);
    Json config = {{"eos_token_id", ends}};
    for (const auto& [name, key] :
         {std::pair{"bos_token_id", "bos_token_id"}, {"pad_token_id", "padding_token_id"}})
      if (const auto found = token(key)) config[name] = found->first;
    return config;
  }

  const GgufFile& file_;
  Cut cut_ = Cut::kGpt2;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> ids_, control_;
  Json vocabulary_ = Json::object(), added_ = Json::array(), merges_ = Json::array();
};

}  // namespace

std::string gguf_pre_of(const Json& tokenizer_json) {
  if (!tokenizer_json.is_object() || !tokenizer_json.contains("pre_tokenizer")) return "";
  // What is left out has its default; offsets are of no account.
  const auto plain = [](Json part) {
    const auto type = json_value<std::string>(part, "type", "");
    part.erase("trim_offsets");
    if (type == "ByteLevel" && !part.contains("use_regex")) part["use_regex"] = true;
    if (type == "Split" && !part.contains("invert")) part["invert"] = false;
    return part;
  };
  const auto parts = [&](const Json& node) {
    Json list = Json::array();
    if (json_value<std::string>(node, "type", "") != "Sequence") {
      list.push_back(plain(node));
    } else {
      for (const Json& part : node["pretokenizers"]) list.push_back(plain(part));
    }
    return list;
  };
  const Json normalizer = tokenizer_json.value("normalizer", Json());
  const bool composes = json_value<std::string>(normalizer, "type", "") == "NFC";
  if (!composes && !normalizer.is_null()) return "";
  const Json wanted = parts(tokenizer_json["pre_tokenizer"]);
  for (const auto& [name, cut] : {std::pair{"gpt-2", Cut::kGpt2},
                                  {"smollm", Cut::kDigits},
                                  {"llama-bpe", Cut::kLlama3},
                                  {"qwen2", Cut::kQwen2}})
    if (parts(pre_tokenizer(cut)) == wanted && composes == (cut == Cut::kQwen2)) return name;
  return "";
}

Result<TokenizerFiles> gguf_tokenizer_files(const GgufFile& file) {
  return TokenizerReader(file).read();
}

}  // namespace nereid::policy
