// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/legend_chips.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"

namespace nereid::widgets {

namespace {

constexpr int kMarkWidth = 18;
constexpr int kLegendGap = 6;
constexpr int kMostChips = 8;  // more would leave no room for the plot

class LegendChip : public QAbstractButton {
 public:
  LegendChip(const LegendChips::Item& item, QWidget* parent)
      : QAbstractButton(parent), m_color(item.color) {
    setText(item.label);
    setCheckable(true);
    setChecked(item.on);
    setAccessibleName(LegendChips::tr("Show %1").arg(item.label));
    setFocusPolicy(Qt::TabFocus);
    setToolTip(item.label);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  }

  int fullWidth() const { return QFontMetrics(theme().smallFont()).horizontalAdvance(text()) + 20; }
  /// With its name, or as a mark alone.
  void setNamed(bool isNamed) {
    if (isNamed == m_isNamed) return;
    m_isNamed = isNamed;
    updateGeometry();
    update();
  }

  QSize sizeHint() const override {
    const int high = QFontMetrics(theme().smallFont()).height() + 4;
    return {m_isNamed ? fullWidth() : kMarkWidth, high};
  }
  QSize minimumSizeHint() const override { return {kMarkWidth, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF mark(4, (height() - 9) / 2.0, 9, 9);
    painter.setPen(QPen(m_color, 1.5));
    painter.setBrush(isChecked() ? QBrush(m_color) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(mark.adjusted(0.75, 0.75, -0.75, -0.75), 1.5, 1.5);
    if (m_isNamed && width() >= fullWidth()) {
      painter.setFont(theme().smallFont());
      painter.setPen(theme().color(Role::kSecondary));
      painter.drawText(rect().adjusted(17, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    }
    if (hasFocus()) {
      painter.setPen(theme().color(Role::kAccent));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
  }

 private:
  QColor m_color;
  bool m_isNamed = true;
};

/// A new one is hidden, too, until the layout shows it.
bool isWanted(const QWidget& chip) {
  return !chip.isHidden() || !chip.testAttribute(Qt::WA_WState_ExplicitShowHide);
}

}  // namespace

LegendChips::LegendChips(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(this)),
      m_unit(new ElidedLabel(this)),
      m_first(new QHBoxLayout),
      m_second(new QHBoxLayout),
      m_marks(new QHBoxLayout),
      m_chips(new QHBoxLayout),
      m_more(new QToolButton(this)) {
  auto* layout = tightColumn(this);
  layout->setContentsMargins(10, 2, 8, 0);
  layout->addLayout(m_first);
  layout->addLayout(m_second);
  m_first->setSpacing(kLegendGap);
  m_first->addWidget(m_title);
  m_first->addWidget(m_unit, 1);
  m_first->addLayout(m_marks);
  m_second->addStretch(1);
  m_marks->setSpacing(kLegendGap);
  m_marks->addLayout(m_chips);
  m_marks->addWidget(m_more);
  m_chips->setSpacing(2);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setProperty("quiet", true);
  m_more->setMenu(new QMenu(m_more));
  m_more->hide();
  keepFont(m_more, FontKind::kSmall);
  connect(m_more->menu(), &QMenu::aboutToShow, this, [this] { fillMenu(m_more->menu()); });
  m_unit->setWhole(true);
  m_unit->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  keepFont(m_title, FontKind::kStrong);
  keepRole(m_unit, Role::kSecondary);
}

void LegendChips::setTitle(const QString& title, const QString& unit) {
  m_title->setText(title);
  m_unit->setText(unit);
  fit();
}

void LegendChips::setItems(const QList<Item>& items) {
  m_items = items;
  while (QLayoutItem* old = m_chips->takeAt(0)) {
    old->widget()->deleteLater();
    old->widget()->hide();
    delete old;
  }
  const auto chips = static_cast<int>(std::min<qsizetype>(m_items.size(), kMostChips));
  const auto rest = static_cast<int>(m_items.size()) - chips;
  m_more->setVisible(rest > 0);
  m_more->setText(QStringLiteral("+%1").arg(rest));
  m_more->setAccessibleName(tr("Show or hide %n more curve(s)", nullptr, rest));
  m_more->setToolTip(m_more->accessibleName());
  for (int i = 0; i < chips; ++i) {
    auto* chip = new LegendChip(m_items[i], this);
    m_chips->addWidget(chip);
    connect(chip, &QAbstractButton::toggled, this, [this, i](bool on) { Q_EMIT toggled(i, on); });
  }
  fit();
}

void LegendChips::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void LegendChips::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) fit();
}

// Beside the title, else below it; where there is no room for all names the marks stay without any:
// a cut name, or one of four, would say less.
void LegendChips::fit() {
  const QMargins margins = layout()->contentsMargins();
  const int room = width() - margins.left() - margins.right();
  int needed = m_more->isHidden() ? 0 : m_more->sizeHint().width() + kLegendGap;
  QList<LegendChip*> chips;
  for (int i = 0; i < m_chips->count(); ++i) {
    auto* chip = static_cast<LegendChip*>(m_chips->itemAt(i)->widget());
    if (!isWanted(*chip)) continue;
    chips << chip;
    needed += chip->fullWidth() + m_chips->spacing();
  }
  const bool isNamed = needed <= room;
  const bool isBelow = isNamed && needed > room - m_title->sizeHint().width() - 2 * kLegendGap;
  for (LegendChip* chip : std::as_const(chips)) chip->setNamed(isNamed);
  if (isBelow == m_isBelow) return;
  m_isBelow = isBelow;
  (isBelow ? m_first : m_second)->removeItem(m_marks);
  m_marks->setParent(nullptr);
  (isBelow ? m_second : m_first)->addLayout(m_marks);
  updateGeometry();
}

// The same in one line and in two: else a width that asks for the one could lead to the other, and
// back.
QSize LegendChips::minimumSizeHint() const {
  const QMargins margins = layout()->contentsMargins();
  const int marks = static_cast<int>(m_chips->count()) * (kMarkWidth + m_chips->spacing());
  return {margins.left() + std::max(m_title->sizeHint().width(), marks) + margins.right(),
          layout()->minimumSize().height()};
}

void LegendChips::fillMenu(QMenu* menu) {
  menu->clear();
  for (auto i = static_cast<int>(m_chips->count()); i < m_items.size(); ++i) {
    QAction* action = menu->addAction(m_items[i].label);
    action->setCheckable(true);
    action->setChecked(m_items[i].on);
    connect(action, &QAction::toggled, this, [this, i](bool on) {
      m_items[i].on = on;
      Q_EMIT toggled(i, on);
    });
  }
}

void LegendChips::setItemVisible(int index, bool visible) {
  QWidget* chip = m_chips->itemAt(index)->widget();
  const bool before = isWanted(*chip);
  chip->setVisible(visible);
  if (before != visible) fit();
}

}  // namespace nereid::widgets
