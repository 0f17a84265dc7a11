// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QList>
#include <QThreadPool>
#include <QWidget>

#include "app/runs/example_runs.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace nereid::app {

class ActionRegistry;

/// A recorded run that comes with Nereid, as a wide button: title, what can be seen in it, and
/// facts of its record. Up and Down go to its neighbours.
class ExampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  explicit ExampleCard(const ExampleRun& run, QWidget* parent = nullptr);
  const ExampleRun& run() const { return m_run; }
  QString facts() const;
  void setFacts(const QString& facts);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  ExampleRun m_run;
  QLabel* m_facts;
};

/// What the window shows in place of the docks while there is no run: ways to begin, and the
/// recorded runs that come with Nereid. GUI thread only; records are read on a thread of its own.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  StartPage(ActionRegistry& actions, QWidget* parent = nullptr);
  ~StartPage() override;
  /// Looks which runs there are, and reads their facts.
  void refresh();
  /// There are docks to go back to with something in them.
  void setHasRun(bool hasRun);
  const QList<ExampleCard*>& cards() const { return m_cards; }

 Q_SIGNALS:
  void exampleChosen(const QString& folder);
  void closeRequested();  ///< Escape, or the button to go back

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void setupPage(QVBoxLayout* column, ActionRegistry& actions);
  void readFacts(ExampleCard* card);

  QLabel* m_title;
  QLabel* m_sentence;
  QLabel* m_recorded;
  QPushButton* m_back;
  QVBoxLayout* m_list;
  QList<ExampleCard*> m_cards;
  QThreadPool m_pool;
};

}  // namespace nereid::app
