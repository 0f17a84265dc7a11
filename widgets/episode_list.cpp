// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episode_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/chip.h"
#include "widgets/empty_state.h"
#include "widgets/format.h"
#include "widgets/look.h"
#include "widgets/panel_head.h"
#include "widgets/stage_pips.h"
#include "widgets/table_view.h"

namespace nereid::widgets {

namespace {
constexpr int kFilterDelayMs = 120;  // while somebody types
}

EpisodeList::EpisodeList(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Episodes"), this)),
      m_filterLine(new QLineEdit(this)),
      m_newChip(new StatusChip(this)),
      m_model(new EpisodeModel(this)),
      m_proxy(new EpisodeProxy(m_model, this)),
      m_view(new TableView(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);

  auto* middle = new QWidget(m_head);
  auto* row = new QHBoxLayout(middle);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(m_filterLine, 1);
  row->addWidget(m_newChip);
  m_head->setMiddle(middle);
  m_filterLine->setPlaceholderText(tr("Filter: level:2 step:>60 reason:"));
  m_filterLine->setAccessibleName(tr("Filter of the episodes"));
  keepFont(m_filterLine, FontKind::kCode);
  m_filterLine->setClearButtonEnabled(true);
  m_filterLine->setToolTip(tr("Words look in task and reason. Keys: %1.\nExamples: stage:tiny  "
                              "is:rejected  step:10..20  "
                              "reward>=0.5  -task:softmax")
                               .arg(EpisodeFilter::keys().join(QStringLiteral(", "))));
  m_newChip->setTone(StatusChip::Tone::kAccent);
  m_newChip->setClickable(true);
  m_newChip->setToolTip(tr("Jump to the newest episodes"));
  m_newChip->hide();
  setupView();

  m_filterTimer.setSingleShot(true);
  m_filterTimer.setInterval(kFilterDelayMs);
  connect(m_filterLine, &QLineEdit::textEdited, &m_filterTimer, qOverload<>(&QTimer::start));
  connect(m_filterLine, &QLineEdit::returnPressed, this, &EpisodeList::applyFilter);
  connect(m_filterLine, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) {
      applyFilter();  // the clear button
    }
  });
  connect(&m_filterTimer, &QTimer::timeout, this, &EpisodeList::applyFilter);
  connect(m_newChip, &QAbstractButton::clicked, this, &EpisodeList::jumpToNewest);
  refreshCounts();
}

void EpisodeList::setupView() {
  m_view->setModel(m_proxy);
  m_view->setItemDelegateForColumn(EpisodeModel::kStages, new StagePipsDelegate(m_view));
  m_view->setAccessibleName(tr("Episodes"));
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(EpisodeModel::kStep, Qt::DescendingOrder);
  m_view->horizontalHeader()->setSortIndicatorShown(false);
  m_view->setStretchColumn(EpisodeModel::kVerdict);
  m_view->horizontalHeader()->setMinimumSectionSize(40);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!m_quiet && current.isValid()) {
              const record::EpisodeRow& row = m_proxy->row(current.row());
              Q_EMIT episodeSelected(row.id, row);
            }
          });
  connect(m_view, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT episodeActivated(m_proxy->row(index.row()).id);
  });
  connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
    if (m_unseen > 0 && isAtNewest()) {
      m_unseen = 0;
      refreshCounts();
    }
  });
}

void EpisodeList::clear() {
  m_unseen = 0;
  m_fitted = false;
  m_model->clear();
  refreshCounts();
}

// At the top of the list, with nothing selected that new rows would push away.
bool EpisodeList::isAtNewest() const {
  return m_view->verticalScrollBar()->value() == 0;
}

