// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filter/episode_filter.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/record/analysis/alarms.h"
#include "engine/verify/reason_sentence.h"

namespace nereid::widgets {

namespace {

constexpr std::array<unsigned char, 256> lowerCases() {
  std::array<unsigned char, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<unsigned char>(i >= 'A' && i <= 'Z' ? i + 32 : i);
  }
  return table;
}
constexpr std::array<unsigned char, 256> kLower = lowerCases();

bool same(char text, char lower) {
  return kLower[static_cast<unsigned char>(text)] == static_cast<unsigned char>(lower);
}

// Case-insensitive for ASCII, which all names and codes are; runs over every message of a run at
// each key press.
bool contains(std::string_view text, std::string_view lowerWord) {
  const std::size_t length = lowerWord.size();
  for (std::size_t i = 0; i + length <= text.size(); ++i) {
    if (!same(text[i], lowerWord[0])) {
      continue;
    }
    std::size_t k = 1;
    while (k < length && same(text[i + k], lowerWord[k])) {
      ++k;
    }
    if (k == length) {
      return true;
    }
  }
  return false;
}

bool equals(std::string_view text, std::string_view lowerWord) {
  return text.size() == lowerWord.size() && contains(text, lowerWord);
}

// One flag of those that are joined by spaces.
bool hasFlag(std::string_view flags, std::string_view lowerWord) {
  while (!flags.empty()) {
    const std::size_t end = std::min(flags.find(' '), flags.size());
    if (equals(flags.substr(0, end), lowerWord)) {
      return true;
    }
    flags.remove_prefix(std::min(end + 1, flags.size()));
  }
  return false;
}

// Of those separated by spaces.
bool hasShortcutFlag(std::string_view flags) {
  while (!flags.empty()) {
    const std::size_t end = std::min(flags.find(' '), flags.size());
    if (record::is_shortcut_flag(flags.substr(0, end))) {
      return true;
    }
    flags.remove_prefix(std::min(end + 1, flags.size()));
  }
  return false;
}

// "oob" for "out_of_bounds".
bool areInitials(std::string_view code, std::string_view word) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i > 0 && code[i - 1] != '_') {
      continue;
    }
    if (at == word.size() || !same(code[i], word[at])) {
      return false;
    }
    ++at;
  }
  return at == word.size() && at > 1;
}

// "wrong_values" is found by "wrong values" too.
bool containsCode(std::string_view code, const std::string& lowerWord) {
  if (contains(code, lowerWord) || areInitials(code, lowerWord)) {
    return true;
  }
  if (lowerWord.find(' ') == std::string::npos) {
    return false;
  }
  std::string joined = lowerWord;
  std::replace(joined.begin(), joined.end(), ' ', '_');
  return contains(code, joined);
}

// The sentence that lists and the funnel show; made only for words that may be a part of one.
bool saysSentence(const record::EpisodeRow& row, std::string_view lowerWord,
                  bool (*fits)(std::string_view, std::string_view)) {
  if (row.accepted || lowerWord.find(' ') == std::string_view::npos) return false;
  return fits(verify::reason_sentence(row.reason_code, row.reason_message), lowerWord);
}

}  // namespace

bool EpisodeFilter::usesFlags() const {
  return std::any_of(m_terms.begin(), m_terms.end(), [](const Term& term) {
    return term.field == Field::kFlag || term.field == Field::kShortcut;
  });
}

bool EpisodeFilter::usesNotes() const {
  return std::any_of(m_terms.begin(), m_terms.end(), [](const Term& term) {
    return term.field == Field::kBookmarked || term.field == Field::kNote;
  });
}

QString EpisodeFilter::quoted(const QString& value) {
  const bool plain = std::none_of(value.begin(), value.end(), [](QChar c) { return c.isSpace(); });
  return plain ? value : QLatin1Char('"') + value + QLatin1Char('"');
}

#define N(text) QT_TRANSLATE_NOOP("EpisodeFilter", text)

