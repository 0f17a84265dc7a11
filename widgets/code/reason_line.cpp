// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/reason_line.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <algorithm>

#include "widgets/code/line_diff.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/problem_lines.h"

namespace nereid::widgets {

namespace {

constexpr int kMostShown = 48;  // letters of a source line

QToolButton* link(QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setProperty("quiet", true);
  button->setFocusPolicy(Qt::TabFocus);
  keepFont(button, FontKind::kSmall);
  button->hide();
  return button;
}

/// The innermost place in the candidate that a verdict names; 0 if none.
int lineOf(const verify::Verdict& verdict) {
  for (const ProblemLine& problem : problemLines(verdict)) {
    if (!problem.inReference) return problem.line;
  }
  return 0;
}

}  // namespace

ReasonLine::ReasonLine(QWidget* parent)
    : QFrame(parent),
      m_sentence(new ElidedLabel(this)),
      m_lineButton(link(this)),
      m_acceptedButton(link(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 0, 6, 2);
  row->setSpacing(6);
  row->addWidget(m_sentence);
  row->addWidget(m_lineButton);
  row->addWidget(m_acceptedButton);
  row->addStretch(1);
  keepRole(m_sentence, Role::kRejected);
  connect(m_lineButton, &QToolButton::clicked, this, [this] { Q_EMIT lineRequested(m_line); });
  connect(m_acceptedButton, &QToolButton::clicked, this, &ReasonLine::acceptedRequested);
  clear();
}

void ReasonLine::clear() {
  m_line = 0;
  m_sentence->setText({});
  m_lineButton->hide();
  m_acceptedButton->hide();
  hide();
}

void ReasonLine::setVerdict(const verify::Verdict& verdict) {
  clear();
  if (verdict.accepted) return;
  m_line = lineOf(verdict);
  m_sentence->setText(reasonSentence(verdict.reason.code, verdict.reason.message));
  setToolTip(engineText(verdict.reason.message));
  m_lineButton->setText(tr("line %1").arg(m_line));
  m_lineButton->setToolTip(tr("Go to the line of the candidate"));
  m_lineButton->setAccessibleName(tr("Go to line %1 of the candidate").arg(m_line));
  m_lineButton->setVisible(m_line > 0);
  m_sentence->updateGeometry();
  show();
}

void ReasonLine::setAccepted(int completion, const QString& source) {
  if (isHidden()) return;
  const QString shown =
      source.size() <= kMostShown ? source : source.left(kMostShown) + QChar(u'\u2026');
  m_short = tr("accepted: completion %1").arg(completion);
  m_whole = shown.isEmpty() ? m_short
                            : tr("accepted completion %1 has there: %2").arg(completion).arg(shown);
  m_acceptedButton->setToolTip(
      (source.isEmpty() ? QString() : source + QLatin1Char('\n')) +
      tr("The accepted answer of the group that is nearest to this one. Click to see both."));
  m_acceptedButton->setAccessibleName(m_whole);
  m_acceptedButton->show();
  fit();
}

// The reason comes first; what another answer has there is told by the tooltip, too.
void ReasonLine::fit() {
  m_acceptedButton->setText(m_whole);
  const QMargins margins = layout()->contentsMargins();
  int room = width() - margins.left() - margins.right() - m_sentence->sizeHint().width() -
             2 * layout()->spacing() - m_acceptedButton->sizeHint().width();
  if (!m_lineButton->isHidden()) room -= m_lineButton->sizeHint().width() + layout()->spacing();
  if (room < 0) m_acceptedButton->setText(m_short);
}

void ReasonLine::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

QString ReasonLine::sentence() const {
  return m_sentence->text();
}

QString partnerLine(const QString& source, const QString& other, int line) {
  if (line <= 0) return {};
  const TextDiff diff = diffTexts(source, other);
  const QStringList lines = other.split(QLatin1Char('\n'));
  const int row = line - 1;
  const auto at = [&](int place) {
    return place >= 0 && place < lines.size() ? lines[place].trimmed() : QString();
  };
  for (const auto& [left, right] : diff.same) {
    if (left == row) return at(right);
  }
  for (const Hunk& hunk : diff.hunks) {
    if (row < hunk.leftBegin || row >= hunk.leftEnd || hunk.rightBegin == hunk.rightEnd) continue;
    return at(std::min(hunk.rightBegin + row - hunk.leftBegin, hunk.rightEnd - 1));
  }
  return {};
}

}  // namespace nereid::widgets
