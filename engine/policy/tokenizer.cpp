// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/tokenizer.h"

#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/base/file.h"
#include "engine/policy/internal/chat_template.h"
#include "engine/policy/internal/tokenizer_files.h"
#include "engine/python/internal/interpreter.h"

namespace py = pybind11;
using nlohmann::json;

namespace nereid::policy {
namespace {

// GPT-2's reversible spelling of bytes: printable Latin-1 stands for itself, the other 68 bytes
// follow U+0100. Source: openai/gpt-2 encoder.py bytes_to_unicode.
std::unordered_map<char32_t, unsigned char> byte_level_alphabet() {
  std::unordered_map<char32_t, unsigned char> bytes;
  char32_t next = 0x100;
  for (unsigned value = 0; value < 256; ++value) {
    const bool printable =
        (value >= 0x21 && value <= 0x7e) || (value >= 0xa1 && value <= 0xac) || value >= 0xae;
    bytes[printable ? static_cast<char32_t>(value) : next++] = static_cast<unsigned char>(value);
  }
  return bytes;
}

// Code points of valid UTF-8, as JSON and Python hand it over.
std::vector<char32_t> code_points(const std::string& text) {
  std::vector<char32_t> points;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const int extra = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    char32_t point = extra == 0 ? lead : lead & (0x3f >> extra);
    for (int k = 1; k <= extra && i + k < text.size(); ++k) {
      point = (point << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3f);
    }
    points.push_back(point);
    i += extra + 1;
  }
  return points;
}

std::string bytes_of_token(const std::string& token,
                           const std::unordered_map<char32_t, unsigned char>& alphabet) {
  std::string bytes;
  for (const char32_t point : code_points(token)) {
    const auto found = alphabet.find(point);
    if (found == alphabet.end()) return token;  // a plain word added to the vocabulary
    bytes.push_back(static_cast<char>(found->second));
  }
  return bytes;
}

bool mentions_byte_level(const json& node) {
  if (!node.is_object()) return false;
  if (node.value("type", "") == "ByteLevel") return true;
  for (const char* key : {"decoders", "pretokenizers"}) {
    if (!node.contains(key)) continue;
    for (const json& part : node[key]) {
      if (mentions_byte_level(part)) return true;
    }
  }
  return false;
}

Error bad_tokenizer(const std::filesystem::path& file, const std::string& what) {
  return {ErrorCode::kCorrupt,
          file.string() + ": " + what + ". Copy tokenizer.json from the model's origin again"};
}

// The vocabulary as bytes: what each token adds to the text; nothing for special tokens.
struct Vocabulary {
  std::string source;
  std::vector<std::string> bytes;
  std::unordered_map<std::string, std::int32_t> special;

  void put(std::int64_t id, std::string text) {
    if (id < 0 || id > (1 << 24)) return;
    if (static_cast<std::size_t>(id) >= bytes.size()) bytes.resize(id + 1);
    bytes[id] = std::move(text);
  }
};

Result<Vocabulary> read_vocabulary(const TokenizerFiles& files) {
  const std::filesystem::path& file = files.place;
  const json root = json::parse(files.tokenizer_json, nullptr, false);
  if (!root.is_object() || !root.contains("model") || !root["model"].is_object() ||
      !root["model"].contains("vocab")) {
    return bad_tokenizer(file, "no model.vocab in it");
  }
  const bool byte_level =
      (root.contains("decoder") && mentions_byte_level(root["decoder"])) ||
      (root.contains("pre_tokenizer") && mentions_byte_level(root["pre_tokenizer"]));
  if (!byte_level || !root["model"]["vocab"].is_object()) {
    return Error{ErrorCode::kUnsupported,
                 file.string() +
                     ": only byte-level BPE tokenizers are supported "
                     "(GPT-2, Llama 3, Qwen, SmolLM); choose such a model"};
  }
  Vocabulary vocabulary{.source = files.tokenizer_json};
  const auto alphabet = byte_level_alphabet();
  for (const auto& [token, id] : root["model"]["vocab"].items()) {
    if (id.is_number_integer())
      vocabulary.put(id.get<std::int64_t>(), bytes_of_token(token, alphabet));
  }
  for (const json& added : root.value("added_tokens", json::array())) {
    const std::string content = added.value("content", "");
    const bool special = added.value("special", false);
    vocabulary.put(added.value("id", -1), special ? "" : content);
    if (special) vocabulary.special[content] = added.value("id", -1);
  }
  return vocabulary;
}

// "eos_token" and "pad_token" of tokenizer_config.json are a text or an object with "content".
std::string named_in_config(const TokenizerFiles& files, const char* key) {
  const auto found = files.companions.find("tokenizer_config.json");
  const json config =
      found != files.companions.end() ? json::parse(found->second, nullptr, false) : json();
  if (!config.is_object() || !config.contains(key)) return "";
  const json& value = config[key];
  if (value.is_string()) return value.get<std::string>();
  return value.is_object() ? value.value("content", "") : "";
}

// Files of a model's folder beside tokenizer.json and the weights.
constexpr std::array kCompanions = {"tokenizer_config.json",
                                    "special_tokens_map.json",
                                    "added_tokens.json",
                                    "vocab.json",
                                    "merges.txt",
                                    "chat_template.jinja",
                                    "generation_config.json"};

// "eos_token_id" is one number or a list of them.
std::vector<std::int32_t> ends_in(const std::string& text) {
  const json config = json::parse(text, nullptr, false);
  if (!config.is_object() || !config.contains("eos_token_id")) return {};
  const json& value = config["eos_token_id"];
  std::vector<std::int32_t> tokens;
  for (const json& one : value.is_array() ? value : json::array({value}))
    if (one.is_number_integer() && one.get<std::int64_t>() >= 0) tokens.push_back(one);
  return tokens;
}

std::int32_t find_special(const Vocabulary& vocabulary, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto found = vocabulary.special.find(name);
    if (!name.empty() && found != vocabulary.special.end()) return found->second;
  }
  return -1;
}

