// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QThreadPool>
#include <functional>

#include "app/bench/judgements.h"
#include "app/bench/verify_page.h"

class QWidget;

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;
class VerifyHistory;

/// Joins the verifier bench with its history: keeps judgements and drafts, restores, compares,
/// deletes, exports and imports. GUI thread only.
class BenchTools : public QObject {
  Q_OBJECT

 public:
  BenchTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages);
  ~BenchTools() override;
  Judgements& judgements() { return m_judgements; }

 Q_SIGNALS:
  /// The workspace with the editors should be shown.
  void benchWanted();

 private:
  using Opened = std::function<void(const JudgementPtr&)>;
  void bindActions();
  void connectPage();
  void connectHistory();
  void connectJudgements();
  void recall(const JudgementRowsPtr& rows);
  void keep(const VerifyRecordPtr& record);
  void open(qint64 id, Opened then);
  void restore(qint64 id);
  void compare(const std::vector<std::int64_t>& ids);
  void showPair(const JudgementPtr& left, const JudgementPtr& right);
  void remove(const std::vector<std::int64_t>& ids);
  void pickTask();
  void useTemplate(const QString& id);

  QWidget* m_window;
  Desk& m_desk;
  Docks& m_docks;
  MessageBar& m_messages;
  Judgements m_judgements;
  VerifyPage* m_page;
  VerifyHistory* m_history;
  QThreadPool m_pool;
  quint64 m_question = 0;
  QHash<quint64, Opened> m_waiting;
  qint64 m_selected = 0;  ///< whose evidence was asked for
};

}  // namespace nereid::app
