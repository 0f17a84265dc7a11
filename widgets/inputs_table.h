// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/verify/verdict.h"

class QAction;
class QLabel;
class QStackedLayout;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class FlagLine;
class PanelHead;
class TableView;

/// The input variants of a verdict with error, bound and result; below, the reason in words and the
/// flags.
class InputsTable : public QWidget {
  Q_OBJECT

 public:
  explicit InputsTable(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  TableView* view() const { return m_view; }
  CellModel* model() const { return m_model; }
  QLabel* reasonLabel() const { return m_reason; }
  FlagLine* flagLine() const { return m_flags; }
  QAction* reproduceAction() const { return m_reproduce; }
  void clear();
  void setVerdict(const verify::Verdict& verdict);
  void selectInput(int index);

 Q_SIGNALS:
  void inputSelected(int index);
  void reproduceRequested();

 private:
  PanelHead* m_head;
  CellModel* m_model;
  TableView* m_view;
  QLabel* m_reason;
  FlagLine* m_flags;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QAction* m_reproduce;
};

}  // namespace nereid::widgets
