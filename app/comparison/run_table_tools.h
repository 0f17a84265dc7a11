// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace nereid::app {

class ActionRegistry;
class Docks;
class MessageBar;
class RunComparison;
class RunFlow;
class Workspaces;

/// Gives the comparison its runs and joins it with the window: those opened lately, those of the
/// runs folder, and folders that the user added. GUI thread only.
class RunTableTools : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    ActionRegistry& actions;
    Docks& docks;
    Workspaces& workspaces;
    RunFlow& flow;
    MessageBar& messages;
  };
  explicit RunTableTools(const Parts& parts, QObject* parent = nullptr);

  /// A run, or a folder with runs in it or in its folders; kept for later starts.
  void addFolders(const QStringList& folders);

 private:
  void bind(ActionRegistry& actions);
  void setRuns();

  Parts m_parts;
  RunComparison* m_view;
};

}  // namespace nereid::app
