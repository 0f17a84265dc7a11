// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/run_comparison.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QSettings>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "app/comparison/ablation_view.h"
#include "engine/base/paths.h"
#include "widgets/comparison/parallel_plot.h"
#include "widgets/comparison/run_table.h"
#include "widgets/comparison/settings_comparison.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/feed/run_summaries.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::RunOverlay;
using widgets::RunSummaryPtr;

namespace {

constexpr int kChosenAtFirst = 3;
constexpr int kAgainMs = 5000;
constexpr int kBusyAfterMs = 400;  // shorter readings need no progress bar

QString columnsKey() {
  return QStringLiteral("runtable/columns");
}
QString orderKey() {
  return QStringLiteral("runtable/axes");
}
QString colorKey() {
  return QStringLiteral("runtable/colorBy");
}
QString pageKey() {
  return QStringLiteral("runtable/page");
}

}  // namespace

RunComparison::RunComparison(QWidget* parent)
    : QWidget(parent),
      m_head(new widgets::PanelHead(tr("Compare runs"), this)),
      m_summaries(new widgets::RunSummaries(this)),
      m_table(new widgets::RunTable(this)),
      m_plot(new widgets::ParallelPlot(this)),
      m_curves(new widgets::CurvesView(this)),
      m_settings(new widgets::SettingsComparison(this)),
      m_ablation(new AblationView(this)),
      m_empty(new widgets::EmptyState(this)),
      m_tabs(new QTabBar(this)),
      m_views(new QStackedWidget(this)),
      m_color(new QComboBox(this)),
      m_addAction(new QAction(tr("add runs"), this)),
      m_plotExport(new QAction(tr("export"), this)),
      m_pages(new QStackedLayout) {
  m_again.setInterval(kAgainMs);
  setupLayout();
  connectParts();
  restoreChoices();
  setAcceptDrops(true);
}

RunComparison::~RunComparison() = default;

void RunComparison::setupLayout() {
  m_head->setNote(tr("choose runs with Ctrl+click"));
  m_addAction->setToolTip(tr("Add a run, or all runs of a folder, to the table"));
  m_head->addAction(m_addAction);
  m_empty->setContent(widgets::IconId::kCurves, tr("Nothing to compare yet"),
                      tr("Runs appear here side by side, with their settings and what came of "
                         "them. Start a run, or add the folder of others."),
                      tr("Add runs..."));
  m_tabs->setDocumentMode(true);
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setAccessibleName(tr("What is shown of the runs"));
  widgets::keepTabLook(m_tabs);
  const auto addPage = [this](QWidget* page, const QString& title, const QString& tip) {
    m_views->addWidget(page);
    m_tabs->setTabToolTip(m_tabs->addTab(title), tip);
  };
  addPage(m_curves, tr("Curves"), tr("Curves of the chosen runs over each other"));
  addPage(makeParallelPage(), tr("Parallel coordinates"),
          tr("Every run as a line through its settings and metrics"));
  addPage(m_settings, tr("Settings"), tr("Settings in which the chosen runs differ"));
  addPage(m_ablation, tr("Ablation"),
          tr("What each of the four extensions brings, over its 16 combinations"));
  // Runs are chosen in the table here, and its head stands beside the tabs.
  m_curves->addRunAction()->setVisible(false);
  m_curves->setAcceptDrops(false);
  m_curves->head()->setTitle(QString());
  auto* lower = new QWidget(this);
  auto* column = widgets::tightColumn(lower);
  auto* heads = new QHBoxLayout;
  heads->setContentsMargins(0, 0, 0, 0);
  heads->setSpacing(0);
  heads->addWidget(m_tabs);
  heads->addWidget(m_curves->head(), 1);
  column->addLayout(heads);
  column->addWidget(m_views, 1);
  auto* whole = new widgets::Splitter(Qt::Vertical, this);
  whole->addWidget(m_table);
  whole->addWidget(lower);
  whole->setStretchFactor(1, 1);
  whole->setSizes({230, 590});
  whole->setChildrenCollapsible(false);
  auto* layout = widgets::tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(whole);
}

