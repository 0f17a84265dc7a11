// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debugger/kernel_debugger.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/code/code_editor.h"
#include "widgets/debugger/value_grid.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/icons.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"

namespace nereid::widgets {

using verify::machine::kNoTapeValue;
using verify::machine::Tape;
using verify::machine::TapeOperation;

namespace {

constexpr int kLowRows = 26;

// Of an output without a wrong element the first one was taken.
QString indexText(const std::vector<std::int64_t>& index) {
  if (index.empty()) return {};
  QStringList parts;
  for (const std::int64_t at : index) parts << QString::number(at);
  return QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
}

std::vector<std::uint32_t> allLanes(const Tape& tape, std::uint32_t value) {
  std::vector<std::uint32_t> lanes(tape.form(value).lanes());
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<std::uint32_t>(i);
  return lanes;
}

// What a load took, or a store left: "x[37]".
QString placesText(const Tape& tape, std::uint32_t event, const std::vector<std::uint32_t>& lanes) {
  QStringList places;
  for (const std::uint32_t lane : lanes)
    if (const auto address = tape.address(event, lane))
      places << QString::fromStdString(tape.place_text(*address));
  if (places.size() < 3) return places.join(QStringLiteral(", "));
  return places.front() + QStringLiteral(" … ") + places.back();
}

}  // namespace

KernelDebugger::KernelDebugger(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Debugger"), this)),
      m_editor(new CodeEditor(tr("Source of the kernel"))),
      m_variables(new TableView),
      m_variableModel(new CellModel(this)),
      m_chain(new TableView),
      m_chainModel(new CellModel(this)),
      m_grid(new ValueGrid),
      m_valueName(new QLabel),
      m_chainName(new QLabel),
      m_place(new QLabel),
      m_element(new QLineEdit),
      m_empty(new EmptyState) {
  m_variableModel->setColumns({{tr("variable")}, {tr("type")}, {tr("value"), {}, true, true}});
  m_variables->setModel(m_variableModel);
  m_variables->setStretchColumn(2);
  m_variables->setAccessibleName(tr("Variables"));
  m_chainModel->setColumns({{tr("line"), {}, true},
                            {tr("variable")},
                            {tr("operation"), tr("As Triton's intermediate form names it")},
                            {tr("value"), {}, true, true},
                            {tr("memory")}});
  m_chain->setModel(m_chainModel);
  m_chain->setStretchColumn(4);
  m_chain->setAccessibleName(tr("Way of the element"));

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 2, 8, 2);
  makeTools(bar);
  auto* values = new QWidget;
  auto* valueColumn = new QVBoxLayout(values);
  valueColumn->setContentsMargins(0, 0, 0, 0);
  auto* valueHead = new QHBoxLayout;
  valueHead->setContentsMargins(8, 2, 8, 2);
  valueHead->addWidget(m_valueName, 1);
  valueHead->addWidget(m_numbers);
  valueColumn->addLayout(valueHead);
  valueColumn->addWidget(m_grid, 1);
  auto* way = new QWidget;
  auto* wayColumn = new QVBoxLayout(way);
  wayColumn->setContentsMargins(0, 0, 0, 0);
  m_chainName->setContentsMargins(8, 2, 8, 2);
  wayColumn->addWidget(m_chainName);
  wayColumn->addWidget(m_chain, 1);

  auto* left = new Splitter(Qt::Vertical);
  left->addWidget(m_editor);
  left->addWidget(way);
  m_values = new Splitter(Qt::Vertical);
  m_values->addWidget(m_variables);
  m_values->addWidget(values);
  auto* halves = new Splitter(Qt::Horizontal);
  halves->addWidget(left);
  halves->addWidget(m_values);

  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(halves, 1);
  m_pages = new QStackedLayout(this);
  m_pages->setContentsMargins(0, 0, 0, 0);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(page);

  connect(m_empty, &EmptyState::triggered, this,
          [this] { Q_EMIT elementRequested(QStringLiteral("first")); });
  connect(m_variables->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { chooseVariable(now.row()); });
  connect(m_chain->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { chooseLink(now.row()); });
  connect(m_grid, &ValueGrid::laneChosen, this, [this](int lane) {
    if (m_value != kNoTapeValue) showChain(m_value, static_cast<std::uint32_t>(lane));
  });
  connect(m_element, &QLineEdit::returnPressed, this,
          [this] { Q_EMIT elementRequested(m_element->text().trimmed()); });
  setNothing(tr("No program to step through"),
             tr("Choose an episode or judge a kernel; then every value of it can be looked at."),
             false);
}

// Where it is low, a source that is shown above anyway gives way, and tables stand side by side.
void KernelDebugger::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool isLow = height() < kLowRows * fontMetrics().height();
  m_editor->setVisible(!isLow);
  m_values->setOrientation(isLow ? Qt::Horizontal : Qt::Vertical);
}

