// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/parallel_plot.h"

#include <QAccessible>
#include <QPainter>
#include <QSaveFile>
#include <algorithm>
#include <cmath>

#include "widgets/look/svg_picture.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr int kTop = 48;
constexpr int kBottom = 40;  // the mark for missing values and the scale of the colours
constexpr int kSide = 64;
constexpr int kMissing = 18;       // below the axis
constexpr int kLeastGap = 56;      // between two axes
constexpr int kMostForTitle = 96;  // of that, what a title may ask for
constexpr int kBesideLabel = 21;   // from an axis to its labels, and from them to the next axis

Error writeError(const QString& file, const QString& why) {
  return {ErrorCode::kPermissionDenied,
          ParallelPlot::tr("%1 cannot be written: %2. Choose another folder.")
              .arg(file, why)
              .toStdString()};
}

}  // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Parallel coordinates of runs"));
  connect(&theme(), &Theme::themeChanged, this, [this] {
    takeRoom();
    redraw();
  });
  tellAccessibility();
}

QRectF ParallelPlot::area() const {
  return QRectF(rect()).adjusted(kSide, kTop, -kSide, -kBottom - kMissing);
}

double ParallelPlot::axisX(int axis) const {
  const QRectF box = area();
  const int count = static_cast<int>(m_state.axes().size());
  return count < 2 ? box.center().x() : box.left() + box.width() * axis / (count - 1);
}

double ParallelPlot::yOf(double position) const {
  const QRectF box = area();
  return std::isnan(position) ? box.bottom() + kMissing : box.bottom() - position * box.height();
}

QRectF ParallelPlot::titleBox(int axis) const {
  const int count = static_cast<int>(m_state.axes().size());
  const double room = count < 2 ? width() : area().width() / (count - 1);
  const double half = std::min(room / 2 - 2, axisX(axis));
  return {axisX(axis) - half, 4, std::min(2 * half, width() - axisX(axis) + half), kTop - 14.0};
}

void ParallelPlot::setContent(std::vector<RunSummaryPtr> runs,
                              const std::vector<RunColumn>& columns) {
  const auto before = m_state.passing();
  m_hovered.reset();
  m_state.setContent(std::move(runs), columns);
  takeRoom();
  m_focus = std::clamp(m_focus, 0, std::max(0, static_cast<int>(m_state.axes().size()) - 1));
  redraw();
  tellAccessibility();
  Q_EMIT colorByChanged();
  if (m_state.passing() != before) {
    Q_EMIT brushed();
  }
}

void ParallelPlot::setOrder(const QStringList& ids) {
  m_state.setOrder(ids);
  redraw();
}

void ParallelPlot::moveAxis(int from, int to) {
  const int last = static_cast<int>(m_state.axes().size()) - 1;
  to = std::clamp(to, 0, std::max(0, last));
  if (from == to) {
    return;
  }
  m_state.move(from, to);
  if (m_focus == from) {
    m_focus = to;
  }
  redraw();
  tellAccessibility();
  Q_EMIT orderChanged();
}

void ParallelPlot::setColorBy(const QString& columnId) {
  m_colorBy = columnId;
  redraw();
  Q_EMIT colorByChanged();
}

int ParallelPlot::colorAxis() const {
  const auto& axes = m_state.axes();
  int usual = -1;
  for (int i = 0; i < static_cast<int>(axes.size()); ++i) {
    const RunColumn& column = axes[static_cast<std::size_t>(i)].column;
    if (axes[static_cast<std::size_t>(i)].id == m_colorBy) {
      return i;
    }
    const bool isReward =
        column.kind == RunColumn::Kind::kFinal && column.key == QLatin1String("reward");
    if (isReward || (usual < 0 && column.isMetric())) {
      usual = i;
    }
  }
  return usual;
}

QString ParallelPlot::colorBy() const {
  const int axis = colorAxis();
  return axis < 0 ? QString() : m_state.axes()[static_cast<std::size_t>(axis)].id;
}

void ParallelPlot::setBrush(int axis, std::optional<ParallelAxes::Range> range) {
  if (range) {
    range->first = std::clamp(range->first, 0.0, 1.0);
    range->second = std::clamp(range->second, range->first, 1.0);
  }
  m_state.setBrush(axis, range);
  redraw();
  tellAccessibility();
  Q_EMIT brushed();
}

void ParallelPlot::clearBrushes() {
  if (!m_state.isBrushed()) {
    return;
  }
  m_state.clearBrushes();
  redraw();
  tellAccessibility();
  Q_EMIT brushed();
}

void ParallelPlot::setChosen(const QStringList& dirs) {
  m_chosen = QSet<QString>(dirs.begin(), dirs.end());
  update();
}

QString ParallelPlot::hoveredRun() const {
  return m_hovered ? m_state.runs()[*m_hovered]->dir : QString();
}

// A number is shown whole or not at all.
void ParallelPlot::takeRoom() {
  const QFontMetrics metrics(theme().smallFont());
  int gap = kLeastGap;
  for (const ParallelAxis& axis : m_state.axes()) {
    const QString name = axis.column.title().section(QLatin1Char('.'), -1);
    gap = std::max(gap, std::min(kMostForTitle, metrics.horizontalAdvance(name) + 10));
    if (axis.scale == ParallelAxis::Scale::kCategories) {
      continue;
    }
    for (const ParallelAxis::Tick& tick : axis.ticks) {
      gap = std::max(gap, metrics.horizontalAdvance(tick.text) + kBesideLabel);
    }
  }
  setMinimumWidth(2 * kSide + gap * std::max(0, static_cast<int>(m_state.axes().size()) - 1));
}

void ParallelPlot::redraw() {
  m_colorAxis = colorAxis();
  m_lines = QImage();
  update();
}

QPixmap ParallelPlot::drawNow() {
  redraw();
  return grab();
}

// What a screen reader says of the place of the keyboard.
void ParallelPlot::tellAccessibility() {
  const auto& axes = m_state.axes();
  QString words = tr("Runs: %1.").arg(m_state.runs().size());
  if (!axes.empty()) {
    const ParallelAxis& axis = axes[static_cast<std::size_t>(m_focus)];
    const auto range = m_state.brush(m_focus);
    words += QLatin1Char(' ');
    words += range ? tr("Axis %1 of %2: %3, from %4 to %5.")
                         .arg(m_focus + 1)
                         .arg(axes.size())
                         .arg(axis.column.title(), axis.valueText(range->first),
                              axis.valueText(range->second))
                   : tr("Axis %1 of %2: %3, all values.")
                         .arg(m_focus + 1)
                         .arg(axes.size())
                         .arg(axis.column.title());
  }
  words += QLatin1Char(' ');
  words +=
      tr("The table of runs holds the same values. Left and Right choose an axis, Up and Down "
         "move the lower end of its range, with Shift the upper one, Delete clears it, "
         "Ctrl+Left and Ctrl+Right move the axis.");
  if (words != accessibleDescription()) {
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
  }
}

Result<void> ParallelPlot::exportPng(const QString& file, double scale) {
  QImage image((QSizeF(size()) * scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  {
    QPainter painter(&image);
    paintAll(painter, true);
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.commit()) {
    return writeError(file, out.errorString());
  }
  return {};
}

Result<void> ParallelPlot::exportSvg(const QString& file) {
  SvgPicture picture(size(), accessibleName());
  {
    QPainter painter(&picture);
    paintAll(painter, true);
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly) || out.write(picture.document()) < 0 || !out.commit()) {
    return writeError(file, out.errorString());
  }
  return {};
}

}  // namespace nereid::widgets
