// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/untried_facts.h"

#include <QLocale>
#include <algorithm>

#include "widgets/words/format.h"

namespace nereid::widgets {

std::vector<CodeFact> untriedFacts(const verify::Verdict& verdict) {
  std::vector<CodeFact> facts;
  for (const verify::LineRange& lines : verdict.untried) {
    if (lines.first <= 0) continue;
    const QString tip =
        lines.last > lines.first
            ? CodeNotes::tr("Lines %1 to %2 ran on no input: nothing is known of what they do")
                  .arg(lines.first)
                  .arg(lines.last)
            : CodeNotes::tr(
                  "A part of this line ran on no input: nothing is known of what it does");
    facts.push_back({lines.first - 1, CodeNotes::tr("untried"), tip});
  }
  for (const verify::OneSided& one : verdict.one_sided) {
    if (one.was_both || one.line <= 0 || !verdict.accepted) continue;
    facts.push_back({one.line - 1, CodeNotes::tr("one way"),
                     CodeNotes::tr("A condition with %1 in kernel %2 had one outcome on all inputs")
                         .arg(QLocale().toString(one.number, 'g', 6))
                         .arg(text(one.kernel))});
  }
  std::sort(facts.begin(), facts.end(),
            [](const CodeFact& a, const CodeFact& b) { return a.row < b.row; });
  return facts;
}

}  // namespace nereid::widgets
