// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>
#include <vector>

#include "widgets/debugger/tape_walk.h"

namespace nereid::widgets {

class ValueModel;

/// The elements of one value as numbers, on colours from its smallest to its largest; what is not
/// finite stands out. Rows are all dimensions but the last. `setNumbers(false)` leaves the colours,
/// small, so that a whole tile is seen. GUI thread only.
class ValueGrid : public QTableView {
  Q_OBJECT

 public:
  explicit ValueGrid(QWidget* parent = nullptr);
  /// `lanes` have a frame: those that an element was made of.
  void setValue(TapePtr tape, std::uint32_t value, std::vector<std::uint32_t> lanes);
  void clearValue();
  void setNumbers(bool shown);
  /// "0.5 at [3, 8]"
  QString cellText(int lane) const;
  int laneAt(const QModelIndex& index) const;
  /// All elements as tab-separated rows.
  QString table() const;

 Q_SIGNALS:
  /// A click or the Enter key on an element.
  void laneChosen(int lane);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();

  ValueModel* m_model;
  bool m_numbers = true;
};

}  // namespace nereid::widgets
