// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/runs/queue_list.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/runs/run_delegate.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kMostRows = 4;  // more of them scroll

QString mimeType() {
  return QStringLiteral("application/x-nereid-queued-run");
}

class QueueDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {160, 2 * QFontMetrics(theme().textFont()).height() + 12};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const bool isWrong = !index.data(QueueModel::kProblemRole).toString().isEmpty();
    painter->save();
    paintRunGround(*painter, option);
    const QRect box = option.rect.adjusted(10, 5, -10, -6);
    painter->setRenderHint(QPainter::Antialiasing);
    // A hollow dot waits; a filled one of the list below runs.
    painter->setPen(QPen(theme().color(isWrong ? Role::kRejected : Role::kSecondary), 1.4));
    const int line = QFontMetrics(theme().textFont()).height();
    painter->drawEllipse(QRectF(box.left() + 0.7, box.top() + (line - 7) / 2.0, 7, 7));
    const QRect text = box.adjusted(16, 0, 0, 0);
    painter->setFont(theme().textFont());
    painter->setPen(theme().color(Role::kText));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignTop,
                      QFontMetrics(theme().textFont())
                          .elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    painter->setFont(theme().smallFont());
    painter->setPen(theme().color(isWrong ? Role::kRejected : Role::kSecondary));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignBottom,
                      QFontMetrics(theme().smallFont())
                          .elidedText(index.data(QueueModel::kStateRole).toString(), Qt::ElideRight,
                                      text.width()));
    painter->restore();
  }
};

}  // namespace

bool QueueEntry::operator==(const QueueEntry& other) const {
  const bool sameTime =
      startsInS == other.startsInS || (std::isnan(startsInS) && std::isnan(other.startsInS));
  return sameTime && id == other.id && name == other.name && detail == other.detail &&
         problem == other.problem;
}

QString ordinal(int number) {
  const bool isTeen = number % 100 >= 11 && number % 100 <= 13;
  switch (isTeen ? 0 : number % 10) {
    case 1:
      return QueueList::tr("%1st").arg(number);
    case 2:
      return QueueList::tr("%1nd").arg(number);
    case 3:
      return QueueList::tr("%1rd").arg(number);
    default:
      return QueueList::tr("%1th").arg(number);
  }
}

void QueueModel::setEntries(QList<QueueEntry> entries, bool isHeld) {
  const auto sameIds = [](const QueueEntry& a, const QueueEntry& b) { return a.id == b.id; };
  const bool isSame =
      std::equal(entries.begin(), entries.end(), m_entries.begin(), m_entries.end(), sameIds);
  if (!isSame) {
    beginResetModel();
    m_entries = std::move(entries);
    m_isHeld = isHeld;
    endResetModel();
    return;
  }
  if (entries == m_entries && isHeld == m_isHeld) return;
  m_entries = std::move(entries);
  m_isHeld = isHeld;
  if (!m_entries.isEmpty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int QueueModel::rowOf(const QString& id) const {
  const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                  [&](const QueueEntry& entry) { return entry.id == id; });
  return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

// Those that could not be started have no place in the line.
int QueueModel::placeOf(int row) const {
  const auto waits = [](const QueueEntry& entry) { return entry.problem.isEmpty(); };
  return static_cast<int>(std::count_if(m_entries.begin(), m_entries.begin() + row + 1, waits));
}

QString QueueModel::stateLine(int row) const {
  const QueueEntry& entry = m_entries[row];
  const QString dot = QStringLiteral(" \u00B7 ");
  if (!entry.problem.isEmpty())
    return QueueList::tr("could not run: %1").arg(engineText(entry.problem));
  // From the most to the least telling: a narrow panel cuts the end.
  QStringList parts{QueueList::tr("queued, %1").arg(ordinal(placeOf(row)))};
  if (m_isHeld) {
    parts << QueueList::tr("queue paused");
  } else if (std::isfinite(entry.startsInS) && entry.startsInS > 0) {
    parts << QueueList::tr("in about %1").arg(formatDuration(entry.startsInS * 1000));
  }
  parts << entry.detail;
  return parts.join(dot);
}

int QueueModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const QueueEntry& entry = m_entries[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return entry.name;
    case kStateRole:
      return stateLine(index.row());
    case kProblemRole:
      return engineText(entry.problem);
    case Qt::AccessibleTextRole:
      return QueueList::tr("%1, %2").arg(entry.name, stateLine(index.row()));
    case Qt::ToolTipRole:
      return QueueList::tr("%1\n%2\nEnter: settings. Alt+Shift+Up or Down: move. Delete: take out.")
          .arg(entry.name, stateLine(index.row()));
    default:
      return {};
  }
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractListModel::flags(index);
  // Between rows, never onto one.
  return index.isValid() ? usual | Qt::ItemIsDragEnabled : usual | Qt::ItemIsDropEnabled;
}

QStringList QueueModel::mimeTypes() const {
  return {mimeType()};
}

QMimeData* QueueModel::mimeData(const QModelIndexList& indexes) const {
  auto* data = new QMimeData;  // owned by the drag
  if (!indexes.isEmpty()) data->setData(mimeType(), m_entries[indexes.first().row()].id.toUtf8());
  return data;
}

// Says false on purpose: the view would take the dragged row out, the owner of the queue moves it.
bool QueueModel::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int,
                              const QModelIndex& parent) {
  const QString id = QString::fromUtf8(data->data(mimeType()));
  const int from = rowOf(id);
  if (from < 0) return false;
  int to = row >= 0 ? row : (parent.isValid() ? parent.row() : rowCount());
  if (to > from) --to;
  if (to != from) Q_EMIT dropped(id, to);
  return false;
}

