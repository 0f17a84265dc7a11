// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "app/verify_service.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace nereid::widgets {
class CodeEditor;
class PanelHead;
class StagePipsWidget;
class TableView;
class CellModel;
class EmptyState;
}  // namespace nereid::widgets

class QStackedLayout;

namespace nereid::app {

/// One judgement of the Verify workspace. Immutable.
struct VerifyRecord {
  QString reference;
  QString candidate;
  VerdictPtr verdict;
  qint64 unixMs = 0;
};
using VerifyRecordPtr = std::shared_ptr<const VerifyRecord>;

/// Two editors and the verdict line of the Verify workspace. GUI thread only.
class VerifyPage : public QWidget {
  Q_OBJECT

 public:
  VerifyPage(VerifyService& service, QAction* verifyAction, QWidget* parent = nullptr);
  widgets::PanelHead* head() const { return m_head; }
  widgets::CodeEditor* referenceEditor() const { return m_reference; }
  widgets::CodeEditor* candidateEditor() const { return m_candidate; }
  /// Of what is in the editors; null before it was judged.
  VerdictPtr lastVerdict() const { return m_shown ? m_shown->verdict : nullptr; }
  /// The same with what was judged; null before.
  const VerifyRecordPtr& lastRecord() const { return m_shown; }
  void setSources(const QString& reference, const QString& candidate);
  /// Sends what is in the editors to the verifier.
  void verify();
  /// Shows an earlier judgement again, sources and verdict.
  void showRecord(const VerifyRecordPtr& record);

 Q_SIGNALS:
  void judged(const nereid::app::VerifyRecordPtr& record);
  void failed(const QString& message);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* side(const QString& title, widgets::CodeEditor* editor);
  void openFile(widgets::CodeEditor* editor);
  void loadFile(const QString& file, widgets::CodeEditor* editor);
  void take(quint64 ticket, const VerdictPtr& verdict);
  void showVerdict(const verify::Verdict& verdict);

  VerifyService& m_service;
  widgets::PanelHead* m_head;
  widgets::CodeEditor* m_reference;
  widgets::CodeEditor* m_candidate;
  QComboBox* m_policy;
  QCheckBox* m_audit;
  QLabel* m_verdict;
  widgets::StagePipsWidget* m_pips;
  quint64 m_ticket = 0;  ///< of the request under way, 0 if none
  VerifyRecord m_sent;
  VerifyRecordPtr m_shown;
};

/// What was judged in this session, newest first.
class VerifyHistory : public QWidget {
  Q_OBJECT

 public:
  explicit VerifyHistory(QWidget* parent = nullptr);
  widgets::PanelHead* head() const { return m_head; }
  widgets::TableView* view() const { return m_view; }
  void add(const VerifyRecordPtr& record);
  int count() const { return static_cast<int>(m_records.size()); }

 Q_SIGNALS:
  void recordSelected(const nereid::app::VerifyRecordPtr& record);

 private:
  void refresh();

  widgets::PanelHead* m_head;
  widgets::CellModel* m_model;
  widgets::TableView* m_view;
  widgets::EmptyState* m_empty;
  QStackedLayout* m_pages;
  std::vector<VerifyRecordPtr> m_records;  ///< oldest first
};

}  // namespace nereid::app
