// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <string>

namespace nereid::widgets {

/// What stands between the phases of a run, in their order.
inline constexpr char16_t kThen = u'\u203A';

QString methodWord(const std::string& method);  ///< "SFT", "GRPO", "best-of-N"
QString chained(const QStringList& names);      ///< "sft \u203A best_of_n"

}  // namespace nereid::widgets
