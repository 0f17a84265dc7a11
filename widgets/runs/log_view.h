// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/record/store.h"
#include "widgets/feed/run_feed.h"

class QPlainTextEdit;
class QComboBox;

namespace nereid::widgets {

class EmptyState;
class PanelHead;

/// Events of a run as lines: time, step, level word, message. Keeps its place while the user reads
/// further up.
class LogView : public QWidget {
  Q_OBJECT

 public:
  explicit LogView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  void clear();
  void addEvents(const EventsPtr& events);
  void addLine(const QString& level, const QString& message);  ///< of the program itself, now
  int lineCount() const;

 private:
  struct Line {
    qint64 unixMs;
    qint64 step;
    QString level;
    QString message;
  };
  void add(const Line& line);
  void append(const Line& line);
  void refreshEmpty();
  bool isShown(const Line& line) const;
  void rebuild();

  PanelHead* m_head;
  QComboBox* m_level;
  QPlainTextEdit* m_text;
  EmptyState* m_empty;
  std::vector<Line> m_lines;
  std::string m_lastState, m_lastWords;  ///< that were told
  int m_warnings = 0;
};

}  // namespace nereid::widgets
