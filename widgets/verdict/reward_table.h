// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/record/episode.h"

class QLabel;
class QStackedLayout;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class PanelHead;
class TableView;

/// The reward as the sum of its parts, the group's mean and spread, and the advantage.
class RewardTable : public QWidget {
  Q_OBJECT

 public:
  explicit RewardTable(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  TableView* view() const { return m_view; }
  CellModel* model() const { return m_model; }
  void clear();
  void setEpisode(const record::Episode& episode);

 private:
  PanelHead* m_head;
  CellModel* m_model;
  TableView* m_view;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
};

}  // namespace nereid::widgets