// Bytes that are not UTF-8 become U+FFFD: Python's text cannot hold them.
py::object python_text(const std::string& text) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

class HuggingFaceTokenizer final : public Tokenizer {
 public:
  HuggingFaceTokenizer(py::object object, Vocabulary vocabulary,
                       std::shared_ptr<const ChatTemplate> chat, TokenizerFiles files)
      : object_(std::move(object)), vocabulary_(std::move(vocabulary)), chat_(std::move(chat)) {
    const std::int32_t end =
        find_special(vocabulary_, {"<|end|>", named_in_config(files, "eos_token"), "<|im_end|>",
                                   "<|eot_id|>", "<|end_of_text|>", "<|endoftext|>", "</s>"});
    pad_ = find_special(vocabulary_, {"<|pad|>", named_in_config(files, "pad_token"), "<pad>"});
    if (pad_ < 0) pad_ = end < 0 ? 0 : end;
    if (end >= 0) ends_.push_back(end);
    const auto generation = files.companions.find("generation_config.json");
    if (generation != files.companions.end()) add_ends(generation->second);
    add_ends(files.model_config);
    companions_ = std::move(files.companions);
  }
  ~HuggingFaceTokenizer() override {
    py::gil_scoped_acquire gil;
    object_ = py::object();
  }

  std::vector<std::vector<std::int32_t>> encode(std::span<const std::string> texts) const override {
    py::gil_scoped_acquire gil;
    py::list list(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) list[i] = python_text(texts[i]);
    const py::list encoded =
        object_.attr("encode_batch")(list, py::arg("add_special_tokens") = false);
    std::vector<std::vector<std::int32_t>> out;
    out.reserve(texts.size());
    for (const py::handle& one : encoded)
      out.push_back(one.attr("ids").cast<std::vector<std::int32_t>>());
    return out;
  }

  std::string decode(std::span<const std::int32_t> tokens) const override {
    std::string text;
    for (const std::int32_t token : tokens) text += bytes(token);
    return text;
  }

  std::vector<std::uint32_t> token_ends(std::span<const std::int32_t> tokens) const override {
    std::vector<std::uint32_t> ends;
    std::uint32_t end = 0;
    for (const std::int32_t token : tokens)
      ends.push_back(end += static_cast<std::uint32_t>(bytes(token).size()));
    return ends;
  }

  const std::string& to_json() const override { return vocabulary_.source; }
  int vocabulary() const override { return static_cast<int>(vocabulary_.bytes.size()); }
  const std::map<std::string, std::string>& companions() const override { return companions_; }
  std::int32_t end_token() const override { return ends_.empty() ? -1 : ends_.front(); }
  const std::vector<std::int32_t>& end_tokens() const override { return ends_; }
  std::int32_t pad_token() const override { return pad_; }
  bool has_chat_template() const override { return chat_ != nullptr; }
  Result<std::string> chat(const std::string& user) const override {
    if (chat_) return chat_->render(user);
    return Error{ErrorCode::kUnsupported, "the model has no chat template"};
  }

 private:
  void add_ends(const std::string& config) {
    for (const std::int32_t token : ends_in(config))
      if (std::find(ends_.begin(), ends_.end(), token) == ends_.end()) ends_.push_back(token);
  }

  const std::string& bytes(std::int32_t token) const {
    static const std::string kNothing;
    const auto index = static_cast<std::size_t>(token);
    return token >= 0 && index < vocabulary_.bytes.size() ? vocabulary_.bytes[index] : kNothing;
  }

  py::object object_;
  Vocabulary vocabulary_;
  std::shared_ptr<const ChatTemplate> chat_;
  std::map<std::string, std::string> companions_;
  std::vector<std::int32_t> ends_;
  std::int32_t pad_ = -1;
};

