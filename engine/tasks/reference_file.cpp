// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/reference_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/json.h"
#include "engine/tasks/internal/python_text.h"

namespace nereid::tasks {
namespace {

constexpr std::string_view kMark = "# nereid: ";

struct ClassLines {
  std::string name;
  std::size_t begin = 0, end = 0;  ///< of its lines
  bool has_base = false;
};

std::vector<ClassLines> classes_of(const std::vector<PyLine>& lines) {
  std::vector<ClassLines> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<PyToken>& tokens = lines[i].tokens;
    if (lines[i].indent != 0) continue;
    if (!found.empty() && found.back().end == 0) found.back().end = i;
    if (tokens.size() > 2 && tokens[0].text == "class")
      found.push_back({tokens[1].text, i, 0, tokens[2].text == "("});
  }
  if (!found.empty() && found.back().end == 0) found.back().end = lines.size();
  return found;
}

bool is_named_elsewhere(const std::vector<PyLine>& lines, const ClassLines& own) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i >= own.begin && i < own.end) continue;
    const auto& tokens = lines[i].tokens;
    if (std::any_of(tokens.begin(), tokens.end(), [&](const PyToken& token) {
          return token.kind == PyKind::kName && token.text == own.name;
        }))
      return true;
  }
  return false;
}

}  // namespace

std::string origin_line(const Origin& origin) {
  OrderedJson json = OrderedJson::object();
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
  };
  add("entry_point", origin.entry_point);
  add("source", origin.source);
  add("row", origin.row);
  add("repository", origin.repository);
  if (!origin.licences.empty()) json["licences"] = origin.licences;
  if (origin.level > 0) json["level"] = origin.level;
  return std::string(kMark) + dump_json(json) + "\n";
}

Result<ReferenceFile> split_reference(std::string_view text) {
  ReferenceFile file;
  if (!text.starts_with(kMark)) {
    file.reference = text;
    return file;
  }
  const std::size_t end = std::min(text.find('\n'), text.size());
  const Result<Json> json = parse_json(text.substr(kMark.size(), end - kMark.size()), "line 1");
  if (!json || !json->is_object())
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("line 1 begins with \"{}\" and goes on with no JSON object{}; mend or "
                             "remove the line",
                             kMark, json ? "" : " (" + json.error().message + ")")};
  file.origin = {.entry_point = json_value(*json, "entry_point", std::string()),
                 .source = json_value(*json, "source", std::string()),
                 .row = json_value(*json, "row", std::string()),
                 .repository = json_value(*json, "repository", std::string()),
                 .licences = json_value(*json, "licences", std::vector<std::string>()),
                 .level = json_value(*json, "level", 0)};
  file.reference = text.substr(std::min(end + 1, text.size()));
  return file;
}

Result<std::string> entry_point_of(std::string_view text) {
  const Result<ReferenceFile> file = split_reference(text);
  if (!file) return file.error();
  if (!file->origin.entry_point.empty()) return file->origin.entry_point;
  const std::vector<PyLine> lines = tokenize_python(file->reference);
  const std::vector<ClassLines> classes = classes_of(lines);
  std::vector<std::string> names, last;
  for (const ClassLines& one : classes) {
    if (one.name == "Model") return one.name;
    names.push_back(one.name);
    if (one.has_base && !is_named_elsewhere(lines, one)) last.push_back(one.name);
  }
  if (last.size() == 1) return last.front();
  return Error{ErrorCode::kInvalidArgument,
               names.empty() ? std::string("no class Model at the top level")
                             : fmt::format("no class Model at the top level; name one of its "
                                           "classes as the entry point: {}",
                                           fmt::join(names, ", "))};
}

std::string entry_point_or_model(std::string_view text) {
  Result<std::string> found = entry_point_of(text);
  return found ? std::move(*found) : "Model";
}

}  // namespace nereid::tasks
