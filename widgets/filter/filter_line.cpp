// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filter/filter_line.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTextCharFormat>
#include <QWindow>
#include <memory>
#include <vector>

#include "widgets/look/look.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr int kHelpRole = Qt::UserRole + 1;
constexpr int kPadding = 8;
constexpr int kHelpGap = 24;
constexpr int kMostRows = 10;
constexpr int kWidest = 560;

/// Of all keys those that most filters begin with: a list that is seen at a glance.
void keepCommon(std::vector<FilterSuggestion>& offers) {
  static const QStringList kCommon = {QStringLiteral("is:"),     QStringLiteral("task:"),
                                      QStringLiteral("reason:"), QStringLiteral("stage:"),
                                      QStringLiteral("step:"),   QStringLiteral("rejected:"),
                                      QStringLiteral("level:"),  QStringLiteral("flag:"),
                                      QStringLiteral("reward:"), QStringLiteral("bookmarked:")};
  std::erase_if(offers,
                [](const FilterSuggestion& offer) { return !kCommon.contains(offer.text); });
}

/// To whatever lies there once the list of offers is gone, as if it had never been in the way.
void pressAgain(const QMouseEvent& event) {
  const QPoint place = event.globalPosition().toPoint();
  QWidget* below = QApplication::widgetAt(place);
  if (below == nullptr || below->window()->windowHandle() == nullptr) return;
  QWindow* window = below->window()->windowHandle();
  QMouseEvent again(event.type(), window->mapFromGlobal(place), place, event.button(),
                    event.buttons(), event.modifiers());
  QCoreApplication::sendEvent(window, &again);
}

// The offer in the font of code, what it means at the right.
class OfferDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    painter->save();
    if (option.state & QStyle::State_Selected) {
      painter->fillRect(option.rect, theme().color(Role::kSelection));
    }
    const QRect box = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QString help = index.data(kHelpRole).toString();
    painter->setFont(theme().smallFont());
    painter->setPen(theme().color(Role::kSecondary));
    painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, help);
    const int helpWidth =
        help.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(help) + kHelpGap;
    painter->setFont(theme().codeFont());
    painter->setPen(theme().color(Role::kText));
    const QRect room = box.adjusted(0, 0, -helpWidth, 0);
    painter->drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter,
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
    painter->restore();
  }

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    const QString help = index.data(kHelpRole).toString();
    const int width = QFontMetrics(theme().codeFont()).horizontalAdvance(index.data().toString()) +
                      QFontMetrics(theme().smallFont()).horizontalAdvance(help) + kHelpGap +
                      2 * kPadding;
    return {width, theme().rowHeight() - 2};
  }
};

}  // namespace

FilterLine::FilterLine(QWidget* parent)
    : QLineEdit(parent), m_completer(new QCompleter(this)), m_model(new QStandardItemModel(this)) {
  m_completer->setModel(m_model);
  m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  m_completer->setMaxVisibleItems(kMostRows);
  m_completer->setWidget(this);  // setCompleter() would replace the whole line by an offer
  auto* list = new QListView;
  list->setObjectName(QStringLiteral("offers"));  // for its frame
  list->setUniformItemSizes(true);
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->setAccessibleName(tr("Offers for the filter"));
  m_completer->setPopup(list);
  list->setItemDelegate(new OfferDelegate(list));  // setPopup() brings one of its own
  list->installEventFilter(this);                  // after the completer, and so before it
  connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
          [this](const QModelIndex& index) { take(index.row()); });
  connect(this, &QLineEdit::textEdited, this, [this] {
    // Nobody who has just emptied the line has asked for all that could stand in it.
    text().isEmpty() ? m_completer->popup()->hide() : showOffers();
  });
  connect(&theme(), &Theme::themeChanged, this, &FilterLine::styleProblem);
  setClearButtonEnabled(true);
  keepFont(this, FontKind::kCode);
}

void FilterLine::setVocabulary(std::function<FilterVocabulary()> vocabulary) {
  m_vocabulary = std::move(vocabulary);
}

QWidget* FilterLine::popup() const {
  return m_completer->popup();
}

bool FilterLine::isPopupOpen() const {
  return m_completer->popup()->isVisible();
}

QStringList FilterLine::offers() const {
  QStringList texts;
  for (const FilterSuggestion& offer : m_completions.offers) {
    texts << offer.text;
  }
  return texts;
}

