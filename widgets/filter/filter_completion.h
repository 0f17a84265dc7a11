// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace nereid::widgets {

/// Texts of a run that a filter may ask for, the most frequent first.
struct FilterVocabulary {
  QStringList tasks;
  QStringList reasons;
  QStringList flags;
  QStringList phases;
};

/// One offer: what is written in place of the range, and what it means.
struct FilterSuggestion {
  QString text;
  QString help;
};

/// What fits at a place of a filter text.
struct FilterCompletions {
  int begin = 0;  ///< the range of the text that an offer replaces
  int end = 0;
  std::vector<FilterSuggestion> offers;
};

/// Keys where a key may stand, values behind a key, and tasks and reasons for a bare word. A
/// finished value has no offers. Pure.
FilterCompletions completeFilter(const QString& text, int cursor, const FilterVocabulary& words);

}  // namespace nereid::widgets
