// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/settings_comparison.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "engine/base/csv.h"
#include "engine/config/settings.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

QString typeWord(const std::string& type) {
  if (type == "bool") {
    return SettingsComparison::tr("yes or no");
  }
  if (type == "int") {
    return SettingsComparison::tr("whole number");
  }
  if (type == "number") {
    return SettingsComparison::tr("number");
  }
  if (type == "list") {
    return SettingsComparison::tr("list");
  }
  return type == "choice" ? SettingsComparison::tr("choice") : SettingsComparison::tr("text");
}

bool isDefault(const record::SettingTexts& settings, const std::string& key) {
  const auto found = settings.find(key);
  const auto usual = defaultSettingTexts().find(key);
  return found != settings.end() && usual != defaultSettingTexts().end() &&
         found->second == usual->second;
}

constexpr std::string_view kPhase = "phase.";

/// "sft" and "optimizer.learning_rate" of "phase.sft.optimizer.learning_rate".
std::optional<std::pair<std::string, std::string>> ofPhase(const std::string& key) {
  if (!key.starts_with(kPhase)) return std::nullopt;
  const std::size_t dot = key.find('.', kPhase.size());
  if (dot == std::string::npos) return std::nullopt;
  return std::pair(key.substr(kPhase.size(), dot - kPhase.size()), key.substr(dot + 1));
}

/// What a phase leaves to the run; nothing for a run without the phase.
std::optional<std::string> textOfRun(const RunSummary& run, const std::string& key) {
  const auto parts = ofPhase(key);
  const bool hasPhase =
      parts && std::any_of(run.phases.begin(), run.phases.end(),
                           [&](const auto& phase) { return phase.name == parts->first; });
  const auto found = hasPhase ? run.settings.find(parts->second) : run.settings.end();
  if (found == run.settings.end()) return std::nullopt;
  return found->second;
}

}  // namespace

QString settingDefinition(const QString& key) {
  if (const auto parts = ofPhase(key.toStdString())) {
    return SettingsComparison::tr("In the phase %1: %2")
        .arg(text(parts->first), settingDefinition(text(parts->second)));
  }
  for (const config::SettingInfo& info : config::schema()) {
    if (text(info.key) != key) {
      continue;
    }
    const QString help = QCoreApplication::translate("Settings", info.help.c_str());
    if (info.choices.empty()) {
      return SettingsComparison::tr("%1: %2 Type: %3. Default: %4.")
          .arg(key, help, typeWord(info.type), text(info.default_text));
    }
    return SettingsComparison::tr("%1: %2 One of: %3. Default: %4.")
        .arg(key, help, joined(info.choices, QStringLiteral(", ")), text(info.default_text));
  }
  return SettingsComparison::tr("%1: this Nereid does not know the setting.").arg(key);
}

SettingsComparison::SettingsComparison(QWidget* parent)
    : QWidget(parent),
      m_model(new CellModel(this)),
      m_view(new TableView(this)),
      m_note(new QLabel(this)),
      m_definition(new QLabel(this)),
      m_all(new QAction(tr("all settings"), this)),
      m_markdown(new QAction(tr("copy as Markdown"), this)),
      m_csv(new QAction(tr("copy as CSV"), this)) {
  m_all->setCheckable(true);
  m_all->setToolTip(tr("Show also the settings in which the chosen runs agree"));
  m_markdown->setToolTip(tr("Copy the table for an issue or a report"));
  m_csv->setToolTip(tr("Copy the table for a spreadsheet"));
  auto* tools = new QHBoxLayout;
  tools->setContentsMargins(10, 2, 6, 2);
  tools->addWidget(m_note, 1);
  tools->addWidget(textButton(m_all, this));
  tools->addWidget(textButton(m_markdown, this));
  tools->addWidget(textButton(m_csv, this));
  keepFont(m_note, FontKind::kSmall);
  keepRole(m_note, Role::kSecondary);
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Settings of the chosen runs"));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_definition->setWordWrap(true);
  keepMargins(m_definition, {10, 6, 10, 6});
  m_definition->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_definition->setAccessibleName(tr("Definition of the selected setting"));
  keepFont(m_definition, FontKind::kSmall);
  auto* layout = tightColumn(this);
  layout->addLayout(tools);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_definition);
  connect(m_all, &QAction::toggled, this, &SettingsComparison::refresh);
  connect(m_markdown, &QAction::triggered, this,
          [this] { QApplication::clipboard()->setText(asMarkdown()); });
  connect(m_csv, &QAction::triggered, this,
          [this] { QApplication::clipboard()->setText(asCsv()); });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &SettingsComparison::showDefinition);
  connect(m_view, &QWidget::customContextMenuRequested, this, &SettingsComparison::showMenu);
  refresh();
}

bool SettingsComparison::showsAll() const {
  return m_all->isChecked();
}

void SettingsComparison::setRuns(std::vector<RunSummaryPtr> runs) {
  if (runs == m_runs) {
    return;
  }
  m_runs = std::move(runs);
  refresh();
}

std::vector<std::string> SettingsComparison::shownKeys() const {
  std::vector<std::string> keys;
  for (const config::SettingInfo& info : config::schema()) {
    std::set<std::string> texts;
    for (const RunSummaryPtr& run : m_runs) {
      if (const auto found = run->settings.find(info.key); found != run->settings.end()) {
        texts.insert(found->second);
      }
    }
    if (showsAll() || texts.size() > 1) {
      keys.push_back(info.key);
    }
  }
  const std::vector<std::string> ofPhases = keysOfPhases();
  keys.insert(keys.end(), ofPhases.begin(), ofPhases.end());
  return keys;
}

