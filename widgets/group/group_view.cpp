// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/group/group_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/group/group_column.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

constexpr int kLeastColumn = 250;

// One pixel of the theme's line between two columns.
class Lines : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), theme().color(Role::kLine));
  }
};

}  // namespace

GroupView::GroupView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Group"), this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout),
      m_bar(new QScrollBar(Qt::Horizontal, this)) {
  setupActions();
  auto* columns = new Lines(this);
  m_row = new QHBoxLayout(columns);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(1);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_bar);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(columns);
  m_empty->setContent(IconId::kCode, tr("No episode selected"),
                      tr("Select an episode to see all completions of its prompt side by side."));
  m_bar->setAccessibleName(tr("Completions of the group"));
  m_bar->setPageStep(1);
  m_bar->hide();
  connect(m_bar, &QScrollBar::valueChanged, this, &GroupView::fillColumns);
}

void GroupView::setupActions() {
  m_rewardAction = new QAction(tr("by reward"), this);
  m_rewardAction->setToolTip(tr("Best completion first, instead of the order of sampling"));
  m_marksAction = new QAction(tr("differences"), this);
  m_marksAction->setToolTip(tr("Mark what differs from the selected candidate"));
  for (QAction* action : {m_rewardAction, m_marksAction}) {
    action->setCheckable(true);
    m_head->addAction(action);
  }
  connect(m_rewardAction, &QAction::toggled, this, [this] {
    sortRows();
    revealSelected();
    fillColumns();
  });
  connect(m_marksAction, &QAction::toggled, this, &GroupView::fillColumns);
}

void GroupView::clear() {
  setGroup(nullptr, 0, nullptr);
}

void GroupView::setGroup(const EpisodeRowsPtr& rows, qint64 selected, const EpisodePtr& episode) {
  const bool same = rows && m_rows &&
                    std::equal(rows->begin(), rows->end(), m_rows->begin(), m_rows->end(),
                               [](const auto& a, const auto& b) { return a.id == b.id; });
  m_rows = rows;
  m_selected = selected;
  if (!same) {
    m_episodes.clear();
    m_asked.clear();
  }
  if (episode) m_episodes[selected] = episode;
  m_pages->setCurrentIndex(rows && !rows->empty() ? 1 : 0);
  m_widestAdvantage = 0;
  double reward = 0;
  int judged = 0;
  for (std::size_t i = 0; rows && i < rows->size(); ++i) {
    const record::EpisodeRow& row = (*rows)[i];
    if (std::isfinite(row.advantage))
      m_widestAdvantage = std::max(m_widestAdvantage, std::fabs(row.advantage));
    // What was not judged is in no mean.
    if (std::isnan(row.reward)) continue;
    reward += row.reward;
    ++judged;
  }
  reward = judged > 0 ? reward / judged : std::nan("");
  sortRows();
  if (m_order.empty()) {
    m_head->setSubject({});
    m_head->setNote({});
  } else {
    m_head->setSubject(text(rows->front().task_name));
    m_head->setNote(tr("step %1 \u00B7 prompt %2 \u00B7 %3 completions \u00B7 mean reward %4")
                        .arg(formatCount(rows->front().key.step))
                        .arg(rows->front().key.group + 1)
                        .arg(rows->size())
                        .arg(rewardNumber(reward)));
  }
  fitColumns();
  revealSelected();
  fillColumns();
}

void GroupView::sortRows() {
  m_order.resize(m_rows ? m_rows->size() : 0);
  std::iota(m_order.begin(), m_order.end(), std::size_t{0});
  if (m_rewardAction->isChecked()) {
    std::stable_sort(m_order.begin(), m_order.end(), [this](std::size_t a, std::size_t b) {
      return (*m_rows)[a].reward > (*m_rows)[b].reward;
    });
  }
}

