// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;
class Workspaces;

/// Joins the Verify workspace with the window: its commands, the cheat zoo, and whose evidence the
/// docks below show. GUI thread only.
class VerifyTools : public QObject {
  Q_OBJECT

 public:
  VerifyTools(Desk& desk, Docks& docks, Workspaces& workspaces, MessageBar& messages,
              QObject* parent = nullptr);

  /// Puts the two sources into the editors and goes there.
  void edit(const QString& reference, const QString& candidate);

  /// Goes to the workspace, if another one is shown.
  void showWorkspace();

 private:
  void bindZoo();
  enum class Front { kElsewhere, kEditors, kZoo };
  Front front() const;
  /// The evidence docks of the Verify workspace: of the editors, or of the zoo while it is in
  /// front.
  void showOwnEvidence();
  /// The same, but only when another of the two has come to the front: docks that find their places
  /// late leave alone what was chosen since, e.g. from the history.
  void followFront();

  Desk& m_desk;
  Docks& m_docks;
  Workspaces& m_workspaces;
  MessageBar& m_messages;
  Front m_shown = Front::kElsewhere;  ///< whose evidence was shown last
};

}  // namespace nereid::app
