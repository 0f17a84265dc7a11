// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/launch/setting_row.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "widgets/launch/calm_combo_box.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kNumberWidth = 150;
constexpr int kMarkWidth = 3;
constexpr int kGap = 8;

QString help(const config::SettingInfo& field) {
  return QCoreApplication::translate("Settings", field.help.c_str());
}

}  // namespace

SettingRow::SettingRow(SettingsDraft& draft, const QString& key, const QString& title,
                       QWidget* parent)
    : QWidget(parent),
      m_draft(draft),
      m_key(key),
      m_field(*draft.field(key)),
      m_title(new QLabel(title.isEmpty() ? QString::fromStdString(m_field.name) : title, this)),
      m_reset(new QToolButton(this)),
      m_note(new QLabel(this)) {
  makeEditor();
  m_title->setToolTip(m_key);
  m_title->setBuddy(m_editor);
  auto* unit = new QLabel(QCoreApplication::translate("Settings", m_field.unit.c_str()), this);
  keepRole(unit, Role::kSecondary);
  m_reset->setText(tr("reset"));
  m_reset->setProperty("quiet", true);
  m_reset->setObjectName(QLatin1String("reset.") + key);
  QSizePolicy keepsRoom = m_reset->sizePolicy();
  keepsRoom.setRetainSizeWhenHidden(true);
  m_reset->setSizePolicy(keepsRoom);
  m_note->setWordWrap(true);
  m_note->setTextFormat(Qt::PlainText);
  m_note->setObjectName(QLatin1String("note.") + key);
  keepFont(m_note, FontKind::kSmall);
  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(kMarkWidth + 9, 4, 8, 4);
  layout->setHorizontalSpacing(kGap);
  layout->setVerticalSpacing(1);
  layout->addWidget(m_title, 0, 0);
  layout->addWidget(m_editor, 0, 1, m_line != nullptr ? Qt::Alignment() : Qt::AlignLeft);
  layout->addWidget(unit, 0, 2);
  layout->addWidget(m_reset, 0, 3);
  layout->addWidget(m_note, 1, 1, 1, 3);
  const bool isShort = m_field.type == "int" || m_field.type == "number";
  if (isShort) m_editor->setFixedWidth(kNumberWidth);
  layout->setColumnStretch(isShort || m_line == nullptr ? 2 : 1, 1);
  connect(m_reset, &QToolButton::clicked, this,
          [this] { m_isSet ? m_draft.unset(shownKey()) : m_draft.reset(shownKey()); });
  connect(&draft, &SettingsDraft::changed, this, &SettingRow::refresh);
  connect(&theme(), &Theme::themeChanged, this, &SettingRow::refresh);
  refresh();
}

void SettingRow::makeEditor() {
  if (m_field.type == "bool") {
    m_editor = m_box = new QCheckBox(this);
    connect(m_box, &QCheckBox::toggled, this, [this](bool on) {
      m_draft.setText(shownKey(), on ? QStringLiteral("true") : QStringLiteral("false"));
    });
  } else if (m_field.type == "choice") {
    m_editor = m_choice = new CalmComboBox(this);
    for (const std::string& choice : m_field.choices)
      m_choice->addItem(QString::fromStdString(choice));
    m_choice->setFocusPolicy(Qt::StrongFocus);
    connect(m_choice, &QComboBox::currentTextChanged, this,
            [this](const QString& text) { m_draft.setText(shownKey(), text); });
  } else {
    m_editor = m_line = new QLineEdit(this);
    connect(m_line, &QLineEdit::textEdited, this,
            [this](const QString& text) { m_draft.setText(shownKey(), text); });
  }
  m_editor->setObjectName(m_key);
  m_editor->setAccessibleName(m_title->text().remove(QLatin1Char('&')));
  m_editor->setToolTip(tr("%1\nAccepted: %2").arg(help(m_field), engineWords(m_field.accepts)));
}

