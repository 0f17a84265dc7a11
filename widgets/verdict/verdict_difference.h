// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

#include "engine/verify/verdict.h"

class QLabel;

namespace nereid::widgets {

class CellModel;
class PanelHead;
class TableView;

/// One thing that is not the same in two verdicts on the same candidate.
struct VerdictDifference {
  QString what;
  QString recorded;
  QString now;
  bool matters = true;  ///< false: durations, device, versions and the like
};
/// Decision, stage, reason, flags, inputs and kernels matter; errors that agree to a relative 1e-6
/// are equal.
QList<VerdictDifference> compareVerdicts(const verify::Verdict& recorded,
                                         const verify::Verdict& now);

/// The answer to "Verify again": equal, or what differs from the record.
class VerdictDifferenceView : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictDifferenceView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  CellModel* model() const { return m_model; }
  QLabel* summary() const { return m_summary; }
  void clear();
  void setWaiting();
  void setVerdicts(const verify::Verdict& recorded, const verify::Verdict& now);
  void setProblem(const QString& message);
  /// Of two judgements, neither of which is the record's.
  void setPair(const QString& leftName, const verify::Verdict& left, const QString& rightName,
               const verify::Verdict& right);

 private:
  /// How many of the points matter.
  int fill(const verify::Verdict& left, const verify::Verdict& right);

  PanelHead* m_head;
  QLabel* m_summary;
  CellModel* m_model;
  TableView* m_view;
};

}  // namespace nereid::widgets
