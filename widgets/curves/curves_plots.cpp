// SPDX-License-Identifier: GPL-3.0-or-later
// CurvesView: which plots there are, where they stand, and what their hands do.
#include <QAction>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollArea>
#include <algorithm>
#include <cmath>

#include "widgets/curves/alarm_list.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kFewPlots = 4;       // in two columns
constexpr int kColumnWidth = 300;  // of more, as many columns as fit
constexpr int kNarrow = 400;       // below it they stand below each other

QString plotOf(const QString& metric) {
  return QStringLiteral("metric:") + metric;
}

QString metricOf(const QString& plot) {
  const QString prefix = QStringLiteral("metric:");
  return plot.startsWith(prefix) ? plot.mid(prefix.size()) : QString();
}

// "completions" of "completions/mean_length"
QString family(const QString& metric) {
  const auto slash = metric.indexOf(QLatin1Char('/'));
  return slash < 0 ? QString() : metric.left(slash);
}

}  // namespace

void CurvesView::setGroups(const QList<CurveGroup>& groups) {
  m_offered = groups;
  m_chosen.clear();
  for (const CurveGroup& group : groups) {
    m_chosen << group.id;
  }
  applyPlots();
}

void CurvesView::setMetrics(std::function<QStringList()> keys) {
  m_metrics = std::move(keys);
  m_plotsAction->setVisible(m_metrics != nullptr);
}

QStringList CurvesView::offeredMetrics() const {
  return m_metrics ? m_metrics() : QStringList();
}

void CurvesView::setChosenPlots(const QStringList& ids) {
  if (ids == m_chosen || ids.isEmpty()) {
    return;
  }
  m_chosen = ids;
  applyPlots();
  Q_EMIT plotsChosen();
}

void CurvesView::togglePlot(const QString& id) {
  QStringList chosen = m_chosen;
  if (chosen.removeAll(id) == 0) {
    chosen << id;
  }
  setChosenPlots(chosen);
}

void CurvesView::toggleMetric(const QString& key) {
  togglePlot(plotOf(key));
}

bool CurvesView::isMetricShown(const QString& key) const {
  return m_chosen.contains(plotOf(key));
}

// What only some runs have takes no place in the others.
bool CurvesView::hasPlace(const CurveGroup& group) const {
  if (!group.onlyWithData) return true;
  return m_source &&
         std::any_of(group.series.begin(), group.series.end(), [&](const CurveSeries& series) {
           const auto* values = m_source(series.key);
           return values != nullptr && values->size() > 0;
         });
}

// The usual ones in their order, then single metrics as they were chosen.
void CurvesView::applyPlots() {
  m_groups.clear();
  for (const CurveGroup& group : m_offered) {
    if (m_chosen.contains(group.id) && hasPlace(group)) {
      m_groups << group;
    }
  }
  for (const QString& id : std::as_const(m_chosen)) {
    if (const QString metric = metricOf(id); !metric.isEmpty()) {
      CurveGroup group = singleCurveGroup(metric);
      group.id = id;
      m_groups << group;
    }
  }
  rebuildPlots(m_overlay->spread(m_groups));
  dataChanged();
  redraw();
}

// A plot that stays keeps its zoom and the keyboard.
void CurvesView::rebuildPlots(const QList<CurveGroup>& groups) {
  std::vector<CurvePlot*> old = std::move(m_plots);
  m_plots.clear();
  for (const CurveGroup& group : groups) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const CurvePlot* plot) {
      return plot->group().id == group.id;
    });
    CurvePlot* plot = same == old.end() ? newPlot() : *same;
    if (same != old.end()) {
      old.erase(same);
    }
    plot->setGroup(group);
    m_plots.push_back(plot);
  }
  qDeleteAll(old);
  placePlots(columnsThatFit());
  refreshMarks();
}

CurvePlot* CurvesView::newPlot() {
  auto* plot = new CurvePlot(m_grid);
  plot->setPutOff([this, plot] { putOff(plot); });
  plot->setSmoothing(m_smoothing);
  plot->setLogScale(m_logAction->isChecked());
  plot->setXRange(m_low, m_high);
  plot->setSource(m_lookup);
  plot->setCursor(m_cursor);
  plot->setSecondCursor(m_second);
  plot->setStepRange(m_stepRange);
  connectPlot(plot);
  return plot;
}

// One plot a turn of the event loop.
void CurvesView::putOff(CurvePlot* plot) {
  if (!m_putOff.contains(plot)) m_putOff << plot;
  m_turn.start();
}

void CurvesView::replotNext() {
  const QPointer<CurvePlot> plot = m_putOff.isEmpty() ? nullptr : m_putOff.takeFirst();
  if (plot != nullptr) plot->replotIfStale();
  if (!m_putOff.isEmpty()) m_turn.start();
}

void CurvesView::setStepRange(const StepRange& range) {
  m_stepRange = range;
  for (CurvePlot* plot : m_plots) plot->setStepRange(range);
}

int CurvesView::columnsThatFit() const {
  const auto count = static_cast<int>(m_plots.size());
  const int fitting = std::clamp(m_scroll->viewport()->width() / kColumnWidth, 1, 3);
  if (count <= 1 || m_scroll->viewport()->width() < kNarrow) return 1;
  return count <= kFewPlots ? 2 : std::max(2, fitting);
}

