// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace nereid::widgets {

class CodeEditor;

/// Search in one or two editors: Enter and Shift+Enter walk, Escape closes. All hits are marked.
class FindBar : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(QWidget* parent = nullptr);
  /// Opens for this editor with its selected text, if any.
  void openFor(CodeEditor* editor);
  void closeBar();
  bool findNext(bool forward);
  int hits() const { return m_hits; }
  QLineEdit* line() const { return m_line; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void search();
  void markAll();
  void clearHits();

  CodeEditor* m_editor = nullptr;
  QLineEdit* m_line;
  QLabel* m_count;
  int m_hits = 0;
};

}  // namespace nereid::widgets
