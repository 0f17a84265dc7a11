// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debugger/kernel_debugger.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedLayout>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <optional>

#include "widgets/code/code_editor.h"
#include "widgets/debugger/value_grid.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/flow_layout.h"
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
constexpr int kPickDelayMs = 300;
constexpr int kBetweenTools = 16;
constexpr int kLaunchChars = 40;

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

// "6 × 2 × 1"
QString sizesText(const std::array<std::int64_t, 3>& grid) {
  return QStringLiteral("%1 × %2 × %3").arg(grid[0]).arg(grid[1]).arg(grid[2]);
}

// A row of widgets that stay together where the bar breaks.
QHBoxLayout* group(FlowLayout* bar) {
  auto* widget = new QWidget;
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(0, 0, 0, 0);
  bar->addWidget(widget);
  return row;
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
      m_launches(new QComboBox),
      m_gridSize(new QLabel),
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

  auto* bar = new FlowLayout(nullptr, kBetweenTools);
  bar->setContentsMargins(8, 2, 8, 2);
  makeTools(group(bar));
  makeLaunches(group(bar));
  makePicker(group(bar));
  makeElement(group(bar));
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
  m_numbers = new QToolButton;
  m_numbers->setText(tr("numbers"));
  m_numbers->setCheckable(true);
  m_numbers->setChecked(true);
  m_numbers->setAutoRaise(true);
  m_numbers->setToolTip(tr("Numbers, or only their colours from the smallest to the largest"));
  connect(m_numbers, &QToolButton::toggled, m_grid, &ValueGrid::setNumbers);
}

void KernelDebugger::makeLaunches(QHBoxLayout* bar) {
  auto* label = new QLabel(tr("&Launch"));
  label->setBuddy(m_launches);
  m_launches->setToolTip(tr("Launches of forward, in order, with kernel and grid"));
  m_launches->setAccessibleName(tr("Launch"));
  m_launches->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_launches->setMaximumWidth(m_launches->fontMetrics().averageCharWidth() * kLaunchChars);
  bar->addWidget(label);
  bar->addWidget(m_launches);
  connect(m_launches, &QComboBox::activated, this, [this](int launch) {
    if (!m_trace || launch >= static_cast<int>(m_trace->launches.size())) return;
    setGrid(m_trace->launches[static_cast<std::size_t>(launch)].grid);
    askForProgram();
  });
}

void KernelDebugger::makePicker(QHBoxLayout* bar) {
  auto* label = new QLabel(tr("&Program"));
  bar->addWidget(label);
  const std::array<QString, 3> names = {tr("Program, x of the grid"), tr("Program, y of the grid"),
                                        tr("Program, z of the grid")};
  for (std::size_t axis = 0; axis < m_program.size(); ++axis) {
    auto* spin = new QSpinBox;
    spin->setAccessibleName(names.at(axis));
    spin->setKeyboardTracking(false);
    spin->setAccelerated(true);
    spin->setFocusPolicy(Qt::StrongFocus);
    connect(spin, &QSpinBox::valueChanged, &m_pick, qOverload<>(&QTimer::start));
    bar->addWidget(spin);
    m_program.at(axis) = spin;
  }
  label->setBuddy(m_program.front());
  bar->addWidget(m_gridSize);
  m_pick.setObjectName(QStringLiteral("pick"));
  m_pick.setSingleShot(true);
  m_pick.setInterval(kPickDelayMs);
  connect(&m_pick, &QTimer::timeout, this, &KernelDebugger::askForProgram);
}

void KernelDebugger::makeElement(QHBoxLayout* bar) {
  auto* label = new QLabel(tr("&Element"));
  label->setBuddy(m_element);
  m_element->setPlaceholderText(tr("first, 3,8 or 1:3,8"));
  m_element->setToolTip(
      tr("An element of the output: the program that stored it is shown. first is the first wrong "
         "one; 1:3,8 is of the second output."));
  m_element->setMaximumWidth(m_element->fontMetrics().averageCharWidth() * 26);
  bar->addWidget(label);
  bar->addWidget(m_element);
}

// Of an axis with one program alone there is nothing to choose.
void KernelDebugger::setGrid(const std::array<std::int64_t, 3>& grid) {
  const auto isWide = [](std::int64_t size) { return size > 1; };
  const auto wide = std::count_if(grid.begin(), grid.end(), isWide);
  QStringList sizes;
  for (std::size_t axis = 0; axis < grid.size(); ++axis) {
    QSpinBox* spin = m_program.at(axis);
    const QSignalBlocker quiet(spin);
    const auto last = std::min<std::int64_t>(grid.at(axis) - 1, std::numeric_limits<int>::max());
    spin->setRange(0, std::max(0, static_cast<int>(last)));
    const bool isShown = isWide(grid.at(axis)) || (wide == 0 && axis == 0);
    const QChar letter = QLatin1Char("xyz"[axis]);
    spin->setPrefix(wide > 1 ? QStringLiteral("%1 ").arg(letter) : QString());
    spin->setToolTip(tr("%1 of the program in the grid, 0 to %2").arg(letter).arg(spin->maximum()));
    spin->setVisible(isShown);
    spin->setEnabled(wide > 0);
    if (isShown) sizes << QString::number(grid.at(axis));
  }
  m_gridSize->setText(tr("of %1").arg(sizes.join(QStringLiteral(" × "))));
}

