// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>
#include <QWidget>
#include <functional>

#include "engine/record/library/judgements.h"

class QAction;
class QMenu;
class QToolButton;

namespace nereid::widgets {
class CodeEditor;
class ElidedLabel;
class FindBar;
}  // namespace nereid::widgets

namespace nereid::app {

/// One side of the verifier bench: an editor, the file that its text comes from, and the menu that
/// opens and saves. Whatever replaces the text can be undone. Files are read and written on a
/// thread of its own. GUI thread only.
class BenchEditor : public QWidget {
  Q_OBJECT

 public:
  enum class Side { kReference, kCandidate };
  explicit BenchEditor(Side side, QWidget* parent = nullptr);
  ~BenchEditor() override;

  widgets::CodeEditor* editor() const { return m_editor; }
  /// The button whose menu opens, saves and chooses.
  QToolButton* openButton() const { return m_open; }
  QMenu* menu() const { return m_menu; }
  QString source() const;
  const QString& file() const { return m_file; }  ///< empty if none
  /// Is there a text that no file holds, as far as is known here?
  bool isModified() const;
  /// "softmax.py", else the name of the first kernel or class of the text.
  QString name() const;

  /// Another text, as one step that can be undone. `file`: where it comes from, if from a file.
  void replace(const QString& source, const QString& file = {});
  /// Answers by opened() or failed().
  void open(const QString& file);
  void openByDialog();
  /// Into its file; asks for one where there is none.
  void save();
  void saveByDialog();
  void saveAs(const QString& file);
  void find();

  record::Draft draft() const;
  void setDraft(const record::Draft& draft);
  /// The files that were opened or saved lately, newest first.
  QStringList recentFiles() const;

 Q_SIGNALS:
  void textChanged();
  void opened(const QString& file);
  void saved(const QString& file);
  void failed(const QString& message);
  /// A text that no file holds was replaced; undo brings it back.
  void unsavedReplaced();
  void taskRequested();
  void templateRequested(const QString& id);

 private:
  QString title() const;
  void setupMenu();
  void fillRecent();
  void remember(const QString& file);
  void setFile(const QString& file, const std::string& hash);
  void refreshTitle();

  const Side m_side;
  widgets::ElidedLabel* m_title;
  widgets::CodeEditor* m_editor;
  QToolButton* m_open;
  widgets::FindBar* m_find;
  QMenu* m_menu;
  QMenu* m_recent;
  QString m_file;
  std::string m_fileHash;  ///< of what the file held when it was read or written
  QThreadPool m_pool;
};

/// What a list calls a candidate: the first kernel, function or class of its text.
QString nameOfSource(const QString& source);

}  // namespace nereid::app
