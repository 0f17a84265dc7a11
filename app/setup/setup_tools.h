// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include "app/runs/run_desk.h"
#include "app/setup/setup_job.h"

namespace nereid::app {

class SetupDialog;
class VerifyService;

/// What the window does about a Python environment that is not set up: it says so, once at the
/// start and wherever something failed for it, and sets it up. GUI thread only.
class SetupTools : public QObject {
  Q_OBJECT

 public:
  struct Parts : RunDesk {
    VerifyService& verifier;
  };
  explicit SetupTools(const Parts& parts);

  /// Says that the environment is missing, if it is and nothing else is being said.
  void mention();

 private:
  enum class Wish { kNothing, kMention, kExplain };
  void ask(Wish wish);
  void takeFacts(const SetupFacts& facts);
  void takeEnd(bool isReady, const QString& error);
  void offer();
  void showDialog();

  Parts m_parts;
  SetupJob* m_job;
  Wish m_wish = Wish::kNothing;
  bool m_mentioned = false;
  QPointer<SetupDialog> m_dialog;
};

}  // namespace nereid::app
