// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curve_marks.h"

#include <algorithm>
#include <cmath>

#include "engine/base/numbers.h"
#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/method_words.h"

namespace nereid::widgets {

namespace {

constexpr double kReach = 6;    // pixels between pointer and mark
constexpr int kPlainHead = 10;  // above the axes
constexpr double kClosest = 4;  // pixels between lines of phases
constexpr int kLeastName = 24;  // pixels: a shorter piece of a name says nothing
constexpr int kNameGap = 3;     // before a name, and at least before the next one

QString words(const char* text) {
  return QCoreApplication::translate("Curves", text);
}

// That a run reached its last step needs no mark.
bool endsRun(const std::string& state) {
  return state == "stopped" || state == "failed";
}

}  // namespace

void RunMarks::clear() {
  m_marks.clear();
  m_state.clear();
}

void RunMarks::put(PlotMark::Kind kind, std::int64_t step, const QString& text) {
  const auto place = static_cast<double>(step);
  m_marks[{step, static_cast<int>(kind)}] = {kind, place, place, text};
}

void RunMarks::add(const std::vector<record::Event>& events) {
  for (const record::Event& event : events) {
    if (event.kind == "checkpoint") {
      put(PlotMark::Kind::kCheckpoint, event.step,
          words("Step %1: checkpoint, %2")
              .arg(formatCount(event.step), QString::fromStdString(event.message)));
    } else if (event.kind == "state") {
      addState(event);
    }
  }
}

// The message of such an event is the state's name, or "name: message".
void RunMarks::addState(const record::Event& event) {
  const std::string state = event.message.substr(0, event.message.find(':'));
  const QString step = formatCount(event.step);
  if (state == m_state) {
    return;
  }
  if (state == "paused") {
    put(PlotMark::Kind::kPause, event.step, words("Step %1: paused").arg(step));
  } else if (state == "running" && m_state == "paused") {
    put(PlotMark::Kind::kContinue, event.step, words("Step %1: went on").arg(step));
  } else if (state == "starting" && event.step > 0) {
    put(PlotMark::Kind::kContinue, event.step,
        words("Step %1: continued from its checkpoint").arg(step));
  } else if (endsRun(state)) {
    put(PlotMark::Kind::kEnd, event.step,
        words("Step %1: %2").arg(step, engineText(event.message)));
  }
  m_state = state;
}

QList<PlotMark> RunMarks::marks() const {
  QList<PlotMark> marks;
  for (const auto& [place, mark] : m_marks) {
    // The checkpoint before the first step is no news.
    if (mark.kind != PlotMark::Kind::kCheckpoint || mark.first > 0) {
      marks << mark;
    }
  }
  return marks;
}

std::pair<double, double> stepRangeOf(const record::RunPhase& phase) {
  constexpr double kHalf = 0.5;
  return {static_cast<double>(phase.first_step) - kHalf,
          static_cast<double>(phase.last_step) + kHalf};
}

QList<PlotMark> phaseMarks(const std::vector<record::RunPhase>& phases) {
  QList<PlotMark> marks;
  if (phases.size() < 2) return marks;
  for (const record::RunPhase& phase : phases) {
    const auto [first, last] = stepRangeOf(phase);
    marks << PlotMark{PlotMark::Kind::kPhase,
                      first,
                      last,
                      words("Phase %1 (%2): steps %3 to %4. Click its name to see it alone.")
                          .arg(text(phase.name), methodWord(phase.method),
                               formatCount(phase.first_step), formatCount(phase.last_step)),
                      {},
                      static_cast<int>(marks.size()),
                      text(phase.name)};
  }
  return marks;
}

void CurvePlot::setupMarks() {
  for (QCPGraph** graph : {&m_markGraphs.phases, &m_markGraphs.lines, &m_markGraphs.checkpoints,
                           &m_markGraphs.spans, &m_markGraphs.alarms}) {
    *graph = m_plot->addGraph();
    (*graph)->setAntialiased(false);
  }
  m_markGraphs.alarms->setAntialiased(true);
  m_markGraphs.checkpoints->setAntialiased(true);
}

void CurvePlot::styleMarks() {
  constexpr double kSize = 7;
  const QColor quiet = theme().color(Role::kSecondary);
  const QColor warning = theme().color(Role::kWarning);
  QColor pale = quiet;
  pale.setAlphaF(0.5F);
  m_markGraphs.lines->setPen(QPen(pale, 1));  // the lines of the cursors are broken
  m_markGraphs.phases->setLayer(QStringLiteral("axes"));
  m_markGraphs.checkpoints->setLineStyle(QCPGraph::lsNone);
  m_markGraphs.checkpoints->setScatterStyle(QCPScatterStyle(
      QCPScatterStyle::ssDiamond, QPen(quiet, 1), QBrush(theme().color(Role::kPanel)), kSize));
  QPen bar(warning, 2);
  bar.setCapStyle(Qt::FlatCap);
  m_markGraphs.spans->setPen(bar);
  m_markGraphs.alarms->setLineStyle(QCPGraph::lsNone);
  m_markGraphs.alarms->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangleInverted,
                                                       QPen(warning, 1.5), QBrush(warning), kSize));
}

