// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace nereid::data {
namespace {

/// Reads the values of a row; keeps in `wrong` what is said of the first of a wrong type.
class Values {
 public:
  Values(const Row& row, std::string& wrong) : Values(row, row.values, wrong, "") {}

  /// A text; "" where the column is absent or null. A number is a text where `or_number`.
  std::string text(const char* column, bool or_number = false) const {
    const Json* const value = find(column);
    if (value == nullptr) return "";
    if (value->is_string()) return value->get<std::string>();
    if (or_number && value->is_number()) return value->dump();
    expect(column, "a text", *value);
    return "";
  }

  /// 0 where it is absent, null or a text that is no number.
  int number(const char* column) const {
    const Json* const value = find(column);
    if (value == nullptr) return 0;
    if (value->is_number_integer()) return value->get<int>();
    int parsed = 0;
    if (value->is_string()) {
      const auto& digits = value->get_ref<const std::string&>();
      std::from_chars(digits.data(), digits.data() + digits.size(), parsed);
    } else {
      expect(column, "a whole number", *value);
    }
    return parsed;
  }

  /// A list of texts, or one text.
  std::vector<std::string> texts(const char* column) const {
    const Json* const value = find(column);
    if (value == nullptr) return {};
    if (value->is_string()) return {value->get<std::string>()};
    const bool fits = value->is_array() && std::all_of(value->begin(), value->end(),
                                                       [](auto& item) { return item.is_string(); });
    if (fits) return value->get<std::vector<std::string>>();
    expect(column, "a list of texts", *value);
    return {};
  }

  Values inside(const char* column) const {
    static const Json kNone = Json::object();
    const Json* const value = find(column);
    const bool fits = value != nullptr && value->is_object();
    if (value != nullptr && !fits) expect(column, "an object", *value);
    return {row_, fits ? *value : kNone, wrong_, prefix_ + column + "."};
  }

 private:
  Values(const Row& row, const Json& object, std::string& wrong, std::string prefix)
      : row_(row), object_(object), wrong_(wrong), prefix_(std::move(prefix)) {}

  const Json* find(const char* column) const {
    const auto at = object_.find(column);
    return at == object_.end() || at->is_null() ? nullptr : &*at;
  }
  void expect(const char* column, const char* what, const Json& got) const {
    if (wrong_.empty())
      wrong_ = fmt::format("{}: column {}{}: expected {}, got {}", row_.place, prefix_, column,
                           what, got.type_name());
  }

