// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "engine/verify/verdict.h"
#include "widgets/debugger/kernel_debugger.h"

class QWidget;

namespace nereid::app {

struct Desk;
class Docks;

/// Judges the shown candidate once more to have a tape of one of its programs, and shows that in
/// the debugger. GUI thread only.
class DebugTools : public QObject {
  Q_OBJECT

 public:
  DebugTools(QWidget* window, Desk& desk, Docks& docks);
  bool isWaiting() const { return m_ticket != 0; }

 private:
  void ask(const QString& element);
  void takeVerdict(quint64 ticket, const std::shared_ptr<const verify::Verdict>& verdict);
  void takeProblem(quint64 ticket, const QString& message);
  void forget();
  void offer();
  widgets::KernelDebugger& view() const;

  Desk& m_desk;
  Docks& m_docks;
  quint64 m_ticket = 0;
  QString m_candidate;  ///< of what was asked for
};

}  // namespace nereid::app
