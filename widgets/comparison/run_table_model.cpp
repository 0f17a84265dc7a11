// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/run_table_model.h"

#include <QBrush>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "widgets/feed/phase_words.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr qsizetype kLongKey = 18;

/// The section of a long setting is in the tooltip: heads should not be wider than values.
QString headTitle(const RunColumn& column) {
  const QString title = column.title();
  if (column.kind != RunColumn::Kind::kSetting || title.size() <= kLongKey) return title;
  const QString name = title.mid(title.lastIndexOf(QLatin1Char('.')) + 1);
  // Of a phase: "phase.sft.optimizer.learning_rate" is another setting than the run's own.
  return title.startsWith(QLatin1String("phase."))
             ? title.section(QLatin1Char('.'), 1, 1) + QLatin1String(": ") + name
             : name;
}

}  // namespace

void RunTableModel::setContent(std::vector<RunSummaryPtr> runs,
                               const std::function<bool(const RunColumn&)>& isWanted) {
  beginResetModel();
  m_runs = std::move(runs);
  m_offered.setRuns(m_runs);
  m_columns = m_offered.columns();
  std::erase_if(m_columns, [&](const RunColumn& column) { return !isWanted(column); });
  m_isRight.clear();
  for (const RunColumn& column : m_columns) m_isRight.push_back(isRight(column));
  endResetModel();
}

bool RunTableModel::isRight(const RunColumn& column) const {
  if (column.kind == RunColumn::Kind::kName) return false;
  if (column.kind == RunColumn::Kind::kSetting) return m_offered.isNumeric(column.key);
  return column.isNumber() || std::ranges::all_of(m_runs, [&](const RunSummaryPtr& run) {
           return isMissing(*run, column);
         });
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QString RunTableModel::tipOf(const RunSummary& run, const RunColumn& column) const {
  if (!run.problem.isEmpty()) {
    return run.dir + QLatin1Char('\n') + run.problem;
  }
  if (column.kind == RunColumn::Kind::kName) {
    return run.dir;
  }
  if (column.kind == RunColumn::Kind::kState) {
    return engineText(run.info.state_message);
  }
  if (isMissing(run, column)) {
    const auto found = run.metrics.find(column.key.toStdString());
    if (column.isMetric() && found != run.metrics.end()) {
      return tr("The last value is not finite: the run may have diverged.");
    }
    return column.isMetric() ? tr("This run did not record it.") : tr("The record does not say.");
  }
  if (column.isMetric()) {
    const MetricFacts& facts = run.metrics.at(column.key.toStdString());
    return column.kind == RunColumn::Kind::kBest
               ? tr("At step %L1 of %L2").arg(facts.bestStep).arg(run.info.last_step)
               : tr("Last value as stored: %1").arg(formatNumber(facts.last, 6));
  }
  if (column.kind == RunColumn::Kind::kPhase || column.kind == RunColumn::Kind::kMethod) {
    return phasesDetail(run.phases, run.info.last_step);
  }
  if (column.kind == RunColumn::Kind::kSetting) {
    // What a phase sets has none of its own.
    const auto usual = defaultSettingTexts().find(column.key.toStdString());
    return usual == defaultSettingTexts().end() ? QString()
                                                : tr("Default: %1").arg(text(usual->second));
  }
  return {};
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const RunSummary& run = *m_runs[static_cast<std::size_t>(index.row())];
  const RunColumn& column = m_columns[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:
      return runText(run, column);
    case Qt::ToolTipRole: {
      const QString tip = tipOf(run, column);
      return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    case Qt::TextAlignmentRole:
      return int(
          (m_isRight[static_cast<std::size_t>(index.column())] ? Qt::AlignRight : Qt::AlignLeft) |
          Qt::AlignVCenter);
    case Qt::FontRole:
      return column.kind == RunColumn::Kind::kName ? QVariant(theme().strongFont()) : QVariant();
    case Qt::ForegroundRole:
      if (!run.problem.isEmpty() && column.kind == RunColumn::Kind::kState) {
        return QBrush(theme().color(Role::kRejected));
      }
      return isMissing(run, column) ? QVariant(QBrush(theme().color(Role::kSecondary)))
                                    : QVariant();
    case kDirRole:
      return run.dir;
    default:
      return {};
  }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
    return {};
  }
  const RunColumn& column = m_columns[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return headTitle(column);
    case Qt::ToolTipRole:
      return column.tip();
    case Qt::TextAlignmentRole:
      return int((m_isRight[static_cast<std::size_t>(section)] ? Qt::AlignRight : Qt::AlignLeft) |
                 Qt::AlignVCenter);
    default:
      return {};
  }
}

RunTableProxy::RunTableProxy(RunTableModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
  setSourceModel(model);
}

RunSummaryPtr RunTableProxy::run(int row) const {
  const int source = mapToSource(index(row, 0)).row();
  return source < 0 ? nullptr : m_model->runs()[static_cast<std::size_t>(source)];
}

// The title as it stands in the head, or the end of a setting's key: "beta" is "grpo.beta".
std::optional<RunColumn> RunTableProxy::columnNamed(const QString& name) const {
  const QString dotted = QLatin1Char('.') + name;
  for (const RunColumn& column : m_model->offered()) {
    if (column.title().compare(name, Qt::CaseInsensitive) == 0 ||
        column.key.compare(name, Qt::CaseInsensitive) == 0 || column.id() == name ||
        (column.kind == RunColumn::Kind::kSetting &&
         column.key.endsWith(dotted, Qt::CaseInsensitive))) {
      return column;
    }
  }
  return std::nullopt;
}

QString RunTableProxy::setFilter(const QString& text) {
  static const QRegularExpression comparison(QStringLiteral("^([^<>=!]+)(<=|>=|!=|<|>|=)(.*)$"));
  m_words.clear();
  m_tests.clear();
  QString problem;
  const QStringList parts = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const QString& part : parts) {
    const auto match = comparison.match(part);
    if (!match.hasMatch()) {
      m_words << part;
      continue;
    }
    const auto column = columnNamed(match.captured(1));
    if (!column) {
      problem = tr("There is no column \"%1\". Use the words of the heads, such as steps or "
                   "reward, or a setting.")
                    .arg(match.captured(1));
      continue;
    }
    bool isNumber = false;
    const double number = match.captured(3).toDouble(&isNumber);
    if (match.captured(3).isEmpty()) {
      continue;  // still being typed
    }
    m_tests.push_back({*column, match.captured(2), match.captured(3),
                       isNumber ? number : std::numeric_limits<double>::quiet_NaN()});
  }
  invalidateFilter();
  return problem;
}