  const Row& row_;
  const Json& object_;
  std::string& wrong_;
  std::string prefix_;
};

Result<Sample> finished(Sample sample, const Row& row, std::string wrong) {
  if (!wrong.empty()) return Error{ErrorCode::kInvalidArgument, std::move(wrong)};
  sample.place = row.place;
  return sample;
}

Result<Sample> kernelbook(const Row& row) {
  std::string wrong;
  const Values values(row, wrong);
  Sample sample;
  sample.origin = {.entry_point = values.text("entry_point"),
                   .source = "kernelbook",
                   .row = values.text("uuid", true),
                   .repository = values.text("repo_name"),
                   .licences = values.texts("licenses")};
  sample.name = values.text("module_name");
  if (sample.name.empty()) sample.name = sample.origin.entry_point;
  sample.reference = values.text("python_code");
  sample.answer = values.text("triton_code");
  return finished(std::move(sample), row, std::move(wrong));
}

Result<Sample> drkernel(const Row& row) {
  std::string wrong;
  const Values values(row, wrong);
  const Values extra = values.inside("extra_info");
  const Values reward = values.inside("reward_model");
  Sample sample;
  sample.origin = {.entry_point = extra.text("entry_point"),
                   .source = "drkernel",
                   .row = extra.text("uuid", true),
                   .repository = extra.text("repo_name"),
                   .level = extra.number("level")};
  sample.name = extra.text("module_name");
  sample.reference = reward.text("ground_truth");
  return finished(std::move(sample), row, std::move(wrong));
}

Result<Sample> kernelbench(const Row& row) {
  std::string wrong;
  const Values values(row, wrong);
  Sample sample;
  sample.origin = {
      .entry_point = "Model",
      .source = "kernelbench",
      .row = fmt::format("level_{}/{}", values.number("level"), values.text("problem_id", true)),
      .level = values.number("level")};
  sample.name = values.text("name");
  sample.reference = values.text("code");
  return finished(std::move(sample), row, std::move(wrong));
}

Result<Sample> cuda_l1(const Row& row) {
  std::string wrong;
  const Values values(row, wrong);
  Sample sample;
  sample.origin = {.entry_point = "Model",
                   .source = "cuda-l1",
                   .row = fmt::format("level_{}/{}", values.text("level_id", true),
                                      values.text("task_id", true)),
                   .level = values.number("level_id")};
  sample.name = fmt::format("task_{}", values.text("task_id", true));
  sample.reference = values.text("ref_code");
  sample.answer = values.text("custom_code");
  for (const auto& [key, value] : row.values.items())
    if (key.starts_with("score")) sample.claims[key] = value;
  return finished(std::move(sample), row, std::move(wrong));
}

/// What `nereid tasks generate` and this room write.
Result<Sample> pair(const Row& row) {
  std::string wrong;
  const Values values(row, wrong);
  Sample sample;
  const std::string source = values.text("source");
  const std::string id = values.text("task_id");
  sample.origin = {.entry_point = values.text("entry_point"),
                   .source = source.empty() ? "pairs" : source,
                   .row = id.empty() ? values.text("id", true) : id,
                   .repository = values.text("repository"),
                   .licences = values.texts("licences"),
                   .level = values.number("level")};
  sample.name = values.text("name");
  sample.reference = values.text("reference");
  if (sample.reference.empty()) sample.prompt = values.text("prompt");
  sample.answer = values.text("completion");
  sample.is_completion = !sample.answer.empty();
  if (sample.answer.empty()) sample.answer = values.text("candidate");
  return finished(std::move(sample), row, std::move(wrong));
}

bool has_all(const std::set<std::string>& columns, const std::vector<std::string_view>& required) {
  return std::all_of(required.begin(), required.end(), [&](std::string_view column) {
    return columns.contains(std::string(column));
  });
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {"kernelbook",
       {"entry_point", "python_code", "triton_code"},
       {"uuid", "repo_name", "licenses", "module_name"},
       "MIT",
       kernelbook},
      {"drkernel", {"prompt", "reward_model", "extra_info"}, {}, "MIT", drkernel},
      {"cuda-l1",
       {"level_id", "task_id", "ref_code"},
       {"custom_code", "score", "score_default", "score_cuda_graph", "score_torch_compile"},
       "MIT",
       cuda_l1},
      {"kernelbench", {"code", "level", "name", "problem_id"}, {}, "MIT", kernelbench},
      {"pairs",
       {"reference"},
       {"completion", "candidate", "entry_point", "level", "task_id", "id", "source", "repository",
        "licences", "name"},
       "",
       pair},
      {"pairs",
       {"prompt", "completion"},
       {"id", "task_id", "source", "licences", "level"},
       "",
       pair},
  };
  return kFormats;
}

std::vector<std::string> wanted_columns() {
  std::set<std::string> names;
  for (const Format& format : formats()) {
    names.insert(format.required.begin(), format.required.end());
    names.insert(format.optional.begin(), format.optional.end());
  }
  return {names.begin(), names.end()};
}

Result<const Format*> format_of(const std::vector<std::string>& columns, const std::string& place) {
  const std::set<std::string> known(columns.begin(), columns.end());
  for (const Format& format : formats())
    if (has_all(known, format.required)) return &format;
  std::string needed, near;
  for (const Format& format : formats()) {
    std::vector<std::string> missing;
    for (const std::string_view column : format.required)
      if (!known.contains(std::string(column))) missing.emplace_back(column);
    if (missing.size() < format.required.size() && missing.size() == 1 && near.empty())
      near = fmt::format(" ({} but for {})", format.name, missing.front());
  }
  for (const Format& format : formats())
    needed += fmt::format("{}{} ({})", needed.empty() ? "" : "; ", format.name,
                          fmt::join(format.required, ", "));
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("{}: the columns {} are those of no known data set{}; expected all of: {}", place,
                  fmt::join(columns, ", "), near, needed)};
}

}  // namespace nereid::data
