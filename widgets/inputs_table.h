// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/verify/verdict.h"

class QAction;
class QLabel;
class QStackedLayout;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class ErrorMapView;
class FlagLine;
class PanelHead;
class TableView;

/// The input variants of a verdict with error, bound and result; beside them, where the output of
/// the chosen one differs; below, the reason in words and the flags.
class InputsTable : public QWidget {
  Q_OBJECT

 public:
  explicit InputsTable(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  TableView* view() const { return m_view; }
  CellModel* model() const { return m_model; }
  QLabel* reasonLabel() const { return m_reason; }
  FlagLine* flagLine() const { return m_flags; }
  /// Hidden while no input of the verdict has a map.
  ErrorMapView* mapView() const { return m_map; }
  QAction* reproduceAction() const { return m_reproduce; }
  void clear();
  void setVerdict(const verify::Verdict& verdict);
  void selectInput(int index);

 Q_SIGNALS:
  void inputSelected(int index);
  void reproduceRequested();

 private:
  void showMap(int input);

  PanelHead* m_head;
  CellModel* m_model;
  TableView* m_view;
  QLabel* m_reason;
  FlagLine* m_flags;
  EmptyState* m_empty;
  ErrorMapView* m_map;
  std::vector<verify::InputResult> m_inputs;
  QStackedLayout* m_pages;
  QAction* m_reproduce;
};

}  // namespace nereid::widgets
