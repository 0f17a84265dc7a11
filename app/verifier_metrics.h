// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "engine/verify/verifier.h"

class QLabel;
class QStackedLayout;

namespace nereid::widgets {
class CellModel;
class ElidedLabel;
class EmptyState;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

class VerifyService;

/// One lane of the scheduler over its life.
struct LaneFacts {
  std::string name;
  int slots = 0;  ///< 0: the lane is not here, e.g. timing without a GPU
  int waiting = 0, active = 0;
  double use = 0;  ///< share of its slots at work over the last 30 s
  std::int64_t passes = 0;
  double busy_s = 0, waited_s = 0;
};
/// One stage of the verifier over all candidates.
struct StageFacts {
  std::string name;
  std::int64_t count = 0, rejected = 0;
  double total_s = 0, p50_ms = 0, p95_ms = 0;
};
/// What a verifier says of itself, as the window shows it.
struct VerifierFacts {
  verify::VerifierStats stats;
  std::vector<LaneFacts> lanes;
  std::vector<StageFacts> stages;
};

VerifierFacts factsOf(const verify::VerifierStats& stats);

/// "verifier of this window: 12 queued, 3.1 candidates/s"; empty while it has nothing to do.
QString ownVerifierText(const VerifyService& service);

/// Queue, pace, cache, restarts and sandbox in one line.
class VerifierStrip : public QWidget {
  Q_OBJECT

 public:
  explicit VerifierStrip(QWidget* parent = nullptr);
  /// Before the first candidate there is no verifier.
  void setIdle();
  void setFacts(const VerifierFacts& facts);
  /// The whole line, as it is read out.
  QString text() const;

 private:
  struct Fact {
    QLabel* name;
    QLabel* value;
  };
  Fact addFact(const QString& name, const QString& tip, int widestValue);
  void setFactsVisible(bool visible);

  QLabel* m_idle;
  std::vector<Fact> m_facts;
  QLabel* m_sandboxName;
  widgets::ElidedLabel* m_sandbox;
};

/// Lanes and stages of the scheduler as two tables.
class LaneTables : public QWidget {
  Q_OBJECT

 public:
  explicit LaneTables(QWidget* parent = nullptr);
  widgets::CellModel* lanes() const { return m_lanes; }
  widgets::CellModel* stages() const { return m_stages; }
  void setFacts(const VerifierFacts& facts);

 private:
  QWidget* side(const QString& title, widgets::CellModel* model, widgets::TableView*& view);

  widgets::CellModel* m_lanes;
  widgets::CellModel* m_stages;
  widgets::TableView* m_laneView = nullptr;
  widgets::TableView* m_stageView = nullptr;
  widgets::EmptyState* m_empty;
  QStackedLayout* m_pages;
};

}  // namespace nereid::app