QToolButton* KernelDebugger::tool(const QString& name, const QString& words,
                                  const QKeySequence& key, int iconId) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setIcon(icon(static_cast<IconId>(iconId)));
  button->setAutoRaise(true);
  button->setAccessibleName(words);
  button->setToolTip(tr("%1 (%2)").arg(words, key.toString(QKeySequence::NativeText)));
  auto* shortcut = new QShortcut(key, this);
  shortcut->setContext(Qt::WidgetWithChildrenShortcut);
  connect(shortcut, &QShortcut::activated, button, &QToolButton::click);
  return button;
}

void KernelDebugger::makeTools(QHBoxLayout* bar) {
  struct Row {
    const char* name;
    QString words;
    QKeySequence key;
    IconId icon;
    int direction;
    bool sameLine;
  };
  const std::vector<Row> rows = {
      {"toStart", tr("To the first line"), Qt::ALT | Qt::Key_Home, IconId::kToStart, -2, false},
      {"back", tr("One line back"), Qt::SHIFT | Qt::Key_F10, IconId::kStepBack, -1, false},
      {"forward", tr("One line on"), Qt::Key_F10, IconId::kStepForward, 1, false},
      {"toEnd", tr("To the last line"), Qt::ALT | Qt::Key_End, IconId::kToEnd, 2, false},
      {"lineBefore", tr("To the last time that this line ran"), Qt::ALT | Qt::Key_Up, IconId::kUp,
       -1, true},
      {"lineAgain", tr("To the next time that this line runs"), Qt::ALT | Qt::Key_Down,
       IconId::kDown, 1, true}};
  for (const Row& row : rows) {
    QToolButton* button =
        tool(QString::fromLatin1(row.name), row.words, row.key, static_cast<int>(row.icon));
    connect(button, &QToolButton::clicked, this, [this, row] {
      if (row.direction == -2) return goToStep(0);
      if (row.direction == 2) return goToStep(m_walk.steps() - 1);
      move(row.direction, row.sameLine);
    });
    bar->addWidget(button);
  }
  bar->addWidget(m_place);
  bar->addStretch(1);
  auto* label = new QLabel(tr("&Element"));
  label->setBuddy(m_element);
  m_element->setPlaceholderText(tr("first, 3,8 or 1:3,8"));
  m_element->setToolTip(
      tr("An element of the output: the program that stored it is shown. first is the first wrong "
         "one; 1:3,8 is of the second output."));
  m_element->setMaximumWidth(m_element->fontMetrics().averageCharWidth() * 26);
  bar->addWidget(label);
  bar->addSpacing(6);
  bar->addWidget(m_element);
  m_numbers = new QToolButton;
  m_numbers->setText(tr("numbers"));
  m_numbers->setCheckable(true);
  m_numbers->setChecked(true);
  m_numbers->setAutoRaise(true);
  m_numbers->setToolTip(tr("Numbers, or only their colours from the smallest to the largest"));
  connect(m_numbers, &QToolButton::toggled, m_grid, &ValueGrid::setNumbers);
}

void KernelDebugger::setNothing(const QString& title, const QString& sentence, bool canAsk) {
  m_trace.reset();
  m_walk = TapeWalk();
  m_head->setNote({});
  m_empty->setContent(IconId::kCode, title, sentence, canAsk ? tr("Debug this kernel") : QString());
  m_pages->setCurrentIndex(0);
}

