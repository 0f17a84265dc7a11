// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/text_walk.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

#include "widgets/look/elided_label.h"

namespace {

/// A pixel of rounding per side is no clipping.
constexpr int kSlack = 2;

QString placeOf(const QWidget* widget) {
  QString path;
  for (const QWidget* at = widget; at != nullptr && path.count(u'<') < 3; at = at->parentWidget()) {
    if (!path.isEmpty()) path += QLatin1String(" < ");
    path += QLatin1String(at->metaObject()->className());
    if (!at->objectName().isEmpty()) path += QLatin1Char(' ') + at->objectName();
  }
  return path;
}

int widthOf(const QWidget* widget, const QString& text) {
  int width = 0;
  const QStringList lines = text.split(u'\n');
  for (QString line : lines) {
    static const QRegularExpression mnemonic(QStringLiteral("&(?!&)"));
    width = std::max(width, widget->fontMetrics().horizontalAdvance(line.remove(mnemonic)));
  }
  return width;
}

void addLabel(QList<ShownText>& out, const QLabel* label) {
  ShownText shown{label, label->text(), placeOf(label)};
  if (Qt::mightBeRichText(shown.text)) {
    QTextDocument document;
    document.setHtml(shown.text);
    shown.text = document.toPlainText();
  }
  const bool givesWay = label->wordWrap() ||
                        qobject_cast<const nereid::widgets::ElidedLabel*>(label) != nullptr ||
                        (!label->toolTip().isEmpty() && label->toolTip() == label->text());
  if (!givesWay) {
    shown.room = label->contentsRect().width() - 2 * label->margin();
    shown.needed = widthOf(label, shown.text);
  }
  out << shown;
}

void addButton(QList<ShownText>& out, const QAbstractButton* button) {
  const auto* tool = qobject_cast<const QToolButton*>(button);
  if (tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly &&
      !tool->icon().isNull())
    return;
  ShownText shown{button, button->text(), placeOf(button)};
  shown.room = button->width();
  const bool isPaintedByUs = !button->inherits("QPushButton") && tool == nullptr &&
                             !button->inherits("QCheckBox") && !button->inherits("QRadioButton");
  if (isPaintedByUs) {
    // It has a font of its own; its hint knows what the words need.
    shown.needed = button->sizeHint().width();
    if (!button->toolTip().isEmpty()) shown.room = -1;
    out << shown;
    return;
  }
  // A box or a dot stands before the words of a check box or a radio button.
  shown.needed = widthOf(button, shown.text) +
                 (button->isCheckable() && tool == nullptr &&
                          qobject_cast<const QAbstractButton*>(button)->inherits("QCheckBox")
                      ? 16
                      : 0);
  out << shown;
}

void addTabs(QList<ShownText>& out, const QTabBar* bar) {
  for (int i = 0; i < bar->count(); ++i) {
    if (!bar->isTabVisible(i)) continue;
    ShownText shown{bar, bar->tabText(i), placeOf(bar)};
    if (bar->elideMode() == Qt::ElideNone || bar->tabToolTip(i).isEmpty()) {
      shown.room = bar->tabRect(i).width();
      shown.needed = widthOf(bar, shown.text);
    }
    out << shown;
  }
}

void addHead(QList<ShownText>& out, const QHeaderView* head) {
  const QAbstractItemModel* model = head->model();
  if (model == nullptr || head->orientation() != Qt::Horizontal) return;
  for (int i = 0; i < head->count(); ++i) {
    if (head->isSectionHidden(i)) continue;
    ShownText shown{head, model->headerData(i, Qt::Horizontal).toString(),
                    placeOf(head) + QStringLiteral(" column %1").arg(i)};
    if (model->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty()) {
      shown.room = head->sectionSize(i);
      shown.needed = widthOf(head, shown.text);
    }
    out << shown;
  }
}

void addTextsOf(QList<ShownText>& out, const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) addLabel(out, label);
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) addButton(out, button);
  if (const auto* bar = qobject_cast<const QTabBar*>(widget)) addTabs(out, bar);
  if (const auto* head = qobject_cast<const QHeaderView*>(widget)) addHead(out, head);
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
    ShownText shown{box, box->currentText(), placeOf(box), box->width() - 20,
                    widthOf(box, box->currentText())};
    if (!box->toolTip().isEmpty()) shown.room = -1;
    out << shown;
  }
  if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
    if (line->text().isEmpty())
      out << ShownText{line, line->placeholderText(), placeOf(line), -1, 0, true};
  }
  if (!widget->toolTip().isEmpty())
    out << ShownText{widget, widget->toolTip(), placeOf(widget) + QLatin1String(" tooltip"), -1, 0,
                     true};
  if (widget->isWindow() && !widget->windowTitle().isEmpty())
    out << ShownText{widget, widget->windowTitle(), placeOf(widget) + QLatin1String(" title")};
}

bool isInViewport(const QWidget* widget) {
  for (const QWidget* at = widget; at->parentWidget() != nullptr; at = at->parentWidget()) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(at->parentWidget());
    if (area != nullptr && area->viewport() == at) return true;
  }
  return false;
}

bool isOutside(const QWidget* widget) {
  const QWidget* parent = widget->parentWidget();
  if (parent == nullptr || widget->isWindow() || isInViewport(widget)) return false;
  return widget->geometry().right() > parent->rect().right() + kSlack;
}

}  // namespace

QList<ShownText> shownTexts(QWidget* root) {
  QList<ShownText> out;
  addTextsOf(out, root);
  const auto widgets = root->findChildren<QWidget*>();
  for (const QWidget* widget : widgets) {
    if (!widget->isVisibleTo(root) || widget->visibleRegion().isEmpty()) continue;
    addTextsOf(out, widget);
  }
  return out;
}

QStringList clippedTexts(QWidget* root) {
  QStringList lines;
  const auto texts = shownTexts(root);
  for (const ShownText& shown : texts) {
    if (shown.room >= 0 && shown.needed > shown.room + kSlack) {
      lines << QStringLiteral("%1: \"%2\" needs %3 px and has %4")
                   .arg(shown.place, shown.text)
                   .arg(shown.needed)
                   .arg(shown.room);
    }
    const bool isWords = qobject_cast<const QLabel*>(shown.widget) != nullptr ||
                         qobject_cast<const QAbstractButton*>(shown.widget) != nullptr;
    if (isWords && !shown.isHint && !shown.text.isEmpty() && isOutside(shown.widget)) {
      lines << QStringLiteral("%1: \"%2\" stands outside its parent").arg(shown.place, shown.text);
    }
  }
  lines.removeDuplicates();
  return lines;
}
