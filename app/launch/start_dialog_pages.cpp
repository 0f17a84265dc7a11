// SPDX-License-Identifier: GPL-3.0-or-later
// What the launch dialog is made of: its pages, and the row of buttons.
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/launch/estimate_view.h"
#include "app/launch/start_dialog.h"
#include "widgets/launch/phase_list.h"
#include "widgets/launch/setting_row.h"
#include "widgets/launch/settings_form.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::Role;
using widgets::SettingRow;
using widgets::theme;

namespace {

/// Settings of the first page, with their words there.
struct BasicRow {
  const char* key;
  const char* title;
};
constexpr BasicRow kBasicRows[] = {
    {"name", QT_TRANSLATE_NOOP("nereid::app::StartDialog", "&Name")},
    {"grpo.steps", QT_TRANSLATE_NOOP("nereid::app::StartDialog", "S&teps")},
    {"sft.steps", QT_TRANSLATE_NOOP("nereid::app::StartDialog", "S&teps")},
    {"best_of_n.steps", QT_TRANSLATE_NOOP("nereid::app::StartDialog", "S&teps")},
    {"seed", QT_TRANSLATE_NOOP("nereid::app::StartDialog", "See&d")},
    {"reward.name", QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Re&ward")},
    {"extensions.multi_input",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Multi-input testing")},
    {"extensions.staged_evaluation",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Staged evaluation")},
    {"extensions.adaptive_curriculum",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Adaptive curriculum")},
    {"extensions.calibrated_timing",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Calibrated timing")},
};

}  // namespace

SettingRow* StartDialog::addRow(QVBoxLayout* layout, const QString& key, const QString& title) {
  auto* row = new SettingRow(m_draft, key, title, this);
  layout->addWidget(row);
  m_rows << row;
  return row;
}

QWidget* StartDialog::makeBasics() {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 10, 6, 0);
  column->setSpacing(0);
  auto* recipe = new QLabel(tr("&Recipe"), page);
  auto* folder = m_folderLabel = new QLabel(tr("&Folder"), page);
  recipe->setBuddy(m_recipe);
  folder->setBuddy(m_folder);
  auto* open = new QPushButton(tr("&Open file..."), page);
  open->setToolTip(tr("Take the settings of a YAML file; it can be dropped here as well"));
  connect(open, &QPushButton::clicked, this, &StartDialog::chooseFile);
  m_description->setWordWrap(true);
  widgets::keepRole(m_description, Role::kSecondary);
  widgets::keepFont(m_description, widgets::FontKind::kSmall);
  auto* head = new QGridLayout;
  head->setContentsMargins(12, 0, 8, 6);
  head->setHorizontalSpacing(8);
  head->setVerticalSpacing(2);
  head->addWidget(recipe, 0, 0);
  head->addWidget(m_recipe, 0, 1);
  head->addWidget(open, 0, 2);
  head->addWidget(m_description, 1, 1, 1, 2);
  head->setColumnStretch(1, 1);
  column->addLayout(head);
  auto* phases = new QLabel(tr("Phases"), page);
  auto* parts = new QHBoxLayout;
  parts->setContentsMargins(12, 2, 8, 6);
  parts->setSpacing(8);
  parts->addWidget(phases, 0, Qt::AlignTop);
  parts->addWidget(m_phases, 1);
  column->addLayout(parts);
  connect(m_phases, &widgets::PhaseList::settingsRequested, this, &StartDialog::showPhase);
  int width = std::max(recipe->sizeHint().width(), folder->sizeHint().width());
  for (const BasicRow& basic : kBasicRows) {
    SettingRow* row = addRow(column, QString::fromLatin1(basic.key), tr(basic.title));
    if (row->key().endsWith(QLatin1String(".steps"))) m_steps << row;
    width = std::max(width, row->titleWidth());
  }
  for (SettingRow* row : std::as_const(m_rows)) row->setTitleWidth(width);
  recipe->setFixedWidth(width);
  folder->setFixedWidth(width);
  phases->setFixedWidth(width);
  auto* browse = new QPushButton(tr("&Browse..."), page);
  connect(browse, &QPushButton::clicked, this, &StartDialog::chooseFolder);
  const int side = std::max(open->sizeHint().width(), browse->sizeHint().width());
  for (QPushButton* button : {open, browse}) button->setFixedWidth(side);
  for (SettingRow* row : std::as_const(m_rows)) row->setSideWidth(side);
  auto* place = new QHBoxLayout;
  place->setContentsMargins(12, 6, 8, 4);
  place->setSpacing(8);
  place->addWidget(folder);
  place->addWidget(m_folder, 1);
  place->addWidget(browse);
  column->addLayout(place);
  column->addStretch(1);
  m_recipe->setObjectName(QStringLiteral("preset"));
  m_folder->setObjectName(QStringLiteral("folder"));
  m_folder->setAccessibleName(tr("Folder"));
  m_recipe->setAccessibleName(tr("Recipe"));
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidget(page);
  return area;
}

QWidget* StartDialog::makeDifferences() {
  auto* page = new QWidget(this);
  m_differences->setColumns({{.title = tr("setting")},
                             {.title = tr("recipe"), .mono = true},
                             {.title = tr("this run"), .mono = true}});
  m_differencesView->setModel(m_differences);
  m_differencesView->setStretchColumn(2);
  m_differencesView->setAccessibleName(tr("Settings that differ from the recipe"));
  m_differencesView->setObjectName(QStringLiteral("differences"));
  m_noDifference->setText(
      tr("Nothing differs from the recipe. Settings that you change are listed here."));
  m_noDifference->setAlignment(Qt::AlignCenter);
  m_noDifference->setWordWrap(true);
  widgets::keepRole(m_noDifference, Role::kSecondary);
  m_resetChosen->setObjectName(QStringLiteral("resetChosen"));
  m_resetAll->setObjectName(QStringLiteral("resetAll"));
  for (QPushButton* button : {m_resetChosen, m_resetAll}) button->setAutoDefault(false);
  connect(m_resetChosen, &QPushButton::clicked, this, &StartDialog::resetChosen);
  connect(m_resetAll, &QPushButton::clicked, this,
          [this] { m_draft.canUndoReset() ? m_draft.undoReset() : m_draft.resetAll(); });
  connect(m_differencesView, &QAbstractItemView::activated, this, &StartDialog::goToChosen);
  connect(
      m_differencesView->selectionModel(), &QItemSelectionModel::selectionChanged, this,
      [this] { m_resetChosen->setEnabled(m_differencesView->selectionModel()->hasSelection()); });
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_resetChosen);
  buttons->addWidget(m_resetAll);
  buttons->addStretch(1);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 10, 0, 0);
  layout->addWidget(m_noDifference, 1);
  layout->addWidget(m_differencesView, 1);
  layout->addLayout(buttons);
  return page;
}

QWidget* StartDialog::makeEstimate() {
  auto* page = new QWidget(this);
  auto* about = new QLabel(
      tr("What the run takes at most: every sequence as long as the settings allow. Most runs stay "
         "below. Time and record are told only by earlier runs."),
      page);
  about->setWordWrap(true);
  widgets::keepRole(about, Role::kSecondary);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 10, 0, 0);
  layout->addWidget(about);
  layout->addWidget(m_estimate->table(), 1);
  m_estimate->table()->show();
  return page;
}

QVBoxLayout* StartDialog::makeFoot() {
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setMinimumHeight(theme().rowHeight());
  m_problem->setObjectName(QStringLiteral("problem"));
  m_problem->setAccessibleName(tr("Problem"));
  auto* save = new QPushButton(tr("Sa&ve as..."), this);
  save->setToolTip(tr("Save all settings as a YAML file"));
  auto* yaml = new QPushButton(tr("Copy &YAML"), this);
  yaml->setToolTip(tr("Copy all settings as YAML"));
  yaml->setObjectName(QStringLiteral("copyYaml"));
  auto* command = new QPushButton(tr("Copy co&mmand"), this);
  command->setToolTip(tr("Copy the command that starts the same run in a shell"));
  command->setObjectName(QStringLiteral("copyCommand"));
  connect(save, &QPushButton::clicked, this, &StartDialog::saveFile);
  connect(yaml, &QPushButton::clicked, this, &StartDialog::copyYaml);
  connect(command, &QPushButton::clicked, this, &StartDialog::copyCommand);
  auto* cancel = new QPushButton(tr("Cancel"), this);
  m_queue = new QPushButton(
      m_purpose == Purpose::kQueued ? tr("&Keep in the queue") : tr("Add to the &queue"), this);
  m_queue->setObjectName(QStringLiteral("queueRun"));
  m_queue->setToolTip(tr("Starts when the runs before it have ended"));
  m_start = new QPushButton(tr("&Start"), this);
  m_start->setObjectName(QStringLiteral("startRun"));
  m_start->setVisible(m_purpose == Purpose::kNew);
  (m_purpose == Purpose::kNew ? m_start : m_queue)->setDefault(true);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_queue, &QPushButton::clicked, this, [this] { take(Answer::kQueue); });
  connect(m_start, &QPushButton::clicked, this, [this] { take(Answer::kStart); });
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  for (QPushButton* button : {save, yaml, command}) {
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  row->addStretch(1);
  row->addWidget(cancel);
  row->addWidget(m_queue);
  row->addWidget(m_start);
  m_showProblem->setText(tr("show"));
  m_showProblem->setProperty("quiet", true);
  m_showProblem->setObjectName(QStringLiteral("showProblem"));
  m_showProblem->setAccessibleName(tr("Show the setting that is wrong"));
  m_showProblem->setToolTip(tr("Go to the setting that is wrong"));
  m_showProblem->hide();
  connect(m_showProblem, &QToolButton::clicked, this, [this] {
    const QStringList wrong = m_draft.problemKeys();
    if (wrong.isEmpty()) return;
    m_pages->setCurrentIndex(kAll);
    m_form->reveal(wrong.first());
  });
  auto* told = new QHBoxLayout;
  told->setSpacing(8);
  told->addWidget(m_problem, 1);
  told->addWidget(m_showProblem);
  auto* foot = new QVBoxLayout;
  foot->setSpacing(6);
  foot->addLayout(told);
  foot->addLayout(row);
  return foot;
}

}  // namespace nereid::app