void KernelDebugger::showPicker() {
  m_pick.stop();
  const std::vector<verify::TraceLaunch>& launches = m_trace->launches;
  m_launches->clear();
  for (std::size_t i = 0; i < launches.size(); ++i) {
    m_launches->addItem(
        QStringLiteral("%1 · %2 · %3")
            .arg(i)
            .arg(QString::fromStdString(launches[i].kernel), sizesText(launches[i].grid)));
    if (launches[i].is_kept) continue;
    auto* item = qobject_cast<QStandardItemModel*>(m_launches->model())->item(static_cast<int>(i));
    item->setEnabled(false);
    item->setToolTip(tr("Its memory is not kept: launches behind it take too much"));
  }
  m_launches->setCurrentIndex(m_trace->launch < m_launches->count() ? m_trace->launch : -1);
  QWidget* list = m_launches->view();
  list->setMinimumWidth(m_launches->view()->sizeHintForColumn(0) +
                        2 * list->fontMetrics().height());
  m_launches->parentWidget()->setVisible(launches.size() > 1);
  const Tape& tape = *m_trace->tape;
  setGrid({tape.grid[0], tape.grid[1], tape.grid[2]});
  for (std::size_t axis = 0; axis < m_program.size(); ++axis) {
    const QSignalBlocker quiet(m_program.at(axis));
    m_program.at(axis)->setValue(tape.program.at(axis));
  }
}

void KernelDebugger::askForProgram() {
  m_pick.stop();
  if (!m_trace) return;
  m_element->clear();
  const int launch = m_launches->currentIndex() >= 0 ? m_launches->currentIndex() : m_trace->launch;
  Q_EMIT elementRequested(QStringLiteral("launch:%1/program:%2,%3,%4")
                              .arg(launch)
                              .arg(m_program[0]->value())
                              .arg(m_program[1]->value())
                              .arg(m_program[2]->value()));
}

bool KernelDebugger::setWaiting() {
  if (!m_trace) return false;
  m_head->setNote(tr("judging once more, for another program..."));
  return true;
}

void KernelDebugger::setNothing(const QString& title, const QString& sentence, bool canAsk) {
  m_pick.stop();
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
  std::optional<TapeWalk::Place> before;
  const QString variable = chosenVariable();
  if (m_trace && trace->is_chosen && m_trace->tape->kernel == trace->tape->kernel)
    before = m_walk.placeOf(m_step);
  m_trace = trace;
  m_walk = TapeWalk(trace->tape);
  m_step = m_walk.stepOf(trace->event);
  const int same = before ? m_walk.stepAt(*before) : -1;
  if (same >= 0) m_step = same;
  m_missedLine = before && same < 0 ? before->line : 0;
  showNote();
  showPicker();
  m_editor->setSource(candidate);
  m_pages->setCurrentIndex(1);
  m_value = kNoTapeValue;
  m_grid->clearValue();
  m_valueName->clear();
  m_links.clear();
  m_chainModel->setRows({});
  m_chainName->clear();
  showStep();
  if (trace->value != kNoTapeValue) {
    showValue(trace->value, {trace->lane});
    showChain(trace->value, trace->lane);
  } else if (trace->is_chosen) {
    showChosen(variable);
  }
}

QString KernelDebugger::chosenVariable() const {
  return m_variableModel->index(m_variables->currentIndex().row(), 0).data().toString();
}

// The variable that was looked at in the program before, if it is there.
void KernelDebugger::showChosen(const QString& variable) {
  const auto same = std::find_if(m_shown.begin(), m_shown.end(),
                                 [&](const auto& one) { return one.name == variable; });
  if (same != m_shown.end())
    m_variables->setCurrentIndex(
        m_variableModel->index(static_cast<int>(same - m_shown.begin()), 0));
  if (m_value != kNoTapeValue) showChain(m_value, 0);
}

void KernelDebugger::showNote() {
  const verify::Trace* trace = m_trace.get();
  const Tape& tape = *trace->tape;
  QString note = tr("%1 · program %2, %3, %4 of %5 × %6 × %7 · input %8")
                     .arg(QString::fromStdString(tape.kernel))
                     .arg(tape.program[0])
                     .arg(tape.program[1])
                     .arg(tape.program[2])
                     .arg(tape.grid[0])
                     .arg(tape.grid[1])
                     .arg(tape.grid[2])
                     .arg(QString::fromStdString(trace->input));
  if (trace->value != kNoTapeValue)
    note += tr(" · output %1 %2")
                .arg(trace->output)
                .arg(indexText(trace->index))
                .trimmed()
                .prepend(QLatin1Char(' '));
  else if (!trace->is_chosen)
    note += tr(" · failed");
  if (m_missedLine > 0) note += tr(" · line %1 did not run").arg(m_missedLine);
  if (tape.is_cut) note += tr(" · it did more than is kept");
  m_head->setNote(note);
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
