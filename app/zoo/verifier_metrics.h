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

/// "verifier of this window: 12 queued, 3.1 candidates/s"; empty while it has nothing to do.
QString ownVerifierText(const VerifyService& service);

/// Queue, pace, cache, restarts and sandbox in one line.
class VerifierStrip : public QWidget {
  Q_OBJECT

 public:
  explicit VerifierStrip(QWidget* parent = nullptr);
  /// Before the first candidate there is no verifier.
  void setIdle();
  void setStats(const verify::VerifierStats& stats);
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
  void setStats(const verify::VerifierStats& stats);

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