const std::vector<FilterKey>& EpisodeFilter::keyTable() {
  using Values = FilterKey::Values;
  static const std::vector<FilterKey> kTable = {
      {"task", Values::kText, N("name or id of the task"), {}},
      {"reason", Values::kText, N("why it was rejected"), {}},
      {"stage",
       Values::kStage,
       N("furthest stage passed"),
       {"none", "static", "compile", "tiny", "full", "timing"}},
      {"rejected",
       Values::kStage,
       N("stage that rejected it"),
       {"static", "compile", "tiny", "full", "timing"}},
      {"is", Values::kChoice, N("its state"), {"accepted", "rejected", "bookmarked", "shortcut"}},
      {"flag", Values::kText, N("flag of the verdict"), {}},
      {"level", Values::kNumber, N("level of the task"), {}},
      {"step", Values::kNumber, N("step, >60 or 10..20"), {}},
      {"reward", Values::kNumber, N("reward, >=0.5"), {}},
      {"advantage", Values::kNumber, N("advantage in its group, >0"), {}},
      {"tokens", Values::kNumber, N("length of the completion"), {}},
      {"time", Values::kNumber, N("milliseconds to judge it"), {}},
      {"group", Values::kNumber, N("prompt within the step, from 0"), {}},
      {"index", Values::kNumber, N("completion within the group, from 0"), {}},
      {"turn", Values::kNumber, N("which of the answers that follow one another, from 1"), {}},
      {"phase",
       Values::kChoice,
       N("phase of the run; train without phases, evaluate"),
       {"train", "evaluate"}},
      {"bookmarked", Values::kChoice, N("has a bookmark"), {"yes", "no"}},
      {"note", Values::kText, N("text of its note"), {}},
  };
  return kTable;
}
#undef N

QStringList EpisodeFilter::keys() {
  QStringList names;
  for (const FilterKey& key : keyTable()) {
    names << QLatin1String(key.name);
  }
  return names;
}

bool EpisodeFilter::matches(const record::EpisodeRow& row, const EpisodeMarks& marks) const {
  return std::all_of(m_terms.begin(), m_terms.end(),
                     [&](const Term& term) { return holds(term, row, marks) != term.negated; });
}

bool EpisodeFilter::numberHolds(const Term& term, double value) {
  // Shown numbers are rounded; equality means what the user sees.
  constexpr double kSame = 5e-4;
  switch (term.op) {
    case Op::kEqual:
      return std::fabs(value - term.low) < kSame;
    case Op::kNotEqual:
      return !(std::fabs(value - term.low) < kSame);
    case Op::kLess:
      return value < term.low;
    case Op::kLessEqual:
      return value <= term.low;
    case Op::kGreater:
      return value > term.low;
    case Op::kGreaterEqual:
      return value >= term.low;
    case Op::kRange:
      return value >= term.low && value <= term.high;
  }
  return false;
}

bool EpisodeFilter::holds(const Term& term, const record::EpisodeRow& row,
                          const EpisodeMarks& marks) {
  switch (term.field) {
    case Field::kAny:
      return contains(row.task_name, term.word) || contains(row.task_id, term.word) ||
             (!row.accepted && (containsCode(row.reason_code, term.word) ||
                                contains(row.reason_message, term.word)));
    case Field::kTask:
      if (term.exact) {
        return equals(row.task_name, term.word) || equals(row.task_id, term.word);
      }
      return contains(row.task_name, term.word) || contains(row.task_id, term.word);
    case Field::kReason:
      if (term.exact) {
        return equals(row.reason_code, term.word) || saysSentence(row, term.word, equals);
      }
      return containsCode(row.reason_code, term.word) || contains(row.reason_message, term.word) ||
             saysSentence(row, term.word, contains);
    case Field::kPhase:
      return term.exact ? equals(row.phase, term.word) : contains(row.phase, term.word);
    case Field::kStage:
      return (row.furthest_stage == term.stage) != (term.op == Op::kNotEqual);
    case Field::kRejected:
      return (!row.accepted && row.rejected_at == term.stage) != (term.op == Op::kNotEqual);
    case Field::kAccepted:
      return row.accepted == term.flag;
    case Field::kShortcut:
      return (!row.accepted && record::is_shortcut(row.reason_code)) ||
             hasShortcutFlag(marks.flags);
    case Field::kLevel:
      return numberHolds(term, row.level);
    case Field::kStep:
      return numberHolds(term, static_cast<double>(row.key.step));
    case Field::kReward:
      return numberHolds(term, row.reward);
    case Field::kAdvantage:
      return numberHolds(term, row.advantage);
    case Field::kTokens:
      return numberHolds(term, row.token_count);
    case Field::kTime:
      return numberHolds(term, row.verify_ms);
    case Field::kGroup:
      return numberHolds(term, row.key.group);
    case Field::kIndex:
      return numberHolds(term, row.key.index);
    case Field::kTurn:
      return numberHolds(term, row.turn.number);
    case Field::kFlag:
      return term.exact ? hasFlag(marks.flags, term.word) : containsCode(marks.flags, term.word);
    case Field::kBookmarked:
      return marks.bookmarked == term.flag;
    case Field::kNote:
      return contains(marks.note, term.word);
  }
  return true;
}

}  // namespace nereid::widgets
