// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/record/episode.h"

namespace nereid::widgets {

/// What is known of an episode beside its row. The texts live as long as the model that gave them.
struct EpisodeMarks {
  bool bookmarked = false;
  std::string_view note;
  std::string_view flags;  ///< separated by spaces
};

/// A key of the filter language.
struct FilterKey {
  enum class Values { kText, kStage, kChoice, kNumber };
  const char* name;
  Values values;
  const char* help;                  ///< translatable by the context "EpisodeFilter"
  std::vector<const char*> choices;  ///< the values of kChoice and kStage
};

/// The filter language of the episode list; all terms must hold:
///   words and "quoted text"     in task, reason code or reason message, case does not matter
///   task: reason: phase:        part of the text; reason looks in code and message
///   stage:tiny rejected:full    furthest stage passed; stage where it was rejected
///   is:accepted is:rejected is:bookmarked
///   is:shortcut                 gets around the task: rejected or flagged for it
///   flag:tf32                   part of a flag of the verdict
///   bookmarked:yes note:mask    what the reader has added
///   level: step: reward: advantage: tokens: time: (milliseconds), group: index: turn:
///                               a number, a comparison (step:>60, reward>=0.5) or a range
///                               (step:10..20)
///   task= reason= flag= phase=  the whole text; != for any other. A reason is a code or a
///                               sentence (reason="tl.gelu does not exist")
///   -term                       the term must not hold
/// A key without a value ("reason:") holds for all, so that the list does not jump while somebody
/// types. reason:oob finds out_of_bounds by its initials too.
class EpisodeFilter {
 public:
  static EpisodeFilter parse(const QString& text);
  bool matches(const record::EpisodeRow& row, const EpisodeMarks& marks = {}) const;
  bool isEmpty() const { return m_terms.empty(); }
  /// What could not be understood, translated; empty if all was. Terms not understood hold for all.
  QString problem() const { return m_problem; }
  /// Where in text() that is: first character and length; nothing if there is no problem.
  std::optional<std::pair<int, int>> problemRange() const { return m_problemRange; }
  QString text() const { return m_text; }
  /// Asks for what rows do not hold: flags, or bookmarks and notes.
  bool usesFlags() const;
  bool usesNotes() const;
  static const std::vector<FilterKey>& keyTable();
  static QStringList keys();
  /// A value as it is written behind a key: in quotes where it holds spaces.
  static QString quoted(const QString& value);

 private:
  enum class Field {
    kAny,
    kTask,
    kReason,
    kPhase,
    kStage,
    kRejected,
    kAccepted,
    kShortcut,
    kLevel,
    kStep,
    kReward,
    kAdvantage,
    kTokens,
    kTime,
    kGroup,
    kIndex,
    kTurn,
    kFlag,
    kBookmarked,
    kNote,
  };
  enum class Op { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kRange };
  struct Term {
    Field field = Field::kAny;
    Op op = Op::kEqual;
    bool negated = false;
    bool exact = false;  ///< the whole text, not a part of it
    std::string word;    ///< lower case
    double low = 0, high = 0;
    verify::Stage stage = verify::Stage::kNone;
    bool flag = false;
  };
  friend struct FilterParser;
  static bool holds(const Term& term, const record::EpisodeRow& row, const EpisodeMarks& marks);
  static bool numberHolds(const Term& term, double value);

  std::vector<Term> m_terms;
  QString m_problem;
  std::optional<std::pair<int, int>> m_problemRange;
  QString m_text;
};

}  // namespace nereid::widgets
