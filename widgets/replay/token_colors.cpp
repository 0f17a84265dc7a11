// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/token_colors.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

using record::TokenClass;
using record::TokenShare;

constexpr int kSteps = 5;
constexpr int kPlanStep = 0, kCodeStep = 1, kNeitherStep = 2;  // of the classes
constexpr QRgb kClear = 0x00000000;

struct Ramp {
  std::array<QRgb, kSteps> light;
  std::array<QRgb, kSteps> dark;
};

// One hue a quantity, evenly darker (lighter in the dark theme): told apart without seeing colour.
constexpr Ramp kLogprobRamp{{kClear, 0xFFFDEBD0, 0xFFFBD29B, 0xFFF5AE5B, 0xFFE08E2B},
                            {kClear, 0xFF33291B, 0xFF4D3714, 0xFF6B4708, 0xFF855700}};
constexpr Ramp kEntropyRamp{{kClear, 0xFFE3EEF9, 0xFFBFD9F0, 0xFF8CBBE2, 0xFF5FA6D6},
                            {kClear, 0xFF1D2C3D, 0xFF1F3B57, 0xFF224B73, 0xFF265C91}};
constexpr QRgb kCodeLight = 0xFFDDF1E7;
constexpr QRgb kCodeDark = 0xFF17382B;
constexpr QRgb kNeitherLight = 0xFFD5D9DE;
constexpr QRgb kNeitherDark = 0xFF3A414A;

// Lower bounds of the steps before the last one.
constexpr double kProbabilities[] = {0.9, 0.5, 0.1, 0.01};
constexpr double kEntropies[] = {0.1, 0.5, 1, 2};

struct Words {
  Q_DECLARE_TR_FUNCTIONS(TokenColors)
};

int logprobStep(double logprob) {
  const double probability = std::exp(logprob);
  int step = 0;
  for (const double least : kProbabilities) {
    if (probability >= least) {
      return step;
    }
    ++step;
  }
  return std::isnan(logprob) ? -1 : step;
}

int entropyStep(double entropy) {
  if (std::isnan(entropy)) {
    return -1;
  }
  int step = 0;
  for (const double most : kEntropies) {
    if (entropy < most) {
      return step;
    }
    ++step;
  }
  return step;
}

/// A bound as it is, in the language of the reader.
QString bound(double value) {
  return QLocale().toString(value, 'g', QLocale::FloatingPointShortest);
}

QList<TokenStep> logprobSteps() {
  QList<TokenStep> steps;
  for (const double least : kProbabilities) {
    steps << TokenStep{
        Words::tr("p \u2265 %1").arg(bound(least)),
        Words::tr("log-probability %1 or more").arg(formatSigned(std::log(least), 2))};
  }
  steps << TokenStep{
      Words::tr("p < %1").arg(bound(kProbabilities[3])),
      Words::tr("log-probability below %1").arg(formatSigned(std::log(kProbabilities[3]), 2))};
  return steps;
}

QList<TokenStep> entropySteps() {
  QList<TokenStep> steps;
  for (const double most : kEntropies) {
    steps << TokenStep{Words::tr("< %1 nat").arg(bound(most)),
                       Words::tr("as open as a choice among up to %1 equal tokens")
                           .arg(formatNumber(std::exp(most), 2))};
  }
  steps << TokenStep{Words::tr("\u2265 %1 nat").arg(bound(kEntropies[3])),
                     Words::tr("as open as a choice among %1 or more equal tokens")
                         .arg(formatNumber(std::exp(kEntropies[3]), 2))};
  return steps;
}

QString kindWord(TokenShare kind) {
  switch (kind) {
    case TokenShare::kPlan:
      return Words::tr("plan");
    case TokenShare::kCode:
      return Words::tr("code");
    case TokenShare::kNeither:
      return Words::tr("neither");
  }
  return {};
}

/// "plan: reward 1.20, advantage +0.54", or why it has none.
QString paid(const QString& kind, const ClassPay& pay) {
  return pay.reason.isEmpty()
             ? Words::tr("%1: reward %2, advantage %3").arg(kind, pay.reward, pay.advantage)
             : Words::tr("%1: reward %2, advantage %3 (%4)")
                   .arg(kind, pay.reward, pay.advantage, pay.reason);
}

