// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curves_view.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "widgets/curves/alarm_list.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/curves/run_strip.h"
#include "widgets/look/chip.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kRepaintMs = 33;
constexpr int kSliderSteps = 1000;

// The slider is finer where smoothing is strong: weight = 1 - 10^(-3 s), so that 1 is 0.999.
double weightOf(int slider) {
  return slider == 0 ? 0 : 1 - std::pow(10, -3.0 * slider / kSliderSteps);
}

int sliderOf(double weight) {
  return weight <= 0 ? 0
                     : static_cast<int>(std::lround(-std::log10(1 - std::min(weight, 0.999)) / 3 *
                                                    kSliderSteps));
}

QToolButton* toolButton(QAction* action, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setAccessibleName(action->text());
  button->setProperty("quiet", true);
  if (!action->isVisible()) {
    button->hide();
  }
  const auto show = [button, action] { button->setVisible(action->isVisible()); };
  QObject::connect(action, &QAction::visibleChanged, button, show);
  return button;
}

}  // namespace

CurvesView::CurvesView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Curves"), this)),
      m_tools(new QWidget(this)),
      m_slider(new QSlider(Qt::Horizontal, m_tools)),
      m_sliderText(new QLabel(m_tools)),
      m_overlay(new RunOverlay(this)),
      m_strip(new RunStrip(*m_overlay, this)),
      m_scroll(new QScrollArea(this)),
      m_grid(new QWidget(m_scroll)),
      m_gridLayout(new QGridLayout(m_grid)),
      m_empty(new EmptyState(this)),
      m_table(new CurveTable(this)),
      m_alarms(new CurveAlarms(this)),
      m_alarmList(new AlarmList(*m_alarms, this)),
      m_alarmChip(new StatusChip(m_tools)) {
  setupActions();
  setupHead();
  setupTools();
  setupAlarms();
  m_scroll->setWidget(m_grid);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->viewport()->installEventFilter(this);
  m_scroll->viewport()->setAutoFillBackground(false);
  m_grid->setAutoFillBackground(false);
  auto* split = new Splitter(Qt::Horizontal, this);
  split->addWidget(m_scroll);
  split->addWidget(m_table);
  split->setStretchFactor(0, 1);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_tools);
  layout->addWidget(m_strip);
  layout->addWidget(split, 1);
  layout->addWidget(m_alarmList);
  layout->addWidget(m_empty, 1);
  m_gridLayout->setContentsMargins(4, 2, 4, 4);
  m_gridLayout->setSpacing(4);
  m_empty->setContent(IconId::kCurves, tr("No curves yet"),
                      tr("Reward, pass rate, funnel and loss appear here as soon as a run has "
                         "finished its first step."));
  m_table->hide();
  m_pinAction->setVisible(false);  // what it holds is in the table
  m_repaint.setSingleShot(true);
  m_repaint.setInterval(kRepaintMs);
  connect(&m_repaint, &QTimer::timeout, this, &CurvesView::redraw);
  m_turn.setSingleShot(true);
  m_turn.setInterval(0);
  connect(&m_turn, &QTimer::timeout, this, &CurvesView::replotNext);
  connect(m_pinAction, &QAction::toggled, this, &CurvesView::refreshNote);
  connect(m_overlay, &RunOverlay::changed, this, &CurvesView::applyOverlay);
  connect(m_overlay, &RunOverlay::dataChanged, this, &CurvesView::dataChanged);
  setAcceptDrops(true);
  setGroups(defaultCurveGroups());
}