void KernelDebugger::setTrace(const std::shared_ptr<const verify::Trace>& trace,
                              const QString& candidate) {
  if (!trace || !trace->tape || trace->tape->events.empty())
    return setNothing(tr("There is nothing to step through"),
                      trace ? QString::fromStdString(trace->problem) : QString(), true);
  m_trace = trace;
  m_walk = TapeWalk(trace->tape);
  const Tape& tape = *trace->tape;
  const bool hasElement = trace->value != kNoTapeValue;
  QString note = tr("%1 · program %2, %3, %4 of %5 × %6 × %7 · input %8")
                     .arg(QString::fromStdString(tape.kernel))
                     .arg(tape.program[0])
                     .arg(tape.program[1])
                     .arg(tape.program[2])
                     .arg(tape.grid[0])
                     .arg(tape.grid[1])
                     .arg(tape.grid[2])
                     .arg(QString::fromStdString(trace->input));
  note += hasElement ? tr(" · output %1 %2")
                           .arg(trace->output)
                           .arg(indexText(trace->index))
                           .trimmed()
                           .prepend(QLatin1Char(' '))
                     : tr(" · failed");
  if (tape.is_cut) note += tr(" · it did more than is kept");
  m_head->setNote(note);
  m_editor->setSource(candidate);
  m_pages->setCurrentIndex(1);
  m_step = m_walk.stepOf(trace->event);
  showStep();
  if (hasElement) {
    showValue(trace->value, {trace->lane});
    showChain(trace->value, trace->lane);
  } else {
    m_chainModel->setRows({});
    m_links.clear();
    m_chainName->clear();
  }
}

void KernelDebugger::goToStep(int step) {
  if (!m_trace) return;
  m_step = std::clamp(step, 0, m_walk.steps() - 1);
  showStep();
}

void KernelDebugger::move(int direction, bool sameLine) {
  if (!sameLine) return goToStep(m_step + direction);
  if (const int other = m_walk.sameLine(m_step, direction); other >= 0) goToStep(other);
}

void KernelDebugger::showStep() {
  const int line = m_walk.line(m_step);
  m_place->setText(tr("line %1 · %2 of %3").arg(line).arg(m_step + 1).arg(m_walk.steps()));
  m_editor->setBand(line - 1, line);
  if (line > 0) m_editor->revealLine(line - 1);
  showVariables();
  Q_EMIT lineShown(line);
}

void KernelDebugger::showVariables() {
  m_shown = m_walk.variables(m_step);
  const Tape& tape = *m_walk.tape();
  std::vector<std::vector<Cell>> rows;
  for (const TapeWalk::Variable& variable : m_shown) {
    Cell name{variable.name};
    name.strong = variable.isNew;
    rows.push_back({name,
                    {formText(tape.form(variable.value))},
                    {lanesText(tape, variable.value, allLanes(tape, variable.value))}});
  }
  m_variableModel->setRows(std::move(rows));
  m_variables->fitColumns();
  if (!m_shown.empty() && m_shown.front().isNew)
    m_variables->setCurrentIndex(m_variableModel->index(0, 0));
}

void KernelDebugger::showValue(std::uint32_t value, std::vector<std::uint32_t> lanes) {
  m_value = value;
  const Tape& tape = *m_walk.tape();
  const auto& form = tape.form(value);
  const QString name = variableName(form.name);
  m_valueName->setText(QStringLiteral("%1 · %2").arg(
      name.isEmpty() ? QString::fromStdString(tape.operation_of(tape.values[value].event).name)
                     : name,
      formText(form)));
  m_grid->setValue(m_walk.tape(), value, std::move(lanes));
}

void KernelDebugger::chooseVariable(int row) {
  if (row < 0 || row >= static_cast<int>(m_shown.size())) return;
  showValue(m_shown[static_cast<std::size_t>(row)].value, {});
}

void KernelDebugger::showChain(std::uint32_t value, std::uint32_t lane) {
  const Tape& tape = *m_walk.tape();
  m_links = tape.chain(value, {lane}, 500);
  std::vector<std::vector<Cell>> rows;
  for (const verify::machine::ChainLink& link : m_links) {
    const std::uint32_t event = tape.values[link.value].event;
    const TapeOperation& operation = tape.operation_of(event);
    QString text = lanesText(tape, link.value, link.lanes);
    if (link.lanes.size() > 1) text += tr(" (%1)").arg(link.lanes.size());
    rows.push_back({{operation.line > 0 ? QString::number(operation.line) : QString()},
                    {variableName(tape.form(link.value).name)},
                    {QString::fromStdString(operation.name)},
                    {text},
                    {operation.loads ? placesText(tape, event, link.lanes) : QString()}});
  }
  m_chainName->setText(tr("Made of · %1").arg(lanesText(tape, value, {lane})));
  m_chainModel->setRows(std::move(rows));
  m_chain->fitColumns();
}

void KernelDebugger::chooseLink(int row) {
  if (row < 0 || row >= static_cast<int>(m_links.size())) return;
  const verify::machine::ChainLink link = m_links[static_cast<std::size_t>(row)];
  goToStep(m_walk.stepOf(m_walk.tape()->values[link.value].event));
  showValue(link.value, link.lanes);
}

}  // namespace nereid::widgets
