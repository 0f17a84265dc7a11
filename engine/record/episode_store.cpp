// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/internal/episode_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/record/internal/schema.h"

namespace nereid::record {

// Numbers are stored as little-endian bytes and copied as they are.
static_assert(std::endian::native == std::endian::little,
              "big-endian machines need a byte swap here");

namespace {

constexpr std::uint16_t kNoEntropy = 65535;  ///< NaN and infinity

template <class T>
std::vector<T> from_bytes(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// JSON has no NaN or infinity: they are written as texts.
Json number_to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double number_from_json(const Json& value) {
  if (value.is_number()) return value.get<double>();
  const double infinity = std::numeric_limits<double>::infinity();
  if (value == "inf") return infinity;
  if (value == "-inf") return -infinity;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string parts_to_text(const Episode& episode) {
  const reward::Reward& reward = episode.reward;
  Json parts = Json::array();
  for (const auto& [name, value] : reward.parts) parts.push_back({name, number_to_json(value)});
  // A third item keeps what is paid or taught apart from the parts of the total.
  if (episode.reward.plan) {
    parts.push_back({"plan", number_to_json(*episode.reward.plan), "reward"});
    parts.push_back({"plan", number_to_json(episode.plan_advantage), "advantage"});
  }
  return dump_json(parts);
}

void plan_from_text(const std::string& text, Episode& episode) {
  const Result<Json> parsed = parse_json(text);
  if (!parsed || !parsed->is_array()) return;
  for (const Json& part : *parsed) {
    if (!part.is_array() || part.size() != 3 || part[0] != "plan") continue;
    if (part[2] == "reward") episode.reward.plan = number_from_json(part[1]);
    if (part[2] == "advantage") episode.plan_advantage = number_from_json(part[1]);
  }
}

std::vector<std::pair<std::string, double>> parts_from_text(const std::string& text) {
  std::vector<std::pair<std::string, double>> parts;
  const Result<Json> parsed = parse_json(text);
  if (!parsed || !parsed->is_array()) return parts;
  for (const Json& part : *parsed)
    if (part.is_array() && part.size() == 2 && part[0].is_string())
      parts.emplace_back(part[0].get<std::string>(), number_from_json(part[1]));
  return parts;
}

std::vector<std::uint16_t> entropies_to_steps(const std::vector<float>& entropies) {
  std::vector<std::uint16_t> steps;
  steps.reserve(entropies.size());
  for (const float entropy : entropies) {
    const double step = std::round(static_cast<double>(entropy) / kEntropyStep);
    steps.push_back(std::isfinite(step) ? static_cast<std::uint16_t>(std::clamp(step, 0.0, 65534.0))
                                        : kNoEntropy);
  }
  return steps;
}

std::vector<float> entropies_from_steps(std::span<const std::byte> bytes) {
  std::vector<float> entropies;
  for (const std::uint16_t step : from_bytes<std::uint16_t>(bytes))
    entropies.push_back(step == kNoEntropy ? std::numeric_limits<float>::quiet_NaN()
                                           : static_cast<float>(step * kEntropyStep));
  return entropies;
}

std::vector<std::uint16_t> ranks_to_words(const std::vector<std::int32_t>& ranks) {
  std::vector<std::uint16_t> words;
  words.reserve(ranks.size());
  for (const std::int32_t rank : ranks)
    words.push_back(static_cast<std::uint16_t>(std::clamp(rank, 0, kHighestRank)));
  return words;
}

void read_token_facts(const Database& database, std::int64_t seq, Episode& out) {
  if (!has_table(database, "episode_tokens")) return;
  Statement row = database.prepare("SELECT entropies, ranks FROM episode_tokens WHERE seq = ?");
  if (!row.bind(1, seq).step()) return;
  out.entropies = entropies_from_steps(row.bytes(0));
  const auto ranks = from_bytes<std::uint16_t>(row.bytes(1));
  out.ranks.assign(ranks.begin(), ranks.end());
}

void read_turn(const Database& database, std::int64_t seq, Episode& out) {
  if (!has_table(database, "episode_turn")) return;
  Statement row = database.prepare("SELECT turn, before_idx FROM episode_turn WHERE seq = ?");
  if (!row.bind(1, seq).step()) return;
  out.turn = {static_cast<int>(row.integer(0)), static_cast<int>(row.integer(1))};
}

verify::Stage to_stage(std::int64_t number) {
  const bool known = number >= 0 && number <= verify::kStageCount;
  return known ? static_cast<verify::Stage>(number) : verify::Stage::kNone;
}

std::string blob_text(const Database& database, std::int64_t id) {
  Statement query = database.prepare("SELECT content FROM blob WHERE id = ?");
  query.bind(1, id);
  if (!query.step())
    throw StoreFailure(
        {ErrorCode::kCorrupt, fmt::format("{}: blob {} is missing; run \"nereid record check RUN\"",
                                          database.shown(), id)},
        SQLITE_CORRUPT);
  return query.text(0);
}

verify::Verdict read_verdict(const Database& database, const std::string& text, std::int64_t seq) {
  std::optional<verify::Verdict> verdict = verify::verdict_from_json_text(text);
  if (!verdict)
    throw StoreFailure(
        {ErrorCode::kCorrupt,
         fmt::format(
             "{}: the verdict of episode {} cannot be read; run \"nereid record check RUN\"",
             database.shown(), seq)},
        SQLITE_CORRUPT);
  return std::move(*verdict);
}

}  // namespace

EpisodeInserter::EpisodeInserter(const Database& database)
    : database_(database),
      find_blob_(database.prepare("SELECT id FROM blob WHERE sha256 = ?")),
      add_blob_(database.prepare("INSERT INTO blob(sha256, content) VALUES(?, ?)")),
      find_task_(
          database.prepare("SELECT id FROM task WHERE task_id = ? AND name = ? AND level = ?")),
      add_task_(database.prepare("INSERT INTO task(task_id, name, level) VALUES(?, ?, ?)")),
      remove_detail_(
          database.prepare("DELETE FROM episode_detail WHERE seq IN (SELECT seq FROM episode WHERE "
                           "step = ? AND grp = ? AND idx = ? AND phase = ?)")),
      remove_row_(database.prepare(
          "DELETE FROM episode WHERE step = ? AND grp = ? AND idx = ? AND phase = ?")),
      add_row_(database.prepare("INSERT INTO episode(step, grp, idx, phase, task, accepted, "
                                "furthest_stage, rejected_at, reason_code, "
                                "reason_message, reward, advantage, token_count, verify_ms) "
                                "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      add_detail_(database.prepare("INSERT INTO episode_detail VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, "
                                   "?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      remove_tokens_(
          database.prepare("DELETE FROM episode_tokens WHERE seq IN (SELECT seq FROM episode WHERE "
                           "step = ? AND grp = ? AND idx = ? AND phase = ?)")),
      add_tokens_(database.prepare("INSERT INTO episode_tokens VALUES(?, ?, ?)")),
      remove_turn_(
          database.prepare("DELETE FROM episode_turn WHERE seq IN (SELECT seq FROM episode WHERE "
                           "step = ? AND grp = ? AND idx = ? AND phase = ?)")),
      add_turn_(database.prepare("INSERT INTO episode_turn VALUES(?, ?, ?)")) {}

void EpisodeInserter::insert(const Episode& episode) {
  const EpisodeKey& key = episode.key;
  for (Statement* remove : {&remove_turn_, &remove_tokens_, &remove_detail_, &remove_row_})
    remove->bind(1, key.step)
        .bind(2, key.group)
        .bind(3, key.index)
        .bind_text(4, episode.phase)
        .run();
  const verify::Verdict& verdict = episode.verdict;
  const verify::Stage rejected_at = verdict.rejected_at.value_or(verify::Stage::kNone);
  add_row_.bind(1, key.step).bind(2, key.group).bind(3, key.index).bind_text(4, episode.phase);
  add_row_.bind(5, task_row(episode)).bind(6, verdict.accepted ? 1 : 0);
  add_row_.bind(7, static_cast<int>(verdict.furthest_stage)).bind(8, static_cast<int>(rejected_at));
  add_row_.bind_text(9, verdict.reason.code).bind_text(10, verdict.reason.message);
  add_row_.bind(11, episode.reward.total).bind(12, episode.advantage);
  add_row_.bind(13, static_cast<std::int64_t>(episode.tokens.size()))
      .bind(14, episode.verify_ms)
      .run();
  insert_detail(episode, database_.last_row_id());
}

void EpisodeInserter::insert_detail(const Episode& episode, std::int64_t seq) {
  Statement& add = add_detail_;
  add.bind(1, seq).bind(2, blob_id(episode.reference)).bind(3, blob_id(episode.prompt));
  add.bind(4, blob_id(episode.completion))
      .bind(5, blob_id(episode.candidate))
      .bind_text(6, episode.entry_point);
  add.bind_blob(7, std::as_bytes(std::span(episode.tokens)));
  add.bind_blob(8, std::as_bytes(std::span(episode.logprobs)));
  add.bind_blob(9, std::as_bytes(std::span(episode.token_ends)));
  add.bind(10, episode.truncated ? 1 : 0);
  add.bind(11, static_cast<std::int64_t>(episode.candidate_begin));
  add.bind(12, static_cast<std::int64_t>(episode.candidate_end));
  add.bind_text(13, verify::to_json_text(episode.verdict)).bind_text(14, parts_to_text(episode));
  add.bind(15, episode.group_mean).bind(16, episode.group_std).bind(17, episode.generate_ms);
  add.bind(18, static_cast<std::int64_t>(episode.seed)).bind(19, episode.unix_ms).run();
  if (episode.turn != EpisodeTurn{})
    add_turn_.bind(1, seq).bind(2, episode.turn.number).bind(3, episode.turn.before).run();
  if (episode.entropies.empty() && episode.ranks.empty()) return;
  const auto entropies = entropies_to_steps(episode.entropies);
  const auto ranks = ranks_to_words(episode.ranks);
  add_tokens_.bind(1, seq)
      .bind_blob(2, std::as_bytes(std::span(entropies)))
      .bind_blob(3, std::as_bytes(std::span(ranks)))
      .run();
}

/// Prompts, references and completions repeat a lot: each content is stored once.
std::int64_t EpisodeInserter::blob_id(std::string_view content) {
  const std::string sha256 = sha256_hex(content);
  find_blob_.bind_text(1, sha256);
  const bool found = find_blob_.step();
  const std::int64_t id = found ? find_blob_.integer(0) : 0;
  find_blob_.reset();
  if (found) return id;
  add_blob_.bind_text(1, sha256).bind_blob(2, std::as_bytes(std::span(content))).run();
  return database_.last_row_id();
}

std::int64_t EpisodeInserter::task_row(const Episode& episode) {
  const auto bind = [&](Statement& statement) {
    statement.bind_text(1, episode.task_id).bind_text(2, episode.task_name).bind(3, episode.level);
  };
  bind(find_task_);
  const bool found = find_task_.step();
  const std::int64_t id = found ? find_task_.integer(0) : 0;
  find_task_.reset();
  if (found) return id;
  bind(add_task_);
  add_task_.run();
  return database_.last_row_id();
}

std::string select_rows(const Database& database) {
  const bool has_turns = has_table(database, "episode_turn");
  return fmt::format(
      "SELECT seq, phase, step, grp, idx, task, accepted, furthest_stage, rejected_at, "
      "reason_code, reason_message, reward, advantage, token_count, verify_ms, {} ",
      has_turns ? "ifnull(turn, 1), ifnull(before_idx, -1) FROM episode LEFT JOIN episode_turn "
                  "USING(seq)"
                : "1, -1 FROM episode");
}

TaskNames read_tasks(const Database& database) {
  TaskNames tasks;
  Statement query = database.prepare("SELECT id, task_id, name, level FROM task");
  while (query.step())
    tasks[query.integer(0)] = {query.text(1), query.text(2), static_cast<int>(query.integer(3))};
  return tasks;
}

EpisodeRow read_row(const Statement& row, const TaskNames& tasks) {
  EpisodeRow out;
  out.id = row.integer(0);
  out.phase = row.text(1);
  out.key = {row.integer(2), static_cast<int>(row.integer(3)), static_cast<int>(row.integer(4))};
  if (const auto task = tasks.find(row.integer(5)); task != tasks.end()) {
    out.task_id = task->second.task_id;
    out.task_name = task->second.name;
    out.level = task->second.level;
  }
  out.accepted = row.integer(6) != 0;
  out.furthest_stage = to_stage(row.integer(7));
  out.rejected_at = to_stage(row.integer(8));
  out.reason_code = row.text(9);
  out.reason_message = row.text(10);
  out.reward = row.real(11);
  out.advantage = row.real(12);
  out.token_count = static_cast<int>(row.integer(13));
  out.verify_ms = row.real(14);
  out.turn = {static_cast<int>(row.integer(15)), static_cast<int>(row.integer(16))};
  return out;
}

Episode read_episode(const Database& database, std::int64_t seq) {
  Statement row = database.prepare(
      "SELECT phase, step, grp, idx, task_id, name, level, reward, advantage, verify_ms, "
      "reference, prompt, completion, candidate, entry_point, tokens, logprobs, token_ends, "
      "truncated, "
      "candidate_begin, candidate_end, verdict, reward_parts, group_mean, group_std, generate_ms, "
      "seed, unix_ms "
      "FROM episode JOIN episode_detail USING(seq) JOIN task ON task.id = episode.task WHERE seq = "
      "?");
  row.bind(1, seq);
  if (!row.step())
    throw StoreFailure({ErrorCode::kNotFound,
                        fmt::format("{}: episode {} is not there (any more); reload the list",
                                    database.shown(), seq)},
                       SQLITE_ERROR);
  Episode out;
  out.phase = row.text(0);
  out.key = {row.integer(1), static_cast<int>(row.integer(2)), static_cast<int>(row.integer(3))};
  out.task_id = row.text(4);
  out.task_name = row.text(5);
  out.level = static_cast<int>(row.integer(6));
  out.reward.total = row.real(7);
  out.advantage = row.real(8);
  out.verify_ms = row.real(9);
  out.reference = blob_text(database, row.integer(10));
  out.prompt = blob_text(database, row.integer(11));
  out.completion = blob_text(database, row.integer(12));
  out.candidate = blob_text(database, row.integer(13));
  out.entry_point = row.text(14);
  out.tokens = from_bytes<std::int32_t>(row.bytes(15));
  out.logprobs = from_bytes<float>(row.bytes(16));
  out.token_ends = from_bytes<std::uint32_t>(row.bytes(17));
  out.truncated = row.integer(18) != 0;
  out.candidate_begin = static_cast<std::size_t>(row.integer(19));
  out.candidate_end = static_cast<std::size_t>(row.integer(20));
  out.verdict = read_verdict(database, row.text(21), seq);
  out.reward.parts = parts_from_text(row.text(22));
  plan_from_text(row.text(22), out);
  out.group_mean = row.real(23);
  out.group_std = row.real(24);
  out.generate_ms = row.real(25);
  out.seed = static_cast<std::uint64_t>(row.integer(26));
  out.unix_ms = row.integer(27);
  read_token_facts(database, seq, out);
  read_turn(database, seq, out);
  return out;
}

}  // namespace nereid::record
