// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_palette.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "widgets/look/theme.h"

namespace nereid::app {
namespace {

constexpr int kGroupRole = Qt::UserRole + 1;
constexpr int kKeysRole = Qt::UserRole + 2;
constexpr int kIndexRole = Qt::UserRole + 3;
constexpr int kSearchRole = Qt::UserRole + 4;
constexpr int kWhyNotRole = Qt::UserRole + 5;
constexpr int kMargin = 12;
constexpr int kGroupGap = 16;

/// "group  text ......... keys", or why it cannot be given in place of the keys.
class EntryDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setGroupWidth(int width) { m_groupWidth = width; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    painter->save();
    const QPalette& palette = option.palette;
    const bool isCurrent = option.state & QStyle::State_Selected;
    if (isCurrent) painter->fillRect(option.rect, palette.brush(QPalette::Highlight));
    const QRect line = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QString whyNot = index.data(kWhyNotRole).toString();
    const bool isPossible = whyNot.isEmpty();
    const QString keys = isPossible ? index.data(kKeysRole).toString() : whyNot;
    painter->setPen(palette.color(QPalette::PlaceholderText));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, index.data(kGroupRole).toString());
    const QRect room = line.adjusted(m_groupWidth, 0, 0, 0);
    const QString text = index.data().toString();
    // The words come first; what stands at the right takes what they leave.
    const int wordsWidth = qMin(option.fontMetrics.horizontalAdvance(text), room.width());
    painter->drawText(
        room, Qt::AlignRight | Qt::AlignVCenter,
        option.fontMetrics.elidedText(keys, Qt::ElideRight, room.width() - wordsWidth - kMargin));
    if (isPossible)
      painter->setPen(palette.color(isCurrent ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(text, Qt::ElideRight, room.width()));
    painter->restore();
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {100, option.fontMetrics.height() + 12};
  }

 private:
  int m_groupWidth = 0;
};

/// Room for the widest group, in whatever language and size.
int groupWidth(const QFontMetrics& metrics, const QList<PaletteEntry>& entries) {
  int width = 0;
  for (const PaletteEntry& entry : entries)
    width = qMax(width, metrics.horizontalAdvance(entry.group));
  return width + kGroupGap;
}

QStandardItem* itemOf(const PaletteEntry& entry, int index) {
  auto* item = new QStandardItem(entry.text);
  item->setData(entry.group, kGroupRole);
  item->setData(entry.keys, kKeysRole);
  item->setData(index, kIndexRole);
  item->setData(entry.whyNot, kWhyNotRole);
  item->setData(QStringList{entry.group, entry.text, entry.also}.join(QLatin1Char(' ')),
                kSearchRole);
  const QString words = CommandPalette::tr("%1: %2").arg(entry.group, entry.text);
  item->setData(
      entry.whyNot.isEmpty() ? words : CommandPalette::tr("%1, %2").arg(words, entry.whyNot),
      Qt::AccessibleTextRole);
  item->setToolTip(entry.whyNot);
  item->setEditable(false);
  return item;
}

}  // namespace