void CurvesView::setupActions() {
  m_logAction = new QAction(tr("log"), this);
  m_logAction->setToolTip(tr("Logarithmic y axis in all line plots"));
  m_pauseAction = new QAction(tr("pause view"), this);
  m_pauseAction->setToolTip(tr("Hold the picture; data goes on arriving"));
  m_followAction = new QAction(tr("follow"), this);
  m_followAction->setToolTip(tr("Keep the newest step in view"));
  m_tableAction = new QAction(tr("values"), this);
  m_tableAction->setToolTip(tr("Table of the values at the cursor"));
  m_resetAction = new QAction(tr("reset"), this);
  m_resetAction->setToolTip(tr("Show the whole run (double click in a plot)"));
  m_plotsAction = new QAction(tr("plots"), this);
  m_plotsAction->setToolTip(tr("Choose what is plotted: any metric of the run"));
  m_plotsAction->setVisible(false);  // until somebody knows the metrics
  m_addRunAction = new QAction(tr("add run"), this);
  m_addRunAction->setToolTip(tr("Lay the curves of another run over these (or drop its folder)"));
  m_exportAction = new QAction(tr("export"), this);
  m_exportAction->setToolTip(
      tr("Save the stored values as CSV, or the picture as PNG, SVG or PDF"));
  m_pinAction = new QAction(tr("pin"), this);
  m_pinAction->setToolTip(
      tr("Hold the cursor and its values (P in a plot; Escape lets go of both cursors)"));
  m_phasesAction = new QAction(tr("phases"), this);
  m_phasesAction->setToolTip(
      tr("Zoom to a phase of the run (Page Up and Page Down in a plot), or hide the marks"));
  m_phasesAction->setVisible(false);  // until there are some
  m_phaseMarksAction = new QAction(tr("Show where phases begin"), this);
  for (QAction* action : {m_logAction, m_pauseAction, m_followAction, m_tableAction, m_pinAction,
                          m_phaseMarksAction}) {
    action->setCheckable(true);
  }
  m_phaseMarksAction->setChecked(true);
  m_followAction->setChecked(true);
}

void CurvesView::setupHead() {
  connect(m_logAction, &QAction::toggled, this, &CurvesView::setLogScale);
  connect(m_pauseAction, &QAction::toggled, this, &CurvesView::setPaused);
  connect(m_followAction, &QAction::toggled, this, [this](bool on) {
    if (on) {
      resetRange();
    }
  });
  connect(m_tableAction, &QAction::toggled, this, &CurvesView::setTableVisible);
  connect(m_resetAction, &QAction::triggered, this, &CurvesView::resetRange);
  connect(m_exportAction, &QAction::triggered, this, &CurvesView::chooseExport);
  connect(m_plotsAction, &QAction::triggered, this, &CurvesView::choosePlots);
  connect(m_phasesAction, &QAction::triggered, this, &CurvesView::choosePhase);
  connect(m_phaseMarksAction, &QAction::toggled, this, &CurvesView::refreshMarks);
  m_head->addAction(m_logAction);
  m_head->addAction(m_pauseAction);
  m_head->addAction(m_exportAction);
}

void CurvesView::setupTools() {
  auto* row = new QHBoxLayout(m_tools);
  row->setContentsMargins(10, 0, 6, 0);
  row->setSpacing(6);
  m_smoothingLabel = new QLabel(tr("Smoothing"), m_tools);
  m_smoothingLabel->setBuddy(m_slider);
  m_slider->setRange(0, kSliderSteps);
  m_slider->setValue(sliderOf(m_smoothing));
  m_slider->setMinimumWidth(36);
  m_slider->setMaximumWidth(120);
  m_slider->setSingleStep(10);
  m_slider->setPageStep(100);
  m_slider->setAccessibleName(tr("Smoothing"));
  m_slider->setToolTip(tr("Smoothing"));
  row->addWidget(m_smoothingLabel);
  row->addWidget(m_slider, 4);
  row->addWidget(m_sliderText);
  row->addStretch(1);
  row->addWidget(m_alarmChip);
  for (QAction* action : {m_phasesAction, m_plotsAction, m_addRunAction, m_followAction,
                          m_resetAction, m_pinAction, m_tableAction}) {
    row->addWidget(toolButton(action, m_tools));
  }
  connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
    if (sliderOf(m_smoothing) != value) {
      setSmoothing(weightOf(value));
    }
  });
  m_sliderText->setText(formatFixed(m_smoothing, 2));
  m_tools->installEventFilter(this);
}

