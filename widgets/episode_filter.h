// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/record/episode.h"

namespace nereid::widgets {

/// The filter language of the episode list; all terms must hold:
///   words and "quoted text"     in task, reason code or reason message, case does not matter
///   task: reason: phase:        part of the text; reason looks in code and message
///   stage:tiny rejected:full    furthest stage passed; stage where it was rejected
///   is:accepted is:rejected
///   level: step: reward: advantage: tokens: time: (milliseconds), group: index:
///                               a number, a comparison (step:>60, reward>=0.5) or a range
///                               (step:10..20)
///   -term                       the term must not hold
/// A key without a value ("reason:") holds for all, so that the list does not jump while somebody
/// types.
class EpisodeFilter {
 public:
  static EpisodeFilter parse(const QString& text);
  bool matches(const record::EpisodeRow& row) const;
  bool isEmpty() const { return m_terms.empty(); }
  /// What could not be understood, translated; empty if all was. Terms not understood hold for all.
  QString problem() const { return m_problem; }
  QString text() const { return m_text; }
  static QStringList keys();

 private:
  enum class Field {
    kAny,
    kTask,
    kReason,
    kPhase,
    kStage,
    kRejected,
    kAccepted,
    kLevel,
    kStep,
    kReward,
    kAdvantage,
    kTokens,
    kTime,
    kGroup,
    kIndex,
  };
  enum class Op { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kRange };
  struct Term {
    Field field = Field::kAny;
    Op op = Op::kEqual;
    bool negated = false;
    std::string word;  ///< lower case
    double low = 0, high = 0;
    verify::Stage stage = verify::Stage::kNone;
    bool flag = false;
  };
  friend struct FilterParser;
  static bool holds(const Term& term, const record::EpisodeRow& row);
  static bool numberHolds(const Term& term, double value);

  std::vector<Term> m_terms;
  QString m_problem;
  QString m_text;
};

}  // namespace nereid::widgets
