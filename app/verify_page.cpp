// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verify_page.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/verify/audit.h"
#include "widgets/code_editor.h"
#include "widgets/empty_state.h"
#include "widgets/format.h"
#include "widgets/panel_head.h"
#include "widgets/stage_pips.h"
#include "widgets/table_view.h"
#include "widgets/theme.h"

namespace nereid::app {

using widgets::Cell;
using widgets::CodeEditor;
using widgets::PanelHead;
using widgets::Role;
using widgets::theme;

namespace {

constexpr std::uint64_t kLongestSource = 1 << 20;

QString verdictText(const verify::Verdict& verdict) {
  return widgets::verdictLine(verdict.accepted, verdict.reason.code, verdict.reason.message);
}

QString firstClassOrLine(const QString& source) {
  const auto lines = source.split(QLatin1Char('\n'));
  for (const QString& line : lines) {
    if (line.startsWith(QLatin1String("def ")) && !line.startsWith(QLatin1String("def get_"))) {
      return line.mid(4, line.indexOf(QLatin1Char('(')) - 4);
    }
  }
  return VerifyPage::tr("candidate");
}

}  // namespace

VerifyPage::VerifyPage(VerifyService& service, QAction* verifyAction, QWidget* parent)
    : QWidget(parent),
      m_service(service),
      m_head(new PanelHead(tr("Verify"), this)),
      m_reference(new CodeEditor(tr("Reference source"), this)),
      m_candidate(new CodeEditor(tr("Candidate source"), this)),
      m_policy(new QComboBox(this)),
      m_audit(new QCheckBox(tr("Audit"), this)),
      m_verdict(new QLabel(this)),
      m_pips(new widgets::StagePipsWidget(this)) {
  setAcceptDrops(true);
  m_head->setNote(tr("a reference with class Model, a candidate with class ModelNew"));
  m_head->addAction(verifyAction);
  for (CodeEditor* editor : {m_reference, m_candidate}) {
    editor->setReadOnly(false);
    editor->setAcceptDrops(false);  // a dropped file is opened, not pasted as its name
  }
  m_policy->addItem(tr("Full: kernels do all the compute"));
  m_policy->addItem(tr("Best system: torch may help"));
  m_policy->setAccessibleName(tr("What a candidate may use"));
  const QString noAudit = QString::fromStdString(verify::why_no_audit());
  m_audit->setEnabled(noAudit.isEmpty());
  m_audit->setToolTip(
      noAudit.isEmpty()
          ? tr("Runs the kernels of an accepted candidate under NVIDIA's compute-sanitizer: half a "
               "minute more")
          : tr("Kernels cannot be run under NVIDIA's compute-sanitizer here: %1").arg(noAudit));
  m_verdict->setAccessibleName(tr("Verdict"));
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_verdict->setMinimumWidth(40);
  m_pips->hide();

  auto* editors = new QSplitter(Qt::Horizontal, this);
  editors->setHandleWidth(1);
  editors->setChildrenCollapsible(false);
  editors->addWidget(side(tr("PyTorch reference"), m_reference));
  editors->addWidget(side(tr("candidate"), m_candidate));
  editors->setSizes({100, 100});
  auto* line = new QHBoxLayout;
  line->setContentsMargins(10, 6, 10, 6);
  line->setSpacing(10);
  line->addWidget(m_pips);
  line->addWidget(m_verdict, 1);
  line->addWidget(m_audit);
  line->addWidget(m_policy);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addWidget(editors, 1);
  layout->addLayout(line);
  setFocusProxy(m_candidate);
  m_verdict->setText(tr("Not judged yet. Ctrl+Enter verifies."));
  connect(&m_service, &VerifyService::verdictReady, this, &VerifyPage::take);
  connect(&m_service, &VerifyService::failed, this, [this](quint64 ticket, const QString& message) {
    if (ticket != m_ticket) return;
    m_ticket = 0;
    m_verdict->setText(tr("Could not be verified: %1").arg(message));
    Q_EMIT failed(message);
  });
}

QWidget* VerifyPage::side(const QString& title, CodeEditor* editor) {
  auto* side = new QWidget(this);
  auto* label = new QLabel(title, side);
  label->setFont(theme().smallFont());
  auto* open = new QToolButton(side);
  open->setText(tr("Open..."));
  open->setAccessibleName(tr("Open a file as %1").arg(title));
  open->setProperty("quiet", true);
  connect(open, &QToolButton::clicked, this, [this, editor] { openFile(editor); });
  auto* head = new QHBoxLayout;
  head->setContentsMargins(10, 0, 6, 0);
  head->addWidget(label, 1);
  head->addWidget(open);
  auto* layout = new QVBoxLayout(side);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(editor, 1);
  return side;
}

void VerifyPage::setSources(const QString& reference, const QString& candidate) {
  m_reference->setSource(reference);
  m_candidate->setSource(candidate);
  m_shown.reset();
  m_pips->hide();
  m_verdict->setText(tr("Not judged yet. Ctrl+Enter verifies."));
}

void VerifyPage::verify() {
  if (m_ticket != 0) return;
  m_sent = {m_reference->source(), m_candidate->source(), nullptr, 0};
  if (m_sent.reference.trimmed().isEmpty() || m_sent.candidate.trimmed().isEmpty()) {
    m_verdict->setText(
        tr("Both editors need a source: the reference at the left, the candidate at the right."));
    return;
  }
  verify::VerifyRequest request;
  request.id = "window";
  request.reference = m_sent.reference.toStdString();
  request.candidate = m_sent.candidate.toStdString();
  request.options.keep_artefacts = true;
  request.options.audit = m_audit->isChecked();
  request.options.policy =
      m_policy->currentIndex() == 0 ? verify::Policy::kFull : verify::Policy::kBestSystem;
  m_verdict->setText(tr("Verifying..."));
  m_pips->hide();
  m_ticket = m_service.submit(std::move(request));
}

void VerifyPage::take(quint64 ticket, const VerdictPtr& verdict) {
  if (ticket != m_ticket) return;
  m_ticket = 0;
  m_sent.verdict = verdict;
  m_sent.unixMs = unix_ms();
  m_shown = std::make_shared<const VerifyRecord>(m_sent);
  showVerdict(*verdict);
  Q_EMIT judged(m_shown);
}

void VerifyPage::showRecord(const VerifyRecordPtr& record) {
  setSources(record->reference, record->candidate);
  m_shown = record;
  showVerdict(*record->verdict);
}

void VerifyPage::showVerdict(const verify::Verdict& verdict) {
  m_pips->setPips(widgets::pipsOf(verdict));
  m_pips->show();
  const QString answer =
      tr("%1 in %2").arg(verdictText(verdict), widgets::formatDuration(verdict.total_ms));
  m_verdict->setText(
      verdict.coverage
          ? tr("%1 \u00B7 coverage %2%").arg(answer, widgets::formatNumber(100 * *verdict.coverage))
          : answer);
  m_verdict->setToolTip(widgets::text(verdict.reason.message));
}

void VerifyPage::openFile(CodeEditor* editor) {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a Python file"), QString(),
                                                    tr("Python (*.py);;All files (*)"));
  if (!file.isEmpty()) loadFile(file, editor);
}