int GroupView::placeOf(qint64 rowId) const {
  const auto place = std::find_if(m_order.begin(), m_order.end(),
                                  [&](std::size_t row) { return (*m_rows)[row].id == rowId; });
  return place == m_order.end() ? -1 : static_cast<int>(place - m_order.begin());
}

void GroupView::addEpisode(qint64 rowId, const EpisodePtr& episode) {
  if (placeOf(rowId) < 0) return;
  m_episodes[rowId] = episode;
  // The selected one is what all others are compared with.
  if (rowId == m_selected && m_marksAction->isChecked()) {
    fillColumns();
    return;
  }
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    if (m_columns[i]->rowId() == rowId) fillColumn(static_cast<int>(i));
  }
}

// As many columns as have room; editors are kept, for they are dear to make.
void GroupView::fitColumns() {
  const int wanted = std::clamp(width() / kLeastColumn, 1, std::max(1, groupSize()));
  while (static_cast<int>(m_columns.size()) < wanted && groupSize() > 0) {
    auto* column = new GroupColumn(m_row->parentWidget());
    m_row->addWidget(column, 1);
    connect(column, &GroupColumn::selected, this, &GroupView::episodeSelected);
    m_columns.push_back(column);
  }
  while (static_cast<int>(m_columns.size()) > wanted) {
    delete m_columns.back();
    m_columns.pop_back();
  }
  const int hidden = std::max(0, groupSize() - static_cast<int>(m_columns.size()));
  m_bar->setRange(0, hidden);
  m_bar->setPageStep(static_cast<int>(m_columns.size()));
  m_bar->setVisible(hidden > 0);
}

void GroupView::revealSelected() {
  const int place = placeOf(m_selected);
  const int shown = static_cast<int>(m_columns.size());
  if (place < 0 || shown == 0) return;
  const QSignalBlocker quiet(m_bar);  // who calls fills the columns
  m_bar->setValue(std::clamp(m_bar->value(), place - shown + 1, place));
}

void GroupView::fillColumn(int column) {
  const int place = column + m_bar->value();
  if (place >= groupSize()) return;
  const record::EpisodeRow& row = (*m_rows)[m_order[static_cast<std::size_t>(place)]];
  GroupColumn* shown = m_columns[static_cast<std::size_t>(column)];
  shown->setRow(row, groupSize(), m_widestAdvantage, row.id == m_selected);
  shown->setEpisode(m_episodes.value(row.id),
                    m_marksAction->isChecked() ? m_episodes.value(m_selected) : nullptr);
}

void GroupView::fillColumns() {
  for (int i = 0; i < static_cast<int>(m_columns.size()); ++i) fillColumn(i);
  askForMissing();
}

// Only what is seen is read, and what the others are compared with.
void GroupView::askForMissing() {
  if (!m_seen || !isVisible()) return;
  QList<qint64> wanted;
  const auto ask = [&](qint64 id) {
    if (id == 0 || m_episodes.contains(id) || m_asked.contains(id)) return;
    m_asked.insert(id, true);
    wanted << id;
  };
  for (const GroupColumn* column : m_columns) ask(column->rowId());
  if (placeOf(m_selected) >= 0) ask(m_selected);
  if (!wanted.isEmpty()) Q_EMIT episodesWanted(wanted);
}

void GroupView::selectNext(int delta) {
  const int place = placeOf(m_selected) + delta;
  if (place < 0 || place >= groupSize()) return;
  Q_EMIT episodeSelected((*m_rows)[m_order[static_cast<std::size_t>(place)]].id);
}

void GroupView::setSeen(bool seen) {
  m_seen = seen;
  askForMissing();
}

void GroupView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const auto before = m_columns.size();
  fitColumns();
  if (m_columns.size() != before) {
    revealSelected();
    fillColumns();
  }
}

void GroupView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  askForMissing();
}

void GroupView::keyPressEvent(QKeyEvent* event) {
  // Heads and bar leave the arrows to the view.
  if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
    selectNext(event->key() == Qt::Key_Left ? -1 : 1);
    event->accept();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace nereid::widgets
