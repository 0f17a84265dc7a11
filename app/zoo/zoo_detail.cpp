// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/zoo_detail.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/code/code_editor.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/verdict/flag_line.h"
#include "widgets/verdict/stage_pips.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using verify::ZooOutcome;
using widgets::FontKind;
using widgets::Role;

namespace {

constexpr int kMargin = 10;

QLabel* wrapped(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QLabel* caption(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  widgets::keepRole(label, Role::kSecondary);
  return label;
}

}  // namespace

ZooDetail::ZooDetail(QWidget* parent)
    : QWidget(parent),
      m_cheat(new QToolButton(this)),
      m_twin(new QToolButton(this)),
      m_open(new QPushButton(tr("Open in Verify"), this)),
      m_name(new widgets::ElidedLabel(this)),
      m_about(wrapped(this)),
      m_expected(wrapped(this)),
      m_verdict(wrapped(this)),
      m_reason(wrapped(this)),
      m_pips(new widgets::StagePipsWidget(this)),
      m_flags(new widgets::FlagLine(this)),
      m_editor(new widgets::CodeEditor(tr("Source of the candidate"), this)) {
  auto* layout = widgets::tightColumn(this);
  layout->addWidget(makeHead());
  layout->addWidget(m_about);
  m_facts = makeFacts();
  layout->addWidget(m_facts);
  layout->addWidget(m_flags);
  layout->addWidget(m_editor, 1);
  layout->addStretch(0);
  widgets::keepMargins(m_about, {kMargin, 0, kMargin, 6});
  widgets::keepFont(m_name, FontKind::kStrong);
  connect(m_cheat, &QToolButton::clicked, this, [this] { Q_EMIT twinChosen(false); });
  connect(m_twin, &QToolButton::clicked, this, [this] { Q_EMIT twinChosen(true); });
  connect(m_open, &QPushButton::clicked, this, &ZooDetail::openRequested);
}

QWidget* ZooDetail::makeHead() {
  auto* head = new QWidget(this);
  auto* group = new QButtonGroup(this);
  m_cheat->setText(tr("Cheat"));
  m_cheat->setToolTip(tr("The candidate that tries to win without doing the work"));
  m_twin->setText(tr("Twin"));
  m_twin->setToolTip(tr("The honest candidate that looks like it"));
  for (QToolButton* button : {m_cheat, m_twin}) {
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(button->text());
    group->addButton(button);
  }
  m_open->setToolTip(tr("Take reference and candidate to the editors, to change and judge them"));
  m_open->setAccessibleName(m_open->text());
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(kMargin, 6, kMargin, 6);
  row->setSpacing(4);
  row->addWidget(m_name, 1);
  row->addWidget(m_cheat);
  row->addWidget(m_twin);
  row->addSpacing(4);
  row->addWidget(m_open);
  return head;
}

QWidget* ZooDetail::makeFacts() {
  auto* facts = new QWidget(this);
  m_expected->setAccessibleName(tr("Expected"));
  m_verdict->setAccessibleName(tr("Verdict"));
  m_reason->setAccessibleName(tr("Reason"));
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  line->addWidget(m_verdict, 1);
  line->addWidget(m_pips);
  auto* grid = new QGridLayout(facts);
  grid->setContentsMargins(kMargin, 0, kMargin, 8);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  grid->addWidget(caption(tr("Expected"), facts), 0, 0, Qt::AlignTop);
  grid->addWidget(m_expected, 0, 1);
  grid->addWidget(caption(tr("Verdict"), facts), 1, 0, Qt::AlignTop);
  grid->addLayout(line, 1, 1);
  grid->addWidget(m_reason, 2, 1);
  return facts;
}

void ZooDetail::showCandidate(const verify::ZooEntry& entry, const ZooPair& pair, bool twin) {
  m_name->setText(zooName(entry));
  m_about->setText(widgets::text(entry.mechanism));
  (twin ? m_twin : m_cheat)->setChecked(true);
  for (QWidget* part : {static_cast<QWidget*>(m_cheat), static_cast<QWidget*>(m_twin),
                        static_cast<QWidget*>(m_open), m_facts, static_cast<QWidget*>(m_editor)}) {
    part->show();
  }
  m_expected->setText(zooExpectation(entry, twin));
  showVerdict(entry, twin ? pair.twin : pair.cheat, twin);
  const QString source = widgets::text(twin ? entry.twin : entry.cheat);
  if (m_editor->source() != source) m_editor->setSource(source);
}

void ZooDetail::showVerdict(const verify::ZooEntry& entry, const VerdictPtr& verdict, bool twin) {
  m_pips->setVisible(verdict != nullptr);
  m_reason->setVisible(verdict && !verdict->reason.message.empty());
  m_flags->setFlags(verdict ? verdict->flags : std::vector<std::string>());
  if (!verdict) {
    m_verdict->setText(tr("not judged yet"));
    widgets::setRole(m_verdict, Role::kSecondary);
    return;
  }
  QString line = zooOutcomeLine(entry, verdict, twin);
  if (!twin && verify::zoo_other_reason(entry, *verdict)) {
    line += tr(", which does not name the trick");
  }
  m_verdict->setText(tr("%1 in %2").arg(line, widgets::formatDuration(verdict->total_ms)));
  const bool isFalse = verify::zoo_outcome(entry, *verdict, twin) == ZooOutcome::kFalse;
  widgets::setRole(m_verdict, isFalse ? Role::kRejected : Role::kText);
  m_reason->setText(widgets::engineText(verdict->reason.message));
  m_pips->setPips(widgets::pipsOf(*verdict));
}

void ZooDetail::showText(const QString& title, const QString& text) {
  m_name->setText(title);
  m_about->setText(text);
  for (QWidget* part : {static_cast<QWidget*>(m_cheat), static_cast<QWidget*>(m_twin),
                        static_cast<QWidget*>(m_open), m_facts, static_cast<QWidget*>(m_editor)}) {
    part->hide();
  }
  m_flags->setFlags({});
}

}  // namespace nereid::app
