// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/launch/phase_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "widgets/launch/calm_combo_box.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"
#include "widgets/words/method_words.h"

namespace nereid::widgets {

namespace {

constexpr const char* kNames[] = {"sft", "grpo", "best_of_n", "frontend", "midend", "backend"};

QString stepsKey(const config::Phase& phase) {
  return SettingsDraft::phaseKey(
      QString::fromStdString(phase.name),
      QString::fromStdString(phase.settings.method) + QStringLiteral(".steps"));
}

QString methodText(const config::RunConfig& settings) {
  const QString method = methodWord(settings.method);
  if (settings.method != "best_of_n") return method;
  return PhaseList::tr("%1, %2 epochs of").arg(method).arg(settings.best_of_n.epochs);
}

}  // namespace

PhaseList::PhaseList(SettingsDraft& draft, QWidget* parent)
    : QWidget(parent),
      m_draft(draft),
      m_column(new QVBoxLayout),
      m_note(new QLabel(this)),
      m_add(new QToolButton(this)),
      m_undo(new QToolButton(this)) {
  setAccessibleName(tr("Phases"));
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(4);
  m_add->setText(tr("Add &phase"));
  m_add->setToolTip(tr("Another part of the recipe, behind the others"));
  m_add->setAccessibleName(tr("Add phase"));
  m_add->setObjectName(QStringLiteral("addPhase"));
  m_add->setPopupMode(QToolButton::InstantPopup);
  m_add->setMenu(new QMenu(m_add));
  m_undo->setText(tr("Undo the removal"));
  m_undo->setAccessibleName(m_undo->text());
  m_undo->setObjectName(QStringLiteral("undoPhase"));
  for (QToolButton* button : {m_add, m_undo}) {
    button->setProperty("quiet", true);
    button->setFocusPolicy(Qt::TabFocus);
  }
  m_note->setTextFormat(Qt::PlainText);
  m_note->setWordWrap(true);
  keepFont(m_note, FontKind::kSmall);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(8);
  foot->addWidget(m_note, 1);
  foot->addWidget(m_undo);
  foot->addWidget(m_add);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(m_column);
  layout->addLayout(foot);
  connect(m_add->menu(), &QMenu::aboutToShow, this, &PhaseList::fillAddMenu);
  connect(m_undo, &QToolButton::clicked, &draft, &SettingsDraft::undoRemoval);
  connect(&draft, &SettingsDraft::changed, this, &PhaseList::refresh);
  refresh();
}

QToolButton* PhaseList::makeButton(const QString& text, const QString& tip, QWidget* line) {
  auto* button = new QToolButton(line);
  button->setText(text);
  button->setToolTip(tip);
  button->setProperty("quiet", true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

PhaseList::Line PhaseList::makeLine(int index) {
  Line line;
  line.widget = new QWidget(this);
  line.number = new QLabel(QString::number(index + 1), line.widget);
  line.name = new CalmComboBox(line.widget);
  line.method = new QLabel(line.widget);
  line.steps = new QLineEdit(line.widget);
  line.settings = makeButton({}, tr("Show all settings of this phase"), line.widget);
  line.up = makeButton(QStringLiteral("\u2191"), tr("Earlier"), line.widget);
  line.down = makeButton(QStringLiteral("\u2193"), tr("Later"), line.widget);
  line.remove = makeButton(QString(QChar(kCross)), tr("Remove"), line.widget);
  keepRole(line.number, Role::kSecondary);
  keepRole(line.method, Role::kSecondary);
  line.name->setEditable(true);
  line.name->setInsertPolicy(QComboBox::NoInsert);
  line.name->setFocusPolicy(Qt::StrongFocus);
  line.name->setMinimumWidth(130);
  for (const char* name : kNames) line.name->addItem(QLatin1String(name));
  line.name->setToolTip(
      tr("A method, an agent, or a name of your own, with its method among the settings"));
  line.steps->setFixedWidth(80);
  // Columns stay below each other, whatever a phase sets for itself.
  const QFontMetrics metrics(theme().textFont());
  line.settings->setFixedWidth(metrics.horizontalAdvance(tr("settings (%1)").arg(99)) + 24);
  auto* unit = new QLabel(tr("steps"), line.widget);
  keepRole(unit, Role::kSecondary);
  auto* row = new QHBoxLayout(line.widget);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(line.number);
  row->addWidget(line.name);
  row->addWidget(line.method, 1);
  row->addWidget(line.steps);
  row->addWidget(unit);
  for (QToolButton* button : {line.settings, line.up, line.down, line.remove})
    row->addWidget(button);
  connect(line.name, &QComboBox::activated, this, [this, index] { rename(index); });
  connect(line.name->lineEdit(), &QLineEdit::editingFinished, this,
          [this, index] { rename(index); });
  connect(line.steps, &QLineEdit::textEdited, this, [this, index](const QString& text) {
    if (index < m_count)
      m_draft.setText(stepsKey(m_draft.phaseValues()[static_cast<std::size_t>(index)]), text);
  });
  connect(line.settings, &QToolButton::clicked, this,
          [this, index] { Q_EMIT settingsRequested(m_draft.phases().value(index)); });
  connect(line.up, &QToolButton::clicked, this, [this, index] { move(index, -1); });
  connect(line.down, &QToolButton::clicked, this, [this, index] { move(index, 1); });
  connect(line.remove, &QToolButton::clicked, this, [this, index] { m_draft.removePhase(index); });
  return line;
}

void PhaseList::fillAddMenu() {
  QMenu* menu = m_add->menu();
  menu->clear();
  const QStringList names = m_draft.phases();
  for (const char* name : kNames) {
    const QString text = QLatin1String(name);
    menu->addAction(text, this, [this, text] { m_draft.addPhase(text); })
        ->setEnabled(!names.contains(text));
  }
  menu->addSeparator();
  menu->addAction(tr("A name of your own"), this, [this] {
    QString name = QStringLiteral("phase%1").arg(m_draft.phases().size() + 1);
    while (m_draft.phases().contains(name)) name += QLatin1Char('b');
    m_draft.addPhase(name);
    if (m_count == 0) return;
    line(m_count - 1).name->setFocus(Qt::OtherFocusReason);
    line(m_count - 1).name->lineEdit()->selectAll();
  });
}

void PhaseList::rename(int index) {
  if (index >= m_count) return;  // it goes while its name has the keyboard
  const QString name = line(index).name->currentText().trimmed();
  if (name.isEmpty()) {
    refresh();
    return;
  }
  m_draft.renamePhase(index, name);
}

// The keyboard goes with the phase.
void PhaseList::move(int index, int delta) {
  m_draft.movePhase(index, delta);
  const int place = std::clamp(index + delta, 0, std::max(0, m_count - 1));
  QToolButton* button = delta < 0 ? line(place).up : line(place).down;
  QToolButton* other = delta < 0 ? line(place).down : line(place).up;
  (button->isEnabled() ? button : other)->setFocus(Qt::OtherFocusReason);
}

QString PhaseList::problem() const {
  const QString ofNames = m_draft.problem(QStringLiteral("phases"));
  if (!ofNames.isEmpty()) return ofNames;
  for (const config::Phase& phase : m_draft.phaseValues()) {
    const QString ofSteps = m_draft.problem(stepsKey(phase));
    if (!ofSteps.isEmpty()) return tr("%1: %2").arg(QString::fromStdString(phase.name), ofSteps);
  }
  return {};
}

void PhaseList::refresh() {
  const std::vector<config::Phase>& phases = m_draft.phaseValues();
  m_count = static_cast<int>(phases.size());
  while (static_cast<int>(m_lines.size()) < m_count) {
    m_lines.push_back(makeLine(static_cast<int>(m_lines.size())));
    m_column->addWidget(m_lines.back().widget);
  }
  for (int i = 0; i < static_cast<int>(m_lines.size()); ++i) {
    line(i).widget->setVisible(i < m_count);
    if (i < m_count) refreshLine(i, phases[static_cast<std::size_t>(i)]);
  }
  m_undo->setVisible(m_draft.canUndoRemoval());
  const QString wrong = problem();
  setRole(m_note, wrong.isEmpty() ? Role::kSecondary : Role::kRejected);
  m_note->setText(!wrong.isEmpty() ? QChar(kCross) + QLatin1Char(' ') + wrong
                  : m_count == 0   ? tr("One phase: %1. More can follow in the same run.")
                                       .arg(methodWord(m_draft.values().method))
                                 : QString());
}

void PhaseList::refreshLine(int index, const config::Phase& phase) {
  const Line& shown = line(index);
  const QString name = QString::fromStdString(phase.name);
  const QSignalBlocker quiet(shown.name);
  if (shown.name->currentText() != name) {
    shown.name->setCurrentIndex(shown.name->findText(name));
    shown.name->setEditText(name);
  }
  shown.method->setText(methodText(phase.settings));
  const QString steps = m_draft.text(stepsKey(phase));
  if (shown.steps->text() != steps) shown.steps->setText(steps);
  int own = 0;
  for (const config::PhaseBlock& block : m_draft.values().phase)
    if (block.name == phase.name) own = static_cast<int>(block.settings.size());
  shown.settings->setText(own == 0 ? tr("settings") : tr("settings (%1)").arg(own));
  shown.up->setEnabled(index > 0);
  shown.down->setEnabled(index + 1 < m_count);
  shown.name->setAccessibleName(tr("Name of phase %1").arg(index + 1));
  shown.steps->setAccessibleName(tr("Steps of %1").arg(name));
  shown.settings->setAccessibleName(tr("Settings of %1").arg(name));
  shown.up->setAccessibleName(tr("Move %1 up").arg(name));
  shown.down->setAccessibleName(tr("Move %1 down").arg(name));
  shown.remove->setAccessibleName(tr("Remove %1").arg(name));
}

}  // namespace nereid::widgets
