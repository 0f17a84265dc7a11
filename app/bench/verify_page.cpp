// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/verify_page.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/bench/bench_editor.h"
#include "app/bench/bench_templates.h"
#include "app/bench/verdict_line.h"
#include "app/bench/verify_options.h"
#include "engine/base/clock.h"
#include "engine/tasks/reference_file.h"
#include "widgets/code/code_editor.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/words/problem_lines.h"

namespace nereid::app {

using widgets::CodeEditor;
using widgets::PanelHead;

VerifyPage::VerifyPage(VerifyService& service, QAction* verifyAction, QWidget* parent)
    : QWidget(parent),
      m_service(service),
      m_head(new PanelHead(tr("Verify"), this)),
      m_reference(new BenchEditor(BenchEditor::Side::kReference, this)),
      m_candidate(new BenchEditor(BenchEditor::Side::kCandidate, this)),
      m_offer(new QWidget(this)),
      m_line(new VerdictLine(this)),
      m_options(new VerifyOptionsButton(this)) {
  setAcceptDrops(true);
  m_head->setNote(tr("a reference with class Model, a candidate with class ModelNew"));
  m_head->addPrimaryAction(verifyAction);
  m_line->addWidget(m_options);
  auto* editors = new widgets::Splitter(Qt::Horizontal, this);
  editors->setChildrenCollapsible(false);
  editors->addWidget(m_reference);
  editors->addWidget(m_candidate);
  editors->setSizes({100, 100});
  auto* layout = widgets::tightColumn(this);
  setupOffer();
  layout->addWidget(m_head);
  layout->addWidget(m_offer);
  layout->addWidget(editors, 1);
  layout->addWidget(m_line);
  setTabOrder(m_reference->openButton(), referenceEditor());
  setTabOrder(referenceEditor(), m_candidate->openButton());
  setTabOrder(m_candidate->openButton(), candidateEditor());
  for (BenchEditor* side : {m_reference, m_candidate}) connectSide(side);
  connect(m_line, &VerdictLine::cancelRequested, this, &VerifyPage::cancel);
  connect(m_line, &VerdictLine::lineRequested, this, &VerifyPage::goToProblem);
  connect(&m_service, &VerifyService::verdictReady, this, &VerifyPage::take);
  connect(&m_service, &VerifyService::stageChanged, this,
          [this](quint64 ticket, verify::Stage stage) {
            if (ticket == m_ticket) m_line->showStage(stage);
          });
  connect(&m_service, &VerifyService::failed, this, [this](quint64 ticket, const QString& message) {
    if (ticket != m_ticket) return;
    setTicket(0);
    m_line->showMessage(tr("Could not be verified: %1").arg(message));
    Q_EMIT failed(message);
  });
}

void VerifyPage::setupOffer() {
  auto* words = new QLabel(tr("Paste a PyTorch reference at the left and a kernel at the right, or "
                              "begin with"),
                           m_offer);
  words->setWordWrap(true);
  widgets::keepRole(words, widgets::Role::kSecondary);
  auto* task = new QPushButton(tr("A task..."), m_offer);
  auto* pair = new QPushButton(tr("A template"), m_offer);
  auto* templates = new QMenu(pair);
  for (const BenchTemplate& one : benchTemplates()) {
    QAction* action = templates->addAction(
        one.title, this, [this, id = one.id] { Q_EMIT m_candidate->templateRequested(id); });
    action->setToolTip(one.about);
  }
  templates->setToolTipsVisible(true);
  pair->setMenu(templates);
  widgets::setMenuMark(pair, templates);
  pair->setStyleSheet(QStringLiteral("QPushButton::menu-indicator { image: none; width: 0; }"));
  connect(task, &QPushButton::clicked, m_reference, &BenchEditor::taskRequested);
  auto* row = new QHBoxLayout(m_offer);
  row->setContentsMargins(10, 4, 10, 6);
  row->setSpacing(8);
  row->addWidget(words, 1);
  row->addWidget(task);
  row->addWidget(pair);
}

// A focus proxy would make Tab pass by the reference.
void VerifyPage::focusInEvent(QFocusEvent* event) {
  candidateEditor()->setFocus(event->reason());
}

void VerifyPage::connectSide(BenchEditor* side) {
  side->editor()->installEventFilter(this);
  connect(side, &BenchEditor::textChanged, this, &VerifyPage::refreshStale);
  connect(side, &BenchEditor::failed, this, &VerifyPage::failed);
}

CodeEditor* VerifyPage::referenceEditor() const {
  return m_reference->editor();
}

CodeEditor* VerifyPage::candidateEditor() const {
  return m_candidate->editor();
}

BenchEditor* VerifyPage::current() const {
  return referenceEditor()->hasFocus() ? m_reference : m_candidate;
}

void VerifyPage::setSources(const QString& reference, const QString& candidate) {
  m_shown = {};
  m_reference->replace(reference);
  m_candidate->replace(candidate);
  for (CodeEditor* editor : {referenceEditor(), candidateEditor()}) editor->setProblems({});
  if (!isVerifying()) m_line->showNothing();
}

void VerifyPage::setTicket(quint64 ticket) {
  m_ticket = ticket;
  m_service.watch(ticket);
  Q_EMIT verifyingChanged(ticket != 0);
}

void VerifyPage::verify() {
  if (isVerifying()) return;
  m_sent = {m_reference->source(), m_candidate->source(), nullptr, 0};
  if (m_sent.reference.trimmed().isEmpty() || m_sent.candidate.trimmed().isEmpty()) {
    m_line->showMessage(
        tr("Both editors need a source: the reference at the left, the candidate at the right."));
    return;
  }
  verify::VerifyRequest request;
  request.id = "window";
  request.reference = m_sent.reference.toStdString();
  request.candidate = m_sent.candidate.toStdString();
  request.entry_point = tasks::entry_point_or_model(request.reference);
  m_options->apply(request);
  m_line->showWaiting();
  setTicket(m_service.submit(std::move(request)));
}

void VerifyPage::cancel() {
  if (!isVerifying()) return;
  m_service.cancel(m_ticket);
  setTicket(0);
  m_line->showMessage(tr("Cancelled. Ctrl+Enter verifies again."));
}

void VerifyPage::take(quint64 ticket, const VerdictPtr& verdict) {
  if (ticket != m_ticket) return;
  setTicket(0);
  m_sent.verdict = verdict;
  m_sent.unixMs = unix_ms();
  show(m_sent);
  Q_EMIT judged(std::make_shared<const VerifyRecord>(m_sent));
}

void VerifyPage::showRecord(const VerifyRecordPtr& record) {
  setSources(record->reference, record->candidate);
  show(*record);
}

void VerifyPage::recall(const VerifyRecord& record) {
  const bool isOther =
      m_reference->source() != record.reference || m_candidate->source() != record.candidate;
  if (isOther || m_shown.verdict || isVerifying() || !record.verdict) return;
  show(record);
  Q_EMIT recordShown();
}

// Lines are those of the text that was judged: they are marked only while it is the one shown.
void VerifyPage::show(const VerifyRecord& record) {
  m_shown = record;
  if (isVerifying()) return;
  std::vector<CodeEditor::Problem> inReference, inCandidate;
  if (!record.verdict) {
    m_line->showNothing();
  } else {
    m_line->showVerdict(*record.verdict);
    for (const widgets::ProblemLine& problem : widgets::problemLines(*record.verdict)) {
      (problem.inReference ? inReference : inCandidate).push_back({problem.line - 1, problem.text});
    }
  }
  const bool sameReference = m_reference->source() == record.reference;
  const bool sameCandidate = m_candidate->source() == record.candidate;
  if (!sameReference) inReference.clear();
  if (!sameCandidate) inCandidate.clear();
  referenceEditor()->setProblems(inReference);
  candidateEditor()->setProblems(inCandidate);
  refreshStale();
}

bool VerifyPage::isVerdictCurrent() const {
  return m_shown.verdict != nullptr && m_reference->source() == m_shown.reference &&
         m_candidate->source() == m_shown.candidate;
}

void VerifyPage::refreshStale() {
  m_offer->setVisible(m_reference->source().isEmpty() && m_candidate->source().isEmpty());
  const VerifyRecord& judged = isVerifying() ? m_sent : m_shown;
  const bool isKnown = isVerifying() || judged.verdict != nullptr;
  m_line->setStale(isKnown && (m_reference->source() != judged.reference ||
                               m_candidate->source() != judged.candidate));
}

void VerifyPage::goToProblem() {
  if (!m_shown.verdict) return;
  const auto problems = widgets::problemLines(*m_shown.verdict);
  if (problems.empty()) return;
  CodeEditor* editor = problems.front().inReference ? referenceEditor() : candidateEditor();
  // Edits above it have moved the sign with its line.
  const std::vector<int> rows = editor->problemRows();
  editor->setFocus(Qt::OtherFocusReason);
  editor->goToRow(rows.empty() ? problems.front().line - 1 : rows.front());
}

// The editor keeps Escape for itself.
bool VerifyPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && isVerifying() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    cancel();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void VerifyPage::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void VerifyPage::dropEvent(QDropEvent* event) {
  const QPoint place = m_candidate->mapFrom(this, event->position().toPoint());
  BenchEditor* side = m_candidate->rect().contains(place) ? m_candidate : m_reference;
  const auto urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.first().isLocalFile()) side->open(urls.first().toLocalFile());
}

}  // namespace nereid::app
