// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "engine/advise/advice_file.h"
#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "widgets/feed/run_feed.h"

class QWidget;

namespace nereid::widgets {
class AdviceLine;
}

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;

/// Advice on the selected episode: what lies beside the record, and what a served model says when
/// the user asks it. One question at a time, on a thread of its own. Changes no verdict. GUI thread
/// only.
class AdviceTools : public QObject {
  Q_OBJECT

 public:
  AdviceTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages);
  ~AdviceTools() override;

  /// About the selected episode; asks for an endpoint first where none is chosen.
  void ask();
  void cancel();
  bool isAsking() const { return m_asked != nullptr; }
  /// The lines in the docks that show the episode's verdict.
  const QList<widgets::AdviceLine*>& lines() const { return m_lines; }

 Q_SIGNALS:
  void answered();  ///< with advice or with a problem; not after a cancel

 private:
  using Place = std::pair<std::string, record::EpisodeKey>;  ///< phase and key
  static Place placeOf(const record::Episode& episode) { return {episode.phase, episode.key}; }

  void makeLines(Docks& docks);
  bool chooseAdvisor();
  void readPresent();
  void takePresent(const QString& run, const Result<std::vector<advise::EpisodeAdvice>>& present);
  void takeAnswer(quint64 ticket, const Result<advise::Advice>& answer, const QString& lost);
  void refresh();

  QWidget* m_window;
  Desk& m_desk;
  MessageBar& m_messages;
  QList<widgets::AdviceLine*> m_lines;
  QString m_run;                             ///< whose advice is here
  std::map<Place, advise::Advice> m_advice;  ///< of that run
  std::map<Place, QString> m_problems;       ///< of questions that went wrong in this session
  widgets::EpisodePtr m_asked;               ///< null: no question is on its way
  quint64 m_ticket = 0;
  std::jthread m_reader, m_asker;
};

}  // namespace nereid::app
