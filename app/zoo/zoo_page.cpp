// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/zoo_page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "app/zoo/zoo_detail.h"
#include "engine/base/file.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/splitter.h"
#include "widgets/look/theme.h"
#include "widgets/look/tree_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::Role;
using widgets::theme;

namespace {

constexpr int kNameWidth = 150;

enum Page { kEmptyPage, kTablePage };

void styleProgress(QProgressBar* bar) {
  const auto hex = [](Role role) { return theme().color(role).name(); };
  bar->setStyleSheet(
      QStringLiteral("QProgressBar { border: none; border-radius: 3px; background: %1; }"
                     "QProgressBar::chunk { border-radius: 3px; background: %2; }")
          .arg(hex(Role::kSoft), hex(Role::kAccent)));
}

}  // namespace

ZooPage::ZooPage(VerifyService& service, QWidget* parent)
    : QWidget(parent),
      m_run(service),
      m_model(new ZooModel(m_run, this)),
      m_proxy(new ZooProxy(*m_model, this)),
      m_scope(new QComboBox(this)),
      m_runButton(new QPushButton(this)),
      m_progress(new QProgressBar(this)),
      m_status(new widgets::ElidedLabel(this)),
      m_filter(new QLineEdit(this)),
      m_tree(new widgets::TreeView(this)),
      m_detail(new ZooDetail(this)),
      m_empty(new widgets::EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = widgets::tightColumn(this);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(makeTable());
  m_empty->setContent(widgets::IconId::kTable, tr("Reading the zoo..."), QString());
  connectRun();
  refreshBar();
}

QWidget* ZooPage::makeBar() {
  auto* bar = new QWidget(this);
  m_scope->setAccessibleName(tr("What is judged"));
  m_scope->setToolTip(tr("What is judged: the whole zoo or one class"));
  m_runButton->setProperty("primary", true);
  m_progress->setTextVisible(false);
  m_progress->setFixedSize(120, 6);
  m_progress->setAccessibleName(tr("Progress of the zoo"));
  m_status->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_status->setAccessibleName(tr("State of the zoo"));
  widgets::keepRole(m_status, Role::kSecondary);
  m_filter->setPlaceholderText(tr("Filter: name, mechanism, verdict"));
  m_filter->setAccessibleName(tr("Filter of the zoo"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setFixedWidth(230);
  styleProgress(m_progress);
  connect(&theme(), &widgets::Theme::themeChanged, m_progress,
          [this] { styleProgress(m_progress); });
  connect(m_filter, &QLineEdit::textChanged, this, &ZooPage::filter);
  connect(m_runButton, &QPushButton::clicked, this, &ZooPage::startOrCancel);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 6, 10, 6);
  row->setSpacing(8);
  row->addWidget(m_scope);
  row->addWidget(m_runButton);
  row->addWidget(m_progress);
  row->addWidget(m_status, 1);
  row->addWidget(m_filter);
  return bar;
}

QWidget* ZooPage::makeTable() {
  auto* table = new QWidget(this);
  m_tree->setModel(m_proxy);
  m_tree->setAccessibleName(tr("Cheat zoo by class"));
  m_tree->setSortingEnabled(true);
  m_tree->header()->setSortIndicator(-1, Qt::AscendingOrder);
  m_tree->header()->setSortIndicatorShown(true);
  auto* split = new widgets::Splitter(Qt::Horizontal, table);
  split->addWidget(m_tree);
  split->addWidget(m_detail);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setSizes({830, 380});
  m_detail->setMinimumWidth(260);
  auto* layout = widgets::tightColumn(table);
  layout->addWidget(makeBar());
  layout->addWidget(split, 1);
  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &ZooPage::takeCurrent);
  connect(m_tree, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    if (m_model->entryOf(m_proxy->mapToSource(index)) >= 0) requestOpen();
  });
  connect(m_detail, &ZooDetail::twinChosen, this, [this](bool twin) { select(m_entry, twin); });
  connect(m_detail, &ZooDetail::openRequested, this, &ZooPage::requestOpen);
  // In the tree, so that the keys mean this only where it is looked at.
  auto* copy = new QShortcut(QKeySequence::Copy, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
  connect(copy, &QShortcut::activated, this, &ZooPage::copyAsMarkdown);
  auto* end =
      new QShortcut(Qt::Key_Escape, table, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
  connect(end, &QShortcut::activated, &m_run, &ZooRun::cancel);
  return table;
}

void ZooPage::connectRun() {
  connect(&m_run, &ZooRun::loaded, this, &ZooPage::takeZoo);
  connect(&m_run, &ZooRun::loadFailed, this, [this](const QString& message) {
    m_empty->setContent(widgets::IconId::kWarning, tr("The zoo cannot be read"), message,
                        tr("Try again"));
    m_pages->setCurrentIndex(kEmptyPage);
  });
  connect(m_empty, &widgets::EmptyState::triggered, &m_run, &ZooRun::load);
  connect(&m_run, &ZooRun::entryChanged, this, &ZooPage::takeEntry);
  connect(&m_run, &ZooRun::progressed, this, [this] {
    refreshBar();
    Q_EMIT resultsChanged();
  });
  connect(&m_run, &ZooRun::failed, this, &ZooPage::failed);
}

void ZooPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_run.load();
}

