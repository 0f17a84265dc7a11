// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSet>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/comparison/run_columns.h"

namespace nereid::widgets {

/// One axis of the parallel coordinates. Positions count from 0 at the bottom to 1 at the top; NaN
/// is the mark for missing values below it.
struct ParallelAxis {
  enum class Scale { kLinear, kLog, kCategories };
  struct Tick {
    double position;
    QString text;
  };
  RunColumn column;
  QString id;  ///< of the column
  Scale scale = Scale::kLinear;
  double low = 0, high = 1;  ///< of the shown range; log10 of it on a log axis
  QStringList categories;    ///< bottom to top
  std::vector<Tick> ticks;

  double positionOf(const RunSummary& run) const;
  /// A number as this axis writes it: durations, counts, settings as they are.
  QString numberText(double value) const;
  /// What stands at a position: a number, or a category.
  QString valueText(double position) const;
  /// Distance of the arrow keys: a twentieth, or one category.
  double step() const;
};

/// The runs, axes and brushes of parallel coordinates. State without widgets; one thread at a time.
class ParallelAxes {
 public:
  using Range = std::pair<double, double>;  ///< positions, low and high

  /// Axes for the columns that these runs differ in or have numbers for; the order that the user
  /// made and the brushes stay.
  void setContent(std::vector<RunSummaryPtr> runs, const std::vector<RunColumn>& columns);
  const std::vector<RunSummaryPtr>& runs() const { return m_runs; }
  const std::vector<ParallelAxis>& axes() const { return m_axes; }
  double position(std::size_t run, std::size_t axis) const {
    return m_positions[run * m_axes.size() + axis];
  }

  /// Moves an axis to another place.
  void move(int from, int to);
  QStringList order() const;
  void setOrder(const QStringList& ids);

  std::optional<Range> brush(int axis) const;
  void setBrush(int axis, std::optional<Range> range);
  void clearBrushes();
  bool isBrushed() const { return !m_brushes.isEmpty(); }
  int brushCount() const { return static_cast<int>(m_brushes.size()); }
  bool passes(std::size_t run) const;
  /// Runs that pass all brushes; nothing while there is none.
  std::optional<QSet<QString>> passing() const;

 private:
  /// In values, so that it stays where it is when the range of the axis grows.
  struct Brush {
    double low = 0, high = 0;
    QStringList categories;
  };
  void sortAxes();
  void place();
  void placeBrushes();
  Brush brushOf(const ParallelAxis& axis, Range range) const;
  std::optional<Range> rangeOf(const ParallelAxis& axis, const Brush& brush) const;

  std::vector<RunSummaryPtr> m_runs;
  std::vector<ParallelAxis> m_axes;
  std::vector<double> m_positions;  ///< [run][axis]
  QStringList m_order;              ///< ids, as the user moved them; others come behind
  QHash<QString, Brush> m_brushes;  ///< by id
  std::vector<std::pair<std::size_t, Range>> m_tests;  ///< the same by axis, in positions
};

}  // namespace nereid::widgets