QWidget* RunComparison::makeParallelPage() {
  auto* page = new QWidget(this);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 4, 6, 0);
  row->setSpacing(8);
  auto* hint = new QLabel(
      tr("Drag along an axis to keep a range, drag its name to move it; columns are axes"), page);
  hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  widgets::keepFont(hint, widgets::FontKind::kSmall);
  widgets::keepRole(hint, widgets::Role::kSecondary);
  auto* label = new QLabel(tr("Colour by"), page);
  widgets::keepFont(label, widgets::FontKind::kSmall);
  label->setBuddy(m_color);
  m_color->setAccessibleName(tr("Colour lines by"));
  m_color->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_plotExport->setToolTip(tr("Save the picture as PNG or SVG, or the values as CSV"));
  row->addWidget(hint, 1);
  row->addWidget(label);
  row->addWidget(m_color);
  row->addWidget(widgets::textButton(m_plotExport, page));
  auto* column = widgets::tightColumn(page);
  column->addLayout(row);
  auto* scroll = new QScrollArea(page);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(m_plot);
  column->addWidget(scroll, 1);
  connect(m_plot, &widgets::ParallelPlot::focusMoved, scroll, [this, scroll](int axis) {
    constexpr int kBeside = 80;
    scroll->ensureVisible(static_cast<int>(m_plot->axisX(axis)), 0, kBeside, 0);
  });
  return page;
}

void RunComparison::connectParts() {
  using widgets::ParallelPlot;
  using widgets::RunSummaries;
  using widgets::RunTable;
  connect(m_tabs, &QTabBar::currentChanged, m_views, &QStackedWidget::setCurrentIndex);
  connect(m_tabs, &QTabBar::currentChanged, this, [this](int page) {
    m_curves->head()->setVisible(page == kCurvesPage);
    QSettings().setValue(pageKey(), page);
    if (page == kAblationPage) m_ablation->setRuns(m_table->runs());
    if (page == kSettingsPage) fillSettings();
    if (page == kParallelPage) refreshPlot();
  });
  connect(m_summaries, &RunSummaries::changed, this, &RunComparison::takeRuns);
  connect(m_summaries, &RunSummaries::progressed, this, [this](int done, int all) {
    if (m_since.elapsed() > kBusyAfterMs) m_table->setProgress(done, all);
  });
  connect(m_summaries, &RunSummaries::finished, this, [this] {
    m_table->setProgress(0, 0);
    if (!m_userChose) chooseAtFirst();
  });
  connect(m_table, &RunTable::cancelRequested, m_summaries, &RunSummaries::cancel);
  connect(m_table, &RunTable::choiceChanged, this, &RunComparison::takeChoice);
  connect(m_table, &RunTable::columnsChanged, this, &RunComparison::refreshPlot);
  connect(m_table, &RunTable::columnsChosen, this,
          [this] { QSettings().setValue(columnsKey(), m_table->columnChoice()); });
  connect(m_table, &RunTable::runActivated, this, &RunComparison::openRequested);
  connect(m_table, &RunTable::menuRequested, this, &RunComparison::showRunMenu);
  connect(m_table, &RunTable::exportFailed, this, [this](const Error& error) {
    Q_EMIT failed(tr("Export"), widgets::engineText(error.message));
  });
  connect(m_table, &RunTable::exported, this, &RunComparison::exported);
  connect(m_curves, &widgets::CurvesView::exported, this, &RunComparison::exported);
  connect(m_table, &RunTable::clearOnlyRequested, m_plot, &ParallelPlot::clearBrushes);
  connect(m_plot, &ParallelPlot::brushed, this, &RunComparison::takeBrush);
  connect(m_plot, &ParallelPlot::orderChanged, this,
          [this] { QSettings().setValue(orderKey(), m_plot->state().order()); });
  connect(m_plot, &ParallelPlot::colorByChanged, this, &RunComparison::refreshColorChoice);
  connect(m_plot, &ParallelPlot::runClicked, this, [this](const QString& dir, bool extends) {
    QStringList chosen = extends ? m_table->chosenRuns() : QStringList();
    chosen.contains(dir) ? chosen.removeAll(dir) : (chosen << dir, qsizetype());
    m_userChose = true;
    m_table->chooseRuns(chosen);
  });
  connect(m_color, &QComboBox::activated, this, [this] {
    m_plot->setColorBy(m_color->currentData().toString());
    QSettings().setValue(colorKey(), m_color->currentData());
  });
  connect(m_plotExport, &QAction::triggered, this, &RunComparison::showPlotMenu);
  connect(m_curves->overlay(), &RunOverlay::changed, this, &RunComparison::takeOverlay);
  connect(m_curves, &widgets::CurvesView::exportFailed, this, [this](const Error& error) {
    Q_EMIT failed(tr("Export"), widgets::engineText(error.message));
  });
  connect(m_addAction, &QAction::triggered, this, &RunComparison::askForFolder);
  connect(m_empty, &widgets::EmptyState::triggered, this, &RunComparison::askForFolder);
  connect(&m_again, &QTimer::timeout, this, [this] {
    if (isVisible() && !m_summaries->isReading()) begin();
  });
  connect(&widgets::theme(), &widgets::Theme::themeChanged, this, &RunComparison::takeOverlay);
  // All curves here are of runs laid over each other; there is no run of the window among them.
  m_curves->setSource([](const QString&) { return nullptr; });
  m_curves->setMetrics([this] {
    std::set<std::string> keys;
    for (const RunSummaryPtr& run : m_table->runs()) {
      for (const auto& [key, facts] : run->metrics) keys.insert(key);
    }
    QStringList all;
    for (const std::string& key : keys) all << widgets::text(key);
    return all;
  });
}

