// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/verify/verdict.h"

class QAction;
class QLabel;
class QStackedLayout;
class QToolButton;

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
  /// "First wrong element: [0, 0]..."; a click shows it in the map. Hidden where none is wrong.
  QToolButton* firstWrong() const { return m_first; }
  QAction* reproduceAction() const { return m_reproduce; }
  void clear();
  void setVerdict(const verify::Verdict& verdict);
  void selectInput(int index);

 Q_SIGNALS:
  void inputSelected(int index);
  void reproduceRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shareHeight();
  void shareWidth();
  void showMap(int input);
  void showFirstWrong();

  PanelHead* m_head;
  CellModel* m_model;
  TableView* m_view;
  QLabel* m_reason;
  FlagLine* m_flags;
  EmptyState* m_empty;
  ErrorMapView* m_map;
  QToolButton* m_first;
  int m_chosen = -1;  ///< input that map and first wrong element are of
  std::vector<verify::InputResult> m_inputs;
  QStackedLayout* m_pages;
  QAction* m_reproduce;
};

}  // namespace nereid::widgets
