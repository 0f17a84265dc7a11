// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "engine/record/episode.h"
#include "engine/verify/verifier.h"
#include "widgets/feed/run_feed.h"

class QWidget;

namespace nereid::widgets {
class CodeCompare;
}

namespace nereid::app {

struct Desk;
class Docks;

/// What the user can do with the selected episode: verify again, edit, copy. GUI thread only.
class EpisodeTools : public QObject {
  Q_OBJECT

 public:
  EpisodeTools(QWidget* window, Desk& desk, Docks& docks);

 Q_SIGNALS:
  void editRequested(const QString& reference, const QString& candidate);

 private:
  void verifyAgain();
  void cancel();
  void finish();
  void takeVerdict(quint64 ticket, const std::shared_ptr<const verify::Verdict>& verdict);
  void takeProblem(quint64 ticket, const QString& message);
  void refreshActions();

  Desk& m_desk;
  Docks& m_docks;
  quint64 m_ticket = 0;
  widgets::CodeCompare* m_compare;
  widgets::EpisodePtr m_asked;  ///< whose candidate is being verified again
};

/// The request that judged this episode, as far as the record tells.
verify::VerifyRequest requestOf(const record::Episode& episode, const std::string& settingsYaml);

}  // namespace nereid::app
