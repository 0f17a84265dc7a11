// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/problem_lines.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

// The judge puts "(line 12)" behind what it was told; checks of kernels say it in between.
const QRegularExpression& linePattern() {
  static const QRegularExpression pattern(QStringLiteral("\\(line (\\d{1,7})\\)"));
  return pattern;
}

// Frames of the candidate's own file in a traceback.
const QRegularExpression& framePattern() {
  static const QRegularExpression pattern(
      QStringLiteral("File \"[^\"]*candidate[^\"]*\", line (\\d{1,7})"));
  return pattern;
}

void add(std::vector<ProblemLine>& lines, int line, bool inReference, const QString& text) {
  if (line <= 0) return;
  const bool known = std::any_of(lines.begin(), lines.end(), [&](const ProblemLine& other) {
    return other.line == line && other.inReference == inReference;
  });
  if (!known) lines.push_back({line, inReference, text});
}

}  // namespace

std::vector<ProblemLine> problemLines(const verify::Verdict& verdict) {
  std::vector<ProblemLine> lines;
  if (!verdict.accepted) {
    const QString message = text(verdict.reason.message);
    const bool inReference = verdict.reason.code.starts_with("reference");
    auto named = linePattern().globalMatch(message);
    while (named.hasNext()) {
      add(lines, named.next().captured(1).toInt(), inReference,
          reasonWord(verdict.reason.code) + QStringLiteral(": ") + engineText(message));
    }
    // The innermost frame is where it happened; those above only called it.
    auto frames = framePattern().globalMatch(text(verdict.evidence));
    int innermost = 0;
    while (frames.hasNext()) innermost = frames.next().captured(1).toInt();
    add(lines, innermost, false,
        QCoreApplication::translate("ProblemLines", "the traceback ends here"));
  }
  for (const verify::Audit& audit : verdict.audit) {
    if (audit.findings > 0) add(lines, audit.line, false, auditLine(audit));
  }
  return lines;
}

}  // namespace nereid::widgets
