// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QWidget>
#include <functional>
#include <memory>
#include <span>

#include "app/cli/workbench_options.h"
#include "app/desk/verify_service.h"

namespace nereid::app {

class MainWindow;

/// What the pictures are taken of: the window, and a dialog while one is looked at. GUI thread
/// only.
class Scene {
 public:
  Scene(MainWindow& window, const WorkbenchOptions& options)
      : m_window(window), m_options(options) {}

  MainWindow& window() { return m_window; }
  const WorkbenchOptions& options() const { return m_options; }
  /// A folder of its own, gone when the pictures are there.
  QString folder() const { return m_folder.path(); }

  /// Opens a run and selects what shows most of it; false if it cannot be read.
  bool openRun(const QString& folder);
  /// A workspace as it is by default, with a dock in front where one is named; the keyboard is
  /// nowhere. Returns the window.
  QWidget* show(const char* workspace, const char* dock = nullptr);
  /// The episode that is selected from now on, loaded.
  void select(qint64 episode);
  /// The same for the one that every picture has that does not ask for another.
  void selectTelling();
  qint64 telling() const { return m_telling; }
  /// Shows a dialog and keeps it until the next picture.
  template <class Dialog>
  Dialog* keep(std::unique_ptr<Dialog> dialog) {
    Dialog* kept = dialog.get();
    m_dialog = std::move(dialog);
    kept->show();
    return kept;
  }
  /// Is done before the next picture.
  void later(std::function<void()> undo) { m_undo = std::move(undo); }
  void tidy();

  /// Lets the event loop turn.
  static void spin(int ms);
  /// False if it does not come true within `limit_ms`.
  static bool waitUntil(const std::function<bool()>& condition, int limit_ms = 20'000);

 private:
  MainWindow& m_window;
  const WorkbenchOptions& m_options;
  QTemporaryDir m_folder;
  qint64 m_telling = 0;
  std::unique_ptr<QWidget> m_dialog;
  std::function<void()> m_undo;
};

/// One picture: its name, and what makes the scene and says which widget is taken. nullptr: there
/// is nothing to show, e.g. no GPU time was measured.
struct Picture {
  const char* name;
  QWidget* (*make)(Scene& scene);
};

/// Taken before a run is opened: what an empty window says.
std::span<const Picture> emptyPictures();
/// Workspaces and docks with a run.
std::span<const Picture> viewPictures();
/// Dialogs, lists and messages.
std::span<const Picture> dialogPictures();
/// Names of all, in the order in which they are taken.
QStringList pictureNames();

}  // namespace nereid::app