void CurvePlot::setMarks(const QList<PlotMark>& marks) {
  if (m_marks != marks) {
    m_marks = marks;
    refresh();
  }
}

bool CurvePlot::concerns(const PlotMark& mark) const {
  return mark.metric.isEmpty() ||
         std::any_of(m_group.series.begin(), m_group.series.end(),
                     [&](const CurveSeries& series) { return series.switchKey() == mark.metric; });
}

void CurvePlot::fillMarks() {
  QVector<QCPGraphData> lines, checkpoints, spans, alarms;
  const QCPRange y = m_plot->yAxis->range();
  const auto at = [&](double share) {
    return m_log ? y.lower * std::pow(y.upper / y.lower, share) : y.lower + y.size() * share;
  };
  // Whole marks inside the plot, however high it is.
  constexpr double kInset = 6;
  const double inset = kInset / std::max(40, m_plot->axisRect()->height());
  const double side = (xHigh() - xLow()) * kInset / std::max(40, m_plot->axisRect()->width());
  const auto inside = [&](double step) {
    return std::clamp(step, xLow() + side, std::max(xLow() + side, xHigh() - side));
  };
  // Of checkpoints in a row one is drawn where a band of them would hide the curves.
  constexpr double kApart = 28;
  const double apart = (xHigh() - xLow()) * kApart / std::max(40, m_plot->axisRect()->width());
  for (const PlotMark& mark : m_marks) {
    if (mark.last < xLow() || mark.first > xHigh() || !concerns(mark)) {
      continue;
    }
    if (mark.kind == PlotMark::Kind::kCheckpoint) {
      const double place = inside(mark.first);
      if (checkpoints.isEmpty() || place - checkpoints.last().key >= apart)
        checkpoints << QCPGraphData(place, at(inset));
    } else if (mark.kind == PlotMark::Kind::kAlarm) {
      if (mark.first >= xLow()) {
        alarms << QCPGraphData(inside(mark.first), at(1 - inset));
      }
      spans << QCPGraphData(mark.first, at(1 - inset)) << QCPGraphData(mark.last, at(1 - inset))
            << QCPGraphData(mark.last, kNaN);
    } else if (mark.kind != PlotMark::Kind::kPhase) {
      lines << QCPGraphData(mark.first, y.lower) << QCPGraphData(mark.first, y.upper)
            << QCPGraphData(mark.first, kNaN);
    }
  }
  m_markGraphs.lines->data()->set(lines, true);
  m_markGraphs.checkpoints->data()->set(checkpoints);
  m_markGraphs.spans->data()->set(spans, true);
  m_markGraphs.alarms->data()->set(alarms);
  fillPhases();
}