/// The steps of the scale that this episode has, with what they were paid.
QList<TokenStep> shownSteps(TokenQuantity quantity, const record::Episode* episode) {
  QList<TokenStep> steps = tokenSteps(quantity);
  if (quantity != TokenQuantity::kClass) {
    return steps;
  }
  const auto pay = episode == nullptr ? std::nullopt : splitPay(*episode);
  if (!pay) {
    steps.removeLast();  // all is plan or code
    return steps;
  }
  steps[kPlanStep] = {paid(kindWord(TokenShare::kPlan), pay->plan),
                      Words::tr("the thinking section, and prose where the settings say so")};
  steps[kCodeStep].label = paid(kindWord(TokenShare::kCode), pay->code);
  return steps;
}

QString numberOr(bool known, double value, int digits = 3) {
  return known && std::isfinite(value)
             ? QString(formatNumber(value, digits)).replace(QLatin1Char('-'), QChar(0x2212))
             : missing();
}

}  // namespace

QString tokenQuantityName(TokenQuantity quantity) {
  switch (quantity) {
    case TokenQuantity::kNone:
      return Words::tr("nothing");
    case TokenQuantity::kLogprob:
      return Words::tr("log-probability");
    case TokenQuantity::kEntropy:
      return Words::tr("entropy");
    case TokenQuantity::kClass:
      return Words::tr("plan and code");
  }
  return {};
}

QList<TokenStep> tokenSteps(TokenQuantity quantity) {
  switch (quantity) {
    case TokenQuantity::kNone:
      return {};
    case TokenQuantity::kLogprob:
      return logprobSteps();
    case TokenQuantity::kEntropy:
      return entropySteps();
    case TokenQuantity::kClass:
      return {{Words::tr("plan"), Words::tr("thinking, prose, and the end token")},
              {Words::tr("code"), Words::tr("the extracted block with its fences")},
              {Words::tr("neither"), Words::tr("prose that learns from neither reward")}};
  }
  return {};
}

int tokenStep(const record::Episode& episode, TokenQuantity quantity, std::size_t token,
              TokenShare kind) {
  switch (quantity) {
    case TokenQuantity::kNone:
      return -1;
    case TokenQuantity::kLogprob:
      return token < episode.logprobs.size() ? logprobStep(episode.logprobs[token]) : -1;
    case TokenQuantity::kEntropy:
      return token < episode.entropies.size() ? entropyStep(episode.entropies[token]) : -1;
    case TokenQuantity::kClass:
      return kind == TokenShare::kPlan   ? kPlanStep
             : kind == TokenShare::kCode ? kCodeStep
                                         : kNeitherStep;
  }
  return -1;
}

QColor tokenColor(bool dark, TokenQuantity quantity, int step) {
  if (step < 0 || quantity == TokenQuantity::kNone) {
    return QColor::fromRgba(kClear);
  }
  if (quantity == TokenQuantity::kClass) {
    const QRgb code = dark ? kCodeDark : kCodeLight;
    const QRgb neither = dark ? kNeitherDark : kNeitherLight;
    return QColor::fromRgba(step == kPlanStep ? kClear : step == kCodeStep ? code : neither);
  }
  const Ramp& ramp = quantity == TokenQuantity::kLogprob ? kLogprobRamp : kEntropyRamp;
  const auto at = static_cast<std::size_t>(std::min(step, kSteps - 1));
  return QColor::fromRgba((dark ? ramp.dark : ramp.light)[at]);
}

void applyTokenStep(QTextCharFormat& format, TokenQuantity quantity, int step) {
  const QColor color = tokenColor(theme().isDark(), quantity, step);
  if (color.alpha() > 0) {
    format.setBackground(color);
  }
  const bool isPlan = quantity == TokenQuantity::kClass && step == kPlanStep;
  const bool isScale = quantity == TokenQuantity::kLogprob || quantity == TokenQuantity::kEntropy;
  if (isPlan || (isScale && step == kSteps - 2)) {
    format.setUnderlineStyle(QTextCharFormat::DotLine);
  } else if (isScale && step == kSteps - 1) {
    format.setUnderlineStyle(QTextCharFormat::SingleUnderline);
  } else {
    return;
  }
  format.setUnderlineColor(theme().color(Role::kText));
}

std::vector<TokenShare> tokenKinds(const record::Episode& episode, bool proseIsPlan) {
  if (episode.reward.plan) {
    return record::token_shares(episode, proseIsPlan);
  }
  std::vector<TokenShare> kinds;
  for (const TokenClass one : record::token_classes(episode)) {
    kinds.push_back(one == TokenClass::kCode ? TokenShare::kCode : TokenShare::kPlan);
  }
  return kinds;
}

