// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace nereid::widgets {
class EpisodeList;
class RunFeed;
class StepSlider;
}  // namespace nereid::widgets

namespace nereid::app {

class Selection;

/// The one step slider of the window, below the docks: it moves the cursor of curves and funnel,
/// the list follows, and a range limits funnel and list. There while the run shown has two steps or
/// more. GUI thread only.
class StepBar : public QWidget {
  Q_OBJECT

 public:
  StepBar(Selection& selection, widgets::RunFeed& feed, widgets::EpisodeList& list,
          QWidget* parent = nullptr);
  widgets::StepSlider* slider() const { return m_slider; }
  QToolButton* wholeRunButton() const { return m_wholeRun; }
  /// By the user's wish, and by the workspace.
  void setWanted(bool wanted);
  void setFitting(bool fitting);

 private:
  void refresh();

  Selection& m_selection;
  widgets::RunFeed& m_feed;
  QLabel* m_step;
  widgets::StepSlider* m_slider;
  QLabel* m_range;
  QToolButton* m_wholeRun;
  bool m_wanted = true;
  bool m_fitting = true;
};

}  // namespace nereid::app