/// What any of the runs sets for a phase, where not all have the same.
std::vector<std::string> SettingsComparison::keysOfPhases() const {
  std::set<std::string> all;
  for (const RunSummaryPtr& run : m_runs) {
    for (auto own = run->settings.lower_bound(std::string(kPhase));
         own != run->settings.end() && own->first.starts_with(kPhase); ++own) {
      all.insert(own->first);
    }
  }
  std::vector<std::string> keys;
  for (const std::string& key : all) {
    std::set<std::optional<std::string>> texts;
    for (const RunSummaryPtr& run : m_runs) {
      const auto own = run->settings.find(key);
      texts.insert(own == run->settings.end() ? textOfRun(*run, key) : own->second);
    }
    if (showsAll() || texts.size() > 1) keys.push_back(key);
  }
  return keys;
}

QString SettingsComparison::valueText(const RunSummary& run, const std::string& key) const {
  const auto found = run.settings.find(key);
  if (found == run.settings.end()) {
    const auto ofRun = textOfRun(run, key);
    return ofRun ? tr("%1 (of the run)").arg(text(*ofRun)) : missing();
  }
  const QString value = text(found->second);
  return isDefault(run.settings, key) ? tr("%1 (default)").arg(value) : value;
}

QStringList SettingsComparison::titles() const {
  QStringList titles{tr("setting")};
  for (const RunSummaryPtr& run : m_runs) {
    titles << run->name;
  }
  return titles;
}

void SettingsComparison::refresh() {
  const QString selected =
      m_model->index(m_view->currentIndex().row(), 0).data(CellModel::kDataRole).toString();
  std::vector<Column> columns;
  for (const QString& title : titles()) {
    columns.push_back({.title = title});
  }
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    columns[i + 1].tooltip = m_runs[i]->dir;
  }
  std::vector<std::vector<Cell>> rows;
  int selectedRow = 0;
  const auto keys = m_runs.size() < 2 ? std::vector<std::string>() : shownKeys();
  for (const std::string& key : keys) {
    if (text(key) == selected) {
      selectedRow = static_cast<int>(rows.size());
    }
    std::vector<Cell> row{
        {.text = text(key), .tooltip = settingDefinition(text(key)), .data = text(key)}};
    for (const RunSummaryPtr& run : m_runs) {
      const bool usual = isDefault(run->settings, key);
      row.push_back({.text = valueText(*run, key),
                     .color = usual ? std::optional(Role::kSecondary) : std::nullopt,
                     .strong = !usual});
    }
    rows.push_back(std::move(row));
  }
  const bool isEmpty = rows.empty();
  m_note->setText(m_runs.size() < 2  ? tr("Choose two or more runs in the table above.")
                  : isEmpty          ? tr("The chosen runs have the same settings.")
                  : rows.size() == 1 ? tr("1 setting")
                                     : tr("%n settings", nullptr, static_cast<int>(rows.size())));
  m_model->setColumns(std::move(columns));
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_markdown->setEnabled(!isEmpty);
  m_csv->setEnabled(!isEmpty);
  m_view->setVisible(!isEmpty);
  if (!isEmpty) {
    m_view->setCurrentIndex(m_model->index(selectedRow, 0));
  }
  showDefinition();
}

void SettingsComparison::showDefinition() {
  const QModelIndex current = m_view->currentIndex();
  const QString key = m_model->index(current.row(), 0).data(CellModel::kDataRole).toString();
  m_definition->setVisible(!key.isEmpty());
  m_definition->setText(key.isEmpty() ? QString() : settingDefinition(key));
}

void SettingsComparison::showMenu(QPoint place) {
  QMenu menu(this);
  menu.addAction(tr("Copy row as text"), m_view, &TableView::copySelection);
  menu.addAction(m_markdown);
  menu.addAction(m_csv);
  menu.addSeparator();
  menu.addAction(m_all);
  menu.exec(m_view->viewport()->mapToGlobal(place));
}

QString SettingsComparison::asMarkdown() const {
  const auto line = [](QStringList cells) {
    for (QString& cell : cells) {
      cell.replace(QLatin1Char('|'), QLatin1String("\\|"));
    }
    return QLatin1String("| ") + cells.join(QLatin1String(" | ")) + QLatin1String(" |\n");
  };
  QString out = line(titles());
  out += QLatin1Char('|') + QStringLiteral(" --- |").repeated(titles().size()) + QLatin1Char('\n');
  for (const std::string& key : shownKeys()) {
    QStringList cells{text(key)};
    for (const RunSummaryPtr& run : m_runs) {
      cells << valueText(*run, key);
    }
    out += line(cells);
  }
  return out;
}

QString SettingsComparison::asCsv() const {
  const auto line = [](const QStringList& cells) {
    QStringList quoted;
    for (const QString& cell : cells) {
      quoted << QString::fromStdString(csv_cell(cell.toStdString()));
    }
    return quoted.join(QLatin1Char(',')) + QLatin1Char('\n');
  };
  QString out = line(titles() << tr("default"));
  for (const std::string& key : shownKeys()) {
    QStringList cells{text(key)};
    for (const RunSummaryPtr& run : m_runs) {
      const auto found = run->settings.find(key);
      cells << (found == run->settings.end() ? QString() : text(found->second));
    }
    const auto usual = defaultSettingTexts().find(key);  // of a phase there is none
    out += line(cells << (usual == defaultSettingTexts().end() ? QString() : text(usual->second)));
  }
  return out;
}

}  // namespace nereid::widgets
