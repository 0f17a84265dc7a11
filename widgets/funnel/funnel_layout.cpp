// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/funnel/funnel_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nereid::widgets {

namespace {

using record::FunnelFlow;
using record::FunnelSummary;
using verify::Stage;

constexpr double kMargin = 12;
constexpr double kBarWidth = 8;
constexpr double kExitBarWidth = 4;
constexpr double kLeastBand = 1.5;
constexpr double kMostTrunk = 0.62;  // of the height, for all candidates
constexpr double kLeastTrunk = 0.3;
constexpr double kGap = 4;
constexpr double kAcceptedWidth = 96;  // of the last column
constexpr int kMostReasons = 8;

double scaled(std::int64_t count, double perCandidate) {
  return count == 0 ? 0 : std::max(kLeastBand, static_cast<double>(count) * perCandidate);
}

// A band between two vertical edges, level at both ends.
QPainterPath band(QPointF from, double fromHeight, QPointF to, double toHeight) {
  const double middle = (from.x() + to.x()) / 2;
  QPainterPath path(from);
  path.cubicTo({middle, from.y()}, {middle, to.y()}, to);
  path.lineTo(to.x(), to.y() + toHeight);
  path.cubicTo({middle, to.y() + toHeight}, {middle, from.y() + fromHeight},
               {from.x(), from.y() + fromHeight});
  path.closeSubpath();
  return path;
}

/// The way down of an exit: from the bar of its stage, along a channel, to the right to its words.
struct Drop {
  double x, y, thickness;  ///< at the bar
  double channel, width;   ///< left edge of the channel, and how wide it is
  double endX, endY;       ///< left upper corner of the end, as high as the channel is wide
};

QPainterPath drop(const Drop& way) {
  const double left = way.channel;
  const double right = way.channel + way.width;
  const double bottom = way.endY + way.width;
  const double turn = std::min(8.0, (way.endY - way.y) / 2);
  QPainterPath path(QPointF(way.x, way.y));
  path.quadTo({right, way.y}, {right, way.y + turn});
  path.lineTo(right, std::max(way.y + turn, way.endY - turn));
  path.quadTo({right, way.endY}, {way.endX, way.endY});
  path.lineTo(way.endX, bottom);
  path.quadTo({left, bottom}, {left, std::max(way.y + way.thickness, bottom - turn - way.width)});
  path.lineTo(left, way.y + way.thickness + turn / 2);
  path.quadTo({left, way.y + way.thickness}, {way.x, way.y + way.thickness});
  path.closeSubpath();
  return path;
}

// The most frequent reasons of a stage, and one exit for the rest when there is no room for all.
std::vector<FunnelExit> exitsOf(const FunnelSummary& summary, Stage stage, int column, int most) {
  std::vector<FunnelExit> exits;
  for (const FunnelFlow& flow : summary.flows) {
    if (flow.accepted || flow.stage != stage) continue;
    FunnelExit exit;
    exit.flow = flow;
    exit.column = column;
    exits.push_back(std::move(exit));
  }
  const int count = static_cast<int>(exits.size());
  if (count <= most) {
    return exits;
  }
  FunnelExit rest;
  rest.flow.stage = stage;
  rest.column = column;
  rest.others = count - (most - 1);
  for (int i = 0; i < count; ++i) {
    const FunnelExit& exit = exits[static_cast<std::size_t>(i)];
    if (i < most - 1) {
      rest.listed << QString::fromStdString(exit.flow.reason_code);
    } else {
      rest.flow.count += exit.flow.count;
    }
  }
  exits.resize(static_cast<std::size_t>(most - 1));
  exits.push_back(std::move(rest));
  return exits;
}

/// Makes one layout; steps in the order of the picture.
class Layouter {
 public:
  Layouter(const FunnelSummary& summary, QSizeF size, double row)
      : m_summary(summary), m_size(size), m_row(row) {
    m_stages = 1;
    for (int s = 2; s <= verify::kStageCount; ++s) {
      if (summary.reached[static_cast<std::size_t>(s - 1)] > 0) m_stages = s;
    }
    m_top = kMargin + 2 * row;
    m_slot = 2 * row + kGap;
    // The reasons get the room that they need, the trunk the rest.
    const double room = size.height() - m_top;
    const double words = row + m_slot * mostReasons() + kMargin;
    const double whole = std::clamp(room - words, kLeastTrunk * room, kMostTrunk * room);
    m_perCandidate = whole / static_cast<double>(summary.total);
    const double last = std::min(kAcceptedWidth, size.width() / (m_stages + 1));
    m_pitch = (size.width() - 2 * kMargin - last) / m_stages;
    m_fork = std::clamp(0.2 * m_pitch - 14, 9.0, 36.0);  // words first where it is narrow
  }