// Rows share the height; where it is too little, the plots scroll.
void CurvesView::placePlots(int columns) {
  const auto count = static_cast<int>(m_plots.size());
  m_columns = columns;
  const int rows = (count + columns - 1) / columns;
  for (int i = 0; i < count; ++i) {
    m_gridLayout->addWidget(m_plots[static_cast<std::size_t>(i)], i / columns, i % columns);
  }
  for (int i = 0; i < std::max(m_gridLayout->columnCount(), columns); ++i) {
    m_gridLayout->setColumnStretch(i, i < columns ? 1 : 0);
  }
  for (int i = 0; i < std::max(m_gridLayout->rowCount(), rows); ++i) {
    m_gridLayout->setRowStretch(i, i < rows ? 1 : 0);
  }
}

void CurvesView::choosePlots() {
  QMenu menu(this);
  menu.setToolTipsVisible(true);
  const auto add = [this](QMenu* to, const QString& id, const QString& name, const QString& tip) {
    QAction* action = to->addAction(name, this, [this, id] { togglePlot(id); });
    action->setCheckable(true);
    action->setChecked(m_chosen.contains(id));
    action->setEnabled(!(m_chosen.size() == 1 && m_chosen.front() == id));
    action->setToolTip(tip);
  };
  for (const CurveGroup& group : m_offered) {
    add(&menu, group.id, group.title, group.unit);
  }
  menu.addSeparator();
  std::map<QString, QMenu*> families;
  const QStringList metrics = offeredMetrics();
  for (const QString& key : metrics) {
    const record::MetricInfo* info = record::find_metric(key.toStdString());
    const QString name = family(key).isEmpty() ? tr("single metrics") : family(key);
    QMenu*& family = families[name];
    if (family == nullptr) {
      family = menu.addMenu(name);
      family->setToolTipsVisible(true);
    }
    add(family, plotOf(key), metricTitle(key),
        info == nullptr ? key : key + QStringLiteral(": ") + metricHelp(key));
  }
  menu.exec(placeOf(m_plotsAction));
}

void CurvesView::fillMenu(QMenu& menu, double step) {
  const auto range = dataRange();
  if (const auto at = stepOfData(step); at && range) {
    menu.addAction(tr("Show the episodes of step %1").arg(formatCount(std::llround(*at))), this,
                   [this, at] { Q_EMIT stepActivated(*at); });
    menu.addAction(tr("Copy the values of step %1").arg(formatCount(std::llround(*at))), this,
                   [this, at] { copyValues(*at); });
    menu.addSeparator();
  }
  menu.addAction(m_resetAction);
  menu.addAction(m_followAction);
  menu.addAction(m_logAction);
  menu.addAction(m_tableAction);
  menu.addSeparator();
  menu.addAction(m_plotsAction);
  menu.addAction(m_exportAction);
}

void CurvesView::showMenu(QPoint place, double step) {
  QMenu menu(this);
  fillMenu(menu, step);
  menu.exec(place);
}

void CurvesView::copyValues(double step) {
  QStringList lines;
  for (CurvePlot* plot : m_plots) {
    plot->updateSmoothed();
    for (const CursorValue& value : plot->valuesAt(step)) {
      if (!value.isThere) continue;
      lines << QStringList{value.group, value.run, value.label, QString::number(value.step),
                           QString::number(value.raw, 'g', 9)}
                   .join(QLatin1Char('\t'));
    }
  }
  QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void CurvesView::connectPlot(CurvePlot* plot) {
  connect(plot, &CurvePlot::cursorMoved, this, [this](double step) {
    if (!isPinned()) {
      moveCursor(step);
    }
  });
  connect(plot, &CurvePlot::secondCursorSet, this, [this](double step) {
    const bool again = m_second && std::fabs(*m_second - step) < 0.5;
    setSecondCursorStep(again ? std::nullopt : std::optional(step));
  });
  connect(plot, &CurvePlot::secondCursorToggleRequested, this,
          [this] { setSecondCursorStep(m_second ? std::nullopt : m_cursor); });
  connect(plot, &CurvePlot::secondCursorMoveRequested, this, [this](int delta) {
    setSecondCursorStep(m_second.value_or(m_cursor.value_or(m_high)) + delta);
  });
  connect(plot, &CurvePlot::pinToggleRequested, m_pinAction, &QAction::toggle);
  connect(plot, &CurvePlot::escapePressed, this, [this] {
    setPinned(false);
    setSecondCursorStep(std::nullopt);
  });
  connect(plot, &CurvePlot::stepClicked, this, [this](double step) {
    if (m_table->isVisibleTo(this)) {
      moveCursor(step);
      setPinned(true);
    }
    Q_EMIT stepActivated(std::round(step));
  });
  connect(plot, &CurvePlot::menuRequested, this, &CurvesView::showMenu);
  connect(plot, &CurvePlot::markClicked, this, [this](const PlotMark& mark) {
    setAlarmsVisible(true);
    m_alarmList->selectAlarm(mark.id);
  });
  connect(plot, &CurvePlot::phaseClicked, this,
          [this](int index) { showPhase(static_cast<std::size_t>(index)); });
  connect(plot, &CurvePlot::phaseMoveRequested, this, &CurvesView::movePhase);
  connect(plot, &CurvePlot::xRangeRequested, this, [this](double low, double high) {
    m_followAction->setChecked(false);
    const double span = high - low;
    const double shown = withinData(low, span);
    setXRange(shown, shown + span);
  });
  connect(plot, &CurvePlot::resetRequested, this, [this] {
    m_followAction->setChecked(true);
    resetRange();
  });
  connect(plot, &CurvePlot::moveRequested, this,
          [this](int delta) { moveCursor(m_cursor.value_or(m_high) + delta); });
}

}  // namespace nereid::widgets
