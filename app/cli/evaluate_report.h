// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/json.h"
#include "engine/evaluate/archive/report_file.h"

namespace nereid::app {

/// The scores of an evaluation on one line; its folder has the samples.
OrderedJson short_report_json(const evaluate::Evaluation& evaluation);
/// The same as lines for people.
std::string report_text(const evaluate::Evaluation& evaluation);
/// Two evaluations compared, for people.
std::string paired_text(const evaluate::Evaluation& a, const evaluate::Evaluation& b,
                        const evaluate::PairedReport& report);

}  // namespace nereid::app
