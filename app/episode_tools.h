// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "engine/record/episode.h"
#include "engine/verify/verifier.h"
#include "widgets/run_feed.h"

class QWidget;

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;

/// What the user can do with the selected episode: verify again, edit, copy, reproduce. GUI thread
/// only.
class EpisodeTools : public QObject {
  Q_OBJECT

 public:
  EpisodeTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages);

 Q_SIGNALS:
  void editRequested(const QString& reference, const QString& candidate);

 private:
  void verifyAgain();
  void takeVerdict(quint64 ticket, const std::shared_ptr<const verify::Verdict>& verdict);
  void takeProblem(quint64 ticket, const QString& message);
  void saveScript();
  void refreshActions();

  QWidget* m_window;
  Desk& m_desk;
  Docks& m_docks;
  MessageBar& m_messages;
  quint64 m_ticket = 0;
  widgets::EpisodePtr m_asked;  ///< whose candidate is being verified again
};

/// The request that judged this episode, as far as the record tells.
verify::VerifyRequest requestOf(const record::Episode& episode, const std::string& settingsYaml);

/// Writes reference.py, candidate.py and verify.sh into a folder.
Result<void> writeScript(const record::Episode& episode, const QString& folder);

}  // namespace nereid::app
