// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/launch/settings_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/launch/setting_row.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

SettingsForm::SettingsForm(SettingsDraft& draft, QWidget* parent)
    : QWidget(parent),
      m_draft(draft),
      m_search(new QLineEdit(this)),
      m_changedOnly(new QCheckBox(this)),
      m_phaseLabel(new QLabel(tr("Settings &for"), this)),
      m_phaseBox(new QComboBox(this)),
      m_nothing(new QLabel(this)),
      m_area(new QScrollArea(this)) {
  m_search->setPlaceholderText(tr("Search: name, explanation or value"));
  m_search->setAccessibleName(tr("Search the settings"));
  m_search->setToolTip(tr("Show the settings that hold these words (Ctrl+F)"));
  m_search->setClearButtonEnabled(true);
  m_search->setObjectName(QStringLiteral("settingsSearch"));
  m_changedOnly->setObjectName(QStringLiteral("changedOnly"));
  m_phaseLabel->setBuddy(m_phaseBox);
  m_phaseBox->setObjectName(QStringLiteral("settingsPhase"));
  m_phaseBox->setAccessibleName(tr("Settings for"));
  m_phaseBox->setToolTip(tr("Show the settings of the whole run, or what one phase has"));
  m_phaseBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_nothing->setText(tr("No setting holds these words. Clear the search to see all."));
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setWordWrap(true);
  keepRole(m_nothing, Role::kSecondary);
  m_area->setWidgetResizable(true);
  m_area->setFrameShape(QFrame::NoFrame);
  m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_area->setAccessibleName(tr("All settings"));
  m_area->setFocusPolicy(Qt::NoFocus);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(0, 0, 0, 4);
  top->setSpacing(12);
  top->addWidget(m_phaseLabel);
  top->addWidget(m_phaseBox);
  top->addWidget(m_search, 1);
  top->addWidget(m_changedOnly);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 10, 0, 0);
  layout->setSpacing(4);
  layout->addLayout(top);
  layout->addWidget(m_area, 1);
  makeContent();
  connect(m_search, &QLineEdit::textChanged, this, [this] {
    complete();
    filter();
  });
  connect(m_changedOnly, &QCheckBox::toggled, this, &SettingsForm::filter);
  connect(m_phaseBox, &QComboBox::currentIndexChanged, this,
          [this] { showPhase(m_phaseBox->currentData().toString()); });
  connect(&draft, &SettingsDraft::changed, this, &SettingsForm::refresh);
  m_search->installEventFilter(this);
  auto* find = new QShortcut(QKeySequence::Find, this);
  find->setContext(Qt::WidgetWithChildrenShortcut);
  connect(find, &QShortcut::activated, m_search, [this] {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
  });
  m_nothing->hide();
  refresh();
}

void SettingsForm::makeContent() {
  auto* content = new QWidget(m_area);
  m_column = new QVBoxLayout(content);
  m_column->setContentsMargins(0, 0, 4, 0);
  m_column->setSpacing(0);
  m_column->addWidget(m_nothing);
  m_column->addStretch(1);
  m_area->setWidget(content);
  const QFontMetrics metrics(theme().textFont());
  for (const config::SettingInfo& field : m_draft.fields()) {
    m_titleWidth =
        std::max(m_titleWidth, metrics.horizontalAdvance(QString::fromStdString(field.name)));
  }
  connect(&m_fill, &QTimer::timeout, this, [this] {
    if (!addSection()) m_fill.stop();
    filter();
  });
}

bool SettingsForm::addSection() {
  const std::vector<config::SettingInfo>& fields = m_draft.fields();
  if (m_made == fields.size()) return false;
  const std::string& name = fields[m_made].section;
  QWidget* content = m_area->widget();
  const auto add = [this](QWidget* widget) {
    m_column->insertWidget(m_column->count() - 1, widget);  // before the stretch
  };
  auto* head =
      new QLabel(name.empty() ? tr("run as a whole") : QString::fromStdString(name), content);
  head->setContentsMargins(12, m_sections.empty() ? 4 : 14, 0, 2);
  keepFont(head, FontKind::kStrong);
  add(head);
  m_sections.push_back({QString::fromStdString(name), head, {}});
  for (; m_made < fields.size() && fields[m_made].section == name; ++m_made) {
    auto* row =
        new SettingRow(m_draft, QString::fromStdString(fields[m_made].key), QString(), content);
    row->setTitleWidth(m_titleWidth);
    row->setPhase(m_phase);
    add(row);
    m_sections.back().rows.push_back(row);
  }
  return m_made < fields.size();
}

