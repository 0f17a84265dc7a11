// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curve_table.h"

#include <QHeaderView>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kWidest = 620;

/// Room for most numbers that may come, with the padding of a cell; longer ones get more.
int numberWidth() {
  return QFontMetrics(theme().textFont()).horizontalAdvance(QStringLiteral("\u22120.0000")) + 13;
}

/// Of a name that is cut.
int nameWidth() {
  return 4 * theme().basePixelSize();
}

/// A value that is NaN is shown as NaN: a step without one has a dash.
Cell number(double value, bool isThere = true, const QString& whyNot = {}) {
  return {.text = isThere ? formatNumber(value) : missing(),
          .sortKey = isThere ? value : std::nan(""),
          .tooltip = isThere ? QString() : whyNot};
}

Cell stepCell(double step) {
  return {.text = formatCount(std::llround(step)), .sortKey = step};
}

void addDelta(std::vector<Cell>& row, const CursorValue& a, const CursorValue& b) {
  const double steps = b.step - a.step;
  const double difference = b.raw - a.raw;
  const bool both = a.isThere && b.isThere;
  const QString why = a.isThere ? b.whyNot : a.whyNot;
  row.push_back(number(a.raw, a.isThere, a.whyNot));
  row.push_back(number(b.raw, b.isThere, b.whyNot));
  row.push_back(number(difference, both, why));
  row.push_back(number(difference / steps, both && steps != 0, why));
  row.push_back(number(b.smoothed - a.smoothed, both && a.isSmoothed && b.isSmoothed,
                       both ? CurveTable::tr("This curve is not smoothed") : why));
}

// As many at every step: those of all shown curves.
std::vector<CursorValue> valuesOf(const std::vector<CurvePlot*>& plots, double step) {
  std::vector<CursorValue> all;
  for (const CurvePlot* plot : plots) {
    std::ranges::move(plot->valuesAt(step), std::back_inserter(all));
  }
  return all;
}

constexpr std::ptrdiff_t kMostValues = 300;  // beyond that nobody reads

}  // namespace

