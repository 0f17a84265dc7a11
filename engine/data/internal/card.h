// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/data/import_set.h"
#include "engine/data/sift.h"

namespace nereid::data {

/// The data set card: counts, sources, licences, what was left out and why, hashes. Markdown.
std::string card_text(const ImportPlan& plan, const ImportSummary& summary);
/// What each licence asks for, and the repositories under it. Markdown.
std::string notices_text(const ImportSummary& summary);
/// The card's facts for programs, {"format": "nereid.dataset/1", ...}.
std::string dataset_json(const ImportPlan& plan, const ImportSummary& summary);
/// The card of judged answers. Markdown.
std::string sift_card(const SiftPlan& plan, const SiftSummary& summary);
/// ": 3 duplicate_task, 1 bad_reference", or "".
std::string dropped_words(const ImportSummary& summary);

}  // namespace nereid::data
