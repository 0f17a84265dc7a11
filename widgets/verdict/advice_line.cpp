// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/verdict/advice_line.h"

#include <QAction>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>

#include "widgets/look/chip.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

/// The suspicions in the language of the window.
QString suspected(const advise::Advice& advice) {
  QStringList words;
  if (advice.torch_fallback) words << AdviceLine::tr("torch fallback");
  if (advice.hard_coded_output) words << AdviceLine::tr("hard-coded output");
  if (advice.omitted_part) words << AdviceLine::tr("an omitted part");
  return words.join(QStringLiteral(", "));
}

QString paragraph(const QString& text) {
  return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

}  // namespace

AdviceLine::AdviceLine(QWidget* parent)
    : QFrame(parent),
      m_mark(new StatusChip(this)),
      m_text(new ElidedLabel(this)),
      m_cancel(new QAction(tr("Cancel"), this)),
      m_again(new QAction(tr("Ask again"), this)),
      m_cancelButton(textButton(m_cancel, this)),
      m_againButton(textButton(m_again, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 2, 6, 4);
  row->setSpacing(8);
  row->addWidget(m_mark);
  row->addWidget(m_text, 1);
  row->addWidget(m_cancelButton);
  row->addWidget(m_againButton);
  m_text->setTextFormat(Qt::PlainText);
  m_cancel->setToolTip(tr("Do not wait for the answer of the advisor"));
  m_again->setToolTip(tr("Ask the advisor about this candidate once more"));
  setAccessibleName(tr("Advice on the candidate"));
  connect(m_cancel, &QAction::triggered, this, &AdviceLine::cancelRequested);
  connect(m_again, &QAction::triggered, this, &AdviceLine::askRequested);
  showNothing();
}

void AdviceLine::showNothing() {
  m_text->clear();
  hide();
}

QString AdviceLine::text() const {
  return m_text->text();
}

void AdviceLine::setLine(const QString& mark, const QString& text, const QString& tip) {
  m_mark->setText(mark);
  m_mark->setAccessibleName(mark);
  m_mark->updateGeometry();
  m_text->setText(text);
  m_text->setToolTip(tip);
  m_text->setAccessibleName(text);
  setAccessibleDescription(text);
  show();
}

void AdviceLine::showAdvice(const advise::Advice& advice) {
  const QString model = widgets::text(advice.model);
  const QString words = widgets::text(advice.explanation).simplified();
  const QString opinion = advice.suspects() ? tr("%1 suspects %2").arg(model, suspected(advice))
                                            : tr("%1 suspects nothing").arg(model);
  const QString line = words.isEmpty() ? opinion : tr("%1: %2").arg(opinion, words);
  const QString asked = tr("Asked %1, prompt %2. Advice is an opinion: verdict, reward and every "
                           "number stay as they are.")
                            .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(advice.unix_ms),
                                                    QLocale::ShortFormat),
                                 widgets::text(advice.prompt));
  m_mark->setTone(advice.suspects() ? StatusChip::Tone::kWarning : StatusChip::Tone::kNeutral);
  m_cancelButton->hide();
  m_againButton->hide();
  setLine(tr("advice, decides nothing"), line, paragraph(line) + paragraph(asked));
}

void AdviceLine::showAsking(const QString& model) {
  m_mark->setTone(StatusChip::Tone::kBusy);
  m_cancelButton->show();
  m_againButton->hide();
  const QString line = tr("Asking %1...").arg(model);
  setLine(tr("advisor"), line, paragraph(line));
}

void AdviceLine::showProblem(const QString& message) {
  m_mark->setTone(StatusChip::Tone::kBad);
  m_cancelButton->hide();
  m_againButton->show();
  setLine(tr("no advice"), message, paragraph(message));
}

}  // namespace nereid::widgets
