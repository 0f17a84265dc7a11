// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "widgets/curves/curve_plot.h"
#include "widgets/look/table_view.h"

namespace nereid::widgets {

/// The numbers under the cursor: of one step, or of two with their difference. Sorts by head, keeps
/// the order while values change, copies as tab-separated text.
class CurveTable : public TableView {
  Q_OBJECT

 public:
  explicit CurveTable(QWidget* parent = nullptr);
  CellModel* values() const { return m_values; }
  /// `second`: the other cursor. Differences are second - first.
  void showValues(const std::vector<CurvePlot*>& plots, double first, std::optional<double> second);
  /// The most that the table may be wide. Names are cut to it first, then columns that the others
  /// tell already are left out; it is never scrolled sideways.
  void setRoom(int width);

 private:
  void setColumns(bool runs, bool delta);
  /// The steps of both cursors in the heads; true if they need another width.
  bool setSteps(double first, double second);
  void fit();
  bool hasUniqueCurves() const;

  CellModel* m_values;
  bool m_runs = false;
  bool m_delta = false;
  int m_room = 620;
};

}  // namespace nereid::widgets