QueueList::QueueList(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(tr("Queue"), this)),
      m_note(new ElidedLabel(this)),
      m_hold(new QToolButton(this)),
      m_view(new QListView(this)),
      m_model(new QueueModel(this)) {
  keepFont(m_title, FontKind::kStrong);
  keepRole(m_note, Role::kSecondary);
  m_note->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_hold->setProperty("quiet", true);
  m_hold->setFocusPolicy(Qt::TabFocus);
  m_view->setModel(m_model);
  m_view->setItemDelegate(new QueueDelegate(m_view));
  m_view->setAccessibleName(tr("Runs that wait"));
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->setDragDropMode(QAbstractItemView::InternalMove);
  m_view->setDropIndicatorShown(true);
  m_view->installEventFilter(this);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(10, 4, 6, 4);
  head->setSpacing(8);
  head->addWidget(m_title);
  head->addWidget(m_note, 1);
  head->addWidget(m_hold);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 1, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(m_view);
  connect(m_hold, &QToolButton::clicked, this, [this] { Q_EMIT heldRequested(!m_isHeld); });
  connect(m_model, &QueueModel::dropped, this, &QueueList::moveRequested);
  connect(m_view, &QWidget::customContextMenuRequested, this, &QueueList::showMenu);
  connect(m_view, &QAbstractItemView::doubleClicked, this, [this] {
    if (!selected().isEmpty()) Q_EMIT editRequested(selected());
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &QueueList::selectionChanged);
  connect(&theme(), &Theme::themeChanged, this, [this] {
    m_view->doItemsLayout();
    fitHeight();
  });
  hide();
}

void QueueList::setQueue(const QList<QueueEntry>& entries, bool isHeld, double totalS) {
  const QString before = selected();
  m_isHeld = isHeld;
  m_model->setEntries(entries, isHeld);
  if (!before.isEmpty() && selected() != before) select(before);
  const auto waiting = static_cast<int>(std::count_if(
      entries.begin(), entries.end(), [](const QueueEntry& one) { return one.problem.isEmpty(); }));
  QString note = waiting == 1 ? tr("1 run") : tr("%n runs", nullptr, waiting);
  if (isHeld) {
    note = tr("%1, paused").arg(note);
  } else if (std::isfinite(totalS)) {
    note = tr("%1, done in about %2").arg(note, formatDuration(totalS * 1000));
  }
  m_note->setText(note);
  m_hold->setText(isHeld ? tr("go on") : tr("pause"));
  m_hold->setToolTip(isHeld ? tr("Start the next run, now or when the present one ends")
                            : tr("Start no further run; the present one goes on"));
  m_hold->setAccessibleName(isHeld ? tr("Go on with the queue") : tr("Pause the queue"));
  fitHeight();
  setVisible(!entries.isEmpty());
}

void QueueList::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(QRect(0, 0, width(), 1), theme().color(Role::kLine));
}

QString QueueList::summary() const {
  return m_note->text();
}

QString QueueList::selected() const {
  const QModelIndex current = m_view->currentIndex();
  return current.isValid() ? m_model->entries()[current.row()].id : QString();
}

void QueueList::select(const QString& id) {
  const int row = m_model->rowOf(id);
  if (row >= 0) m_view->setCurrentIndex(m_model->index(row));
}

void QueueList::fitHeight() {
  const int rows = std::min(m_model->rowCount(), kMostRows);
  m_view->setFixedHeight(rows * m_view->sizeHintForRow(0));
}

bool QueueList::takeKey(int key, Qt::KeyboardModifiers modifiers) {
  const QString id = selected();
  if (id.isEmpty()) return false;
  const int row = m_model->rowOf(id);
  if (modifiers == (Qt::AltModifier | Qt::ShiftModifier) &&
      (key == Qt::Key_Up || key == Qt::Key_Down)) {
    const int to = row + (key == Qt::Key_Up ? -1 : 1);
    if (to >= 0 && to < m_model->rowCount()) Q_EMIT moveRequested(id, to);
    return true;
  }
  if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
    Q_EMIT removeRequested(id);
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    Q_EMIT editRequested(id);
    return true;
  }
  return false;
}

bool QueueList::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_view || event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  return takeKey(key->key(), key->modifiers() & ~Qt::KeypadModifier);
}

void QueueList::showMenu(const QPoint& place) {
  const QModelIndex index = m_view->indexAt(place);
  if (!index.isValid()) return;
  const QueueEntry entry = m_model->entries()[index.row()];
  const int row = index.row();
  QMenu menu(this);
  menu.addAction(tr("Settings..."), this, [this, entry] { Q_EMIT editRequested(entry.id); });
  if (!entry.problem.isEmpty()) {
    menu.addAction(tr("Queue again"), this, [this, entry] { Q_EMIT retryRequested(entry.id); });
  }
  menu.addSeparator();
  menu.addAction(tr("Move up"), this,
                 [this, entry, row] { Q_EMIT moveRequested(entry.id, row - 1); })
      ->setEnabled(row > 0);
  menu.addAction(tr("Move down"), this,
                 [this, entry, row] { Q_EMIT moveRequested(entry.id, row + 1); })
      ->setEnabled(row + 1 < m_model->rowCount());
  menu.addSeparator();
  menu.addAction(tr("Take out of the queue"), this,
                 [this, entry] { Q_EMIT removeRequested(entry.id); });
  menu.exec(m_view->viewport()->mapToGlobal(place));
}

}  // namespace nereid::widgets
