// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/evaluate/mutants/mutants.h"
#include "engine/evaluate/mutants/script.h"
#include "engine/tasks/generator.h"

namespace nereid::evaluate {
namespace {

constexpr std::uint64_t kMaxTasksLookedAt = 400;

Result<std::vector<MutantSource>> shelf_sources(const std::filesystem::path& folder) {
  Result<std::string> text = read_file(folder / "shelf.json");
  if (!text) return text.error();
  Result<Json> shelf = parse_json(*text, (folder / "shelf.json").string());
  if (!shelf) return shelf.error();
  std::vector<MutantSource> sources;
  for (const Json& entry : json_value(*shelf, "entries", Json::array())) {
    if (!json_value(json_value(entry, "expected", Json::object()), "accepted", false)) continue;
    Result<std::string> reference =
        read_file(folder / json_value(entry, "reference", std::string()));
    if (!reference) return reference.error();
    Result<std::string> candidate =
        read_file(folder / json_value(entry, "candidate", std::string()));
    if (!candidate) return candidate.error();
    sources.push_back(
        {json_value(entry, "id", std::string()), std::move(*reference), std::move(*candidate)});
  }
  return sources;
}

void add_generated(int level, std::uint64_t seed, int wanted, std::vector<MutantSource>& sources) {
  std::set<std::string> known;
  for (std::uint64_t i = 0; wanted > 0 && i < kMaxTasksLookedAt; ++i) {
    const tasks::Task task = tasks::synthetic_task(seed, tasks::Split::kValidation, level, i);
    const bool is_new = std::any_of(task.tags.begin(), task.tags.end(),
                                    [&](const std::string& tag) { return !known.contains(tag); });
    if (!is_new) continue;
    known.insert(task.tags.begin(), task.tags.end());
    sources.push_back({task.id, task.reference, tasks::synthetic_answer(task, i)});
    --wanted;
  }
}

std::string lines_of(const std::vector<MutantSource>& sources) {
  std::string lines;
  for (const MutantSource& source : sources)
    lines += dump_json(Json{{"id", source.id}, {"candidate", source.candidate}}) + "\n";
  return lines;
}

Mutant mutant_of(const Json& line, int number) {
  Mutant mutant;
  mutant.source = json_value(line, "source", std::string());
  mutant.mutation = json_value(line, "class", std::string());
  mutant.id = fmt::format("{}/{}/{}", mutant.source, mutant.mutation, number);
  mutant.line = json_value(line, "line", 0);
  mutant.before = json_value(line, "before", std::string());
  mutant.after = json_value(line, "after", std::string());
  mutant.candidate = json_value(line, "candidate", std::string());
  return mutant;
}

}  // namespace

Result<std::vector<MutantSource>> mutant_sources(const std::filesystem::path& shelf,
                                                 std::uint64_t seed, int tasks_per_level) {
  Result<std::vector<MutantSource>> sources = shelf_sources(shelf);
  if (!sources) return sources;
  for (const int level : {1, 2}) add_generated(level, seed, tasks_per_level, *sources);
  return sources;
}

Result<std::vector<Mutant>> make_mutants(const std::vector<MutantSource>& sources, int count,
                                         std::uint64_t seed) {
  Result<std::vector<Json>> lines = run_script(
      "mutate.py", {"--count", std::to_string(count), "--seed", std::to_string(seed)},
      lines_of(sources), [] { return false; }, [](int) {});
  if (!lines) return lines.error();
  std::vector<Mutant> mutants;
  std::map<std::string, int> numbers;
  for (const Json& line : *lines) {
    const std::string group =
        json_value(line, "source", std::string()) + json_value(line, "class", std::string());
    mutants.push_back(mutant_of(line, ++numbers[group]));
  }
  return mutants;
}

}  // namespace nereid::evaluate
