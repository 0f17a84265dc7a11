// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

class QWidget;

namespace nereid::widgets {
class CodeEditor;
class CodeLinks;
}  // namespace nereid::widgets

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;

/// What the window does with the evidence of the shown verdict: a script that reproduces it on the
/// selected input (one at a time, made on a thread of its own), and the ways between reference,
/// candidate and compiler levels. GUI thread only.
class EvidenceTools : public QObject {
  Q_OBJECT

 public:
  EvidenceTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages);
  ~EvidenceTools() override;

  /// Makes the script and writes it; an empty name copies it instead. False if one is being made or
  /// there is no verdict with its sources.
  bool makeScript(const QString& file);
  bool isMaking() const { return m_thread.joinable(); }
  widgets::CodeLinks* episodeLinks() const { return m_ofEpisode; }
  widgets::CodeLinks* ownLinks() const { return m_ofOwn; }

 Q_SIGNALS:
  /// The script is there, or why not.
  void scriptReady(bool isThere);

 private:
  void askForFile();
  void refreshActions();
  void cancel();
  void takeScript(const Result<std::string>& script, const QString& file);
  void connectLinks();
  void bindLinks();
  /// The action shows or hides something of both links, and is remembered.
  void bindShown(const char* id, void (widgets::CodeLinks::*set)(bool));
  void refreshLinks();
  /// Of the sources that the user looks at.
  widgets::CodeLinks* shownLinks() const;
  void goLinked();
  void goNext(int direction);

  QWidget* m_window;
  Desk& m_desk;
  Docks& m_docks;
  MessageBar& m_messages;
  widgets::CodeLinks* m_ofEpisode;
  widgets::CodeLinks* m_ofOwn;
  std::shared_ptr<std::atomic<bool>> m_cancelled;
  std::thread m_thread;
};

/// The request that led to the shown verdict, as far as known. There is a verdict with its sources.
verify::VerifyRequest requestOfShown(const Desk& desk);
/// The selected input of the shown verdict, or the one that decided.
std::string chosenInput(const Desk& desk);

}  // namespace nereid::app
