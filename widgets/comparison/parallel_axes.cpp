// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/parallel_axes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/numbers.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using Scale = ParallelAxis::Scale;

constexpr double kLogFrom = 50;  ///< largest by smallest value from which a log axis reads better
constexpr int kTicks = 5;
constexpr std::size_t kFewValues = 7;

/// 1, 2 or 5 times a power of ten, at least `rough`.
double niceStep(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * 0.999) {
      return factor * power;
    }
  }
  return 10 * power;
}

void addLinearTicks(ParallelAxis& axis) {
  const bool isCount =
      axis.column.kind == RunColumn::Kind::kSteps || axis.column.kind == RunColumn::Kind::kEpisodes;
  const double wanted = niceStep((axis.high - axis.low) / kTicks);
  const double step = isCount ? std::max(1.0, wanted) : wanted;
  for (double value = std::ceil(axis.low / step - 1e-9) * step; value <= axis.high + 1e-9 * step;
       value += step) {
    const double round = std::fabs(value) < step * 1e-6 ? 0 : value;
    axis.ticks.push_back({(round - axis.low) / (axis.high - axis.low), axis.numberText(round)});
  }
}

void addLogTicks(ParallelAxis& axis) {
  for (int decade = static_cast<int>(std::ceil(axis.low - 1e-9)); decade <= axis.high + 1e-9;
       ++decade) {
    axis.ticks.push_back(
        {(decade - axis.low) / (axis.high - axis.low), axis.numberText(std::pow(10, decade))});
  }
  if (axis.ticks.size() < 2) {
    axis.ticks = {{0, axis.valueText(0)}, {1, axis.valueText(1)}};
  }
}

// A linear or logarithmic axis over these numbers. A setting with few values has its ticks there.
void fitNumbers(ParallelAxis& axis, const std::vector<double>& numbers) {
  const std::set<double> values(numbers.begin(), numbers.end());
  axis.low = *values.begin();
  axis.high = *values.rbegin();
  axis.scale = axis.low > 0 && axis.high / axis.low >= kLogFrom ? Scale::kLog : Scale::kLinear;
  const bool isLog = axis.scale == Scale::kLog;
  if (isLog) {
    axis.low = std::log10(axis.low);
    axis.high = std::log10(axis.high);
  }
  if (axis.column.kind == RunColumn::Kind::kSetting && values.size() <= kFewValues) {
    for (const double value : values) {
      const double place = isLog ? std::log10(value) : value;
      axis.ticks.push_back({(place - axis.low) / (axis.high - axis.low), axis.numberText(value)});
    }
    return;
  }
  isLog ? addLogTicks(axis) : addLinearTicks(axis);
}

void fitCategories(ParallelAxis& axis, const std::vector<RunSummaryPtr>& runs) {
  axis.scale = Scale::kCategories;
  std::set<QString> texts;
  for (const RunSummaryPtr& run : runs) {
    if (!isMissing(*run, axis.column)) {
      texts.insert(runText(*run, axis.column));
    }
  }
  axis.categories = QStringList(texts.begin(), texts.end());
  for (qsizetype i = 0; i < axis.categories.size(); ++i) {
    axis.ticks.push_back(
        {(static_cast<double>(i) + 0.5) / static_cast<double>(texts.size()), axis.categories[i]});
  }
}

/// Are all values of the runs numbers? Nothing if there is no value at all.
std::optional<bool> isNumeric(const RunColumn& column, const std::vector<RunSummaryPtr>& runs) {
  bool any = false;
  for (const RunSummaryPtr& run : runs) {
    if (isMissing(*run, column)) {
      continue;
    }
    any = true;
    if (!std::isfinite(runNumber(*run, column))) {
      return false;
    }
  }
  return any ? std::optional<bool>(true) : std::nullopt;
}

bool varies(const RunColumn& column, const std::vector<RunSummaryPtr>& runs) {
  std::optional<QString> first;
  return std::any_of(runs.begin(), runs.end(), [&](const RunSummaryPtr& run) {
    if (isMissing(*run, column)) {
      return false;
    }
    const QString value = runExact(*run, column);
    return *(first ? first : first = value) != value;
  });
}

