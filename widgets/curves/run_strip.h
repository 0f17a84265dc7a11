// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "widgets/curves/run_overlay.h"

class QAbstractButton;
class QAction;
class QComboBox;
class QScrollArea;

namespace nereid::widgets {

class FlowLayout;

/// The runs of an overlay as chips (colour, dash and name; click hides, the cross or Delete takes
/// away), and how they are averaged: then one chip a group, whose click hides the single runs.
/// Chips wrap. Hidden while there is only one run.
class RunStrip : public QWidget {
  Q_OBJECT

 public:
  explicit RunStrip(RunOverlay& overlay, QWidget* parent = nullptr);
  QComboBox* grouping() const { return m_grouping; }
  QComboBox* band() const { return m_band; }
  /// Chip of a run, nullptr if it has none.
  QAbstractButton* chip(const QString& dir) const;
  /// Chip of an averaged group.
  QAbstractButton* groupChip(std::size_t index) const;

 private:
  void refresh();
  void refreshChips();
  void addRun(const OverlaidRun& run);
  void addGroup(std::size_t index);
  void refreshGrouping();
  void chooseGrouping(int index);

  RunOverlay& m_overlay;
  FlowLayout* m_chips;
  QScrollArea* m_area = nullptr;
  QComboBox* m_grouping;
  QComboBox* m_band;
};

}  // namespace nereid::widgets
