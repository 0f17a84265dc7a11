// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace nereid::widgets {

struct RunEntry;

/// The filter of the run list. Words must all be found in name, tags, phases or state; `name:`,
/// `tag:`, `phase:` and `state:` look in one of them, `tag=` wants a whole tag, `is:archived`
/// archived runs alone, and a minus before a word what does not hold it. Texts with spaces stand in
/// quotes: tag="seed 1".
class RunFilter {
 public:
  static RunFilter parse(const QString& text);
  bool isEmpty() const { return m_terms.isEmpty(); }
  bool fits(const RunEntry& run) const;
  /// Does it ask for archived runs, which are hidden otherwise?
  bool wantsArchived() const;

 private:
  enum class Where { kAnywhere, kName, kTag, kWholeTag, kState, kPhase, kIs };
  struct Term {
    Where where = Where::kAnywhere;
    QString text;
    bool isNot = false;
  };
  static bool holds(const RunEntry& run, const Term& term);

  QList<Term> m_terms;
};

}  // namespace nereid::widgets
