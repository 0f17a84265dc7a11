// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/run_strip.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include "widgets/curves/curve_plot.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/look.h"

namespace nereid::widgets {

namespace {

constexpr int kSample = 26;  // length of the piece of line
constexpr int kCross = 20;   // room of the cross
constexpr int kNameMax = 180;
constexpr int kMostRows = 3;
constexpr int kMostChips = 60;

// One run: a piece of its line, its name, and a cross unless it is the run of the window.
class RunChip : public QAbstractButton {
 public:
  RunChip(const OverlaidRun& run, int look, bool removable, QWidget* parent)
      : QAbstractButton(parent), m_dir(run.dir), m_look(look), m_removable(removable) {
    setText(run.name);
    setCheckable(true);
    setChecked(run.visible);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(
        removable ? RunStrip::tr("%1\nClick to hide or show, Delete to take away").arg(run.dir)
                  : RunStrip::tr("%1\nThe run of this window; click to hide or show").arg(run.dir));
    setAccessibleName(RunStrip::tr("Show run %1").arg(run.name));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  }

  const QString& dir() const { return m_dir; }
  std::function<void()> remove;

  QSize sizeHint() const override {
    const QFontMetrics metrics(theme().smallFont());
    const int name = std::min(metrics.horizontalAdvance(text()), kNameMax);
    return {kSample + name + 22 + (m_removable ? kCross : 0), metrics.height() + 8};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().color(hasFocus() ? Role::kAccent : Role::kLine), 1));
    painter.setBrush(theme().color(Role::kPanel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    CurveSeries sample;
    sample.dash = m_look;
    QPen pen = linePen(sample, theme().series(m_look));
    if (!isChecked()) {
      pen.setColor(theme().color(Role::kLine));
    }
    painter.setPen(pen);
    const double middle = height() / 2.0;
    painter.drawLine(QPointF(7, middle), QPointF(7 + kSample, middle));
    QFont font = theme().smallFont();
    font.setStrikeOut(!isChecked());  // hidden: not by colour alone
    painter.setFont(font);
    painter.setPen(theme().color(isChecked() ? Role::kText : Role::kSecondary));
    const QRect box = rect().adjusted(kSample + 12, 0, m_removable ? -kCross : -6, 0);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(text(), Qt::ElideRight, box.width()));
    if (m_removable) {
      const QPointF centre(width() - kCross / 2.0 + 1, middle);
      painter.setPen(QPen(theme().color(Role::kSecondary), 1.2));
      painter.drawLine(centre + QPointF(-3, -3), centre + QPointF(3, 3));
      painter.drawLine(centre + QPointF(-3, 3), centre + QPointF(3, -3));
    }
  }

  void mouseReleaseEvent(QMouseEvent* event) override {
    if (m_removable && event->position().x() > width() - kCross - 2 &&
        rect().contains(event->pos())) {
      setDown(false);
      remove();
      return;
    }
    QAbstractButton::mouseReleaseEvent(event);
  }

  void keyPressEvent(QKeyEvent* event) override {
    if (m_removable && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)) {
      remove();
      return;
    }
    QAbstractButton::keyPressEvent(event);
  }

 private:
  QString m_dir;
  int m_look;
  bool m_removable;
};

// As high as its chips, up to a few rows; beyond that it scrolls.
class ChipArea : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;

  void fit() {
    const int row = QFontMetrics(theme().smallFont()).height() + 14;
    const int wanted = widget()->layout()->heightForWidth(viewport()->width());
    setFixedHeight(std::clamp(wanted, row, kMostRows * row));
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    fit();
  }
};

QString groupKey(std::size_t index) {
  return QStringLiteral("\n%1").arg(index);
}

}  // namespace

RunStrip::RunStrip(RunOverlay& overlay, QWidget* parent)
    : QWidget(parent),
      m_overlay(overlay),
      m_chips(new FlowLayout),
      m_grouping(new QComboBox(this)),
      m_band(new QComboBox(this)) {
  auto* area = new ChipArea(this);
  m_area = area;
  auto* inner = new QWidget(area);
  inner->setLayout(m_chips);
  m_chips->setContentsMargins(0, 2, 0, 2);
  area->setWidget(inner);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
  area->viewport()->setAutoFillBackground(false);
  inner->setAutoFillBackground(false);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 0, 6, 2);
  row->setSpacing(6);
  row->addWidget(area, 1);
  row->addWidget(m_grouping);
  row->addWidget(m_band);
  m_grouping->setAccessibleName(tr("Runs that are averaged"));
  m_grouping->setToolTip(
      tr("Draw the mean of runs that belong together, with a band around it. "
         "Hidden runs count all the same."));
  m_grouping->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_grouping->setMaximumWidth(230);  // the rest of a long name is in the list
  m_band->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_band->setAccessibleName(tr("Band around the mean"));
  m_band->addItem(tr("min to max"));
  m_band->addItem(tr("\u00B1 1 std dev"));
  m_band->setToolTip(
      tr("Band around a mean: from the smallest to the largest run, or one standard deviation"));
  connect(m_grouping, &QComboBox::activated, this, &RunStrip::chooseGrouping);
  connect(m_band, &QComboBox::activated, this, [this](int index) {
    m_overlay.setBand(index == 0 ? record::BandKind::kRange : record::BandKind::kStd);
  });
  connect(&overlay, &RunOverlay::changed, this, &RunStrip::refresh);
  refresh();
}