void EpisodeList::addRows(const EpisodeRowsPtr& rows) {
  const bool anchored = !isAtNewest() || selectedEpisode() != 0;
  QScrollBar* bar = m_view->verticalScrollBar();
  const int oldPlace = bar->value();
  // The first visible row is the anchor: whatever comes in above it is scrolled over.
  const int anchorRow = m_view->rowAt(0);
  const qint64 anchor = anchored && anchorRow >= 0 ? m_proxy->row(anchorRow).id : 0;
  const int offset = anchorRow >= 0 ? m_view->rowViewportPosition(anchorRow) : 0;
  const qint64 selected = selectedEpisode();
  const int before = m_proxy->rowCount();
  m_quiet = true;
  m_model->addRows(*rows);
  if (selected != 0 && selectedEpisode() != selected) {
    selectEpisode(selected);
  }
  m_quiet = false;
  const int added = m_proxy->rowCount() - before;
  if (anchor != 0 && added > 0) {
    const int place = m_proxy->proxyRowOfId(anchor);
    if (place >= 0) {
      m_view->doItemsLayout();
      bar->setValue(place * m_view->verticalHeader()->defaultSectionSize() - offset);
    } else {
      bar->setValue(oldPlace);
    }
    m_unseen += bar->value() > 0 ? added : 0;
  }
  if (!m_fitted && m_proxy->rowCount() > 0) {
    m_fitted = true;
    m_view->fitColumns();
  }
  refreshCounts();
}

void EpisodeList::setFilter(const QString& text) {
  m_filterLine->setText(text);
  applyFilter();
}

void EpisodeList::applyFilter() {
  m_filterTimer.stop();
  const EpisodeFilter filter = EpisodeFilter::parse(m_filterLine->text());
  if (filter.text() == m_proxy->filter().text()) {
    return;
  }
  const qint64 selected = selectedEpisode();
  m_quiet = true;
  m_proxy->setFilter(filter);
  selectEpisode(selected);
  m_quiet = false;
  m_unseen = 0;
  refreshCounts();
}

void EpisodeList::refreshCounts() {
  m_head->setNote(formatCount(m_model->rowCount()));
  const QString problem = m_proxy->filter().problem();
  m_head->setStatus(!problem.isEmpty() ? QChar(kCross) + QLatin1Char(' ') + problem
                    : m_proxy->filter().isEmpty()
                        ? QString()
                        : tr("%1 shown").arg(formatCount(m_proxy->rowCount())));
  m_newChip->setText(tr("%1 new").arg(formatCount(m_unseen)));
  m_newChip->setAccessibleName(tr("New episodes: %n. Jump to the newest.", nullptr, m_unseen));
  m_newChip->setVisible(m_unseen > 0);
  m_newChip->updateGeometry();
  if (m_model->rowCount() == 0) {
    m_empty->setContent(IconId::kRuns, tr("No episodes yet"),
                        tr("Each judged candidate of the run appears here, the newest first."));
  } else {
    m_empty->setContent(IconId::kSearch, tr("No episode fits the filter"),
                        tr("Take terms out of the filter line to see more."));
  }
  m_pages->setCurrentIndex(m_proxy->rowCount() == 0 ? 0 : 1);
}

void EpisodeList::jumpToNewest() {
  m_view->sortByColumn(EpisodeModel::kStep, Qt::DescendingOrder);
  m_view->scrollToTop();
  m_unseen = 0;
  refreshCounts();
}

void EpisodeList::selectEpisode(qint64 rowId) {
  const int row = m_proxy->proxyRowOfId(rowId);
  const bool quiet = m_quiet;
  m_quiet = true;
  if (row < 0) {
    m_view->clearSelection();
    m_view->setCurrentIndex({});
  } else {
    const QModelIndex index = m_proxy->index(row, 0);
    m_view->setCurrentIndex(index);
    m_view->selectRow(row);
    if (!quiet) {
      m_view->scrollTo(index);
    }
  }
  m_quiet = quiet;
}

qint64 EpisodeList::selectedEpisode() const {
  const QModelIndex current = m_view->currentIndex();
  return current.isValid() && current.row() < m_proxy->rowCount() ? m_proxy->row(current.row()).id
                                                                  : 0;
}

void EpisodeList::selectNext(int delta) {
  const QModelIndex current = m_view->currentIndex();
  const int row = current.isValid() ? current.row() + delta : 0;
  if (row >= 0 && row < m_proxy->rowCount()) {
    m_view->setCurrentIndex(m_proxy->index(row, 0));
  }
}

}  // namespace nereid::widgets
