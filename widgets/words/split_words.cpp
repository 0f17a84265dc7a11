// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/split_words.h"

#include <QCoreApplication>
#include <cmath>

#include "engine/record/tokens.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

struct SplitWords {
  Q_DECLARE_TR_FUNCTIONS(SplitWords)
};

ClassPay payOf(double reward, double advantage, bool isThere) {
  if (!isThere) {
    return {missing(), missing(), SplitWords::tr("no thinking section")};
  }
  const bool hasReward = std::isfinite(reward);
  const bool hasAdvantage = std::isfinite(advantage);
  return {hasReward ? formatFixed(reward, 2) : missing(),
          hasAdvantage ? formatSigned(advantage) : missing(),
          hasReward && hasAdvantage ? QString() : SplitWords::tr("not judged")};
}

}  // namespace

QString rewardNumber(double reward) {
  return orMissing(reward, formatFixed(reward, 2));
}

QString advantageNumber(double advantage) {
  return orMissing(advantage, formatSigned(advantage));
}

std::optional<SplitPay> splitPay(const record::Episode& episode) {
  if (!episode.reward.plan) {
    return std::nullopt;
  }
  const bool thinks = record::thinking_end(episode.completion) > 0;
  return SplitPay{payOf(*episode.reward.plan, episode.plan_advantage, thinks),
                  payOf(episode.reward.total, episode.advantage, true)};
}

QString advantageText(const record::Episode& episode) {
  const auto pay = splitPay(episode);
  return pay ? SplitWords::tr("advantage of plan %1, of code %2")
                   .arg(pay->plan.advantage, pay->code.advantage)
             : SplitWords::tr("advantage %1").arg(advantageNumber(episode.advantage));
}

QString rewardText(const record::Episode& episode) {
  const auto pay = splitPay(episode);
  return pay ? SplitWords::tr("reward of plan %1, of code %2")
                   .arg(pay->plan.reward, pay->code.reward)
             : SplitWords::tr("reward %1").arg(rewardNumber(episode.reward.total));
}

}  // namespace nereid::widgets