bool SettingRow::fits(const QStringList& words) const {
  const QString all =
      QStringList{m_key, help(m_field), m_draft.text(shownKey())}.join(QLatin1Char(' '));
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void SettingRow::setTitleWidth(int width) {
  m_title->setFixedWidth(width);
}

void SettingRow::setSideWidth(int width) {
  // The empty unit and the gaps beside it are a part of it.
  m_reset->setFixedWidth(width - 2 * kGap);
}

int SettingRow::titleWidth() const {
  return m_title->sizeHint().width();
}

void SettingRow::setPhase(const QString& phase) {
  if (phase == m_phase) return;
  m_phase = phase;
  refresh();
}

QString SettingRow::noteText() const {
  const QString problem = m_draft.problem(shownKey());
  if (!problem.isEmpty()) return QChar(kCross) + QLatin1Char(' ') + problem;
  return m_phase.isEmpty() ? noteOfRun() : noteOfPhase();
}

QString SettingRow::noteOfPhase() const {
  const QString ofRun = m_draft.runText(shownKey());
  const QString shown = ofRun.isEmpty() ? tr("nothing here") : ofRun;
  if (m_isSet) return tr("%1 Set for this phase; the run has %2.").arg(help(m_field), shown);
  if (m_isChanged)
    return tr("%1 Left to the run; the preset has %2 in this phase.")
        .arg(help(m_field), m_draft.baseText(shownKey()));
  if (m_draft.text(shownKey()) != ofRun)
    return tr("%1 By the name of the phase; the run has %2.").arg(help(m_field), shown);
  return help(m_field);
}

QString SettingRow::noteOfRun() const {
  QStringList others;
  const QStringList names = m_draft.phasesThatSet(m_key);
  for (const QString& name : names)
    others << tr("%1 in %2").arg(m_draft.text(SettingsDraft::phaseKey(name, m_key)), name);
  QString note = help(m_field);
  if (m_isChanged) {
    const QString before = m_draft.baseText(m_key);
    note = tr("%1 Changed; the preset has %2.")
               .arg(note, before.isEmpty() ? tr("nothing here") : before);
  }
  return others.isEmpty() ? note
                          : tr("%1 Otherwise: %2.").arg(note, others.join(QStringLiteral(", ")));
}

void SettingRow::refresh() {
  const QString text = m_draft.text(shownKey());
  m_isChanged = m_draft.isChanged(shownKey());
  m_isSet = !m_phase.isEmpty() && m_draft.isSet(shownKey());
  const QSignalBlocker quiet(m_editor);
  if (m_box != nullptr) m_box->setChecked(text == QLatin1String("true"));
  if (m_choice != nullptr) m_choice->setCurrentText(text);
  // A text that is being typed keeps its cursor.
  if (m_line != nullptr && m_line->text() != text) m_line->setText(text);
  const QString note = noteText();
  if (m_note->text() != note) m_note->setText(note);
  const bool isWrong = !m_draft.problem(shownKey()).isEmpty();
  setRole(m_note, isWrong ? Role::kRejected : Role::kSecondary);
  m_editor->setAccessibleDescription(note);
  refreshReset();
  update();
}

void SettingRow::refreshReset() {
  m_reset->setVisible(isMarked());
  if (!isMarked()) return;
  const QString before = m_isSet ? m_draft.runText(shownKey()) : m_draft.baseText(shownKey());
  m_reset->setToolTip(m_isSet            ? tr("Leave it to the run: %1").arg(before)
                      : before.isEmpty() ? tr("Leave it empty as the preset does")
                                         : tr("Back to %1").arg(before));
  m_reset->setAccessibleName(tr("Reset %1").arg(m_title->text().remove(QLatin1Char('&'))));
}

void SettingRow::paintEvent(QPaintEvent*) {
  const bool isWrong = !m_draft.problem(shownKey()).isEmpty();
  if (!isMarked() && !isWrong) return;
  QPainter painter(this);
  painter.fillRect(QRect(0, 4, kMarkWidth, height() - 8),
                   theme().color(isWrong ? Role::kRejected : Role::kAccent));
}

}  // namespace nereid::widgets
