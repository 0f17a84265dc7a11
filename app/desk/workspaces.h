// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>

class QMainWindow;
class QWidget;

namespace nereid::app {

class Panel;

/// One row of a column: panels in tabs, the first one in front.
struct WorkspaceCell {
  QStringList tabs;
  int height = 1;  ///< share of the column
};
struct WorkspaceColumn {
  int width = 1;  ///< share of the window
  QList<WorkspaceCell> cells;
};
/// A named dock layout: the question it answers and where its docks stand by default.
struct Workspace {
  QString id;
  QString title;
  QString question;
  QList<WorkspaceColumn> columns;
  QList<WorkspaceColumn> compact;  ///< for windows under kCompactWidth
};
inline constexpr int kCompactWidth = 1400;

/// In the order of the tabs.
QList<Workspace> workspaceTable();

/// Lays the docks of `area` out. The keyboard stays where it was, or goes to the area itself:
/// nobody chose the control that Qt gives it to when a dock goes.
void layOutFocused(QWidget& area, const std::function<void()>& layOut);

/// Switches between the layouts of one dock area; each keeps the user's changes (QSettings,
/// versioned) until restoreDefault(). GUI thread only.
class Workspaces : public QObject {
  Q_OBJECT

 public:
  Workspaces(QMainWindow* area, QHash<QString, Panel*> panels, QObject* parent);

  const QList<Workspace>& all() const { return m_all; }
  QString current() const { return m_current; }
  void show(const QString& id);
  /// The window is shown for the first time: it takes its size in steps (frame, maximised), and
  /// docks that were laid out for another size would drift from start to start. Until the user does
  /// something, the layout is laid out anew for each size.
  void beginSettling();
  void restoreDefault();
  /// Where an empty dock stands in front of tabs whose first one has something to show, raises
  /// that.
  void raiseFullOnes();
  /// Remembers the layout of the current workspace, if it is not as it was laid out.
  void save();

 Q_SIGNALS:
  void currentChanged(const QString& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  const Workspace& find(const QString& id) const;
  void layOut();
  void endSettling();
  void arrange(const Workspace& workspace);
  void splitRows(const WorkspaceColumn& column);
  QSet<QString> addTabs(const WorkspaceColumn& column);
  void placeTheRest(const QList<WorkspaceColumn>& columns, const QSet<QString>& placed);
  void shareRoom(const QList<WorkspaceColumn>& columns);

  QMainWindow* m_area;
  QHash<QString, Panel*> m_panels;
  QList<Workspace> m_all;
  QString m_current;
  QByteArray m_laidOut;  ///< the layout as this class made it
  bool m_isSettling = false;
  QTimer m_again;
};

}  // namespace nereid::app
