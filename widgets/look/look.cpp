// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/look.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPalette>
#include <QRegularExpression>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <functional>

#include "widgets/look/icons.h"

namespace nereid::widgets {

namespace {

// Puts a property of a widget back whenever an event may have taken it away.
class Keeper : public QObject {
 public:
  Keeper(QWidget* widget, const QList<QEvent::Type>& events, std::function<void()> restore)
      : QObject(widget), m_events(events), m_restore(std::move(restore)) {
    widget->installEventFilter(this);
    connect(&theme(), &Theme::themeChanged, this, [this] { m_restore(); });
    m_restore();
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (!m_busy && m_events.contains(event->type())) {
      m_busy = true;
      m_restore();
      m_busy = false;
    }
    return false;
  }

 private:
  QList<QEvent::Type> m_events;
  std::function<void()> m_restore;
  bool m_busy = false;
};

/// After which a font, a colour or a style sheet may be gone.
QList<QEvent::Type> lookEvents() {
  return {QEvent::FontChange,   QEvent::PaletteChange, QEvent::StyleChange,
          QEvent::ParentChange, QEvent::Polish,        QEvent::Show};
}

QFont fontOf(FontKind kind) {
  switch (kind) {
    case FontKind::kText:
      return theme().textFont();
    case FontKind::kStrong:
      return theme().strongFont();
    case FontKind::kSmall:
      return theme().smallFont();
    case FontKind::kCode:
      return theme().codeFont();
  }
  return {};
}

}  // namespace

void keepFont(QWidget* widget, FontKind kind) {
  new Keeper(widget, lookEvents(), [widget, kind] {
    const QFont font = fontOf(kind);
    if (widget->font() != font) {
      widget->setFont(font);
    }
  });
}

void keepRole(QWidget* widget, Role role) {
  new Keeper(widget, lookEvents(), [widget, role] {
    QPalette palette = widget->palette();
    const QColor color = theme().color(role);
    if (palette.color(QPalette::WindowText) != color) {
      palette.setColor(QPalette::WindowText, color);
      widget->setPalette(palette);
    }
  });
}

void keepTabLook(QTabBar* bar) {
  bar->setDrawBase(false);
  bar->setExpanding(false);
  new Keeper(bar, lookEvents(), [bar] {
    const auto hex = [](Role role) { return theme().color(role).name(); };
    const QString sheet = QStringLiteral(
                              "QTabBar { background: transparent; border: none; }"
                              "QTabBar::tab { background: transparent; color: %1; border: none;"
                              " border-bottom: 2px solid transparent; padding: 4px 10px; }"
                              "QTabBar::tab:selected { color: %2; border-bottom-color: %3; }"
                              "QTabBar::tab:hover { color: %2; }"
                              "QTabBar::tab:focus { color: %3; }")
                              .arg(hex(Role::kSecondary), hex(Role::kText), hex(Role::kAccent));
    if (bar->styleSheet() != sheet) bar->setStyleSheet(sheet);
  });
}

void keepMargins(QWidget* label, const QMargins& margins) {
  new Keeper(label, {QEvent::Resize, QEvent::Show, QEvent::LayoutRequest}, [label, margins] {
    if (label->contentsMargins() != margins) label->setContentsMargins(margins);
  });
}

void setMenuMark(QAbstractButton* button, QMenu* menu) {
  button->setIcon(icon(IconId::kDown));
  // Words and mark change places; Qt hands the direction on to the menu, where arrows and keys
  // would be the wrong way round.
  button->setLayoutDirection(Qt::RightToLeft);
  menu->setLayoutDirection(QGuiApplication::layoutDirection());
}

namespace {

/// May stand before the dots, given whether it is whole and what follows it.
bool mayEnd(const QString& word, bool isWhole, const QString& rest) {
  // A name may hold digits and be cut; a number begins with one, behind a sign or a bracket.
  static const QRegularExpression digit(QStringLiteral("^[^\\p{L}\\d]*\\d"));
  static const QRegularExpression letter(QStringLiteral("\\p{L}"));
  const bool hasLetter = word.contains(letter);
  if (!word.contains(digit)) return hasLetter;
  if (!isWhole || hasLetter) return isWhole;
  // Else its unit follows.
  return word.endsWith(QLatin1Char(',')) || word.endsWith(QLatin1Char(';')) ||
         rest.startsWith(QChar(0x00B7));
}

}  // namespace

// What Qt leaves is taken back, word by word: "0 \u2026" and "0.\u2026" would be other numbers than
// "0 B" and "0.30".
QString elidedWords(const QFontMetrics& metrics, const QString& line, int width) {
  if (metrics.horizontalAdvance(line) <= width) return line;
  const QChar dots(0x2026);
  QString kept = metrics.elidedText(line, Qt::ElideRight, width);
  if (kept.endsWith(dots)) kept.chop(1);
  bool isWhole = kept.size() < line.size() && line[kept.size()].isSpace();
  while (!kept.isEmpty()) {
    isWhole = isWhole || kept.back().isSpace();
    while (!kept.isEmpty() && kept.back().isSpace()) kept.chop(1);
    const qsizetype begin = kept.lastIndexOf(QLatin1Char(' ')) + 1;
    if (mayEnd(kept.mid(begin), isWhole, line.mid(kept.size()).trimmed())) break;
    kept.truncate(begin);
  }
  static const QRegularExpression separators(QStringLiteral("[:,;(]+$"));
  kept.remove(separators);
  const bool isNumber = !kept.isEmpty() && kept.back().isDigit();
  return kept + (isNumber ? QStringLiteral(" ") : QString()) + dots;
}

bool isClickBeside(const QAbstractItemView& view, const QEvent& event) {
  if (event.type() != QEvent::MouseButtonPress) return false;
  return !view.indexAt(static_cast<const QMouseEvent&>(event).position().toPoint()).isValid();
}

QVBoxLayout* tightColumn(QWidget* owner) {
  auto* column = new QVBoxLayout(owner);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  return column;
}

QToolButton* textButton(QAction* action, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setDefaultAction(action);
  button->setProperty("quiet", true);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace nereid::widgets