Error python_error(const std::string& doing, const py::error_already_set& error) {
  return {ErrorCode::kInternal, doing + ": " + error.what()};
}

Result<std::shared_ptr<Tokenizer>> make_tokenizer(TokenizerFiles files) {
  const std::filesystem::path place = files.place;
  Result<Vocabulary> vocabulary = read_vocabulary(files);
  if (!vocabulary) return vocabulary.error();
  if (Result<void> started = python::start_interpreter(); !started) return started.error();
  std::map<std::string, std::string> special;
  for (const char* key : {"bos_token", "eos_token", "pad_token", "unk_token"})
    if (std::string text = named_in_config(files, key); !text.empty()) special[key] = text;
  auto chat = ChatTemplate::load(files, special);
  if (!chat) return chat.error();
  py::gil_scoped_acquire gil;
  try {
    py::object object =
        py::module_::import("tokenizers").attr("Tokenizer").attr("from_str")(files.tokenizer_json);
    object.attr("no_padding")();
    object.attr("no_truncation")();
    return std::shared_ptr<Tokenizer>(std::make_shared<HuggingFaceTokenizer>(
        std::move(object), std::move(*vocabulary), std::move(*chat), std::move(files)));
  } catch (const py::error_already_set& error) {
    return bad_tokenizer(place, error.what());
  }
}

py::object new_byte_level_bpe() {
  const py::module_ tokenizers = py::module_::import("tokenizers");
  py::object tokenizer = tokenizers.attr("Tokenizer")(tokenizers.attr("models").attr("BPE")());
  tokenizer.attr("pre_tokenizer") =
      tokenizers.attr("pre_tokenizers").attr("ByteLevel")(py::arg("add_prefix_space") = false);
  tokenizer.attr("decoder") = tokenizers.attr("decoders").attr("ByteLevel")();
  return tokenizer;
}

}  // namespace

Result<TokenizerFiles> read_tokenizer_files(const std::filesystem::path& tokenizer_json) {
  TokenizerFiles files{.place = tokenizer_json};
  Result<std::string> text = read_file(tokenizer_json);
  if (!text) return text.error();
  files.tokenizer_json = std::move(*text);
  const std::filesystem::path folder = tokenizer_json.parent_path();
  std::error_code ignored;
  for (const char* name : kCompanions) {
    if (!std::filesystem::exists(folder / name, ignored)) continue;
    text = read_file(folder / name);
    if (!text) return text.error();
    files.companions[name] = std::move(*text);
  }
  if (text = read_file(folder / "config.json"); text) files.model_config = std::move(*text);
  return files;
}

Result<std::shared_ptr<Tokenizer>> Tokenizer::load(const std::filesystem::path& file) {
  if (!is_gguf(file)) {
    Result<TokenizerFiles> files = read_tokenizer_files(file);
    return files ? make_tokenizer(std::move(*files)) : files.error();
  }
  const Result<std::shared_ptr<const GgufFile>> gguf = GgufFile::open(file);
  if (!gguf) return gguf.error();
  Result<TokenizerFiles> files = gguf_tokenizer_files(**gguf);
  return files ? make_tokenizer(std::move(*files)) : files.error();
}

Result<void> Tokenizer::train(const std::vector<std::string>& texts, int vocabulary,
                              const std::vector<std::string>& special_tokens,
                              const std::filesystem::path& out) {
  if (Result<void> started = python::start_interpreter(); !started) return started.error();
  py::gil_scoped_acquire gil;
  try {
    const py::module_ tokenizers = py::module_::import("tokenizers");
    py::object tokenizer = new_byte_level_bpe();
    // All 256 bytes are in the alphabet, so that any text can be spelled.
    py::object trainer =
        tokenizers.attr("trainers")
            .attr("BpeTrainer")(
                py::arg("vocab_size") = vocabulary, py::arg("special_tokens") = special_tokens,
                py::arg("show_progress") = false,
                py::arg("initial_alphabet") =
                    tokenizers.attr("pre_tokenizers").attr("ByteLevel").attr("alphabet")());
    tokenizer.attr("train_from_iterator")(texts, trainer);
    std::filesystem::create_directories(out.has_parent_path() ? out.parent_path() : ".");
    const std::filesystem::path temporary = out.string() + ".part";
    tokenizer.attr("save")(temporary.string());
    std::filesystem::rename(temporary, out);
    return {};
  } catch (const py::error_already_set& error) {
    return python_error("training the tokenizer " + out.string(), error);
  } catch (const std::filesystem::filesystem_error& error) {
    return Error{ErrorCode::kPermissionDenied, "writing " + out.string() + ": " + error.what()};
  }
}

std::vector<std::int32_t> Tokenizer::encode(const std::string& text) const {
  return encode(std::span<const std::string>(&text, 1)).front();
}

}  // namespace nereid::policy