void SettingsForm::complete() {
  if (m_made == m_draft.fields().size()) return;
  m_fill.stop();
  while (addSection()) {
  }
  filter();
}

void SettingsForm::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_made < m_draft.fields().size()) m_fill.start(0);
}

SettingRow* SettingsForm::row(const QString& key) {
  complete();
  for (const Section& section : m_sections)
    for (SettingRow* row : section.rows)
      if (row->key() == key) return row;
  return nullptr;
}

QStringList SettingsForm::shownKeys() {
  complete();
  QStringList keys;
  for (const Section& section : m_sections)
    for (const SettingRow* row : section.rows)
      if (!row->isHidden()) keys << row->key();
  return keys;
}

void SettingsForm::reveal(const QString& key) {
  SettingRow* wanted = nullptr;
  const QStringList names = m_draft.phases() << QString();
  for (const QString& name : names) {
    const QString begin = SettingsDraft::phaseKey(name, QString());
    if (wanted != nullptr || !key.startsWith(begin)) continue;
    wanted = row(key.mid(begin.size()));
    if (wanted != nullptr) showPhase(name);
  }
  if (wanted == nullptr) return;
  if (wanted->isHidden()) {
    m_changedOnly->setChecked(false);
    m_search->clear();
  }
  // New or shown again just now: without its place there is nothing to scroll to.
  QWidget* content = m_area->widget();
  m_column->activate();
  content->resize(m_area->viewport()->width(),
                  std::max(m_area->viewport()->height(), content->sizeHint().height()));
  wanted->editor()->setFocus(Qt::OtherFocusReason);
  m_area->ensureWidgetVisible(wanted, 0, 40);
}

void SettingsForm::filter() {
  const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  const bool changedOnly = m_changedOnly->isChecked();
  bool isAny = false;
  for (const Section& section : m_sections) {
    bool isShown = false;
    for (SettingRow* row : section.rows) {
      // What one types in stays in view, though it may have become equal to the preset.
      const bool holdsFocus = row->isAncestorOf(focusWidget());
      const bool fits = row->fits(words) && (!changedOnly || holdsFocus || row->isMarked()) &&
                        (m_phase.isEmpty() || !config::is_of_whole_run(row->key().toStdString()));
      row->setVisible(fits);
      isShown = isShown || fits;
    }
    section.head->setVisible(isShown);
    isAny = isAny || isShown;
  }
  m_nothing->setText(changedOnly && words.isEmpty()
                         ? (m_phase.isEmpty() ? tr("Nothing differs from the preset.")
                                              : tr("This phase leaves every setting to the run."))
                         : tr("No setting holds these words. Clear the search to see all."));
  m_nothing->setVisible(!isAny && m_made == m_draft.fields().size());
}

void SettingsForm::showPhase(const QString& phase) {
  if (phase == m_phase) return;
  m_phase = phase;
  {
    const QSignalBlocker quiet(m_phaseBox);
    m_phaseBox->setCurrentIndex(std::max(0, m_phaseBox->findData(phase)));
  }
  for (const Section& section : m_sections)
    for (SettingRow* row : section.rows) row->setPhase(phase);
  filter();
}

void SettingsForm::refreshPhases() {
  const QStringList names = m_draft.phases();
  {
    const QSignalBlocker quiet(m_phaseBox);
    m_phaseBox->clear();
    m_phaseBox->addItem(tr("the whole run"), QString());
    for (const QString& name : names) m_phaseBox->addItem(name, name);
    m_phaseBox->setCurrentIndex(std::max(0, m_phaseBox->findData(m_phase)));
  }
  m_phaseBox->setVisible(!names.isEmpty());
  m_phaseLabel->setVisible(!names.isEmpty());
  if (!m_phase.isEmpty() && !names.contains(m_phase)) showPhase({});
}

void SettingsForm::refresh() {
  refreshPhases();
  const auto count = static_cast<int>(m_draft.changedKeys().size());
  m_changedOnly->setText(count == 0 ? tr("Changed only") : tr("Changed only (%1)").arg(count));
  if (m_changedOnly->isChecked()) filter();
}

// Down goes from the search into the first setting that it found, Escape empties it first.
bool SettingsForm::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_search || event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
    m_search->clear();
    return true;
  }
  const bool goesIn = key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter;
  const QStringList shown = shownKeys();
  if (!goesIn) return QWidget::eventFilter(watched, event);
  if (!shown.isEmpty()) row(shown.first())->editor()->setFocus(Qt::TabFocusReason);
  return true;
}

}  // namespace nereid::widgets