void RunTableProxy::setOnly(std::optional<QSet<QString>> dirs) {
  if (m_only == dirs) {
    return;
  }
  m_only = std::move(dirs);
  invalidateFilter();
}

bool RunTableProxy::passes(const RunSummary& run, const Test& test) const {
  const double number = runNumber(run, test.column);
  if (std::isnan(number) || std::isnan(test.number)) {
    const bool same = runText(run, test.column).compare(test.text, Qt::CaseInsensitive) == 0;
    return test.relation == QLatin1String("=")    ? same
           : test.relation == QLatin1String("!=") ? !same
                                                  : false;
  }
  const double asked =
      test.column.kind == RunColumn::Kind::kDuration ? test.number * 1000 : test.number;
  if (test.relation == QLatin1String("<")) {
    return number < asked;
  }
  if (test.relation == QLatin1String(">")) {
    return number > asked;
  }
  if (test.relation == QLatin1String("<=")) {
    return number <= asked;
  }
  if (test.relation == QLatin1String(">=")) {
    return number >= asked;
  }
  return (test.relation == QLatin1String("=")) == (number == asked);
}

bool RunTableProxy::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  const RunSummary& run = *m_model->runs()[static_cast<std::size_t>(row)];
  if (m_only && !m_only->contains(run.dir)) {
    return false;
  }
  if (!std::all_of(m_tests.begin(), m_tests.end(),
                   [&](const Test& test) { return passes(run, test); })) {
    return false;
  }
  return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
    return std::any_of(m_model->columns().begin(), m_model->columns().end(),
                       [&](const RunColumn& column) {
                         return runText(run, column).contains(word, Qt::CaseInsensitive);
                       });
  });
}

bool RunTableProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const RunColumn& column = m_model->columns()[static_cast<std::size_t>(left.column())];
  const RunSummary& a = *m_model->runs()[static_cast<std::size_t>(left.row())];
  const RunSummary& b = *m_model->runs()[static_cast<std::size_t>(right.row())];
  const bool aMissing = isMissing(a, column);
  const bool bMissing = isMissing(b, column);
  if (aMissing != bMissing) {
    return sortOrder() == Qt::AscendingOrder ? bMissing : aMissing;
  }
  const double x = runNumber(a, column);
  const double y = runNumber(b, column);
  if (!std::isnan(x) && !std::isnan(y)) {
    return x < y;
  }
  if (std::isnan(x) != std::isnan(y)) {
    return std::isnan(y);  // numbers before words
  }
  return QString::localeAwareCompare(runText(a, column), runText(b, column)) < 0;
}

}  // namespace nereid::widgets
