// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "engine/verify/trace.h"
#include "widgets/debugger/tape_walk.h"

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace nereid::widgets {

class CellModel;
class CodeEditor;
class EmptyState;
class PanelHead;
class TableView;
class ValueGrid;

/// Steps through one program of a kernel by line, forward and backward, with all variables, the
/// elements of each as numbers on a heat map, and the way of an element back to what was loaded.
/// GUI thread only.
class KernelDebugger : public QWidget {
  Q_OBJECT

 public:
  explicit KernelDebugger(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  CodeEditor* editor() const { return m_editor; }
  TableView* variables() const { return m_variables; }
  TableView* chain() const { return m_chain; }
  ValueGrid* grid() const { return m_grid; }
  QLineEdit* elementLine() const { return m_element; }
  QComboBox* launches() const { return m_launches; }  ///< hidden where there is one alone
  /// x, y or z of the program; hidden where the grid has one alone.
  QSpinBox* programAxis(std::size_t axis) const { return m_program.at(axis); }
  QLabel* place() const { return m_place; }
  EmptyState* empty() const { return m_empty; }
  const TapeWalk& walk() const { return m_walk; }
  int step() const { return m_step; }

  /// Nothing to step through: `sentence` says why; with a button that asks for it if `canAsk`.
  void setNothing(const QString& title, const QString& sentence, bool canAsk);
  /// Another program is on its way: what is shown stays until then. False if nothing is shown.
  bool setWaiting();
  /// Shows where the element was stored, and its way; of a chosen program of the kernel that was
  /// shown before, the same line and variable. A trace without a tape shows its problem.
  void setTrace(const std::shared_ptr<const verify::Trace>& trace, const QString& candidate);
  void goToStep(int step);
  /// By one step, or to the next that runs the same line.
  void move(int direction, bool sameLine);

 Q_SIGNALS:
  /// The user asks for the program that made an element: "first", "3,8", "1:3,8"; or for one of
  /// the grid: "launch:1/program:4,0,0".
  void elementRequested(const QString& element);
  /// The line that a step stands at, from 1.
  void lineShown(int line);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeTools(QHBoxLayout* bar);
  void makeLaunches(QHBoxLayout* bar);
  void makePicker(QHBoxLayout* bar);
  void makeElement(QHBoxLayout* bar);
  void showPicker();
  void setGrid(const std::array<std::int64_t, 3>& grid);
  void askForProgram();
  void showNote();
  void showChosen(const QString& variable);
  QString chosenVariable() const;
  void showStep();
  void showVariables();
  void showValue(std::uint32_t value, std::vector<std::uint32_t> lanes);
  void showChain(std::uint32_t value, std::uint32_t lane);
  void chooseVariable(int row);
  void chooseLink(int row);
  QToolButton* tool(const QString& name, const QString& words, const QKeySequence& key, int icon);

  PanelHead* m_head;
  CodeEditor* m_editor;
  TableView* m_variables;
  CellModel* m_variableModel;
  TableView* m_chain;
  CellModel* m_chainModel;
  ValueGrid* m_grid;
  QLabel* m_valueName;
  QLabel* m_chainName;
  QLabel* m_place;
  QLineEdit* m_element;
  QComboBox* m_launches;
  std::array<QSpinBox*, 3> m_program = {};
  QLabel* m_gridSize;
  QTimer m_pick{this};  ///< several steps of an axis are one question
  QToolButton* m_numbers;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QSplitter* m_values;  ///< variables and the elements of one

  std::shared_ptr<const verify::Trace> m_trace;
  TapeWalk m_walk;
  int m_step = 0;
  int m_missedLine = 0;  ///< that was looked at, and did not run in this program
  std::uint32_t m_value = verify::machine::kNoTapeValue;  ///< that the grid shows
  std::vector<TapeWalk::Variable> m_shown;
  std::vector<verify::machine::ChainLink> m_links;
};

}  // namespace nereid::widgets
