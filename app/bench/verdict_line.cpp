// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/verdict_line.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "widgets/look/elided_label.h"
#include "widgets/verdict/stage_pips.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::formatDuration;

namespace {

constexpr int kTickMs = 100;

QToolButton* quietButton(QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setProperty("quiet", true);
  button->hide();
  return button;
}

}  // namespace

VerdictLine::VerdictLine(QWidget* parent)
    : QWidget(parent),
      m_layout(new QHBoxLayout(this)),
      m_pips(new widgets::StagePipsWidget(this)),
      m_text(new widgets::ElidedLabel(this)),
      m_line(quietButton(this)),
      m_cancel(quietButton(this)) {
  m_layout->setContentsMargins(10, 6, 10, 6);
  m_layout->setSpacing(10);
  m_layout->addWidget(m_pips);
  m_layout->addWidget(m_text, 1);
  m_layout->addWidget(m_line);
  m_layout->addWidget(m_cancel);
  m_text->setAccessibleName(tr("Verdict"));
  m_text->setTextFormat(Qt::PlainText);
  m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_line->setAccessibleName(tr("Go to the line of the reason"));
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("End this verification (Esc)"));
  m_cancel->setAccessibleName(tr("End this verification"));
  m_tick.setInterval(kTickMs);
  connect(&m_tick, &QTimer::timeout, this, &VerdictLine::refreshWaiting);
  connect(m_line, &QToolButton::clicked, this, &VerdictLine::lineRequested);
  connect(m_cancel, &QToolButton::clicked, this, &VerdictLine::cancelRequested);
  showNothing();
}

void VerdictLine::addWidget(QWidget* widget) {
  m_layout->addWidget(widget);
}

void VerdictLine::stopWaiting() {
  m_tick.stop();
  m_cancel->hide();
}

void VerdictLine::showNothing() {
  showMessage(tr("Not judged yet. Ctrl+Enter verifies."));
}

void VerdictLine::showMessage(const QString& text) {
  stopWaiting();
  m_pips->hide();
  m_line->hide();
  m_hasVerdict = false;
  m_words = text;
  refresh();
}

void VerdictLine::showWaiting() {
  m_stage = verify::Stage::kNone;
  m_hasVerdict = false;
  m_stale = false;
  m_line->hide();
  m_since.start();
  m_tick.start();
  m_cancel->show();
  m_pips->show();
  showStage(verify::Stage::kNone);
}

void VerdictLine::showStage(verify::Stage stage) {
  if (!isWaiting()) return;
  // A stage that is over is not taken back while the next one waits for its place.
  if (stage > m_stage) m_stage = stage;
  widgets::StagePips pips{};
  for (int i = 0; i < verify::kStageCount; ++i) {
    pips[static_cast<std::size_t>(i)] = i + 1 < static_cast<int>(m_stage)
                                            ? verify::StageOutcome::kPassed
                                            : verify::StageOutcome::kNotReached;
  }
  m_pips->setPips(pips);
  refreshWaiting();
}

void VerdictLine::refreshWaiting() {
  const QString since = formatDuration(static_cast<double>(m_since.elapsed()));
  const QString where = m_stage == verify::Stage::kNone
                            ? tr("Verifying: waiting for the reference")
                            : tr("Verifying: %1").arg(widgets::stageWord(m_stage));
  m_words = m_lastMs > 0
                ? tr("%1 \u00B7 %2, last time %3").arg(where, since, formatDuration(m_lastMs))
                : tr("%1 \u00B7 %2").arg(where, since);
  refresh();
}

void VerdictLine::showVerdict(const verify::Verdict& verdict) {
  stopWaiting();
  m_lastMs = verdict.from_cache ? m_lastMs : verdict.total_ms;
  m_pips->setPips(widgets::pipsOf(verdict));
  m_pips->show();
  m_hasVerdict = true;
  const QString answer =
      tr("%1 \u00B7 %2")
          .arg(widgets::verdictLine(verdict.accepted, verdict.reason.code, verdict.reason.message),
               formatDuration(verdict.total_ms));
  m_words =
      verdict.coverage
          ? tr("%1 \u00B7 coverage %2%").arg(answer, widgets::formatNumber(100 * *verdict.coverage))
          : answer;
  const auto problems = widgets::problemLines(verdict);
  m_line->setVisible(!problems.empty());
  if (!problems.empty()) {
    const widgets::ProblemLine& first = problems.front();
    m_line->setText(first.inReference ? tr("Reference, line %1").arg(first.line)
                                      : tr("Line %1").arg(first.line));
    m_line->setToolTip(tr("%1\nGo there (Ctrl+G)").arg(first.text));
    m_line->setAccessibleName(tr("Go to line %1").arg(first.line));
  }
  refresh();
  m_text->setToolTip(widgets::engineText(verdict.reason.message));
}

void VerdictLine::setStale(bool stale) {
  if (stale == m_stale) return;
  m_stale = stale;
  refresh();
}

QString VerdictLine::text() const {
  return m_text->text();
}

void VerdictLine::refresh() {
  // In front: the end of a long reason may be out of sight.
  const bool older = m_stale && (m_hasVerdict || isWaiting());
  const QString words = older ? tr("Before your changes: %1").arg(m_words) : m_words;
  m_text->setText(words);
  m_text->setToolTip(words);
}

}  // namespace nereid::app
