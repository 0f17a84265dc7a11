// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

#include "app/desk/verify_service.h"
#include "widgets/feed/run_feed.h"

namespace nereid::app {

struct Desk;

/// Verifies the selected episode with its artefacts while the machine has nothing else to do, at
/// the lowest priority, so that links, compiler levels and margins are there before somebody asks.
/// Only where the user has switched it on: code of a record runs when its reader wants it to.
/// Processes of its own, started by the first episode. GUI thread only.
class BackgroundEvidence : public QObject {
  Q_OBJECT

 public:
  BackgroundEvidence(Desk& desk, QObject* parent);
  bool isOn() const;
  bool isVerifying() const { return m_ticket != 0; }
  /// How busy the machine is, as getloadavg(3) says it; tests say it themselves.
  void setLoad(std::function<std::optional<double>()> load) { m_load = std::move(load); }

 private:
  void look();
  void start();
  bool isIdle() const;
  void take(quint64 ticket, const VerdictPtr& verdict);

  Desk& m_desk;
  std::function<std::optional<double>()> m_load;
  VerifyService m_verifier{VerifyService::Priority::kLowest};
  QTimer m_wait;
  quint64 m_ticket = 0;         ///< 0: nothing is verified
  widgets::EpisodePtr m_asked;  ///< what is
};

}  // namespace nereid::app
