// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curve_table.h"

#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "widgets/format.h"

namespace nereid::widgets {

namespace {

constexpr int kNumberWidth = 68;  // later values may be longer
constexpr int kWidest = 620;

Cell number(double value) {
  return {.text = std::isnan(value) ? missing() : formatNumber(value), .sortKey = value};
}

Cell stepCell(double step) {
  return {.text = formatCount(std::llround(step)), .sortKey = step};
}

void addDelta(std::vector<Cell>& row, const CursorValue& a, const CursorValue& b) {
  const double steps = b.step - a.step;
  const double difference = b.raw - a.raw;
  row.push_back(number(a.raw));
  row.push_back(number(b.raw));
  row.push_back(number(difference));
  row.push_back(number(steps == 0 ? std::nan("") : difference / steps));
  row.push_back(number(b.smoothed - a.smoothed));
}

// As many at every step: those of all shown curves.
std::vector<CursorValue> valuesOf(const std::vector<CurvePlot*>& plots, double step) {
  std::vector<CursorValue> all;
  for (const CurvePlot* plot : plots) {
    std::ranges::move(plot->valuesAt(step), std::back_inserter(all));
  }
  return all;
}

}  // namespace

CurveTable::CurveTable(QWidget* parent) : TableView(parent), m_values(new CellModel(this)) {
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  setColumns(false, false);
  setModel(m_values);
  setSortingEnabled(true);
  setAccessibleName(tr("Values at the cursor"));
}

void CurveTable::setColumns(bool runs, bool delta) {
  m_runs = runs;
  m_delta = delta;
  std::vector<Column> columns{{tr("plot")}};
  if (runs) {
    columns.push_back({tr("run")});
  }
  columns.push_back({tr("curve")});
  if (delta) {
    columns.push_back({tr("at A"), tr("Value at the first cursor, dashed"), true});
    columns.push_back({tr("at B"), tr("Value at the second cursor, dotted"), true});
    columns.push_back({tr("B \u2212 A"), tr("Difference of the two values"), true});
    columns.push_back({tr("per step"), tr("Difference divided by the steps between"), true});
    columns.push_back({tr("smoothed"), tr("Difference of the smoothed values"), true});
  } else {
    columns.push_back({tr("step"), tr("The last one at or before the cursor"), true});
    columns.push_back({tr("value"), tr("As stored"), true});
    columns.push_back({tr("smoothed"), {}, true});
  }
  m_values->setColumns(std::move(columns));
}

void CurveTable::showValues(const std::vector<CurvePlot*>& plots, double first,
                            std::optional<double> second) {
  const std::vector<CursorValue> here = valuesOf(plots, first);
  const std::vector<CursorValue> there =
      second ? valuesOf(plots, *second) : std::vector<CursorValue>();
  const bool runs =
      std::ranges::any_of(here, [](const CursorValue& value) { return !value.run.isEmpty(); });
  std::vector<std::vector<Cell>> rows;
  for (std::size_t i = 0; i < here.size(); ++i) {
    std::vector<Cell> row{{.text = here[i].group, .color = Role::kSecondary}};
    if (runs) {
      row.push_back({.text = here[i].run, .tooltip = here[i].run});
    }
    row.push_back({.text = here[i].label});
    if (second) {
      addDelta(row, here[i], there[i]);
    } else {
      row.push_back(stepCell(here[i].step));
      row.push_back(number(here[i].raw));
      row.push_back(number(here[i].smoothed));
    }
    rows.push_back(std::move(row));
  }
  const bool other = runs != m_runs || second.has_value() != m_delta;
  if (other) {
    setColumns(runs, second.has_value());
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  }
  const bool first_rows = other || m_values->rowCount() == 0;
  m_values->updateRows(std::move(rows));
  m_values->sort(horizontalHeader()->sortIndicatorSection(),
                 horizontalHeader()->sortIndicatorOrder());
  if (first_rows) {
    fit();
  }
}

void CurveTable::fit() {
  fitColumns();
  int width = 16;
  for (int c = 0; c < m_values->columnCount(); ++c) {
    const bool numeric = c > (m_runs ? 2 : 1);
    setColumnWidth(c, std::min(160, std::max(columnWidth(c), numeric ? kNumberWidth : 0)));
    width += columnWidth(c);
  }
  setFixedWidth(std::min(width, kWidest));
}

}  // namespace nereid::widgets
