// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/advise/advice.h"

#include <fmt/format.h>

#include <array>

namespace nereid::advise {
namespace {

constexpr const char* kSchema = "nereid.advice/1";
constexpr std::size_t kLongestExplanation = 2000;
constexpr std::size_t kLongestQuote = 200;
constexpr int kMostBraces = 256;  // at which an object may begin

struct Question {
  const char* key;
  const char* words;
  bool Advice::*answer;
};
constexpr std::array<Question, 3> kQuestions = {
    {{"torch_fallback", "torch fallback", &Advice::torch_fallback},
     {"hard_coded_output", "hard-coded output", &Advice::hard_coded_output},
     {"omitted_part", "omitted part", &Advice::omitted_part}}};

/// For a terminal: no control characters, and not without end.
std::string plain(std::string text, std::size_t longest) {
  for (char& letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < ' ' || code == 0x7f) letter = ' ';
  }
  if (text.size() <= longest) return text;
  while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0U) == 0x80U) --longest;
  return text.substr(0, longest) + "...";
}

/// Behind a thinking section.
std::string_view spoken(std::string_view answer) {
  constexpr std::string_view kClose = "</think>";
  const std::size_t close = answer.rfind(kClose);
  return close == std::string_view::npos ? answer : answer.substr(close + kClose.size());
}

/// The object that ends with the last brace of the text; braces in prose before it do no harm.
Result<Json> last_object(std::string_view text) {
  const std::size_t end = text.rfind('}');
  std::size_t begin = end == std::string_view::npos ? end : text.find('{');
  for (int tries = 0; begin < end && tries < kMostBraces; ++tries) {
    Result<Json> json = parse_json(text.substr(begin, end + 1 - begin));
    if (json && json->is_object()) return json;
    begin = text.find('{', begin + 1);
  }
  return Error{ErrorCode::kCorrupt, "it holds no JSON object"};
}

/// The three answers and the explanation.
Result<Advice> read_fields(const Json& object) {
  Advice advice;
  for (const Question& question : kQuestions) {
    const auto field = object.find(question.key);
    if (field == object.end() || !field->is_boolean())
      return Error{ErrorCode::kCorrupt, fmt::format("\"{}\" is not true or false", question.key)};
    advice.*question.answer = field->get<bool>();
  }
  const auto explanation = object.find("explanation");
  if (explanation == object.end() || !explanation->is_string())
    return Error{ErrorCode::kCorrupt, "\"explanation\" is no text"};
  advice.explanation = plain(explanation->get<std::string>(), kLongestExplanation);
  return advice;
}

}  // namespace

std::vector<std::string> suspicions(const Advice& advice) {
  std::vector<std::string> words;
  for (const Question& question : kQuestions)
    if (advice.*question.answer) words.emplace_back(question.words);
  return words;
}

OrderedJson to_json(const Advice& advice) {
  OrderedJson object = {{"schema", kSchema}};
  for (const Question& question : kQuestions) object[question.key] = advice.*question.answer;
  object["explanation"] = advice.explanation;
  object["model"] = advice.model;
  object["prompt"] = advice.prompt;
  object["prompt_sha256"] = advice.prompt_sha256;
  object["candidate_sha256"] = advice.candidate_sha256;
  object["unix_ms"] = advice.unix_ms;
  return object;
}

Result<Advice> advice_from_json(const Json& object) {
  if (json_value<std::string>(object, "schema", "") != kSchema)
    return Error{ErrorCode::kCorrupt, fmt::format("not of schema {}", kSchema)};
  Result<Advice> advice = read_fields(object);
  if (!advice) return advice;
  advice->model = json_value<std::string>(object, "model", "");
  advice->prompt = json_value<std::string>(object, "prompt", "");
  advice->prompt_sha256 = json_value<std::string>(object, "prompt_sha256", "");
  advice->candidate_sha256 = json_value<std::string>(object, "candidate_sha256", "");
  advice->unix_ms = json_value<std::int64_t>(object, "unix_ms", 0);
  return advice;
}

Result<Advice> read_opinion(std::string_view answer) {
  const Result<Json> object = last_object(spoken(answer));
  Result<Advice> advice = object ? read_fields(*object) : Result<Advice>(object.error());
  if (!advice)
    return Error{ErrorCode::kCorrupt,
                 fmt::format("the advisor's answer is not the JSON object that it was asked for: "
                             "{}; it reads: {}",
                             advice.error().message, plain(std::string(answer), kLongestQuote))};
  return advice;
}

}  // namespace nereid::advise