void RunComparison::restoreChoices() {
  const QSettings settings;
  m_table->setColumnChoice(settings.value(columnsKey()).toStringList());
  m_plot->setOrder(settings.value(orderKey()).toStringList());
  m_plot->setColorBy(settings.value(colorKey()).toString());
  m_tabs->setCurrentIndex(
      std::clamp(settings.value(pageKey()).toInt(), 0, std::max(0, m_tabs->count() - 1)));
}

widgets::CellModel* RunComparison::differences() const {
  return m_settings->model();
}

void RunComparison::showPage(Page page) {
  m_tabs->setCurrentIndex(page);
}

void RunComparison::setRuns(const QStringList& folders) {
  setRuns([folders] { return folders; });
}

void RunComparison::setRuns(std::function<QStringList()> find) {
  m_find = std::move(find);
  begin();
  m_again.start();
}

void RunComparison::setNaming(const std::function<QString(const QString&)>& naming) {
  m_summaries->setNaming(naming);
  m_curves->overlay()->setNaming(naming);
}

void RunComparison::renamed() {
  m_summaries->renamed();
  m_curves->overlay()->renamed();
}

void RunComparison::refresh() {
  begin();
}

void RunComparison::begin() {
  if (!m_find) return;
  m_since.start();
  m_summaries->setRuns(m_find);
}

void RunComparison::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_find && !m_summaries->isReading()) begin();
}

void RunComparison::takeRuns() {
  m_table->setRuns(m_summaries->runs());
  m_pages->setCurrentIndex(m_table->runs().empty() ? 0 : 1);
  refreshPlot();
  if (m_tabs->currentIndex() == kAblationPage) m_ablation->setRuns(m_table->runs());
  takeChoice();
}

void RunComparison::chooseAtFirst() {
  QStringList first;
  for (const RunSummaryPtr& run : m_table->runs()) {
    if (first.size() < kChosenAtFirst && run->problem.isEmpty()) first << run->dir;
  }
  m_syncing = true;
  m_table->chooseRuns(first);
  m_syncing = false;
  takeChoice();
}

// Axes of many runs are fitted when somebody looks at them; a range on one holds for the table too.
void RunComparison::refreshPlot() {
  const bool isSeen = m_tabs->currentIndex() == kParallelPage;
  if (!isSeen && !m_plot->state().isBrushed()) return;
  m_plot->setContent(m_table->runs(), m_table->columns());
}

// What is chosen in the table is laid over each other.
void RunComparison::takeChoice() {
  const QStringList chosen = m_table->chosenRuns();
  if (!m_syncing && !chosen.isEmpty()) m_userChose = true;
  QHash<QString, RunSummaryPtr> known;
  for (const RunSummaryPtr& run : m_table->runs()) known.insert(run->dir, run);
  m_chosen.clear();
  std::vector<RunSummaryPtr> drawn;
  for (const QString& dir : chosen) {
    const RunSummaryPtr run = known.value(dir);
    if (!run) continue;
    m_chosen.push_back(run);
    if (run->problem.isEmpty()) drawn.push_back(run);
  }
  fillSettings();
  m_plot->setChosen(chosen);
  m_syncing = true;
  m_curves->overlay()->setRuns(drawn);
  m_syncing = false;
  takeOverlay();
  m_head->setNote(m_table->runs().empty() ? QString()
                                          : tr("%n chosen; more with Ctrl+click", nullptr,
                                               static_cast<int>(chosen.size())));
}

// Columns of many runs are made when somebody looks at them; nobody reads more than so many.
void RunComparison::fillSettings() {
  constexpr std::size_t kMostColumns = 100;
  const bool isSeen = m_tabs->currentIndex() == kSettingsPage;
  if (m_chosen.size() > RunOverlay::kMost && !isSeen) {
    m_settings->setRuns({});
    return;
  }
  const auto end =
      m_chosen.begin() + static_cast<std::ptrdiff_t>(std::min(m_chosen.size(), kMostColumns));
  m_settings->setRuns({m_chosen.begin(), end});
}