void CurvesView::setSource(SeriesLookup lookup) {
  m_source = std::move(lookup);
  m_run = {};  // is told again, also where it is the same
  m_runName.clear();
  m_lookup = this->lookup();
  for (CurvePlot* plot : m_plots) {
    plot->setSource(m_lookup);
  }
  m_runMarks.clear();
  setPhases({});
  m_alarms->setSource(m_source);
  refreshMarks();
  setPinned(false);
  setSecondCursorStep(std::nullopt);
  setCursorStep(std::nullopt);
  m_followAction->setChecked(true);
  m_pauseAction->setChecked(false);
  refreshNote();
  redraw();
}

void CurvesView::setRunName(const QString& name) {
  m_runName = name;
  refreshNote();
}

void CurvesView::refreshNote() {
  QStringList parts;
  if (m_source && !m_runName.isEmpty()) {
    parts << m_runName << tr("step axis");  // the slider says how much is smoothed
  }
  if (isPaused()) {
    parts << tr("paused");
  }
  if (isPinned() && m_cursor) {
    parts << tr("pinned at step %1").arg(formatCount(std::llround(*m_cursor)));
  }
  m_head->setNote(parts.join(QStringLiteral(" \u00B7 ")));
}

void CurvesView::dataChanged() {
  m_pending = true;
  m_alarms->dataChanged();
  if (isVisible() && !m_repaint.isActive()) {
    m_repaint.start();
  }
}

void CurvesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_pending) {
    redraw();
  } else {
    refreshValues();  // smoothed values are there since the plots have drawn
  }
}

// The table leaves the plots at least half of the room.
void CurvesView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_table->setRoom(event->size().width() / 2);
  fitTools();
}

// In a narrow dock the slider's tooltip and accessible name say what it is for, then its place how
// much is smoothed.
void CurvesView::fitTools() {
  const auto taken = [this](const QWidget* widget) {
    return widget->sizeHint().width() + m_tools->layout()->spacing();
  };
  const QMargins margins = m_tools->layout()->contentsMargins();
  int rest = margins.left() + margins.right() + m_slider->minimumWidth();
  for (const QWidget* one : m_tools->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    if (one != m_smoothingLabel && one != m_sliderText && one != m_slider && !one->isHidden()) {
      rest += taken(one);
    }
  }
  const bool hasText = rest + taken(m_sliderText) <= width();
  m_sliderText->setVisible(hasText);
  m_smoothingLabel->setVisible(hasText &&
                               rest + taken(m_sliderText) + taken(m_smoothingLabel) <= width());
}

bool CurvesView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_scroll->viewport() && event->type() == QEvent::Resize &&
      columnsThatFit() != m_columns) {
    placePlots(columnsThatFit());
  }
  if (watched == m_tools && event->type() == QEvent::LayoutRequest) {
    fitTools();  // an alarm or phases have come
  }
  return QWidget::eventFilter(watched, event);
}

std::optional<std::pair<double, double>> CurvesView::dataRange() const {
  std::optional<std::pair<double, double>> range;
  for (const CurvePlot* plot : m_plots) {
    if (const auto own = plot->dataRange()) {
      range = range ? std::pair(std::min(range->first, own->first),
                                std::max(range->second, own->second))
                    : *own;
    }
  }
  return range;
}

double CurvesView::withinData(double low, double span) const {
  const auto range = dataRange();
  if (!range) return low;
  const double first = range->first <= 1 ? 0 : range->first;
  const double last = std::max(range->second, first + 1);
  // A view that is wider than the data has all of it, a narrower one nothing else.
  const double least = std::min(first, last - span);
  return std::clamp(low, least, std::max(first, last - span));
}

