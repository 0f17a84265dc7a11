// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace nereid::app {
namespace {

constexpr int kGroupRole = Qt::UserRole + 1;
constexpr int kKeysRole = Qt::UserRole + 2;
constexpr int kIndexRole = Qt::UserRole + 3;
constexpr int kSearchRole = Qt::UserRole + 4;
constexpr int kRowHeight = 30;
constexpr int kMargin = 12;

/// "group  text ......... keys"
class EntryDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    painter->save();
    const QPalette& palette = option.palette;
    const bool isCurrent = option.state & QStyle::State_Selected;
    if (isCurrent) painter->fillRect(option.rect, palette.brush(QPalette::Highlight));
    const QRect line = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QString keys = index.data(kKeysRole).toString();
    painter->setPen(palette.color(QPalette::PlaceholderText));
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, keys);
    const QString group = index.data(kGroupRole).toString();
    const int groupWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("Episode   "));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, group);
    painter->setPen(palette.color(isCurrent ? QPalette::HighlightedText : QPalette::Text));
    const QRect words =
        line.adjusted(groupWidth, 0, -option.fontMetrics.horizontalAdvance(keys) - kMargin, 0);
    painter->drawText(
        words, Qt::AlignLeft | Qt::AlignVCenter,
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter->restore();
  }

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {100, kRowHeight};
  }
};

QStandardItem* itemOf(const PaletteEntry& entry, int index) {
  auto* item = new QStandardItem(entry.text);
  item->setData(entry.group, kGroupRole);
  item->setData(entry.keys, kKeysRole);
  item->setData(index, kIndexRole);
  item->setData(entry.group + QLatin1Char(' ') + entry.text, kSearchRole);
  item->setData(CommandPalette::tr("%1: %2").arg(entry.group, entry.text), Qt::AccessibleTextRole);
  item->setEditable(false);
  return item;
}

/// "st ru" finds "Start run": every word must occur, in order.
QString patternOf(const QString& typed) {
  QStringList words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (QString& word : words) word = QRegularExpression::escape(word);
  return words.join(QStringLiteral(".*"));
}

}  // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_search(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_model(new QStandardItemModel(this)),
      m_shown(new QSortFilterProxyModel(this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Search and commands"));
  m_shown->setSourceModel(m_model);
  m_shown->setFilterRole(kSearchRole);
  m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_search->setPlaceholderText(tr("Type a command, a run or a task"));
  m_search->setAccessibleName(tr("Search"));
  m_search->setFrame(false);
  m_search->installEventFilter(this);
  m_list->setModel(m_shown);
  m_list->setItemDelegate(new EntryDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setAccessibleName(tr("Matches"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 8, 1, 8);
  layout->setSpacing(8);
  layout->addWidget(m_search);
  layout->addWidget(m_list);
  connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open(const QList<PaletteEntry>& entries) {
  m_entries = entries;
  m_model->clear();
  for (int i = 0; i < m_entries.size(); ++i) m_model->appendRow(itemOf(m_entries[i], i));
  m_search->clear();
  filter(QString());
  placeOverParent();
  show();
  m_search->setFocus();
}

int CommandPalette::visibleCount() const {
  return m_shown->rowCount();
}

void CommandPalette::filter(const QString& text) {
  m_shown->setFilterRegularExpression(
      QRegularExpression(patternOf(text), QRegularExpression::CaseInsensitiveOption));
  m_list->setCurrentIndex(m_shown->index(0, 0));
}

void CommandPalette::runCurrent() {
  const QModelIndex current = m_list->currentIndex();
  if (!current.isValid()) return;
  const auto effect = m_entries[current.data(kIndexRole).toInt()].effect;
  hide();
  if (effect) effect();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const int row = m_list->currentIndex().row();
  switch (key->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up: {
      const int next = row + (key->key() == Qt::Key_Down ? 1 : -1);
      m_list->setCurrentIndex(m_shown->index(qBound(0, next, m_shown->rowCount() - 1), 0));
      return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    default:
      return QDialog::eventFilter(watched, event);
  }
}

void CommandPalette::placeOverParent() {
  const QWidget* window = parentWidget();
  const QSize size(qMin(560, window->width() - 40), qMin(420, window->height() - 120));
  resize(size);
  move(window->mapToGlobal(QPoint((window->width() - size.width()) / 2, 60)));
}

}  // namespace nereid::app
