// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/internal/card.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/json.h"
#include "engine/data/licences.h"

namespace nereid::data {
namespace {

std::string named(const std::string& licence) {
  return licence.empty() ? "(none named)" : licence;
}

/// A cell of a table.
std::string cell(std::string text) {
  for (char& c : text)
    if (c == '|' || c == '\n') c = ' ';
  return text;
}

std::string level_rows(const ImportSummary& summary) {
  std::string text = "| level | tasks | pairs |\n|---|---|---|\n";
  std::set<int> levels;
  for (const auto& counts : {summary.tasks, summary.pairs})
    for (const auto& [level, count] : counts) levels.insert(level);
  for (const int level : levels) {
    const auto of = [&](const std::map<int, std::int64_t>& counts) {
      const auto at = counts.find(level);
      return at == counts.end() ? std::int64_t{0} : at->second;
    };
    text += fmt::format("| {} | {} | {} |\n", level == 0 ? "-" : std::to_string(level),
                        of(summary.tasks), of(summary.pairs));
  }
  return text;
}

std::string source_rows(const ImportSummary& summary) {
  std::string text = "| source | form | rows | SHA-256 |\n|---|---|---|---|\n";
  for (const ImportSummary::Source& source : summary.sources)
    text += fmt::format("| {} | {} | {} | {} |\n",
                        cell(std::filesystem::path(source.file).filename().string()), source.format,
                        source.rows, source.sha256.empty() ? "-" : source.sha256);
  return text;
}

std::string licence_rows(const ImportSummary& summary) {
  std::string text = "| licence | rows | asks for |\n|---|---|---|\n";
  for (const auto& [licence, count] : summary.licences)
    text += fmt::format("| {} | {} | {} |\n", cell(named(licence)), count,
                        licence_terms(licence).words);
  return text;
}

std::string dropped_rows(const ImportSummary& summary) {
  if (summary.dropped.empty()) return "Nothing was left out.\n";
  std::string text = "| reason | rows | meaning |\n|---|---|---|\n";
  for (const auto& [reason, count] : summary.dropped)
    text += fmt::format("| `{}` | {} | {} |\n", reason, count, drop_reasons().at(reason));
  return text + "\n`dropped.jsonl` names each row.\n";
}

}  // namespace

std::string card_text(const ImportPlan& plan, const ImportSummary& summary) {
  std::string text = "# Data set card\n\n" + level_rows(summary);
  text +=
      "\nTasks lie in `level{N}/`, each with its origin in the first line; `pairs.jsonl` holds one "
      "pair for SFT a line. Levels are those of the source; where it names none they are counted "
      "from the operations in the text. What a source claims of an answer (`claims`) was not "
      "checked.\n\n## Sources\n" +
      source_rows(summary) + "\n## Licences\n" + licence_rows(summary) + "\n## Left out\n" +
      dropped_rows(summary) + "\n## Held out\n";
  text += summary.held_out_tasks == 0
              ? std::string("No test set was named: nothing was compared with one.\n")
              : fmt::format(
                    "Compared with {} tasks by fingerprint, and by shared runs of five "
                    "tokens (Jaccard) from {:g} on.\n",
                    summary.held_out_tasks, plan.near);
  text += fmt::format(
      "Of the folder itself, training holds out {:g} of the tasks for validation and {:g} for the "
      "test, by fingerprint; pairs of these are left out. {} of its training tasks are nearly one "
      "of its test tasks: they are in the folder, their pairs are not in `pairs.jsonl`.\n",
      plan.held_out.validation, plan.held_out.test, summary.near_own_test);
  text += "\n## Hashes\n| what | SHA-256 |\n|---|---|\n";
  for (const auto& [file, hash] : summary.sha256)
    text += fmt::format("| {} | {} |\n",
                        file == "tasks" ? "fingerprints of the tasks, in order" : file, hash);
  return text;
}

std::string notices_text(const ImportSummary& summary) {
  std::string text =
      "# Licences of this data\n\nAs the sources name them, with what they ask of whoever passes "
      "the data on or trains on it. This is no legal advice.\n";
  for (const auto& [licence, count] : summary.licences) {
    const LicenceTerms terms = licence_terms(licence);
    text += fmt::format("\n## {}{}\n{}\n\n{} rows", named(licence),
                        terms.has_conditions ? " (has conditions)" : "", terms.words, count);
    const auto at = summary.repositories.find(licence);
    if (at == summary.repositories.end() || at->second.empty()) {
      text += ".\n";
      continue;
    }
    text += fmt::format(", of {} repositories:\n", at->second.size());
    for (const std::string& repository : at->second) text += "- " + repository + "\n";
  }
  return text;
}

std::string dataset_json(const ImportPlan& plan, const ImportSummary& summary) {
  const auto levels = [](const std::map<int, std::int64_t>& counts) {
    OrderedJson json = OrderedJson::object();
    for (const auto& [level, count] : counts) json[std::to_string(level)] = count;
    return json;
  };
  OrderedJson sources = OrderedJson::array();
  for (const ImportSummary::Source& source : summary.sources)
    sources.push_back({{"file", std::filesystem::path(source.file).filename().string()},
                       {"form", source.format},
                       {"rows", source.rows},
                       {"sha256", source.sha256}});
  const OrderedJson json{{"format", "nereid.dataset/1"},
                         {"tasks", levels(summary.tasks)},
                         {"pairs", levels(summary.pairs)},
                         {"sources", sources},
                         {"licences", summary.licences},
                         {"dropped", summary.dropped},
                         {"near", plan.near},
                         {"validation_share", plan.held_out.validation},
                         {"test_share", plan.held_out.test},
                         {"held_out_tasks", summary.held_out_tasks},
                         {"near_own_test", summary.near_own_test},
                         {"sha256", summary.sha256}};
  return dump_json(json, 2) + "\n";
}

std::string dropped_words(const ImportSummary& summary) {
  std::string text;
  for (const auto& [reason, count] : summary.dropped)
    text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", count, reason);
  return text;
}

std::string sift_card(const SiftPlan& plan, const SiftSummary& summary) {
  std::string text = fmt::format(
      "# Data set card\n\n{} right pairs in `pairs.jsonl`, {} others. Every answer {} judged by "
      "Nereid's verifier on all its inputs, seed {}, device {}; what it refused is in "
      "`refused.jsonl` with the reason.\n\n",
      summary.right, summary.rows - summary.right,
      plan.make ? "was made by torch's Inductor, cleaned, and" : "was", plan.seed,
      plan.options.device);
  text += "| level | right |\n|---|---|\n";
  for (const auto& [level, count] : summary.right_by_level)
    text += fmt::format("| {} | {} |\n", level, count);
  text += "\n## Not right\n| reason | answers |\n|---|---|\n";
  for (const auto& [reason, count] : summary.refused)
    text += fmt::format("| `{}` | {} |\n", reason, count);
  for (const auto& [reason, count] : summary.not_made)
    text += fmt::format("| `{}` (nothing to judge) | {} |\n", reason, count);
  if (summary.repeated > 0)
    text += fmt::format("| the same answer to the same code again | {} |\n", summary.repeated);
  text += "\n## Sources\n";
  for (const auto& source : plan.sources) text += "- " + source.filename().string() + "\n";
  return text;
}

}  // namespace nereid::data