  FunnelLayout make() {
    for (int s = 1; s <= m_stages; ++s) addNode(static_cast<Stage>(s));
    for (int s = 1; s < m_stages; ++s) connectNodes(static_cast<std::size_t>(s - 1));
    for (int s = 1; s <= m_stages; ++s) addRejections(static_cast<Stage>(s));
    widenLabels();
    addAccepted();
    m_layout.columns = m_stages + 1;
    return std::move(m_layout);
  }

 private:
  double left(int column) const { return kMargin + m_pitch * column; }

  int mostReasons() const {
    std::array<int, verify::kStageCount + 1> counts{};
    for (const FunnelFlow& flow : m_summary.flows) {
      if (!flow.accepted) ++counts[static_cast<std::size_t>(flow.stage)];
    }
    return std::min(kMostReasons, *std::max_element(counts.begin(), counts.end()));
  }

  void addNode(Stage stage) {
    const auto at = static_cast<std::size_t>(stage) - 1;
    FunnelNode node;
    node.stage = stage;
    node.reached = m_summary.reached[at];
    node.passed = m_summary.passed[at];
    const double x = left(static_cast<int>(at));
    node.bar = QRectF(x, m_top, kBarWidth, scaled(node.reached, m_perCandidate));
    node.head = QRectF(x, kMargin - 4, m_pitch - kGap, 2 * m_row);
    m_layout.nodes.push_back(std::move(node));
  }

  void connectNodes(std::size_t at) {
    FunnelNode& node = m_layout.nodes[at];
    const FunnelNode& next = m_layout.nodes[at + 1];
    if (next.reached == 0) return;
    node.on = band({node.bar.right(), node.bar.top()}, next.bar.height(), next.bar.topLeft(),
                   next.bar.height());
  }

  // Accepted candidates that no later stage saw lie between those that go on and the rejected.
  std::int64_t acceptedAfter(Stage stage) const {
    std::int64_t count = 0;
    for (const FunnelFlow& flow : m_summary.flows) {
      if (flow.accepted && flow.stage == stage) count += flow.count;
    }
    return count;
  }