// Colours of the overlay go to the table; a run that was taken away there is not chosen any more.
void RunComparison::takeOverlay() {
  if (m_syncing) return;
  QHash<QString, QPen> looks;
  for (const auto& run : m_curves->overlay()->runs()) {
    if (!run.visible) continue;
    widgets::CurveSeries sample;
    sample.dash = run.look;
    QPen pen = widgets::linePen(sample, widgets::theme().series(run.look));
    pen.setWidthF(2);
    looks.insert(run.dir, pen);
  }
  m_table->setLooks(looks);
  QSet<QString> drawn;
  for (const auto& run : m_curves->overlay()->runs()) drawn << run.dir;
  QStringList left;
  for (const RunSummaryPtr& run : m_chosen)
    if (!run->problem.isEmpty() || drawn.contains(run->dir)) left << run->dir;
  if (left.size() != std::ssize(m_chosen)) m_table->chooseRuns(left);
}

void RunComparison::takeBrush() {
  const int brushes = m_plot->state().brushCount();
  m_table->setOnly(m_plot->state().passing(), brushes == 1
                                                  ? tr("range on an axis")
                                                  : tr("ranges on %n axes", nullptr, brushes));
}

void RunComparison::refreshColorChoice() {
  const QString now = m_plot->colorBy();
  m_color->clear();
  for (const widgets::ParallelAxis& axis : m_plot->state().axes()) {
    m_color->addItem(axis.column.title(), axis.column.id());
  }
  m_color->setCurrentIndex(m_color->findData(now));
  m_color->setEnabled(m_color->count() > 0);
}

void RunComparison::showRunMenu(QPoint place) {
  const QStringList chosen = m_table->chosenRuns();
  if (chosen.isEmpty()) return;
  QMenu menu(this);
  RunOverlay* overlay = m_curves->overlay();
  QAction* open = menu.addAction(tr("Open run"), this,
                                 [this, chosen] { Q_EMIT openRequested(chosen.first()); });
  open->setEnabled(chosen.size() == 1);
  const bool anyHidden = std::any_of(overlay->runs().begin(), overlay->runs().end(),
                                     [](const auto& run) { return !run.visible; });
  menu.addAction(anyHidden ? tr("Show curves") : tr("Hide curves"), this,
                 [overlay, chosen, anyHidden] { overlay->setVisible(chosen, anyHidden); });
  QAction* compare =
      menu.addAction(tr("Compare settings"), this, [this] { showPage(kSettingsPage); });
  compare->setEnabled(chosen.size() > 1);
  menu.addSeparator();
  menu.addAction(tr("Copy as text"), m_table->view(), &widgets::TableView::copySelection);
  menu.addAction(tr("Copy path"), this,
                 [chosen] { QApplication::clipboard()->setText(chosen.join(QLatin1Char('\n'))); });
  menu.addAction(tr("Export table..."), m_table->exportAction(), &QAction::trigger);
  menu.exec(place);
}

void RunComparison::showPlotMenu() {
  QMenu menu(this);
  menu.addAction(tr("PNG picture..."), this, [this] { exportPlot(QStringLiteral("png")); });
  menu.addAction(tr("SVG picture..."), this, [this] { exportPlot(QStringLiteral("svg")); });
  menu.addAction(tr("CSV of the shown runs..."), this,
                 [this] { exportPlot(QStringLiteral("csv")); });
  const auto buttons = m_views->currentWidget()->findChildren<QToolButton*>();
  for (const QToolButton* button : buttons) {
    if (button->defaultAction() == m_plotExport)
      menu.exec(button->mapToGlobal(button->rect().bottomLeft()));
  }
}

void RunComparison::exportPlot(const QString& suffix) {
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Export parallel coordinates"), QStringLiteral("runs.") + suffix,
      tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix));
  if (file.isEmpty()) return;
  const Result<void> done = suffix == QLatin1String("png")   ? m_plot->exportPng(file)
                            : suffix == QLatin1String("svg") ? m_plot->exportSvg(file)
                                                             : m_table->exportCsv(file);
  if (done) {
    Q_EMIT exported(file);
  } else {
    Q_EMIT failed(tr("Export"), widgets::engineText(done.error().message));
  }
}

void RunComparison::askForFolder() {
  const QString folder = QFileDialog::getExistingDirectory(
      this, tr("A run, or a folder of runs"), QString::fromStdString(runs_dir().string()));
  if (!folder.isEmpty()) Q_EMIT foldersAdded({folder});
}

void RunComparison::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void RunComparison::dropEvent(QDropEvent* event) {
  QStringList folders;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (QFileInfo(url.toLocalFile()).isDir()) folders << url.toLocalFile();
  }
  if (folders.isEmpty()) return;
  event->acceptProposedAction();
  Q_EMIT foldersAdded(folders);
}

}  // namespace nereid::app