void VerifyPage::loadFile(const QString& file, CodeEditor* editor) {
  const auto content = read_file(file.toStdString(), kLongestSource);
  if (!content) {
    Q_EMIT failed(QString::fromStdString(content.error().message));
    return;
  }
  std::size_t offset = 0;
  if (!is_utf8(*content, &offset)) {
    Q_EMIT failed(tr("%1 is not UTF-8: byte %L2 is not valid. Save it as UTF-8 first.")
                      .arg(file)
                      .arg(offset));
    return;
  }
  editor->setSource(QString::fromStdString(*content));
}

void VerifyPage::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void VerifyPage::dropEvent(QDropEvent* event) {
  const QPoint place = m_candidate->mapFrom(this, event->position().toPoint());
  CodeEditor* editor = m_candidate->rect().contains(place) ? m_candidate : m_reference;
  const auto urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.first().isLocalFile()) loadFile(urls.first().toLocalFile(), editor);
}

VerifyHistory::VerifyHistory(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("History"), this)),
      m_model(new widgets::CellModel(this)),
      m_view(new widgets::TableView(this)),
      m_empty(new widgets::EmptyState(this)),
      m_pages(new QStackedLayout) {
  m_model->setColumns({{.title = tr("time")},
                       {.title = tr("candidate")},
                       {.title = tr("verdict")},
                       {.title = tr("judged in"), .right = true}});
  m_view->setModel(m_model);
  m_view->setStretchColumn(2);
  m_view->setAccessibleName(tr("Judgements of this session"));
  m_empty->setContent(
      widgets::IconId::kCheck, tr("Nothing judged yet"),
      tr("What you verify here is listed with its verdict, so that you can go back to it."));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) {
            const int row = now.row();
            if (row < 0 || row >= count()) return;
            Q_EMIT recordSelected(m_records[m_records.size() - 1 - static_cast<std::size_t>(row)]);
          });
}

void VerifyHistory::add(const VerifyRecordPtr& record) {
  m_records.push_back(record);
  refresh();
}

void VerifyHistory::refresh() {
  std::vector<std::vector<Cell>> rows;
  for (auto record = m_records.rbegin(); record != m_records.rend(); ++record) {
    const verify::Verdict& verdict = *(*record)->verdict;
    const auto time = QDateTime::fromMSecsSinceEpoch((*record)->unixMs).time();
    rows.push_back(
        {{.text = QLocale().toString(time, QStringLiteral("HH:mm:ss"))},
         {.text = firstClassOrLine((*record)->candidate)},
         {.text = verdictText(verdict),
          .color = verdict.accepted ? Role::kAccepted : Role::kRejected,
          .tooltip = widgets::text(verdict.reason.message)},
         {.text = widgets::formatDuration(verdict.total_ms), .sortKey = verdict.total_ms}});
  }
  const QSignalBlocker quiet(m_view->selectionModel());
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_pages->setCurrentWidget(m_view);
  m_head->setNote(QLocale().toString(count()));
}

}  // namespace nereid::app
