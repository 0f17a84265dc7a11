// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/verify/verdict.h"

class QLabel;
class QStackedLayout;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class PanelHead;
class TableView;

/// What the compiler made of each kernel (from its cubin), and the timing, or why there is none.
class CompilerTable : public QWidget {
  Q_OBJECT

 public:
  explicit CompilerTable(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  TableView* view() const { return m_view; }
  CellModel* model() const { return m_model; }
  QLabel* timingLabel() const { return m_timing; }
  void clear();
  void setVerdict(const verify::Verdict& verdict);

 private:
  PanelHead* m_head;
  CellModel* m_model;
  TableView* m_view;
  QLabel* m_timing;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
};

}  // namespace nereid::widgets
