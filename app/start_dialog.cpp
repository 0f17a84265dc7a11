// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "engine/base/clock.h"
#include "engine/base/paths.h"
#include "engine/reward/reward.h"
#include "widgets/theme.h"

namespace nereid::app {

using widgets::Role;
using widgets::theme;

namespace {

/// One of the four extensions: where it lives and what it does.
struct ExtensionRow {
  bool config::Extensions::*member;
  const char* id;
  const char* text;
  const char* tip;
};
constexpr ExtensionRow kExtensions[] = {
    {&config::Extensions::multi_input, "multi_input",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Multi-input testing"),
     QT_TRANSLATE_NOOP("nereid::app::StartDialog",
                       "Judge with five input variants instead of the original inputs only")},
    {&config::Extensions::staged_evaluation, "staged_evaluation",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Staged evaluation"),
     QT_TRANSLATE_NOOP("nereid::app::StartDialog",
                       "Stop at the first stage that fails; off: compile and run every candidate")},
    {&config::Extensions::adaptive_curriculum, "adaptive_curriculum",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Adaptive curriculum"),
     QT_TRANSLATE_NOOP("nereid::app::StartDialog",
                       "More level-2 tasks as level-1 accuracy grows; off: a fixed share")},
    {&config::Extensions::calibrated_timing, "calibrated_timing",
     QT_TRANSLATE_NOOP("nereid::app::StartDialog", "Calibrated timing"),
     QT_TRANSLATE_NOOP("nereid::app::StartDialog",
                       "Measure GPU time with calibration; has no effect without a GPU")},
};

QString folderFor(const QString& name) {
  const std::string leaf = name.toStdString() + "-" + time_stamp();
  return QString::fromStdString((runs_dir() / leaf).string());
}

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

QString describe(const config::RunConfig& config) {
  const QString model = QString::fromStdString(config.model.path);
  if (config.method == "sft") {
    return StartDialog::tr("Supervised fine-tuning of %1, batches of %2")
        .arg(model)
        .arg(config.sft.batch_size);
  }
  if (config.method == "best_of_n") {
    return StartDialog::tr("Best-of-N fine-tuning of %1: %2 completions a task, the best %3 kept")
        .arg(model)
        .arg(config.best_of_n.n)
        .arg(config.best_of_n.k);
  }
  return StartDialog::tr("GRPO of %1: %2 prompts a step, %3 completions each")
      .arg(model)
      .arg(config.grpo.prompts_per_step)
      .arg(config.grpo.num_generations);
}

}  // namespace

int stepsOf(const config::RunConfig& config) {
  if (config.method == "sft") return config.sft.steps;
  if (config.method == "best_of_n") return config.best_of_n.steps;
  return config.grpo.steps;
}

void setSteps(config::RunConfig& config, int steps) {
  if (config.method == "sft") {
    config.sft.steps = steps;
  } else if (config.method == "best_of_n") {
    config.best_of_n.steps = steps;
  } else {
    config.grpo.steps = steps;
  }
}

Result<RunPlan> planOf(const QString& preset, int steps) {
  auto config = config::load_settings(preset.toStdString());
  if (!config) return config.error();
  if (steps > 0) setSteps(*config, steps);
  const QString folder = folderFor(QString::fromStdString(config->name));
  return RunPlan{*config, {.run_dir = folder.toStdString()}};
}

StartDialog::StartDialog(QWidget* parent)
    : QDialog(parent),
      m_preset(new QComboBox(this)),
      m_description(new QLabel(this)),
      m_name(new QLineEdit(this)),
      m_steps(new QSpinBox(this)),
      m_seed(new QSpinBox(this)),
      m_reward(new QComboBox(this)),
      m_folder(new QLineEdit(this)),
      m_problem(new QLabel(this)) {
  setObjectName(QStringLiteral("startDialog"));
  setWindowTitle(tr("Start a run"));
  setMinimumWidth(560);
  setupFields();
  for (const std::string& name : config::preset_names())
    m_preset->addItem(QString::fromStdString(name));
  connect(m_preset, &QComboBox::currentTextChanged, this, &StartDialog::loadPreset);
  connect(m_name, &QLineEdit::textChanged, this, [this](const QString& name) {
    if (!m_folderTouched) m_folder->setText(folderFor(name));
    validate();
  });
  connect(m_folder, &QLineEdit::textEdited, this, [this] { m_folderTouched = true; });
  connect(m_folder, &QLineEdit::textChanged, this, &StartDialog::validate);
  loadPreset(m_preset->currentText());
}

void StartDialog::setupFields() {
  m_steps->setRange(1, 10'000'000);
  m_steps->setGroupSeparatorShown(true);
  m_seed->setRange(0, std::numeric_limits<int>::max());
  for (QSpinBox* box : {m_steps, m_seed}) box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  for (const std::string& name : reward::reward_names())
    m_reward->addItem(QString::fromStdString(name));
  m_problem->setWordWrap(true);
  m_problem->setMinimumHeight(theme().rowHeight());
  m_description->setWordWrap(true);
  QPalette quiet = m_description->palette();
  quiet.setColor(QPalette::WindowText, theme().color(Role::kSecondary));
  m_description->setPalette(quiet);
  QPalette warning = m_problem->palette();
  warning.setColor(QPalette::WindowText, theme().color(Role::kRejected));
  m_problem->setPalette(warning);

  setStyleSheet(
      QStringLiteral(
          "QSpinBox { background: %1; border: 1px solid %2; border-radius: 6px; padding: 2px 8px;"
          " min-height: 20px; } QSpinBox:focus { border-color: %3; }")
          .arg(theme().color(Role::kPanel).name(), theme().color(Role::kLine).name(),
               theme().color(Role::kAccent).name()));

  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(8);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->addRow(tr("&Recipe"), m_preset);
  form->addRow(QString(), m_description);
  form->addRow(tr("&Name"), m_name);
  form->addRow(tr("S&teps"), m_steps);
  form->addRow(tr("See&d"), m_seed);
  form->addRow(tr("Re&ward"), m_reward);
  auto* switches = new QVBoxLayout;
  switches->setSpacing(6);
  for (const ExtensionRow& row : kExtensions) {
    auto* box = new QCheckBox(tr(row.text), this);
    box->setToolTip(tr(row.tip));
    box->setObjectName(QString::fromLatin1(row.id));
    m_extensions.insert(box->objectName(), box);
    switches->addWidget(box);
  }
  form->addRow(tr("Extensions"), switches);
  auto* browse = new QPushButton(tr("&Browse..."), this);
  connect(browse, &QPushButton::clicked, this, &StartDialog::chooseFolder);
  auto* folderLine = new QHBoxLayout;
  folderLine->addWidget(m_folder, 1);
  folderLine->addWidget(browse);
  form->addRow(tr("&Folder"), folderLine);
  if (auto* label = qobject_cast<QLabel*>(form->labelForField(folderLine)))
    label->setBuddy(m_folder);

  m_preset->setObjectName(QStringLiteral("preset"));
  m_name->setObjectName(QStringLiteral("name"));
  m_steps->setObjectName(QStringLiteral("steps"));
  m_seed->setObjectName(QStringLiteral("seed"));
  m_reward->setObjectName(QStringLiteral("reward"));
  m_folder->setObjectName(QStringLiteral("folder"));
  m_folder->setAccessibleName(tr("Folder"));
  m_problem->setObjectName(QStringLiteral("problem"));

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_start = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
  m_start->setObjectName(QStringLiteral("startRun"));
  m_start->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(12);
  layout->addLayout(form);
  layout->addWidget(m_problem);
  layout->addWidget(buttons);
}

void StartDialog::loadPreset(const QString& preset) {
  const auto config = config::load_settings(preset.toStdString());
  m_presetProblem = config ? QString() : QString::fromStdString(config.error().message);
  if (config) {
    m_config = *config;
    m_description->setText(describe(m_config));
    m_name->setText(QString::fromStdString(m_config.name));
    m_steps->setValue(stepsOf(m_config));
    m_seed->setValue(static_cast<int>(m_config.seed));
    m_reward->setCurrentText(QString::fromStdString(m_config.reward.name));
    for (const ExtensionRow& row : kExtensions) {
      m_extensions.value(QString::fromLatin1(row.id))->setChecked(m_config.extensions.*row.member);
    }
  }
  validate();
}

void StartDialog::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(
      this, tr("Folder for the record"), QFileInfo(m_folder->text()).absolutePath());
  if (folder.isEmpty()) return;
  m_folderTouched = true;
  m_folder->setText(folder);
}

QString StartDialog::problem() const {
  if (!m_presetProblem.isEmpty()) return m_presetProblem;
  const QString ofName = nameProblem(m_name->text());
  return ofName.isEmpty() ? folderProblem(m_folder->text()) : ofName;
}

void StartDialog::validate() {
  const QString found = problem();
  m_problem->setText(found);
  m_start->setEnabled(found.isEmpty());
}

config::RunConfig StartDialog::fromFields() const {
  config::RunConfig config = m_config;
  config.name = m_name->text().trimmed().toStdString();
  config.seed = static_cast<std::uint64_t>(m_seed->value());
  config.reward.name = m_reward->currentText().toStdString();
  setSteps(config, m_steps->value());
  for (const ExtensionRow& row : kExtensions) {
    config.extensions.*row.member = m_extensions.value(QString::fromLatin1(row.id))->isChecked();
  }
  return config;
}

RunPlan StartDialog::plan() const {
  return {fromFields(), {.run_dir = m_folder->text().toStdString()}};
}

}  // namespace nereid::app