/// Entries that hold every typed word, in whatever order ("st ru" and "run start" find "Start
/// run"). First those that can be given; of them first those that the words name themselves, the
/// ones with fewer other words before the longer ones, then those that only group or synonyms name.
class PaletteMatches : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void setTyped(const QString& text) {
    m_phrase = text.simplified();
    m_words = m_phrase.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidate();
    sort(0);
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    return holdsAll(sourceModel()->index(row, 0, parent).data(kSearchRole).toString());
  }

  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    return place(left) < place(right);
  }

 private:
  bool holdsAll(const QString& text) const {
    return std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString& word) {
      return text.contains(word, Qt::CaseInsensitive);
    });
  }

  /// What is in the list before what; the row is that of the whole list.
  std::tuple<int, qsizetype, int> place(const QModelIndex& entry) const {
    const int first = rank(entry);
    const bool mayBeLonger = first == kBeginsWords;
    return {first, mayBeLonger ? entry.data().toString().count(QLatin1Char(' ')) : 0, entry.row()};
  }

  int rank(const QModelIndex& entry) const {
    constexpr int kImpossible = 4;
    if (!entry.data(kWhyNotRole).toString().isEmpty()) return kImpossible;
    const QString text = entry.data().toString();
    if (text.startsWith(m_phrase, Qt::CaseInsensitive)) return 0;
    const QStringList parts = text.split(QLatin1Char(' '));
    const bool beginsWords =
        std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString& word) {
          return std::any_of(parts.cbegin(), parts.cend(), [&](const QString& part) {
            return part.startsWith(word, Qt::CaseInsensitive);
          });
        });
    if (beginsWords) return kBeginsWords;
    return holdsAll(text) ? 2 : 3;
  }

  static constexpr int kBeginsWords = 1;

  QString m_phrase;
  QStringList m_words;
};

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_search(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_nothing(new QLabel(this)),
      m_model(new QStandardItemModel(this)),
      m_shown(new PaletteMatches(this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Search and commands"));
  m_shown->setSourceModel(m_model);
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
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(8);
  layout->addWidget(m_search);
  layout->addWidget(m_nothing);
  layout->addWidget(m_list, 1);
  m_nothing->setObjectName(QStringLiteral("nothing"));
  m_nothing->setContentsMargins(kMargin, 0, kMargin, 0);
  m_nothing->setWordWrap(true);
  m_nothing->hide();
  connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open(const QList<PaletteEntry>& entries) {
  m_entries = entries;
  m_model->clear();
  static_cast<EntryDelegate*>(m_list->itemDelegate())
      ->setGroupWidth(groupWidth(m_list->fontMetrics(), m_entries));
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
  m_shown->setTyped(text);
  m_list->setCurrentIndex(m_shown->index(firstPossible(), 0));
  const bool isNothing = m_shown->rowCount() == 0;
  m_nothing->setText(tr("Nothing matches \"%1\". Commands, runs, plots, tasks and examples are "
                        "searched.")
                         .arg(text));
  m_nothing->setVisible(isNothing);
  m_list->setVisible(!isNothing);
  fitHeight();
}

// As high as what was found, up to what the window has room for.
void CommandPalette::fitHeight() {
  constexpr int kRows = 15;
  constexpr int kBelow = 120;  // of the window, around it
  const int rows = qMin(kRows, m_shown->rowCount());
  const int list =
      rows == 0 ? m_nothing->heightForWidth(width()) : rows * m_list->sizeHintForRow(0);
  const QMargins margins = layout()->contentsMargins();
  const int wanted =
      margins.top() + m_search->sizeHint().height() + layout()->spacing() + list + margins.bottom();
  resize(width(), qMin(wanted, parentWidget()->height() - kBelow));
}

// An edge: there is no shadow that would tell it from what lies below.
void CommandPalette::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), widgets::theme().color(widgets::Role::kPanel));
  painter.setPen(widgets::theme().color(widgets::Role::kSecondary));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

int CommandPalette::firstPossible() const {
  for (int row = 0; row < m_shown->rowCount(); ++row)
    if (m_shown->index(row, 0).data(kWhyNotRole).toString().isEmpty()) return row;
  return 0;
}

void CommandPalette::runCurrent() {
  const QModelIndex current = m_list->currentIndex();
  if (!current.isValid() || !current.data(kWhyNotRole).toString().isEmpty()) return;
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
      return chooseRow(row + 1);
    case Qt::Key_Up:
      return chooseRow(row - 1);
    case Qt::Key_PageDown:
      return chooseRow(row + rowsInSight());
    case Qt::Key_PageUp:
      return chooseRow(row - rowsInSight());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    default:
      return QDialog::eventFilter(watched, event);
  }
}

bool CommandPalette::chooseRow(int row) {
  m_list->setCurrentIndex(m_shown->index(qBound(0, row, m_shown->rowCount() - 1), 0));
  return true;
}

int CommandPalette::rowsInSight() const {
  return qMax(1, m_list->viewport()->height() / qMax(1, m_list->sizeHintForRow(0)));
}

// As wide as its words need, in whatever size they are.
void CommandPalette::placeOverParent() {
  constexpr int kLetters = 80;
  const QFontMetrics metrics(m_list->font());
  const QWidget* window = parentWidget();
  const int wide = kLetters * metrics.averageCharWidth() + 2 * kMargin;
  const int width = qMin(wide, window->width() - 40);
  resize(width, height());
  fitHeight();
  move(window->mapToGlobal(QPoint((window->width() - width) / 2, 60)));
}

}  // namespace nereid::app