int FilterLine::chosenOffer() const {
  const QModelIndex current = m_completer->popup()->currentIndex();
  return isPopupOpen() && current.isValid() ? current.row() : -1;
}

void FilterLine::showOffers() {
  m_completions =
      completeFilter(text(), cursorPosition(), m_vocabulary ? m_vocabulary() : FilterVocabulary());
  if (text().trimmed().isEmpty()) keepCommon(m_completions.offers);
  m_model->clear();
  int width = 0;
  const OfferDelegate measure;
  for (const FilterSuggestion& offer : m_completions.offers) {
    auto* item = new QStandardItem(offer.text);
    item->setData(offer.help, kHelpRole);
    item->setData(offer.help.isEmpty() ? offer.text : tr("%1: %2").arg(offer.text, offer.help),
                  Qt::AccessibleTextRole);
    m_model->appendRow(item);
    width = std::max(width, measure.sizeHint({}, m_model->indexFromItem(item)).width());
  }
  if (m_completions.offers.empty()) {
    m_completer->popup()->hide();
    return;
  }
  constexpr int kScrollBar = 14;
  const int left = cursorRect().left();
  m_completer->complete(QRect(left, 0, std::min(width + kScrollBar, kWidest), height()));
  m_completer->popup()->setCurrentIndex({});
}

void FilterLine::take(int offer) {
  if (offer < 0 || offer >= static_cast<int>(m_completions.offers.size())) {
    return;
  }
  const QString& value = m_completions.offers[static_cast<std::size_t>(offer)].text;
  const bool isKey = value.endsWith(QLatin1Char(':'));
  QString whole = text();
  QString written = value;
  const bool isLast = m_completions.end >= whole.size();
  if (!isKey && (isLast || !whole[m_completions.end].isSpace())) {
    written += QLatin1Char(' ');
  }
  whole.replace(m_completions.begin, m_completions.end - m_completions.begin, written);
  m_completer->popup()->hide();
  setText(whole);
  setCursorPosition(m_completions.begin + static_cast<int>(written.size()));
  Q_EMIT completed();
  if (isKey) {
    showOffers();
  }
}

bool FilterLine::event(QEvent* event) {
  // Tab would move the focus before keyPressEvent sees it.
  if (event->type() == QEvent::KeyPress && isPopupOpen() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Tab) {
    take(std::max(0, chosenOffer()));
    event->accept();
    return true;
  }
  return QLineEdit::event(event);
}

// Qt takes the click that closes a popup.
bool FilterLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched != popup() || event->type() != QEvent::MouseButtonPress)
    return QLineEdit::eventFilter(watched, event);
  const auto* press = static_cast<QMouseEvent*>(event);
  if (popup()->rect().contains(press->position().toPoint())) return false;
  popup()->hide();
  const std::shared_ptr<QMouseEvent> kept(press->clone());
  QMetaObject::invokeMethod(
      this, [kept] { pressAgain(*kept); }, Qt::QueuedConnection);
  return true;
}

void FilterLine::keyPressEvent(QKeyEvent* event) {
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isPopupOpen() && (event->key() == Qt::Key_Escape || (isEnter && chosenOffer() >= 0))) {
    event->ignore();  // the completer closes, or takes the chosen offer
    return;
  }
  if (isEnter) {
    m_completer->popup()->hide();
  }
  if (event->key() == Qt::Key_Down && !isPopupOpen()) {
    showOffers();
    event->accept();
    return;
  }
  QLineEdit::keyPressEvent(event);
}

void FilterLine::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    styleProblem();
  }
}

void FilterLine::setProblem(std::optional<std::pair<int, int>> range) {
  if (range != m_problem) {
    m_problem = range;
    styleProblem();
  }
}

// The only way to give a part of a line edit another look is that of input methods.
void FilterLine::styleProblem() {
  QList<QInputMethodEvent::Attribute> attributes;
  if (m_problem) {
    QTextCharFormat format;
    format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    format.setUnderlineColor(theme().color(Role::kRejected));
    format.setForeground(theme().color(Role::kRejected));
    attributes << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat,
                                               m_problem->first - cursorPosition(),
                                               m_problem->second, format);
  }
  QInputMethodEvent event(QString(), attributes);
  QLineEdit::inputMethodEvent(&event);
}

}  // namespace nereid::widgets
