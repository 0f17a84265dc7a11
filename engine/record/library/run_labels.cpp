// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/run_labels.h"

#include <algorithm>
#include <system_error>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/record/library/companion.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

constexpr char kLabelsSchema[] = "nereid.labels/1";
constexpr std::uint64_t kLargestLabels = 1 << 20;

/// By the folder, because a record that cannot be read has no id, and two copies are two runs.
fs::path fallback_path(const fs::path& run_dir, const fs::path& fallback_dir) {
  return fallback_dir / (sha256_hex(fs::absolute(run_dir).lexically_normal().string()) + ".json");
}

void tidy(std::vector<std::string>& tags) {
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
}

Result<RunLabels> read_labels_file(const fs::path& file) {
  const Result<Json> parsed = read_companion(file, kLabelsSchema, kLargestLabels);
  if (!parsed) return parsed.error();
  RunLabels labels;
  labels.name = name_from_text(json_value<std::string>(*parsed, "name", ""));
  labels.tags = json_value<std::vector<std::string>>(*parsed, "tags", {});
  labels.archived = json_value<bool>(*parsed, "archived", false);
  tidy(labels.tags);
  return labels;
}

/// `keep`: an empty file has to say that the labels of another file are gone.
Result<void> write_labels_file(const fs::path& file, const RunLabels& labels, bool keep) {
  if (const Result<RunLabels> before = read_labels_file(file); !before) return before.error();
  if (labels.empty() && !keep) {
    std::error_code problem;
    fs::remove(file, problem);
    if (problem) return file_error("cannot remove", file, problem.value());
    return {};
  }
  OrderedJson whole;
  whole["schema"] = kLabelsSchema;
  if (!labels.name.empty()) whole["name"] = labels.name;
  whole["tags"] = labels.tags;
  whole["archived"] = labels.archived;
  return atomic_write_file(file, dump_json(whole, 1) + "\n");
}

}  // namespace

fs::path labels_path(const fs::path& run_dir) {
  return run_dir / "labels.json";
}

Result<RunLabels> read_labels(const fs::path& run_dir, const fs::path& fallback_dir) {
  const fs::path own = fallback_path(run_dir, fallback_dir);
  std::error_code ignored;
  return read_labels_file(fs::exists(own, ignored) ? own : labels_path(run_dir));
}

Result<void> write_labels(const fs::path& run_dir, const fs::path& fallback_dir,
                          const RunLabels& labels) {
  RunLabels tidied = labels;
  tidy(tidied.tags);
  const fs::path own = fallback_path(run_dir, fallback_dir);
  std::error_code ignored;
  if (!fs::exists(own, ignored)) {
    Result<void> written = write_labels_file(labels_path(run_dir), tidied, false);
    if (written || written.error().code != ErrorCode::kPermissionDenied) return written;
  }
  if (Result<void> made = make_directories(fallback_dir); !made) return made;
  return write_labels_file(own, tidied, true);
}

std::string name_from_text(const std::string& text) {
  constexpr std::size_t kLongest = 80;
  constexpr char kSpaces[] = " \t\n\r";
  std::string name = text.substr(0, text.find_first_of("\n\r", text.find_first_not_of(kSpaces)));
  name.erase(0, name.find_first_not_of(kSpaces));
  while (name.size() > kLongest || (!name.empty() && !is_utf8(name))) name.pop_back();
  name.erase(name.find_last_not_of(kSpaces) + 1);
  return name;
}

std::vector<std::string> tags_from_text(const std::string& text) {
  constexpr std::size_t kLongest = 40;
  std::vector<std::string> tags;
  std::string tag;
  const auto take = [&] {
    while (!tag.empty() && tag.back() == ' ') tag.pop_back();
    // Never cut within a character: 10xxxxxx continues one.
    while (tag.size() > kLongest || (!tag.empty() && !is_utf8(tag))) tag.pop_back();
    if (!tag.empty()) tags.push_back(tag);
    tag.clear();
  };
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (c == ',' || c == ';') {
      take();
    } else if (!is_space) {
      tag += c;
    } else if (!tag.empty() && tag.back() != ' ') {
      tag += ' ';
    }
  }
  take();
  tidy(tags);
  return tags;
}

}  // namespace nereid::record