std::optional<ParallelAxis> axisFor(const RunColumn& column,
                                    const std::vector<RunSummaryPtr>& runs) {
  using Kind = RunColumn::Kind;
  if (column.kind == Kind::kName || column.kind == Kind::kStarted) {
    return std::nullopt;  // as many values as runs
  }
  if (!varies(column, runs)) {
    return std::nullopt;  // it would tell nothing apart
  }
  const auto numeric = isNumeric(column, runs);
  if (!numeric) {
    return std::nullopt;
  }
  ParallelAxis axis{.column = column, .id = column.id()};
  if (*numeric) {
    std::vector<double> numbers;
    for (const RunSummaryPtr& run : runs) {
      const double number = runNumber(*run, column);
      if (std::isfinite(number)) {
        numbers.push_back(number);
      }
    }
    fitNumbers(axis, numbers);
  } else {
    fitCategories(axis, runs);
  }
  return axis;
}

}  // namespace

QString ParallelAxis::numberText(double value) const {
  switch (column.kind) {
    case RunColumn::Kind::kDuration:
      return formatDuration(value);
    case RunColumn::Kind::kSteps:
    case RunColumn::Kind::kEpisodes:
      return formatCount(std::llround(value));
    case RunColumn::Kind::kSetting:
      return QString::number(value, 'g', 4);  // as YAML writes it
    default:
      return formatNumber(value);
  }
}

double ParallelAxis::positionOf(const RunSummary& run) const {
  if (isMissing(run, column)) {
    return kNaN;
  }
  if (scale == Scale::kCategories) {
    const qsizetype place = categories.indexOf(runText(run, column));
    return place < 0 ? kNaN
                     : (static_cast<double>(place) + 0.5) / static_cast<double>(categories.size());
  }
  const double number = runNumber(run, column);
  return ((scale == Scale::kLog ? std::log10(number) : number) - low) / (high - low);
}

QString ParallelAxis::valueText(double position) const {
  if (scale == Scale::kCategories) {
    const auto place = static_cast<qsizetype>(position * static_cast<double>(categories.size()));
    return categories.value(std::clamp<qsizetype>(place, 0, categories.size() - 1));
  }
  const double value = low + position * (high - low);
  return numberText(scale == Scale::kLog ? std::pow(10, value) : value);
}

double ParallelAxis::step() const {
  return scale == Scale::kCategories ? 1.0 / static_cast<double>(categories.size()) : 0.05;
}

void ParallelAxes::setContent(std::vector<RunSummaryPtr> runs,
                              const std::vector<RunColumn>& columns) {
  m_runs = std::move(runs);
  m_axes.clear();
  // Settings first, then what came of them.
  std::vector<RunColumn> ordered = columns;
  std::stable_partition(ordered.begin(), ordered.end(), [](const RunColumn& column) {
    return column.kind == RunColumn::Kind::kSetting;
  });
  for (const RunColumn& column : ordered) {
    if (auto axis = axisFor(column, m_runs)) {
      m_axes.push_back(std::move(*axis));
    }
  }
  sortAxes();
  // A brush on an axis that is gone would hide runs for no visible reason.
  const QStringList left = m_brushes.keys();
  for (const QString& id : left) {
    if (std::none_of(m_axes.begin(), m_axes.end(),
                     [&](const ParallelAxis& axis) { return axis.id == id; })) {
      m_brushes.remove(id);
    }
  }
  place();
}

