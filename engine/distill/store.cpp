// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/distill/internal/store.h"

#include <fmt/format.h>

#include "engine/base/json.h"
#include "engine/distill/internal/completion.h"

namespace nereid::distill {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchema = "nereid.distill/1";

Error bad_line(const fs::path& file, std::int64_t number, const std::string& what) {
  return {ErrorCode::kCorrupt, fmt::format("{}:{}: {}; take the line out, or choose another --out",
                                           file.string(), number, what)};
}

/// Reads a line of any of the files; its question.
Result<Question> question_of(const fs::path& file, std::int64_t number, const Json& line) {
  Question question{json_value<std::string>(line, "fingerprint", ""),
                    json_value(line, "sample", -1)};
  if (question.first.empty() || question.second < 0)
    return bad_line(file, number, "expected a fingerprint and a sample, as nereid distill writes");
  return question;
}

Result<Json> parsed(const fs::path& file, std::int64_t number, std::string_view line) {
  Result<Json> json = parse_json(line);
  if (!json) return bad_line(file, number, json.error().message);
  if (!json->is_object()) return bad_line(file, number, "expected a JSON object");
  return json;
}

/// Opens one of the files and hands its lines with their questions to `take`.
template <class Take>
Result<LineFile> open_lines(const fs::path& file, const Take& take) {
  return LineFile::open(file, [&](std::int64_t number, std::string_view text) -> Result<void> {
    const Result<Json> line = parsed(file, number, text);
    if (!line) return line.error();
    if (line->contains("schema")) return take(number, *line, Question());
    const Result<Question> question = question_of(file, number, *line);
    if (!question) return question.error();
    return take(number, *line, *question);
  });
}

Answer answer_of(const Json& line) {
  return {.reasoning = json_value<std::string>(line, "reasoning", ""),
          .text = json_value<std::string>(line, "text", ""),
          .model = json_value<std::string>(line, "model", ""),
          .truncated = json_value(line, "truncated", false)};
}

/// The first line of the answers says who gave them.
Result<void> check_source(const fs::path& file, const Json& header, const Json& source) {
  if (json_value<std::string>(header, "schema", "") != kSchema)
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{}: not written by this nereid distill; choose another --out", file.string())};
  const Json there = header.value("source", Json());
  if (there == source) return {};
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("{}: its answers come from {}, and now {} is to be asked; choose "
                           "another --out, or ask as before",
                           file.string(), dump_json(there), dump_json(source))};
}

/// What tells the reader of a line where it belongs.
OrderedJson place_of(const tasks::Task& task, int sample) {
  return {{"task", task.id}, {"fingerprint", task.fingerprint}, {"sample", sample}};
}

bool has_content(const fs::path& file) {
  std::error_code ignored;
  const auto size = fs::file_size(file, ignored);
  return !ignored && size > 0;
}

fs::path beside(const fs::path& out, const char* what) {
  fs::path file = out;
  return file.replace_extension().concat(what).concat(".jsonl");
}

}  // namespace

fs::path refused_path(const fs::path& out) {
  return beside(out, ".refused");
}

fs::path answers_path(const fs::path& out) {
  return beside(out, ".answers");
}

std::string reason_text(const verify::Verdict& verdict) {
  return fmt::format("{} {}",
                     verify::stage_name(verdict.rejected_at.value_or(verify::Stage::kNone)),
                     verdict.reason.code);
}

Result<Store> Store::open(const fs::path& out, const std::string& source) {
  const Result<Json> wanted = parse_json(source, "source");
  if (!wanted) return wanted.error();
  const fs::path answers_file = answers_path(out);
  if (!has_content(answers_file) && (has_content(out) || has_content(refused_path(out))))
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: there is something already that nereid distill did not write "
                             "(its answers, {}, are not there); choose another --out",
                             out.string(), answers_file.string())};
  std::map<Question, Kept> kept;
  Result<LineFile> answers = open_lines(
      answers_file,
      [&](std::int64_t number, const Json& line, const Question& question) -> Result<void> {
        if (number == 1) return check_source(answers_file, line, *wanted);
        kept[question].answer = answer_of(line);
        return {};
      });
  if (!answers) return answers.error();
  Result<LineFile> accepted =
      open_lines(out, [&](std::int64_t, const Json&, const Question& question) -> Result<void> {
        kept[question].accepted = true;
        return {};
      });
  if (!accepted) return accepted.error();
  Result<LineFile> refused = open_lines(
      refused_path(out),
      [&](std::int64_t, const Json& line, const Question& question) -> Result<void> {
        kept[question].refused = true;
        kept[question].reason = fmt::format("{} {}", json_value<std::string>(line, "stage", ""),
                                            json_value<std::string>(line, "reason", ""));
        return {};
      });
  if (!refused) return refused.error();
  if (answers->empty())
    if (Result<void> begun = answers->append(
            dump_json(OrderedJson{{"schema", kSchema}, {"source", OrderedJson::parse(source)}}));
        !begun)
      return begun.error();
  return Store(std::move(*answers), std::move(*accepted), std::move(*refused), std::move(kept));
}

Result<void> Store::add_answer(const tasks::Task& task, int sample, const Answer& answer) {
  OrderedJson line = place_of(task, sample);
  line["model"] = answer.model;
  line["truncated"] = answer.truncated;
  line["reasoning"] = answer.reasoning;
  line["text"] = answer.text;
  return answers_.append(dump_json(line));
}

Result<void> Store::settle(const tasks::Task& task, int sample, const Answer& answer,
                           const verify::Verdict& verdict) {
  OrderedJson line = {{"reference", task.reference},
                      {"entry_point", task.entry_point},
                      {"completion", completion_of(answer)}};
  line.update(place_of(task, sample));
  line["level"] = task.level;
  line["model"] = answer.model;
  if (verdict.accepted) return accepted_.append(dump_json(line));
  line["stage"] = verify::stage_name(verdict.rejected_at.value_or(verify::Stage::kNone));
  line["reason"] = verdict.reason.code;
  line["message"] = verdict.reason.message;
  return refused_.append(dump_json(line));
}

}  // namespace nereid::distill
