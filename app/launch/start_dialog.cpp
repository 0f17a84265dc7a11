// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch/start_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "app/launch/estimate_view.h"
#include "widgets/launch/phase_list.h"
#include "widgets/launch/setting_row.h"
#include "widgets/launch/settings_form.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::Role;
using widgets::SettingRow;

namespace {

/// Why a run cannot be recorded there, empty if it can.
QString folderProblem(const QString& folder) {
  if (folder.isEmpty()) return StartDialog::tr("Choose a folder for the record.");
  const QDir dir(folder);
  if (dir.exists() && !dir.isEmpty()) {
    return StartDialog::tr(
        "The folder is not empty. Name a new one; an unfinished run is continued from the list.");
  }
  QFileInfo parent(folder);
  while (!parent.exists() && parent.absolutePath() != parent.absoluteFilePath()) {
    parent = QFileInfo(parent.absolutePath());
  }
  if (!parent.isDir()) return StartDialog::tr("%1 is a file.").arg(parent.filePath());
  if (!parent.isWritable())
    return StartDialog::tr("No right to write in %1.").arg(parent.filePath());
  return {};
}

QString nameProblem(const QString& name) {
  if (name.trimmed().isEmpty()) return StartDialog::tr("Give the run a name.");
  if (name.contains(QLatin1Char('/'))) return StartDialog::tr("A name holds no slash.");
  return {};
}

QString droppedSettings(const QMimeData* data) {
  for (const QUrl& url : data->urls()) {
    const QFileInfo file(url.toLocalFile());
    const QString suffix = file.suffix().toLower();
    if (file.isFile() && (suffix == QLatin1String("yaml") || suffix == QLatin1String("yml")))
      return file.absoluteFilePath();
  }
  return {};
}

}  // namespace

