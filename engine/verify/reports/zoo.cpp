// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/zoo.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/verify/judge_batch.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

bool holds(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

Result<ZooEntry> read_entry(const fs::path& root, const fs::path& folder, const Json& json) {
  ZooEntry entry;
  entry.id = json_value(json, "id", std::string());
  entry.class_id = folder.filename().string();
  entry.mechanism = json_value(json, "mechanism", std::string());
  entry.codes = json_value(json, "codes", std::vector<std::string>());
  entry.flag = json_value(json, "flag", std::string());
  entry.harmless = json_value(json, "harmless", false);
  const auto places = json_value(json, "judged_on", std::vector<std::string>{"cpu", "cuda"});
  entry.told_on_cpu = holds(places, "cpu");
  entry.told_on_cuda = holds(places, "cuda");
  const auto load = [&](const fs::path& base, const char* key, std::string& text) -> Result<void> {
    Result<std::string> read = read_file(base / json_value(json, key, std::string()));
    if (!read) return read.error();
    text = std::move(*read);
    return {};
  };
  for (const auto& [base, key, text] : {std::tuple{&root, "reference", &entry.reference},
                                        {&folder, "cheat", &entry.cheat},
                                        {&folder, "twin", &entry.twin}})
    if (Result<void> done = load(*base, key, *text); !done) return done.error();
  return entry;
}

}  // namespace

Result<Zoo> load_zoo(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (const fs::directory_entry& item : fs::directory_iterator(folder, failed))
    if (fs::exists(item.path() / "class.json")) files.push_back(item.path() / "class.json");
  if (files.empty())
    return Error{ErrorCode::kNotFound, fmt::format("{} holds no class.json", folder.string())};
  std::sort(files.begin(), files.end());
  Zoo zoo;
  for (const fs::path& file : files) {
    Result<std::string> text = read_file(file);
    if (!text) return text.error();
    Result<Json> json = parse_json(*text, file.string());
    if (!json) return json.error();
    const fs::path here = file.parent_path();
    zoo.classes.push_back({here.filename().string(), json_value(*json, "title", std::string()),
                           json_value(*json, "about", std::string())});
    for (const Json& item : json_value(*json, "entries", Json::array())) {
      Result<ZooEntry> entry = read_entry(folder, here, item);
      if (!entry) return entry.error();
      zoo.entries.push_back(std::move(*entry));
    }
  }
  return zoo;
}

VerifyRequest zoo_request(const ZooEntry& entry, bool twin, const VerifyOptions& options) {
  VerifyRequest request;
  request.id = entry.id + (twin ? "/twin" : "/cheat");
  request.reference = entry.reference;
  request.candidate = twin ? entry.twin : entry.cheat;
  request.seed = unguessable_seed();
  request.options = options;
  return request;
}

ZooOutcome zoo_outcome(const ZooEntry& entry, const Verdict& verdict, bool twin) {
  if (verdict.reason.code == "not_judgeable_here") return ZooOutcome::kNotHere;
  if (twin) return verdict.accepted ? ZooOutcome::kRight : ZooOutcome::kFalse;
  if (!verdict.accepted) return ZooOutcome::kRight;
  if (entry.harmless) return ZooOutcome::kContained;
  if (!entry.flag.empty() && holds(verdict.flags, entry.flag)) return ZooOutcome::kFlagged;
  const bool told = verdict.device == "cpu" ? entry.told_on_cpu : entry.told_on_cuda;
  return told ? ZooOutcome::kFalse : ZooOutcome::kNotHere;
}

bool zoo_other_reason(const ZooEntry& entry, const Verdict& cheat) {
  return zoo_outcome(entry, cheat, /*twin=*/false) == ZooOutcome::kRight && !entry.codes.empty() &&
         !holds(entry.codes, cheat.reason.code);
}

void count_cheat(ZooCounts& counts, const ZooEntry& entry, const Verdict& verdict) {
  const ZooOutcome outcome = zoo_outcome(entry, verdict, /*twin=*/false);
  counts.false_accepts += outcome == ZooOutcome::kFalse ? 1 : 0;
  counts.contained += outcome == ZooOutcome::kContained ? 1 : 0;
  counts.flagged += outcome == ZooOutcome::kFlagged ? 1 : 0;
  counts.not_here += outcome == ZooOutcome::kNotHere ? 1 : 0;
  counts.other_reasons += zoo_other_reason(entry, verdict) ? 1 : 0;
}

void count_twin(ZooCounts& counts, const ZooEntry& entry, const Verdict& verdict) {
  counts.false_rejects += zoo_outcome(entry, verdict, /*twin=*/true) == ZooOutcome::kFalse ? 1 : 0;
}

ZooCounts ZooReport::counts(std::string_view class_id) const {
  ZooCounts counts;
  for (const ZooResult& result : results)
    if (class_id.empty() || result.entry->class_id == class_id) {
      ++counts.entries;
      count_cheat(counts, *result.entry, *result.cheat);
      count_twin(counts, *result.entry, *result.twin);
    }
  return counts;
}

ZooReport run_zoo(Verifier& verifier, const Zoo& zoo, const VerifyOptions& options,
                  std::uint64_t seed, const std::function<void(int, int)>& progress) {
  ZooReport report;
  report.results.resize(zoo.entries.size());
  const Stopwatch watch;
  std::vector<VerifyRequest> requests;  // cheat and twin in turn
  for (const ZooEntry& entry : zoo.entries)
    for (const bool twin : {false, true}) {
      requests.push_back(zoo_request(entry, twin, options));
      requests.back().seed = seed;
    }
  const std::vector<Judged> judged =
      judge_batch(submit_to(verifier), std::move(requests), progress);
  for (std::size_t i = 0; i < zoo.entries.size(); ++i) {
    const ZooEntry& entry = zoo.entries[i];
    ZooResult& result = report.results[i];
    result.entry = &entry;
    result.cheat = judged[2 * i].verdict;
    result.twin = judged[2 * i + 1].verdict;
    result.cheat_outcome = zoo_outcome(entry, *result.cheat, false);
    result.twin_outcome = zoo_outcome(entry, *result.twin, true);
    result.other_reason = zoo_other_reason(entry, *result.cheat);
  }
  report.seconds = watch.elapsed_s();
  return report;
}

}  // namespace nereid::verify