void ParallelAxes::sortAxes() {
  const auto rank = [this](const ParallelAxis& axis) {
    const qsizetype place = m_order.indexOf(axis.id);
    return place < 0 ? m_order.size() : place;
  };
  std::stable_sort(m_axes.begin(), m_axes.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

void ParallelAxes::place() {
  m_positions.resize(m_runs.size() * m_axes.size());
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    for (std::size_t k = 0; k < m_axes.size(); ++k) {
      m_positions[i * m_axes.size() + k] = m_axes[k].positionOf(*m_runs[i]);
    }
  }
  placeBrushes();
}

void ParallelAxes::move(int from, int to) {
  const int count = static_cast<int>(m_axes.size());
  if (from < 0 || from >= count) {
    return;
  }
  to = std::clamp(to, 0, count - 1);
  const auto begin = m_axes.begin();
  if (from < to) {
    std::rotate(begin + from, begin + from + 1, begin + to + 1);
  } else {
    std::rotate(begin + to, begin + from, begin + from + 1);
  }
  m_order = order();
  place();
}

QStringList ParallelAxes::order() const {
  QStringList ids;
  for (const ParallelAxis& axis : m_axes) {
    ids << axis.id;
  }
  return ids;
}

void ParallelAxes::setOrder(const QStringList& ids) {
  m_order = ids;
  sortAxes();
  place();
}

ParallelAxes::Brush ParallelAxes::brushOf(const ParallelAxis& axis, Range range) const {
  if (axis.scale != Scale::kCategories) {
    const double span = axis.high - axis.low;
    return {axis.low + range.first * span, axis.low + range.second * span, {}};
  }
  Brush brush;
  for (const ParallelAxis::Tick& tick : axis.ticks) {
    if (tick.position >= range.first && tick.position <= range.second) {
      brush.categories << tick.text;
    }
  }
  return brush;
}

std::optional<ParallelAxes::Range> ParallelAxes::rangeOf(const ParallelAxis& axis,
                                                         const Brush& brush) const {
  if (axis.scale != Scale::kCategories) {
    const double span = axis.high - axis.low;
    return Range((brush.low - axis.low) / span, (brush.high - axis.low) / span);
  }
  std::optional<Range> range;
  const double half = axis.step() / 2;
  for (const ParallelAxis::Tick& tick : axis.ticks) {
    if (!brush.categories.contains(tick.text)) {
      continue;
    }
    range = Range(range ? range->first : tick.position - half, tick.position + half);
  }
  return range;
}

std::optional<ParallelAxes::Range> ParallelAxes::brush(int axis) const {
  const ParallelAxis& one = m_axes[static_cast<std::size_t>(axis)];
  const auto found = m_brushes.constFind(one.id);
  return found == m_brushes.constEnd() ? std::nullopt : rangeOf(one, *found);
}

void ParallelAxes::setBrush(int axis, std::optional<Range> range) {
  const ParallelAxis& one = m_axes[static_cast<std::size_t>(axis)];
  if (range) {
    m_brushes.insert(one.id, brushOf(one, *range));
  } else {
    m_brushes.remove(one.id);
  }
  placeBrushes();
}

void ParallelAxes::clearBrushes() {
  m_brushes.clear();
  m_tests.clear();
}

bool ParallelAxes::passes(std::size_t run) const {
  constexpr double kSlack = 1e-9;  // the ends of an axis belong to a brush that reaches them
  return std::all_of(m_tests.begin(), m_tests.end(), [&](const auto& test) {
    const double value = position(run, test.first);  // NaN passes nothing
    return value >= test.second.first - kSlack && value <= test.second.second + kSlack;
  });
}

void ParallelAxes::placeBrushes() {
  m_tests.clear();
  for (std::size_t k = 0; k < m_axes.size(); ++k) {
    if (m_brushes.contains(m_axes[k].id)) {
      // A brush whose categories are gone lets nothing through.
      m_tests.emplace_back(k, brush(static_cast<int>(k)).value_or(Range(2, 2)));
    }
  }
}

std::optional<QSet<QString>> ParallelAxes::passing() const {
  if (m_brushes.isEmpty()) {
    return std::nullopt;
  }
  QSet<QString> dirs;
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    if (passes(i)) {
      dirs.insert(m_runs[i]->dir);
    }
  }
  return dirs;
}

}  // namespace nereid::widgets
