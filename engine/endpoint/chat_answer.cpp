// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/endpoint/internal/chat_answer.h"

#include <fmt/format.h>

#include "engine/base/file.h"
#include "engine/base/json.h"

namespace nereid::endpoint {
namespace {

constexpr std::size_t kLongestWords = 300;

Error nonsense(const std::string& what, std::string_view body) {
  return {ErrorCode::kCorrupt, fmt::format("{}; it begins: {}", what, server_words(body))};
}

/// The text of a field that is a text, null or not there.
Result<std::string> text_field(const Json& object, const char* key) {
  const auto field = object.find(key);
  if (field == object.end() || field->is_null()) return std::string();
  if (field->is_string()) return field->get<std::string>();
  return Error{ErrorCode::kCorrupt,
               fmt::format("\"{}\" is of type {}, not a text", key, field->type_name())};
}

/// A text, or a list of parts.
Result<std::string> content_of(const Json& message) {
  const auto content = message.find("content");
  if (content == message.end() || !content->is_array()) return text_field(message, "content");
  std::string text;
  for (const Json& part : *content)
    if (json_value<std::string>(part, "type", "") == "text")
      text += json_value<std::string>(part, "text", "");
  return text;
}

Result<ChatAnswer> read_message(const Json& choice) {
  const auto message = choice.find("message");
  if (message == choice.end() || !message->is_object())
    return Error{ErrorCode::kCorrupt, "its choice has no message"};
  ChatAnswer answer;
  Result<std::string> content = content_of(*message);
  if (!content) return content.error();
  answer.content = std::move(*content);
  for (const char* key : {"reasoning_content", "reasoning"}) {
    Result<std::string> reasoning = text_field(*message, key);
    if (!reasoning) return reasoning.error();
    if (answer.reasoning.empty()) answer.reasoning = std::move(*reasoning);
  }
  answer.finish_reason = json_value<std::string>(choice, "finish_reason", "");
  return answer;
}

// The beginning of what may be any bytes, as UTF-8.
std::string beginning_of(std::string_view bytes) {
  // A letter that is cut by the first limit is cut again by the second.
  const std::string valid = dump_json(Json(std::string(bytes.substr(0, 2 * kLongestWords))));
  std::string words = Json::parse(valid).get<std::string>().substr(0, kLongestWords);
  while (!is_utf8(words)) words.pop_back();
  return words;
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

}  // namespace

std::string server_words(std::string_view body) {
  std::string words = beginning_of(body);
  if (const Result<Json> json = parse_json(body); json && json->is_object()) {
    for (const char* key : {"error", "message", "detail"}) {
      const auto field = json->find(key);
      if (field == json->end()) continue;
      const std::string found = field->is_object() ? json_value<std::string>(*field, "message", "")
                                                   : json_value<std::string>(*json, key, "");
      if (found.empty()) continue;
      words = beginning_of(found);
      break;
    }
  }
  for (char& letter : words)
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  return is_blank(words) ? "(nothing)" : words;
}

Result<ChatAnswer> read_chat_answer(std::string_view body, bool may_be_empty) {
  const Result<Json> json = parse_json(body);
  if (!json) return nonsense("the answer is no JSON", body);
  const auto choices = json->is_object() ? json->find("choices") : json->end();
  if (!json->is_object() || choices == json->end() || !choices->is_array() || choices->empty() ||
      !choices->front().is_object())
    return nonsense("the answer has no list \"choices\" with an object in it", body);
  Result<ChatAnswer> answer = read_message(choices->front());
  if (!answer) return nonsense("the answer is none of a chat: " + answer.error().message, body);
  if (is_blank(answer->content) && !may_be_empty)
    return Error{ErrorCode::kCorrupt,
                 answer->truncated()
                     ? "the answer is empty: max_tokens was used up before it began; raise it"
                     : "the answer is empty"};
  answer->model = json_value<std::string>(*json, "model", "");
  if (const auto usage = json->find("usage"); usage != json->end()) {
    answer->prompt_tokens = json_value<std::int64_t>(*usage, "prompt_tokens", 0);
    answer->completion_tokens = json_value<std::int64_t>(*usage, "completion_tokens", 0);
  }
  return answer;
}

}  // namespace nereid::endpoint
