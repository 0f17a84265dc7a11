// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QStackedWidget;
class QTabBar;

namespace nereid::widgets {
class PanelHead;
}

namespace nereid::app {

class LaneTables;
class VerifierStrip;
class VerifyService;
class ZooPage;

/// The verifier itself: what it is doing now, and what was found when it was put to the test. Each
/// test has a tab. GUI thread only.
class VerifierPage : public QWidget {
  Q_OBJECT

 public:
  explicit VerifierPage(VerifyService& service, QWidget* parent = nullptr);
  widgets::PanelHead* head() const { return m_head; }
  VerifierStrip* strip() const { return m_strip; }
  QTabBar* tabs() const { return m_tabs; }
  ZooPage* zoo() const { return m_zoo; }
  LaneTables* lanes() const { return m_lanes; }
  QAction* copyAction() const { return m_copy; }
  QAction* exportAction() const { return m_export; }
  /// Another report on the verifier, behind the ones that are there.
  void addTab(QWidget* page, const QString& title, const QString& tip);
  void showZoo();

 private:
  void setupActions();
  void refreshHead();
  void refreshFacts();

  VerifyService& m_service;
  widgets::PanelHead* m_head;
  VerifierStrip* m_strip;
  QTabBar* m_tabs;
  QStackedWidget* m_pages;
  ZooPage* m_zoo;
  LaneTables* m_lanes;
  QAction* m_copy;
  QAction* m_export;
};

}  // namespace nereid::app
