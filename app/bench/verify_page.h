// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "app/desk/verify_service.h"

class QAction;

namespace nereid::widgets {
class CodeEditor;
class PanelHead;
}  // namespace nereid::widgets

namespace nereid::app {

class BenchEditor;
class VerdictLine;
class VerifyOptionsButton;

/// One judgement of the Verify workspace. Immutable.
struct VerifyRecord {
  QString reference;
  QString candidate;
  VerdictPtr verdict;  ///< null: not judged yet
  qint64 unixMs = 0;
};
using VerifyRecordPtr = std::shared_ptr<const VerifyRecord>;

/// The verifier bench: two editors, the options and the verdict line of the Verify workspace. What
/// is in the editors may change while it is judged. GUI thread only.
class VerifyPage : public QWidget {
  Q_OBJECT

 public:
  VerifyPage(VerifyService& service, QAction* verifyAction, QWidget* parent = nullptr);
  widgets::PanelHead* head() const { return m_head; }
  BenchEditor* reference() const { return m_reference; }
  BenchEditor* candidate() const { return m_candidate; }
  widgets::CodeEditor* referenceEditor() const;
  widgets::CodeEditor* candidateEditor() const;
  /// The side that the keyboard is in, else the candidate.
  BenchEditor* current() const;
  VerdictLine* line() const { return m_line; }
  VerifyOptionsButton* options() const { return m_options; }
  /// The last one that is shown; null before there is one.
  VerdictPtr lastVerdict() const { return m_shown.verdict; }
  /// The same with what was judged; null before.
  VerifyRecordPtr lastRecord() const {
    return m_shown.verdict ? std::make_shared<const VerifyRecord>(m_shown) : nullptr;
  }
  /// Is it one on what is in the editors now?
  bool isVerdictCurrent() const;
  bool isVerifying() const { return m_ticket != 0; }
  /// Other texts in both editors; undo brings the former ones back.
  void setSources(const QString& reference, const QString& candidate);
  /// Sends what is in the editors to the verifier.
  void verify();
  /// Ends the judgement under way; nothing is kept of it.
  void cancel();
  /// Shows an earlier judgement again, sources and verdict.
  void showRecord(const VerifyRecordPtr& record);
  /// The verdict of an earlier session, if it is one on what is in the editors; nothing otherwise.
  void recall(const VerifyRecord& record);
  /// Moves the keyboard to the first line that the verdict names.
  void goToProblem();

 Q_SIGNALS:
  void judged(const nereid::app::VerifyRecordPtr& record);
  void failed(const QString& message);
  void verifyingChanged(bool verifying);
  /// A verdict of an earlier session came back for what is in the editors.
  void recordShown();

 protected:
  void focusInEvent(QFocusEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void connectSide(BenchEditor* side);
  void take(quint64 ticket, const VerdictPtr& verdict);
  void show(const VerifyRecord& record);
  void setTicket(quint64 ticket);
  void refreshStale();
  void setupOffer();

  VerifyService& m_service;
  widgets::PanelHead* m_head;
  BenchEditor* m_reference;
  BenchEditor* m_candidate;
  QWidget* m_offer;  ///< ways to begin, while both editors are empty
  VerdictLine* m_line;
  VerifyOptionsButton* m_options;
  quint64 m_ticket = 0;  ///< of the request under way, 0 if none
  VerifyRecord m_sent;   ///< while one is under way
  VerifyRecord m_shown;
};

}  // namespace nereid::app
