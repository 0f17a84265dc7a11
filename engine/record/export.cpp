// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <system_error>

#include "engine/base/csv.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

/// Writes lines to FILE.part, which becomes FILE when all is there: an export is whole or absent.
class LineFile {
 public:
  static Result<LineFile> create(const fs::path& file) {
    const fs::path part = file.string() + ".part";
    std::FILE* stream = std::fopen(part.c_str(), "wbe");
    if (!stream) return file_error("cannot write", file, errno);
    return LineFile(file, part, stream);
  }

  void add(const std::string& line) {
    if (problem_ != 0) return;
    const bool whole = std::fwrite(line.data(), 1, line.size(), stream_.get()) == line.size() &&
                       std::fputc('\n', stream_.get()) != EOF;
    if (!whole) problem_ = errno;
  }

  Result<void> finish() {
    if (problem_ == 0 && std::fflush(stream_.get()) != 0) problem_ = errno;
    stream_.reset();
    std::error_code moved;
    if (problem_ == 0) fs::rename(part_, file_, moved);
    if (problem_ == 0 && !moved) return {};
    std::error_code ignored;
    fs::remove(part_, ignored);
    return file_error("cannot write", file_, problem_ != 0 ? problem_ : moved.value());
  }

 private:
  LineFile(fs::path file, fs::path part, std::FILE* stream)
      : file_(std::move(file)), part_(std::move(part)), stream_(stream, std::fclose) {}
  fs::path file_, part_;
  int problem_ = 0;  ///< errno of the first write that failed
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

/// Shortest decimal that reads back to the same double; "nan", "inf", "-inf".
std::string number_text(double value) {
  if (std::isnan(value)) return "nan";  // without the sign bit, which means nothing
  return fmt::format("{}", value);
}

/// The table's order first, then unknown keys by name.
std::vector<std::string> column_order(std::vector<std::string> keys) {
  const auto rank = [](const std::string& key) {
    const MetricInfo* info = find_metric(key);
    return info ? info - metric_table().data() : std::numeric_limits<std::ptrdiff_t>::max();
  };
  std::sort(keys.begin(), keys.end(), [&](const std::string& a, const std::string& b) {
    return std::pair(rank(a), a) < std::pair(rank(b), b);
  });
  return keys;
}

Json number_json(double value) {
  if (std::isfinite(value)) return value;
  return number_text(value);
}

template <class Numbers>
Json numbers_json(const Numbers& numbers) {
  Json list = Json::array();
  for (const auto number : numbers) list.push_back(number_json(number));
  return list;
}

OrderedJson episode_json(const Episode& e) {
  OrderedJson line;
  line["schema"] = "nereid.episode/1";
  line["step"] = e.key.step;
  line["group"] = e.key.group;
  line["index"] = e.key.index;
  line["phase"] = e.phase;
  if (e.turn != EpisodeTurn{}) line["turn"] = e.turn.number;
  if (e.turn.before >= 0) line["before"] = e.turn.before;
  line["task_id"] = e.task_id;
  line["task_name"] = e.task_name;
  line["level"] = e.level;
  line["entry_point"] = e.entry_point;
  line["reference"] = e.reference;
  line["prompt"] = e.prompt;
  line["completion"] = e.completion;
  line["truncated"] = e.truncated;
  line["candidate"] = e.candidate;
  line["candidate_begin"] = e.candidate_begin;
  line["candidate_end"] = e.candidate_end;
  line["tokens"] = e.tokens;
  line["logprobs"] = numbers_json(e.logprobs);
  if (!e.entropies.empty()) line["entropies"] = numbers_json(e.entropies);
  if (!e.ranks.empty()) line["ranks"] = e.ranks;
  line["token_ends"] = e.token_ends;
  line["reward"] = number_json(e.reward.total);
  OrderedJson parts = OrderedJson::object();
  for (const auto& [name, value] : e.reward.parts) parts[name] = number_json(value);
  line["reward_parts"] = std::move(parts);
  line["group_mean"] = number_json(e.group_mean);
  line["group_std"] = number_json(e.group_std);
  line["advantage"] = number_json(e.advantage);
  if (e.reward.plan) {
    line["plan_reward"] = number_json(*e.reward.plan);
    line["plan_advantage"] = number_json(e.plan_advantage);
  }
  line["generate_ms"] = number_json(e.generate_ms);
  line["verify_ms"] = number_json(e.verify_ms);
  line["seed"] = e.seed;
  line["unix_ms"] = e.unix_ms;
  const std::string verdict = verify::to_json_text(e.verdict);
  line["verdict"] = OrderedJson::parse(verdict, nullptr, false);
  return line;
}

Result<void> write_episodes_to(LineFile& out, RunReader& reader) {
  constexpr std::int64_t kPortion = 1000;
  std::int64_t cursor = 0;
  while (true) {
    const Result<std::vector<EpisodeRow>> rows = reader.episodes_since(cursor, kPortion);
    if (!rows) return rows.error();
    if (rows->empty()) return {};
    for (const EpisodeRow& row : *rows) {
      const Result<Episode> episode = reader.episode(row.id);
      // Replaced since the list was read: its successor comes in a later portion.
      if (!episode && episode.error().code == ErrorCode::kNotFound) continue;
      if (!episode) return episode.error();
      out.add(dump_json(episode_json(*episode)));
    }
  }
}

}  // namespace

Result<void> export_metrics_csv(const fs::path& run_dir, const fs::path& file) {
  Result<std::unique_ptr<RunReader>> reader = RunReader::open(run_dir);
  if (!reader) return reader.error();
  std::int64_t cursor = 0;
  const Result<std::vector<MetricBatch>> batches = (*reader)->metrics_since(cursor);
  if (!batches) return batches.error();
  std::map<std::string, std::map<std::int64_t, double>> columns;
  std::map<std::int64_t, std::int64_t> steps;  // to the time
  for (const MetricBatch& batch : *batches) {
    steps[batch.step] = batch.unix_ms;
    for (const auto& [key, value] : batch.values) columns[key][batch.step] = value;
  }
  std::vector<std::string> keys;
  for (const auto& [key, values] : columns) keys.push_back(key);
  keys = column_order(std::move(keys));

  Result<LineFile> out = LineFile::create(file);
  if (!out) return out.error();
  std::string header = "step,unix_ms";
  for (const std::string& key : keys) header += "," + csv_cell(key);
  out->add(header);
  for (const auto& [step, time] : steps) {
    std::string line = fmt::format("{},{}", step, time);
    for (const std::string& key : keys) {
      const auto& column = columns[key];
      const auto value = column.find(step);
      line += ",";
      if (value != column.end()) line += number_text(value->second);
    }
    out->add(line);
  }
  return out->finish();
}

Result<void> export_episodes_jsonl(const fs::path& run_dir, const fs::path& file) {
  Result<std::unique_ptr<RunReader>> reader = RunReader::open(run_dir);
  if (!reader) return reader.error();
  Result<LineFile> out = LineFile::create(file);
  if (!out) return out.error();
  Result<void> written = write_episodes_to(*out, **reader);
  if (written) return out->finish();
  std::error_code ignored;
  fs::remove(file.string() + ".part", ignored);
  return written;
}

}  // namespace nereid::record
