// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "widgets/curve_plot.h"
#include "widgets/table_view.h"

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

 private:
  void setColumns(bool runs, bool delta);
  void fit();

  CellModel* m_values;
  bool m_runs = false;
  bool m_delta = false;
};

}  // namespace nereid::widgets
