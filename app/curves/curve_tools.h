// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nereid::widgets {
class CurvesView;
class RunList;
}  // namespace nereid::widgets

namespace nereid::app {

class ActionRegistry;
class Docks;
class MessageBar;
class Selection;

/// What the curves need from the rest of the window: commands with keys, runs to lay over the shown
/// one, the episodes behind an alarm. GUI thread only.
class CurveTools : public QObject {
  Q_OBJECT

 public:
  CurveTools(ActionRegistry& actions, Docks& docks, Selection& selection, MessageBar& messages,
             QObject* parent = nullptr);

  /// Lays a run over the shown one and brings the curves to the front.
  void overlay(const QString& folder);

 private:
  void bind(ActionRegistry& actions);
  void chooseRun();
  void askForFolder();
  void showStep(double step);
  void showEpisodes(const QString& filter, double firstStep);

  Docks& m_docks;
  Selection& m_selection;
  MessageBar& m_messages;
  widgets::CurvesView* m_curves;
  widgets::RunList* m_runs;
};

}  // namespace nereid::app