void ZooPage::takeZoo() {
  m_model->reset();
  m_scope->clear();
  const verify::Zoo& zoo = *m_run.zoo();
  m_scope->addItem(tr("Whole zoo"), QString());
  for (const verify::ZooClass& row : zoo.classes) {
    m_scope->addItem(zooText(row.title), widgets::text(row.id));
  }
  m_pages->setCurrentIndex(kTablePage);
  // As wide as most verdicts, whose rows are folded away at first.
  const QFontMetrics metrics(theme().textFont());
  const auto room = [&](const QString& words) { return metrics.horizontalAdvance(words) + 24; };
  m_tree->fitColumns(kNameWidth, {{ZooModel::kCheats, room(QStringLiteral("~ no kernel launch"))},
                                  {ZooModel::kTwins, room(QStringLiteral("~ accepted"))}});
  m_tree->setCurrentIndex(m_proxy->index(0, 0));
  refreshBar();
  Q_EMIT resultsChanged();
}

void ZooPage::takeEntry(int entry) {
  m_model->refreshEntry(entry);
  if (entry == m_entry) showSelected();
}

void ZooPage::takeCurrent(const QModelIndex& index) {
  const QModelIndex source = m_proxy->mapToSource(index);
  m_entry = m_model->entryOf(source);
  if (m_entry < 0) {
    showSums(source);
    return;
  }
  // The column of the twins is a choice; the others leave what is shown.
  if (source.column() == ZooModel::kTwins) m_twin = true;
  if (source.column() == ZooModel::kCheats) m_twin = false;
  showSelected();
}

void ZooPage::showSums(const QModelIndex& source) {
  const QString id = m_model->classOf(source);
  const verify::Zoo& zoo = *m_run.zoo();
  for (const verify::ZooClass& row : zoo.classes) {
    if (widgets::text(row.id) == id) {
      m_detail->showText(zooText(row.title), zooText(row.about));
    }
  }
  if (id.isEmpty()) {
    m_detail->showText(
        tr("What the zoo says"),
        tr("Every cheat must be rejected and every twin, an honest candidate that looks like it, "
           "accepted. A false accept is a hole in the verifier; a false reject is a right kernel "
           "turned away. Unfold a class to see single tricks."));
  }
  Q_EMIT verdictSelected(nullptr);
}

void ZooPage::select(int entry, bool twin) {
  if (entry < 0) return;
  const QModelIndex source = m_model->indexOf(entry, twin ? ZooModel::kTwins : ZooModel::kCheats);
  const QModelIndex index = m_proxy->mapFromSource(source);
  m_tree->setExpanded(index.parent(), true);
  m_tree->setCurrentIndex(index);
}

void ZooPage::showSelected() {
  if (m_entry < 0) return;
  const auto place = static_cast<std::size_t>(m_entry);
  m_detail->showCandidate(m_run.zoo()->entries[place], m_run.pairs()[place], m_twin);
  Q_EMIT verdictSelected(selectedVerdict());
}