void CurvesView::redraw() {
  if (isPaused()) {
    return;
  }
  m_pending = false;
  const bool isComplete =
      std::all_of(m_offered.begin(), m_offered.end(), [this](const auto& group) {
        const bool shown = std::any_of(m_groups.begin(), m_groups.end(),
                                       [&](const auto& other) { return other.id == group.id; });
        return !group.onlyWithData || !m_chosen.contains(group.id) || shown == hasPlace(group);
      });
  if (!isComplete) {
    applyPlots();  // draws again
    return;
  }
  const auto range = dataRange();
  m_empty->setVisible(!range);
  m_scroll->parentWidget()->setVisible(range.has_value());
  m_tools->setVisible(range.has_value());
  placeCursor();
  if (range && isFollowing()) {
    resetRange();
  } else {
    for (CurvePlot* plot : m_plots) {
      plot->refresh();
    }
  }
  refreshValues();
  refreshNote();
}

void CurvesView::resetRange() {
  const auto range = dataRange();
  if (!range) {
    return;
  }
  // From zero while the run is short, so that early points do not jump about.
  const double low = range->first <= 1 ? 0 : range->first;
  const double high = std::max(range->second, low + 1);
  for (CurvePlot* plot : m_plots) {
    if (plot->isYFixed()) {
      plot->resetY();
    }
  }
  setXRange(low, high);
}

void CurvesView::setXRange(double low, double high) {
  constexpr double kSmallest = 1;
  if (!(high - low >= kSmallest)) {
    return;
  }
  m_low = low;
  m_high = high;
  for (CurvePlot* plot : m_plots) {
    plot->setXRange(low, high);
  }
}

void CurvesView::setSmoothing(double weight) {
  m_smoothing = std::clamp(weight, 0.0, 0.999);
  m_slider->setValue(sliderOf(m_smoothing));
  m_sliderText->setText(formatFixed(m_smoothing, m_smoothing > 0.98 ? 3 : 2));
  for (CurvePlot* plot : m_plots) {
    plot->setSmoothing(m_smoothing);
  }
  refreshNote();
  refreshValues();
}

void CurvesView::setLogScale(bool on) {
  m_logAction->setChecked(on);
  for (CurvePlot* plot : m_plots) {
    plot->setLogScale(on);
  }
}

void CurvesView::setPaused(bool paused) {
  m_pauseAction->setChecked(paused);
  if (paused) {
    refreshNote();
  } else {
    redraw();
  }
}

void CurvesView::setFollowing(bool following) {
  m_followAction->setChecked(following);
}

void CurvesView::setTableVisible(bool visible) {
  m_tableAction->setChecked(visible);
  m_table->setVisible(visible);
  m_pinAction->setVisible(visible);
  refreshValues();
}

bool CurvesView::isFollowing() const {
  return m_followAction->isChecked();
}

bool CurvesView::isPaused() const {
  return m_pauseAction->isChecked();
}

void CurvesView::chooseExport() {
  QMenu menu(this);
  menu.addAction(tr("Values as CSV..."), this, [this] { exportByDialog(QStringLiteral("csv")); });
  menu.addAction(tr("Picture as PNG..."), this, [this] { exportByDialog(QStringLiteral("png")); });
  menu.addAction(tr("Picture as SVG..."), this, [this] { exportByDialog(QStringLiteral("svg")); });
  menu.addAction(tr("Picture as PDF..."), this, [this] { exportByDialog(QStringLiteral("pdf")); });
  menu.exec(placeOf(m_exportAction));
}

QPoint CurvesView::placeOf(const QAction* action) const {
  const QWidget* parts[] = {m_tools, m_head};
  for (const QWidget* part : parts) {
    for (const auto* button : part->findChildren<QToolButton*>()) {
      if (button->defaultAction() == action && button->isVisible()) {
        return button->mapToGlobal(QPoint(0, button->height()));
      }
    }
  }
  return mapToGlobal(rect().center());
}

}  // namespace nereid::widgets
