// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace nereid::widgets {
class RunFeed;
}

namespace nereid::app {

class ActionRegistry;
class MessageBar;
class RunController;
class RunShelf;
class Selection;

/// The objects that everything around runs shares: the run of this process, the one that is shown,
/// and the list of all. The window outlives them.
struct RunDesk {
  QWidget* window;
  ActionRegistry& actions;
  RunController& controller;
  widgets::RunFeed& feed;
  Selection& selection;
  RunShelf& shelf;
  MessageBar& messages;
};

}  // namespace nereid::app
