// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace nereid::widgets {

/// The head of a dock: title, note, an optional widget (a filter line), a status at the right and
/// at most three actions as text buttons. Where it is narrow the words in the middle give way, then
/// the actions, which a menu holds from then on. Every view owns one (`head()`) as its first row;
/// the window may move it into QDockWidget::setTitleBarWidget, which keeps it draggable because
/// plain areas ignore the mouse.
class PanelHead : public QWidget {
  Q_OBJECT

 public:
  explicit PanelHead(const QString& title, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  QString title() const;
  /// Tone of the title, for verdicts: normal, accepted or rejected.
  enum class Tone { kNormal, kAccepted, kRejected };
  void setTitleTone(Tone tone);
  void setNote(const QString& note);  ///< secondary text after the title; elided when short of room
  QString note() const;
  void setSubject(const QString& subject);  ///< strong text between title and note
  void setStatus(const QString& status);    ///< secondary text at the right
  QString status() const;
  void setMiddle(QWidget* widget);  ///< takes the free room, e.g. a filter line
  void addAction(QAction* action);  ///< shown as a flat text button at the right
  /// What one comes to this panel for: a button that looks like one.
  void addPrimaryAction(QAction* action);
  /// The menu of the actions that have no room; hidden while all have.
  QToolButton* moreButton() const { return m_more; }
  QSize minimumSizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Shown {
    QAction* action;
    QToolButton* button;
  };
  void refresh();
  void fit();
  int fixedWidth() const;
  void fillMore();

  QHBoxLayout* m_layout;
  QLabel* m_title;
  QLabel* m_subject;
  QLabel* m_note;
  QLabel* m_status;
  QHBoxLayout* m_actions;
  QList<Shown> m_shown;
  QList<QPushButton*> m_primary;
  QToolButton* m_more;
  QWidget* m_middle = nullptr;
  Tone m_tone = Tone::kNormal;
};

}  // namespace nereid::widgets
