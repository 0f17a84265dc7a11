// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

namespace nereid::widgets {
class PanelHead;
}

namespace nereid::app {

/// A dock in the look of the house: one rounded, one-pixel frame around head and view. GUI thread
/// only.
class Panel : public QDockWidget {
  Q_OBJECT

 public:
  /// Moves `head` out of the view into the title bar, so that the dock is dragged by it; the panel
  /// owns both.
  Panel(const QString& id, const QString& title, QWidget* view, widgets::PanelHead* head,
        QWidget* parent);

  QWidget* view() const { return m_view; }
  widgets::PanelHead* head() const { return m_head; }
  /// Shows the dock, brings it to the front of its tabs and gives the keyboard to its first
  /// control.
  void activate();
  /// Does its view say that there is nothing to show?
  bool isEmpty() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void takePlace(bool floats);

  QWidget* m_view;
  widgets::PanelHead* m_head;
};

}  // namespace nereid::app
