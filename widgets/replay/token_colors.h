// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QString>
#include <QTextCharFormat>

#include "engine/record/tokens.h"

namespace nereid::widgets {

/// What the text of a completion is coloured by.
enum class TokenQuantity { kNone, kLogprob, kEntropy, kClass };
inline constexpr TokenQuantity kTokenQuantities[] = {
    TokenQuantity::kNone, TokenQuantity::kLogprob, TokenQuantity::kEntropy, TokenQuantity::kClass};
QString tokenQuantityName(TokenQuantity quantity);  ///< "log-probability", translated

/// One step of the scale of a quantity: from calm (0) to striking. Backgrounds come from one hue
/// each, so that they differ in lightness alone; the last two steps are underlined as well.
struct TokenStep {
  QString label;  ///< "p \u2265 0.9"
  QString tip;    ///< the same in the other unit
};
QList<TokenStep> tokenSteps(TokenQuantity quantity);
/// The step of a token; -1 where the record does not hold the quantity.
int tokenStep(const record::Episode& episode, TokenQuantity quantity, std::size_t token,
              record::TokenShare kind);
/// What each token is a part of: by what it learns from where plan and code are paid apart, else by
/// the text alone (plan or code). Empty where the record holds no offsets.
std::vector<record::TokenShare> tokenKinds(const record::Episode& episode, bool proseIsPlan);
/// Background of a step, transparent for the calmest one.
QColor tokenColor(bool dark, TokenQuantity quantity, int step);
/// Background, and the underline that says the same without colour.
void applyTokenStep(QTextCharFormat& format, TokenQuantity quantity, int step);

/// The scale as rich text for a label: each step on its colour, with its numbers. Of plan and code
/// with what an episode paid them, where it pays them apart.
QString tokenLegend(TokenQuantity quantity, const record::Episode* episode = nullptr);
/// The same in words, a line a step.
QString tokenLegendTip(TokenQuantity quantity, const record::Episode* episode = nullptr);

/// A token with its visible spaces and line ends, in quotation marks.
QString tokenQuote(std::string_view bytes);
/// "token 42 of 171: "tl.load", id 913, code, p 0.031, log p -3.47, entropy 1.82 nat, rank 4".
QString tokenLine(const record::Episode& episode, std::size_t token, bool proseIsPlan = true);
/// "171 tokens (12 plan, 159 code), mean log p -0.21, perplexity 1.23, mean entropy 0.31 nat".
QString tokenStatisticsLine(const record::Episode& episode, bool proseIsPlan = true);

}  // namespace nereid::widgets