VerdictPtr ZooPage::selectedVerdict() const {
  if (m_entry < 0) return nullptr;
  const ZooPair& pair = m_run.pairs()[static_cast<std::size_t>(m_entry)];
  return m_twin ? pair.twin : pair.cheat;
}

void ZooPage::requestOpen() {
  if (m_entry < 0) return;
  const auto place = static_cast<std::size_t>(m_entry);
  const verify::ZooEntry& entry = m_run.zoo()->entries[place];
  Q_EMIT openRequested(widgets::text(entry.reference),
                       widgets::text(m_twin ? entry.twin : entry.cheat), selectedVerdict(),
                       m_run.pairs()[place].unixMs);
}

void ZooPage::filter(const QString& words) {
  m_proxy->setWords(words);
  if (!words.trimmed().isEmpty()) m_tree->expandAll();
  refreshBar();
}

void ZooPage::startOrCancel() {
  if (m_run.isRunning()) {
    m_run.cancel();
  } else {
    m_run.start(m_scope->currentData().toString());
  }
}

bool ZooPage::hasResults() const {
  return m_run.zoo() != nullptr && !tally(*m_run.zoo(), m_run.pairs(), "").isEmpty();
}

QString ZooPage::progressText() const {
  return m_status->text();
}

void ZooPage::refreshBar() {
  const bool runs = m_run.isRunning();
  m_scope->setEnabled(!runs);
  m_runButton->setText(runs ? tr("Cancel") : tr("Judge"));
  m_runButton->setAccessibleName(runs ? tr("Cancel the run of the zoo") : tr("Judge the zoo"));
  m_runButton->setToolTip(
      runs ? tr("End the run; what was judged stays (Esc)")
           : tr("Judge each cheat and its twin with the verifier of this window"));
  m_progress->setVisible(runs);
  m_progress->setRange(0, std::max(1, m_run.total()));
  m_progress->setValue(m_run.done());
  m_status->setText(outcomeText());
}

QString ZooPage::outcomeText() const {
  if (m_run.zoo() == nullptr) return {};
  if (!m_filter->text().trimmed().isEmpty()) {
    return tr("%1 of %2 shown").arg(m_proxy->shownEntries()).arg(m_run.zoo()->entries.size());
  }
  if (m_run.isRunning()) {
    const QString judged =
        tr("%1 of %2 judged")
            .arg(widgets::formatCount(m_run.done()), widgets::formatCount(m_run.total()));
    return m_run.etaMs() < 0
               ? judged
               : tr("%1, %2 left").arg(judged, widgets::formatDuration(m_run.etaMs()));
  }
  const QString origin = zooOrigin(m_run.pairs());
  return origin.isEmpty() ? tr("Not judged yet on this machine") : tr("Judged %1").arg(origin);
}

void ZooPage::copyAsMarkdown() const {
  if (m_run.zoo() == nullptr) return;
  QApplication::clipboard()->setText(zooMarkdown(*m_run.zoo(), m_run.pairs()));
}

void ZooPage::exportResults() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Export the zoo"), QStringLiteral("zoo.csv"),
                                   tr("CSV, one line per candidate (*.csv);;JSON (*.json);;"
                                      "Markdown, the table by class (*.md)"));
  if (file.isEmpty()) return;
  if (const Result<void> done = writeResults(file); !done) {
    Q_EMIT failed(widgets::engineText(done.error().message));
  } else {
    Q_EMIT exported(file);
  }
}

Result<void> ZooPage::writeResults(const QString& file) const {
  const verify::Zoo& zoo = *m_run.zoo();
  const ZooPairs& pairs = m_run.pairs();
  const std::string content = file.endsWith(QLatin1String(".json")) ? zooJson(zoo, pairs)
                              : file.endsWith(QLatin1String(".md"))
                                  ? zooMarkdown(zoo, pairs).toStdString()
                                  : zooCsv(zoo, pairs).toStdString();
  return atomic_write_file(file.toStdString(), content);
}

}  // namespace nereid::app
