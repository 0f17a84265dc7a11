// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timing/timing_view.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"
#include "widgets/timing/timing_plots.h"
#include "widgets/timing/timing_words.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kRoomForTable = 940;  // narrower, the plots need all of it

}  // namespace

TimingView::TimingView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Timing"), this)),
      m_sentences(new QLabel(this)),
      m_plots(new TimingPlots(this)),
      m_model(new CellModel(this)),
      m_table(new TableView(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  setupActions();
  m_model->setColumns({{tr("what")}, {tr("value"), {}, true}});
  m_table->setModel(m_model);
  m_table->setStretchColumn(1);
  m_table->setAccessibleName(tr("Numbers of the timing"));
  m_sentences->setWordWrap(true);
  m_sentences->setTextFormat(Qt::PlainText);
  m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  keepMargins(m_sentences, {10, 6, 10, 4});
  m_sentences->setAccessibleName(tr("Why it was decided so"));
  auto* split = new Splitter(Qt::Horizontal, this);
  split->addWidget(m_plots);
  split->addWidget(m_table);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 0);
  split->setSizes({640, 380});
  auto* content = new QWidget(this);
  auto* column = tightColumn(content);
  column->addWidget(m_sentences);
  column->addWidget(split, 1);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(content);
  m_empty->setContent(
      IconId::kCurves, tr("Nothing was timed here"),
      tr("Select an episode, or verify a candidate. On a machine with an NVIDIA GPU "
         "its samples, clocks and the decision appear here; without one, what its "
         "compiled kernels tell."));
  clear();
}

void TimingView::setupActions() {
  m_tableAction = new QAction(tr("table"), this);
  m_tableAction->setCheckable(true);
  m_tableAction->setToolTip(tr("Show every number beside the plots"));
  m_copyAction = new QAction(tr("copy"), this);
  m_copyAction->setToolTip(tr("Copy the explanation and the numbers as text"));
  m_exportAction = new QAction(tr("export"), this);
  m_exportAction->setToolTip(tr("Save the samples as CSV, or the picture as PNG or SVG"));
  for (QAction* action : {m_tableAction, m_copyAction, m_exportAction}) m_head->addAction(action);
  connect(m_tableAction, &QAction::triggered, this, [this](bool on) {
    m_tableChosen = true;
    setTableVisible(on);
  });
  connect(m_copyAction, &QAction::triggered, this, &TimingView::copy);
  connect(m_exportAction, &QAction::triggered, this, &TimingView::chooseExport);
}

void TimingView::clear() {
  m_verdict.reset();
  m_model->setRows({});
  m_sentences->clear();
  m_head->setSubject({});
  m_head->setNote({});
  m_pages->setCurrentIndex(0);
  for (QAction* action : {m_tableAction, m_copyAction, m_exportAction}) action->setEnabled(false);
}

void TimingView::setVerdict(const verify::Verdict& verdict) {
  auto copy = std::make_unique<verify::Verdict>(verdict);
  copy->artefacts.reset();  // megabytes that nothing here needs
  m_verdict = std::move(copy);
  const bool measured = m_verdict->timing.has_value();
  if (measured) {
    m_head->setSubject(timingTitle(*m_verdict->timing));
    m_head->setNote(text(m_verdict->timing->device));
    m_plots->setTiming(*m_verdict->timing);
  } else {
    m_head->setSubject({});
    m_head->setNote(tr("not measured"));
  }
  QStringList words = measured ? timingSentences(*m_verdict->timing) : staticSentences(*m_verdict);
  if (m_verdict->modelled) words << modelledSentence(*m_verdict->modelled);
  m_sentences->setText(words.join(QLatin1Char(' ')));
  setFacts(measured);
  m_plots->setVisible(measured);
  m_tableAction->setEnabled(measured);
  m_copyAction->setEnabled(true);
  m_exportAction->setEnabled(measured);
  m_pages->setCurrentIndex(1);
  setTableVisible(m_tableChosen ? m_tableAction->isChecked() : width() >= kRoomForTable);
}

void TimingView::setFacts(bool measured) {
  std::vector<std::vector<Cell>> rows;
  auto facts = measured ? timingFacts(*m_verdict->timing) : staticFacts(*m_verdict);
  if (m_verdict->modelled) {
    const auto modelled = modelledFacts(*m_verdict->modelled);
    facts.insert(facts.end(), modelled.begin(), modelled.end());
  }
  for (const TimingFact& fact : facts) {
    rows.push_back({{.text = fact.what, .color = Role::kSecondary, .tooltip = fact.tooltip},
                    {.text = fact.value, .tooltip = fact.tooltip}});
  }
  m_model->setRows(std::move(rows));
  m_table->fitColumns();
}

// Without plots the table is all there is.
void TimingView::setTableVisible(bool visible) {
  const bool measured = m_verdict != nullptr && m_verdict->timing.has_value();
  m_tableAction->setChecked(visible || !measured);
  m_table->setVisible((visible || !measured) && m_model->rowCount() > 0);
}

void TimingView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (!m_tableChosen) setTableVisible(width() >= kRoomForTable);
}

void TimingView::copy() const {
  if (!m_verdict) return;
  m_table->clearSelection();
  QGuiApplication::clipboard()->setText(m_sentences->text() + QLatin1Char('\n') +
                                        m_table->selectionAsText());
}

void TimingView::chooseExport() {
  QMenu menu(this);
  menu.addAction(tr("Samples as CSV..."), this, [this] { exportByDialog(QStringLiteral("csv")); });
  menu.addAction(tr("Picture as PNG..."), this, [this] { exportByDialog(QStringLiteral("png")); });
  menu.addAction(tr("Picture as SVG..."), this, [this] { exportByDialog(QStringLiteral("svg")); });
  menu.exec(QCursor::pos());
}

void TimingView::exportByDialog(const QString& suffix) {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Export timing"), QStringLiteral("timing.") + suffix,
                                   tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix));
  if (file.isEmpty()) return;
  const Result<void> done = suffix == QLatin1String("csv")   ? exportCsv(file)
                            : suffix == QLatin1String("svg") ? exportSvg(file)
                                                             : exportPng(file);
  if (done) {
    Q_EMIT exported(file);
  } else {
    Q_EMIT exportFailed(done.error());
  }
}

}  // namespace nereid::widgets