CurveTable::CurveTable(QWidget* parent) : TableView(parent), m_values(new CellModel(this)) {
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  setColumns(false, false);
  setModel(m_values);
  setSortingEnabled(true);
  setTextElideMode(Qt::ElideMiddle);  // names of runs differ at their ends
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Values at the cursor"));
  connect(this, &TableView::numbersWidened, this, &CurveTable::fit);
  connect(&theme(), &Theme::themeChanged, this, &CurveTable::fit);
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
    columns.push_back({tr("A"), tr("Value at the first cursor, dashed, and its step"), true});
    columns.push_back({tr("B"), tr("Value at the second cursor, dotted, and its step"), true});
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

bool CurveTable::setSteps(double first, double second) {
  const int column = m_runs ? 3 : 2;
  const auto length = [&] {
    return m_values->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().size() +
           m_values->headerData(column + 1, Qt::Horizontal, Qt::DisplayRole).toString().size();
  };
  const auto before = length();
  const auto head = [](const QString& cursor, double step) {
    return QStringLiteral("%1 \u00B7 %2").arg(cursor, formatCount(std::llround(step)));
  };
  m_values->setTitle(column, head(tr("A"), first));
  m_values->setTitle(column + 1, head(tr("B"), second));
  return length() != before;
}

void CurveTable::showValues(const std::vector<CurvePlot*>& plots, double first,
                            std::optional<double> second) {
  std::vector<CursorValue> here = valuesOf(plots, first);
  const auto more = static_cast<int>(std::max<std::ptrdiff_t>(0, std::ssize(here) - kMostValues));
  here.resize(here.size() - static_cast<std::size_t>(more));
  const std::vector<CursorValue> there =
      second ? valuesOf(plots, *second) : std::vector<CursorValue>();
  const bool runs =
      std::ranges::any_of(here, [](const CursorValue& value) { return !value.run.isEmpty(); });
  std::vector<std::vector<Cell>> rows;
  for (std::size_t i = 0; i < here.size(); ++i) {
    std::vector<Cell> row{
        {.text = here[i].group, .color = Role::kSecondary, .tooltip = here[i].group}};
    if (runs) {
      row.push_back({.text = here[i].run, .tooltip = here[i].run});
    }
    row.push_back(
        {.text = here[i].label, .tooltip = here[i].group + QStringLiteral(": ") + here[i].label});
    if (second) {
      addDelta(row, here[i], there[i]);
    } else {
      row.push_back(stepCell(here[i].step));
      row.push_back(number(here[i].raw, here[i].isThere, here[i].whyNot));
      row.push_back(number(here[i].smoothed, here[i].isThere && here[i].isSmoothed,
                           here[i].isThere ? tr("This curve is not smoothed") : here[i].whyNot));
    }
    rows.push_back(std::move(row));
  }
  if (more > 0) {
    std::vector<Cell> rest(rows.front().size());
    rest.front() = {.text = tr("and %n more", nullptr, more), .color = Role::kSecondary};
    rows.push_back(std::move(rest));
  }
  const bool other = runs != m_runs || second.has_value() != m_delta;
  if (other) {
    setColumns(runs, second.has_value());
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  }
  const bool wider = second && setSteps(first, *second);
  const bool refit = other || wider || m_values->rowCount() != std::ssize(rows);
  m_values->updateRows(std::move(rows));
  m_values->sort(horizontalHeader()->sortIndicatorSection(),
                 horizontalHeader()->sortIndicatorOrder());
  if (refit) {
    fit();
  }
}

void CurveTable::setRoom(int width) {
  if (width != m_room) {
    m_room = width;
    fit();
  }
}

bool CurveTable::hasUniqueCurves() const {
  if (m_runs) return false;
  QSet<QString> labels;
  for (int row = 0; row < m_values->rowCount(); ++row)
    labels.insert(m_values->index(row, 1).data().toString());
  return labels.size() == m_values->rowCount();
}

void CurveTable::fit() {
  constexpr int kFrame = 16;  // with the bar at the right
  const int columns = m_values->columnCount();
  const int names = m_runs ? 3 : 2;
  for (int c = 0; c < columns; ++c) {
    setColumnHidden(c, false);
  }
  fitColumns();
  int numbers = 0;
  std::vector<int> widths;
  for (int c = 0; c < columns; ++c) {
    widths.push_back(std::min(160, std::max(columnWidth(c), c < names ? 0 : numberWidth())));
    numbers += c < names ? 0 : widths.back();
  }
  const int room = std::min(m_room, kWidest) - kFrame;
  // From the right: what is smoothed and what is per step can be had from the other columns.
  for (int c = columns - 1; c > names + 1 && numbers + names * nameWidth() > room; --c) {
    setColumnHidden(c, true);
    numbers -= widths[static_cast<std::size_t>(c)];
  }
  // Without room for the names of plots those of their curves do, where each is another.
  const int wanted = std::accumulate(widths.begin(), widths.begin() + names, 0);
  if (wanted + numbers > room && hasUniqueCurves()) {
    setColumnHidden(0, true);
    widths.front() = 0;
  }
  // The widest name is cut until all fit; those of runs last, since plots are known by their place.
  const auto end = widths.begin() + names;
  int text = std::accumulate(widths.begin(), end, 0);
  const int shown = widths.front() == 0 ? names - 1 : names;
  for (; text > std::max(room - numbers, shown * nameWidth()); --text) {
    const bool plot = widths.front() > nameWidth() + 16;
    --*(plot ? widths.begin() : std::max_element(widths.begin(), end));
  }
  for (int c = 0; c < columns; ++c) {
    if (isColumnHidden(c)) continue;
    setColumnWidth(c, widths[static_cast<std::size_t>(c)]);
  }
  setFixedWidth(text + numbers + kFrame);
}

}  // namespace nereid::widgets