StartDialog::StartDialog(QWidget* parent, Purpose purpose)
    : QDialog(parent),
      m_purpose(purpose),
      m_recipe(new QComboBox(this)),
      m_description(new QLabel(this)),
      m_phases(new widgets::PhaseList(m_draft, this)),
      m_folder(new QLineEdit(this)),
      m_form(new widgets::SettingsForm(m_draft, this)),
      m_differences(new widgets::CellModel(this)),
      m_differencesView(new widgets::TableView(this)),
      m_noDifference(new QLabel(this)),
      m_resetChosen(new QPushButton(tr("&Reset chosen"), this)),
      m_resetAll(new QPushButton(this)),
      m_estimate(new EstimateView(this)),
      m_pages(new QTabWidget(this)),
      m_problem(new QLabel(this)),
      m_showProblem(new QToolButton(this)) {
  setObjectName(QStringLiteral("startDialog"));
  setWindowTitle(purpose == Purpose::kQueued ? tr("Settings of a run that waits")
                                             : tr("Start a run"));
  setAcceptDrops(true);
  m_pages->setDocumentMode(true);
  m_pages->setAccessibleName(tr("Pages of the settings"));
  widgets::keepTabLook(m_pages->tabBar());
  m_pages->addTab(makeBasics(), tr("Basics"));
  m_pages->addTab(m_form, tr("All settings"));
  m_pages->addTab(makeDifferences(), tr("Changes"));
  m_pages->addTab(makeEstimate(), tr("Estimate"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 12, 20, 14);
  layout->setSpacing(10);
  layout->addWidget(m_pages, 1);
  layout->addWidget(m_estimate);
  layout->addLayout(makeFoot());
  for (const std::string& name : config::preset_names())
    m_recipe->addItem(QString::fromStdString(name));
  connect(m_recipe, &QComboBox::currentTextChanged, this, &StartDialog::loadRecipe);
  connect(m_folder, &QLineEdit::textEdited, this, [this] { m_folderTouched = true; });
  connect(m_folder, &QLineEdit::textChanged, this, &StartDialog::refresh);
  connect(&m_draft, &widgets::SettingsDraft::changed, this, &StartDialog::refresh);
  loadRecipe(m_recipe->currentText());
  resize(QSize(820, 720) * widgets::theme().basePixelSize() / 13);
}

void StartDialog::setKnownRuns(const QStringList& folders) {
  m_estimate->setRuns(folders);
  m_estimate->setPlan(m_draft.values(), m_folder->text());
}

void StartDialog::setPlan(const RunPlan& plan, const QString& source) {
  const auto base = config::load_settings(source.toStdString());
  load(source, base ? *base : plan.config);
  m_draft.take(plan.config);
  m_folderTouched = true;
  m_folder->setText(QString::fromStdString(plan.options.run_dir.string()));
  m_folder->setEnabled(!plan.options.resume);
  refresh();
}

void StartDialog::openFile(const QString& file) {
  const auto config = config::load_settings(QFileInfo(file).absoluteFilePath().toStdString());
  if (!config) {
    m_fileProblem = widgets::engineText(config.error().message);
    refresh();
    return;
  }
  load(QFileInfo(file).absoluteFilePath(), *config);
}

// A preset that cannot be read leaves the settings as they are; the message says why.
void StartDialog::loadRecipe(const QString& recipe) {
  const auto config = config::load_settings(recipe.toStdString());
  if (!config) {
    m_fileProblem = widgets::engineText(config.error().message);
    refresh();
    return;
  }
  load(recipe, *config);
}

void StartDialog::load(const QString& source, const config::RunConfig& base) {
  m_fileProblem.clear();
  if (m_recipe->findText(source) < 0) m_recipe->addItem(source);
  {
    const QSignalBlocker quiet(m_recipe);
    m_recipe->setCurrentText(source);
  }
  m_folderTouched = false;
  m_draft.load(source, base);
}

void StartDialog::refresh() {
  const config::RunConfig& values = m_draft.values();
  m_description->setText(describe(values));
  for (SettingRow* row : std::as_const(m_steps))
    row->setVisible(values.phases.empty() && row->key() == stepsKey(values));
  if (!m_folderTouched) {
    const QString output = QString::fromStdString(values.run.output);
    const QString folder =
        output.isEmpty() ? newRunFolder(QString::fromStdString(values.name)) : output;
    const QSignalBlocker quiet(m_folder);
    m_folder->setText(folder);
  }
  refreshDifferences();
  const QString found = problem();
  widgets::setRole(m_problem, Role::kRejected);
  m_problem->setText(found);
  m_showProblem->setVisible(m_fileProblem.isEmpty() && !m_draft.problemKeys().isEmpty());
  m_start->setEnabled(found.isEmpty());
  m_queue->setEnabled(found.isEmpty());
  m_estimate->setPlan(values, m_folder->text());
}

void StartDialog::showPhase(const QString& phase) {
  m_pages->setCurrentIndex(kAll);
  m_form->showPhase(phase);
  m_form->search()->setFocus(Qt::OtherFocusReason);
}

void StartDialog::refreshDifferences() {
  const QStringList keys = m_draft.changedKeys();
  std::vector<std::vector<widgets::Cell>> rows;
  for (const QString& key : keys) {
    const bool isWrong = !m_draft.problem(key).isEmpty();
    rows.push_back({{.text = key, .strong = true, .data = key},
                    {.text = m_draft.baseText(key), .color = Role::kSecondary},
                    {.text = isWrong ? tr("%1 (%2)").arg(m_draft.text(key), m_draft.problem(key))
                                     : m_draft.text(key),
                     .color = isWrong ? std::optional(Role::kRejected) : std::nullopt}});
  }
  m_differences->updateRows(std::move(rows));
  m_differencesView->fitColumns();
  m_differencesView->setVisible(!keys.isEmpty());
  m_noDifference->setVisible(keys.isEmpty());
  m_pages->setTabText(kDifferences,
                      keys.isEmpty() ? tr("Changes") : tr("Changes (%1)").arg(keys.size()));
  m_resetAll->setText(m_draft.canUndoReset() ? tr("&Undo the reset") : tr("Reset &all"));
  m_resetAll->setEnabled(!keys.isEmpty() || m_draft.canUndoReset());
  m_resetChosen->setEnabled(m_differencesView->selectionModel()->hasSelection());
}

void StartDialog::resetChosen() {
  QStringList keys;
  const QModelIndexList chosen = m_differencesView->selectionModel()->selectedRows();
  for (const QModelIndex& index : chosen)
    keys << index.data(widgets::CellModel::kDataRole).toString();
  for (const QString& key : std::as_const(keys)) m_draft.reset(key);
}

void StartDialog::goToChosen() {
  const QModelIndex current = m_differencesView->currentIndex().siblingAtColumn(0);
  if (!current.isValid()) return;
  m_pages->setCurrentIndex(kAll);
  m_form->reveal(current.data(widgets::CellModel::kDataRole).toString());
}

QString StartDialog::problem() const {
  if (!m_fileProblem.isEmpty()) return m_fileProblem;
  const QStringList wrong = m_draft.problemKeys();
  if (!wrong.isEmpty()) return tr("%1: %2").arg(wrong.first(), m_draft.problem(wrong.first()));
  const QString ofName = nameProblem(m_draft.text(QStringLiteral("name")));
  if (!ofName.isEmpty()) return ofName;
  if (!m_folder->isEnabled()) return {};  // it goes on in its folder
  if (m_taken.contains(QDir(m_folder->text()).absolutePath()))
    return tr("A run of the queue has this folder. Name another one.");
  return folderProblem(m_folder->text());
}

RunPlan StartDialog::plan() const {
  return {m_draft.values(),
          {.run_dir = m_folder->text().toStdString(), .resume = !m_folder->isEnabled()}};
}

void StartDialog::take(Answer answer) {
  if (!problem().isEmpty()) return;
  m_answer = answer;
  accept();
}

void StartDialog::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedSettings(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void StartDialog::dropEvent(QDropEvent* event) {
  const QString file = droppedSettings(event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  openFile(file);
}

}  // namespace nereid::app