// The first phase begins where the run does: no line. Of lines closer than some pixels one is
// drawn, and a name stands where it has room before the next one.
void CurvePlot::fillPhases() {
  const QCPRange y = m_plot->yAxis->range();
  const double pixels = std::max(40, m_plot->axisRect()->width());
  const auto placeOf = [&](double step) {
    return (std::clamp(step, xLow(), xHigh()) - xLow()) / (xHigh() - xLow()) * pixels;
  };
  const QFontMetrics metrics(theme().smallFont());
  // Over the areas of the funnel, in a colour that is seen on them.
  const bool isFunnel = m_group.kind == CurveGroup::Kind::kFunnel;
  m_markGraphs.phases->setPen(
      QPen(theme().color(isFunnel ? Role::kPanel : Role::kSecondary), 1, Qt::DashDotLine));
  QVector<QCPGraphData> lines;
  double lastLine = -kClosest;
  int names = 0;
  bool hasPhases = false;
  for (const PlotMark& mark : std::as_const(m_marks)) {
    if (mark.kind != PlotMark::Kind::kPhase) continue;
    hasPhases = true;
    if (mark.last <= xLow() || mark.first >= xHigh()) continue;
    const double left = placeOf(mark.first);
    if (mark.id > 0 && mark.first > xLow() && left >= lastLine + kClosest) {
      lines << QCPGraphData(mark.first, y.lower) << QCPGraphData(mark.first, y.upper)
            << QCPGraphData(mark.first, kNaN);
      lastLine = left;
    }
    const double room = placeOf(mark.last) - left - 2 * kNameGap;
    const QString name = metrics.elidedText(mark.label, Qt::ElideRight, static_cast<int>(room));
    if (room >= kLeastName) showPhaseName(names++, name, std::max(mark.first, xLow()));
  }
  m_markGraphs.phases->data()->set(lines, true);
  for (std::size_t i = static_cast<std::size_t>(names); i < m_phaseNames.size(); ++i)
    m_phaseNames[i]->setVisible(false);
  const int head = hasPhases ? metrics.height() + kNameGap : kPlainHead;
  QMargins margins = m_plot->axisRect()->minimumMargins();
  if (margins.top() == head) return;
  margins.setTop(head);
  m_plot->axisRect()->setMinimumMargins(margins);
  QMargins now = m_plot->axisRect()->margins();
  now.setTop(head);
  m_plot->axisRect()->setMargins(now);
}

void CurvePlot::showPhaseName(int index, const QString& name, double step) {
  while (static_cast<int>(m_phaseNames.size()) <= index) {
    auto* item = new QCPItemText(m_plot);  // owned by the plot
    item->setClipToAxisRect(false);
    item->position->setTypeX(QCPItemPosition::ptPlotCoords);
    item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    item->setPadding(QMargins(kNameGap, 0, 0, 1));
    m_phaseNames.push_back(item);
  }
  QCPItemText* item = m_phaseNames[static_cast<std::size_t>(index)];
  item->setVisible(true);
  item->setText(name);
  item->setFont(theme().smallFont());
  item->setColor(theme().color(Role::kSecondary));
  item->position->setCoords(step, 0);
}

QStringList CurvePlot::phaseNames() const {
  QStringList names;
  for (const QCPItemText* item : m_phaseNames)
    if (item->visible()) names << item->text();
  return names;
}

QList<PlotMark> CurvePlot::marksAt(QPointF place) const {
  QList<PlotMark> found;
  const double x = place.x();
  for (const PlotMark& mark : m_marks) {
    if (!concerns(mark)) {
      continue;
    }
    const double first = m_plot->xAxis->coordToPixel(mark.first);
    const double last = m_plot->xAxis->coordToPixel(mark.last);
    // A bar is hit at the top only: below it the curves are to be read.
    const QRect area = m_plot->axisRect()->rect();
    const bool high = place.y() < area.top() + 0.12 * area.height();
    if (mark.kind == PlotMark::Kind::kPhase) {
      const bool isOnName =
          place.y() < area.top() && x >= first && x < last && x >= area.left() && x <= area.right();
      const bool isOnLine =
          place.y() >= area.top() && mark.id > 0 && std::fabs(x - first) <= kReach;
      if (isOnName || isOnLine) found << mark;
      continue;
    }
    if (x >= first - kReach && x <= last + kReach &&
        (mark.kind != PlotMark::Kind::kAlarm || high)) {
      found << mark;
    }
  }
  return found;
}

}  // namespace nereid::widgets
