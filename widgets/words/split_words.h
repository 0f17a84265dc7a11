// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "engine/record/episode.h"

namespace nereid::widgets {

/// Two decimals, the advantage with its sign; an en dash for what was not judged (NaN).
QString rewardNumber(double reward);
QString advantageNumber(double advantage);

/// What one class of the tokens of an answer was paid, as text; an en dash where there is none.
struct ClassPay {
  QString reward;
  QString advantage;
  QString reason;  ///< why there is a dash; empty if there is none
};

/// Reward and advantage of plan and code.
struct SplitPay {
  ClassPay plan;
  ClassPay code;
};

/// nullopt where one reward pays all tokens. Without a thinking section there is no plan.
std::optional<SplitPay> splitPay(const record::Episode& episode);

/// "advantage \u22120.61", or "advantage of plan +0.54, of code \u22121.62".
QString advantageText(const record::Episode& episode);
/// "reward 0.70", or "reward of plan 1.20, of code 1.00".
QString rewardText(const record::Episode& episode);

}  // namespace nereid::widgets
