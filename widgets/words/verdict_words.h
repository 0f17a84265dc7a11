// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <string>

#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// What the codes of a verdict mean, for people. A code that is not known gives its own words, and
/// an empty meaning.
QString variantWord(const std::string& variant);     ///< "larger dims" for "larger_dims"
QString variantMeaning(const std::string& variant);  ///< how its inputs are made, one sentence
QString flagWord(const std::string& flag);           ///< "TF32" for "tf32"
QString flagMeaning(const std::string& flag);        ///< what it says about the candidate
QStringList knownFlags();                            ///< codes

/// "initcheck: 2 found, first: ... (9 s)": what one tool of an audit says.
QString auditLine(const verify::Audit& audit);

/// What limits occupancy or a roofline: "registers", "shared memory", "compute", ...
QString limitWord(const std::string& limit);

/// Flag that a failure on an advisory variant sets; empty for the others.
std::string flagOfVariant(const std::string& variant);

}  // namespace nereid::widgets