QString tokenLegend(TokenQuantity quantity, const record::Episode* episode) {
  QString legend;
  const QList<TokenStep> steps = shownSteps(quantity, episode);
  const QString ink = theme().color(Role::kText).name();
  for (int i = 0; i < steps.size(); ++i) {
    QTextCharFormat format;
    applyTokenStep(format, quantity, i);
    const QString background =
        format.hasProperty(QTextFormat::BackgroundBrush)
            ? QStringLiteral("background-color:%1;").arg(format.background().color().name())
            : QString();
    const QString line = format.underlineStyle() == QTextCharFormat::NoUnderline
                             ? QString()
                             : QStringLiteral("text-decoration:underline;");
    legend += QStringLiteral("<span style=\"color:%1;%2%3\">&nbsp;%4&nbsp;</span>&nbsp; ")
                  .arg(ink, background, line, steps[i].label.toHtmlEscaped());
  }
  return legend;
}

QString tokenLegendTip(TokenQuantity quantity, const record::Episode* episode) {
  QStringList lines;
  for (const TokenStep& step : shownSteps(quantity, episode)) {
    lines << Words::tr("%1: %2").arg(step.label, step.tip);
  }
  return lines.join(QLatin1Char('\n'));
}

QString tokenQuote(std::string_view bytes) {
  QString shown = text(bytes);
  shown.replace(QLatin1Char('\n'), QChar(0x21B5));
  shown.replace(QLatin1Char('\t'), QChar(0x21E5));
  shown.replace(QLatin1Char(' '), QChar(0x00B7));
  return bytes.empty() ? Words::tr("(no text)") : QStringLiteral("\u201C%1\u201D").arg(shown);
}

QString tokenLine(const record::Episode& episode, std::size_t token, bool proseIsPlan) {
  const std::vector<TokenShare> kinds = tokenKinds(episode, proseIsPlan);
  const bool hasLogprob = token < episode.logprobs.size();
  const double logprob = hasLogprob ? static_cast<double>(episode.logprobs[token]) : 0;
  const bool hasEntropy = token < episode.entropies.size();
  const double entropy = hasEntropy ? static_cast<double>(episode.entropies[token]) : 0;
  const int rank = token < episode.ranks.size() ? episode.ranks[token] : 0;
  const QString kind = token >= kinds.size() ? missing() : kindWord(kinds[token]);
  const QString place = rank <= 0 ? missing()
                        : rank >= record::kHighestRank
                            ? Words::tr("%1 or more").arg(formatCount(record::kHighestRank))
                            : formatCount(rank);
  return Words::tr(
             "token %1 of %2 \u00B7 %3 \u00B7 id %4 \u00B7 %5 \u00B7 p %6 \u00B7 log p %7 "
             "\u00B7 entropy %8 nat \u00B7 rank %9")
      .arg(formatCount(static_cast<std::int64_t>(token) + 1),
           formatCount(static_cast<std::int64_t>(episode.tokens.size())),
           tokenQuote(record::token_text(episode, token)),
           token < episode.tokens.size() ? QString::number(episode.tokens[token]) : missing(), kind,
           numberOr(hasLogprob, std::exp(logprob)), numberOr(hasLogprob, logprob),
           numberOr(hasEntropy, entropy), place);
}

QString tokenStatisticsLine(const record::Episode& episode, bool proseIsPlan) {
  const record::TokenStatistics all = record::token_statistics(episode);
  const QString count = all.tokens == 1
                            ? Words::tr("1 token")
                            : Words::tr("%n tokens", nullptr, static_cast<int>(all.tokens));
  const std::vector<TokenShare> kinds = tokenKinds(episode, proseIsPlan);
  const auto countOf = [&](TokenShare kind) {
    return formatCount(std::count(kinds.begin(), kinds.end(), kind));
  };
  const QString parts = episode.reward.plan
                            ? Words::tr("%1 plan, %2 code, %3 neither")
                                  .arg(countOf(TokenShare::kPlan), countOf(TokenShare::kCode),
                                       countOf(TokenShare::kNeither))
                            : Words::tr("%1 plan, %2 code")
                                  .arg(countOf(TokenShare::kPlan), countOf(TokenShare::kCode));
  return Words::tr("%1 (%2) \u00B7 mean log p %3 \u00B7 perplexity %4 \u00B7 mean entropy %5 nat")
      .arg(count, parts, numberOr(true, all.mean_logprob), numberOr(true, all.perplexity),
           numberOr(true, all.mean_entropy));
}

}  // namespace nereid::widgets
