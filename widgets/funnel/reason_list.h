// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <vector>

#include "engine/record/analysis/funnel.h"

class QComboBox;

namespace nereid::widgets {

class CellModel;
class TableView;

/// The commonest reasons of the last steps as sentences, with their share and how it moved; each
/// leads to its episodes. GUI thread only.
class ReasonList : public QWidget {
  Q_OBJECT

 public:
  explicit ReasonList(QWidget* parent = nullptr);

  static constexpr int kMost = 10;
  /// How many steps back; 0: all. Nothing to choose while a range of steps is chosen elsewhere.
  std::size_t lastSteps() const;
  void setChoosable(bool choosable);
  /// `total`: candidates of the query.
  void setReasons(const std::vector<record::CommonReason>& reasons,
                  const record::FunnelQuery& query, std::int64_t total);
  QComboBox* stepsBox() const { return m_steps; }
  TableView* table() const { return m_table; }

 Q_SIGNALS:
  void stepsChosen();
  /// The episodes behind a reason are wanted, those of the query's steps.
  void episodesRequested(const QString& filter);

 private:
  QComboBox* m_steps;
  CellModel* m_model;
  TableView* m_table;
};

}  // namespace nereid::widgets