QAbstractButton* RunStrip::chip(const QString& dir) const {
  for (int i = 0; i < m_chips->count(); ++i) {
    auto* chip = dynamic_cast<RunChip*>(m_chips->itemAt(i)->widget());
    if (chip != nullptr && chip->dir() == dir) {
      return chip;
    }
  }
  return nullptr;
}

void RunStrip::refresh() {
  refreshChips();
  refreshGrouping();
  setVisible(m_overlay.isActive());
}

void RunStrip::refreshChips() {
  QString focused;
  while (QLayoutItem* old = m_chips->takeAt(0)) {
    if (auto* chip = dynamic_cast<RunChip*>(old->widget())) {
      focused = chip->hasFocus() ? chip->dir() : focused;
    }
    if (old->widget() != nullptr) {
      old->widget()->hide();
      old->widget()->deleteLater();
    }
    delete old;
  }
  // Groups first; their runs are told by them.
  const auto& groups = m_overlay.groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].members.size() > 1) addGroup(i);
  }
  int more = 0;
  for (const record::RunGroup& group : groups) {
    if (group.members.size() > 1) continue;
    if (m_chips->count() < kMostChips) {
      addRun(m_overlay.runs()[group.members.front()]);
    } else {
      ++more;
    }
  }
  if (more > 0) {
    auto* rest = new QLabel(tr("and %n more", nullptr, more), this);
    rest->setToolTip(tr("Group the runs, or choose fewer of them, to tell their curves apart."));
    keepFont(rest, FontKind::kSmall);
    keepRole(rest, Role::kSecondary);
    m_chips->addWidget(rest);
  }
  for (int i = 0; i < m_chips->count(); ++i) {
    QWidget* part = m_chips->itemAt(i)->widget();
    part->show();  // a hidden one gets no keyboard
    const auto* chip = dynamic_cast<RunChip*>(part);
    if (chip != nullptr && chip->dir() == focused) part->setFocus();
  }
  static_cast<ChipArea*>(m_area)->fit();
}

void RunStrip::addRun(const OverlaidRun& run) {
  auto* chip = new RunChip(run, run.look, !m_overlay.isShownRun(run), this);
  chip->remove = [this, dir = run.dir] { m_overlay.remove(dir); };
  connect(chip, &QAbstractButton::toggled, this,
          [this, dir = run.dir](bool on) { m_overlay.setVisible(dir, on); });
  m_chips->addWidget(chip);
}

// The mean is always drawn; the chip hides and shows the thin lines of its runs.
void RunStrip::addGroup(std::size_t index) {
  const record::RunGroup& group = m_overlay.groups()[index];
  OverlaidRun all;
  all.dir = groupKey(index);
  all.name = m_overlay.groupName(group);
  all.visible = false;
  QStringList dirs;
  QStringList names;
  for (const std::size_t member : group.members) {
    const OverlaidRun& run = m_overlay.runs()[member];
    all.visible = all.visible || run.visible;
    dirs << run.dir;
    names << run.name;
  }
  auto* chip = new RunChip(all, m_overlay.lookOf(index), false, this);
  chip->setToolTip(tr("Mean of %1\nClick to hide or show the single runs")
                       .arg(names.join(QStringLiteral(", "))));
  chip->setAccessibleName(tr("Show the runs of %1").arg(all.name));
  connect(chip, &QAbstractButton::toggled, this,
          [this, dirs](bool on) { m_overlay.setVisible(dirs, on); });
  m_chips->addWidget(chip);
}

QAbstractButton* RunStrip::groupChip(std::size_t index) const {
  return chip(groupKey(index));
}

void RunStrip::refreshGrouping() {
  const QSignalBlocker quiet(m_grouping);
  m_grouping->clear();
  m_grouping->addItem(tr("each run"));
  m_grouping->addItem(tr("mean over seeds"));
  m_grouping->addItem(tr("mean of all runs"));
  int chosen = m_overlay.grouping() == record::GroupBy::kSameSettings ? 1
               : m_overlay.grouping() == record::GroupBy::kAll        ? 2
                                                                      : 0;
  for (const QString& key : m_overlay.differingSettings()) {
    if (m_overlay.grouping() == record::GroupBy::kSetting && m_overlay.groupingKey() == key) {
      chosen = m_grouping->count();
    }
    m_grouping->addItem(tr("mean by %1").arg(key), key);
  }
  m_grouping->setCurrentIndex(chosen);
  m_band->setCurrentIndex(m_overlay.band() == record::BandKind::kRange ? 0 : 1);
  m_band->setVisible(m_overlay.isGrouped());
}

void RunStrip::chooseGrouping(int index) {
  const QString key = m_grouping->itemData(index).toString();
  m_overlay.setGrouping(index == 0   ? record::GroupBy::kNothing
                        : index == 1 ? record::GroupBy::kSameSettings
                        : index == 2 ? record::GroupBy::kAll
                                     : record::GroupBy::kSetting,
                        key);
}

}  // namespace nereid::widgets