  void addRejections(Stage stage) {
    const auto at = static_cast<std::size_t>(stage) - 1;
    const FunnelNode& node = m_layout.nodes[at];
    const double floor = m_top + m_perCandidate * static_cast<double>(m_summary.total);
    const double firstLabel = floor + 0.7 * m_row;
    const int room = static_cast<int>((m_size.height() - kMargin / 2 - firstLabel) / m_slot);
    std::vector<FunnelExit> exits =
        exitsOf(m_summary, stage, static_cast<int>(at), std::clamp(room, 1, kMostReasons));
    // The lowest words have the channel that is farthest to the left, so that no two cross.
    const double rejected = static_cast<double>(node.reached - node.passed) * m_perCandidate;
    const double narrowed = std::min(1.0, (m_fork - 4) / std::max(1.0, rejected));
    double channel = node.bar.right() + 2 + rejected * narrowed;
    double from = node.bar.top() + scaled(node.passed, m_perCandidate);
    double to = firstLabel;
    const double end = node.bar.right() + m_fork;
    for (FunnelExit& exit : exits) {
      const double thickness = scaled(exit.flow.count, m_perCandidate);
      const double width = std::max(kLeastBand, thickness * narrowed);
      channel -= width;
      exit.bar = QRectF(end, to, kExitBarWidth, std::max(width, 3.0));
      exit.band = drop({.x = node.bar.right(),
                        .y = from,
                        .thickness = thickness,
                        .channel = std::max(channel, node.bar.right() + 1),
                        .width = width,
                        .endX = end,
                        .endY = to});
      exit.label = QRectF(end + kExitBarWidth + 6, to - 2,
                          m_pitch - m_fork - kBarWidth - kExitBarWidth - 8, 2 * m_row);
      from += thickness;
      to += m_slot;
      m_layout.exits.push_back(std::move(exit));
    }
  }

  // Words may go on to the right, below a stage whose ways out end above them.
  void widenLabels() {
    for (FunnelExit& exit : m_layout.exits) {
      double right = m_size.width() - kGap;
      for (const FunnelExit& other : m_layout.exits) {
        const bool isInTheWay =
            other.column > exit.column && other.label.bottom() > exit.label.top();
        if (isInTheWay) right = std::min(right, left(other.column) - kGap);
      }
      exit.label.setRight(std::max(exit.label.right(), right));
    }
  }

  void addAccepted() {
    const double x = left(m_stages);
    double to = m_top;
    for (int s = m_stages; s >= 1; --s) {
      const auto stage = static_cast<Stage>(s);
      const std::int64_t count = acceptedAfter(stage);
      if (count == 0) continue;
      const FunnelNode& node = m_layout.nodes[static_cast<std::size_t>(s - 1)];
      const std::int64_t on =
          s < m_stages ? m_layout.nodes[static_cast<std::size_t>(s)].reached : 0;
      const double height = scaled(count, m_perCandidate);
      FunnelExit exit;
      exit.flow = {stage, true, {}, count};
      exit.column = m_stages;
      exit.bar = QRectF(x, to, kBarWidth, height);
      exit.band = band({node.bar.right(), node.bar.top() + scaled(on, m_perCandidate)}, height,
                       exit.bar.topLeft(), height);
      exit.label = QRectF(x, to + height + 4, m_size.width() - x - 4, 2 * m_row);
      if (to == m_top) exit.label = QRectF(x, kMargin - 4, m_size.width() - x - 4, 2 * m_row);
      to += height + 2 * m_row + kGap;
      m_layout.exits.push_back(std::move(exit));
    }
  }

  const FunnelSummary& m_summary;
  QSizeF m_size;
  double m_row;
  int m_stages = 1;
  double m_top = 0;
  double m_perCandidate = 0;
  double m_pitch = 0;
  double m_slot = 0;
  double m_fork = 0;
  FunnelLayout m_layout;
};

}  // namespace

int FunnelLayout::exitAt(QPointF place) const {
  // Words first: they are what one aims at, and bands lie over each other.
  for (std::size_t i = 0; i < exits.size(); ++i) {
    if (exits[i].label.contains(place) || exits[i].bar.adjusted(-2, -1, 2, 1).contains(place)) {
      return static_cast<int>(i);
    }
  }
  for (std::size_t i = 0; i < exits.size(); ++i) {
    if (exits[i].band.contains(place)) return static_cast<int>(i);
  }
  return -1;
}

int FunnelLayout::nodeAt(QPointF place) const {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].head.contains(place) || nodes[i].bar.adjusted(-3, 0, 3, 0).contains(place)) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

FunnelLayout layoutFunnel(const FunnelSummary& summary, QSizeF size, double row) {
  if (summary.total == 0) {
    return {};
  }
  return Layouter(summary, size, row).make();
}

}  // namespace nereid::widgets
