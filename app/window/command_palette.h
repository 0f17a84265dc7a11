// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QString>
#include <functional>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace nereid::app {

class PaletteMatches;

/// One line of the palette.
struct PaletteEntry {
  QString text;   ///< what is searched first
  QString group;  ///< "Run", "Episode", ...
  QString keys;   ///< shortcut, or any short note at the right
  std::function<void()> effect;
  QString also = {};    ///< other words that find it
  QString whyNot = {};  ///< why it cannot be given now; it is listed all the same
};

/// Search over every command, run and episode (Ctrl+K). Typing filters, Up and Down choose, Enter
/// runs, Escape closes. What cannot be given now says why, and stays where it is.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  explicit CommandPalette(QWidget* parent);
  /// Shows the entries with an empty search, at the top of the parent window.
  void open(const QList<PaletteEntry>& entries);
  int visibleCount() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void filter(const QString& text);
  int firstPossible() const;
  void runCurrent();
  bool chooseRow(int row);
  int rowsInSight() const;
  void fitHeight();
  void placeOverParent();

  QLineEdit* m_search;
  QListView* m_list;
  QLabel* m_nothing;
  QStandardItemModel* m_model;
  PaletteMatches* m_shown;
  QList<PaletteEntry> m_entries;
};

}  // namespace nereid::app
