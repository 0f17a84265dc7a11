// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debugger/value_grid.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/look/theme.h"

namespace nereid::widgets {

using verify::machine::TapeForm;

namespace {

constexpr int kWrap = 16;      // columns of a value of one dimension
constexpr int kSmallCell = 8;  // pixels, without numbers
constexpr int kDigits = 6;

QColor blend(const QColor& from, const QColor& to, double share) {
  const auto mix = [share](int a, int b) {
    return static_cast<int>(std::lround(a + (b - a) * share));
  };
  return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

}  // namespace

class ValueModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void setValue(TapePtr tape, std::uint32_t value, std::vector<std::uint32_t> lanes) {
    beginResetModel();
    m_tape = std::move(tape);
    m_value = value;
    m_chosen = std::move(lanes);
    m_low = std::numeric_limits<double>::infinity();
    m_high = -m_low;
    m_columns = 1;
    m_lanes = m_tape ? static_cast<int>(form().lanes()) : 0;
    if (m_tape) {
      const std::vector<std::int64_t>& shape = form().shape;
      if (shape.size() == 1) m_columns = std::min(static_cast<int>(shape[0]), kWrap);
      if (shape.size() > 1) m_columns = static_cast<int>(shape.back());
      for (int lane = 0; lane < m_lanes; ++lane) {
        const double number = numberAt(lane);
        if (!std::isfinite(number)) continue;
        m_low = std::min(m_low, number);
        m_high = std::max(m_high, number);
      }
    }
    endResetModel();
  }

  void setNumbers(bool shown) {
    beginResetModel();
    m_numbers = shown;
    endResetModel();
  }

  int lanes() const { return m_lanes; }
  int laneAt(const QModelIndex& index) const {
    const int lane = index.row() * m_columns + index.column();
    return index.isValid() && lane < m_lanes ? lane : -1;
  }
  bool isChosen(int lane) const {
    return std::binary_search(m_chosen.begin(), m_chosen.end(), static_cast<std::uint32_t>(lane));
  }

  QString textAt(int lane) const {
    const auto at = static_cast<std::size_t>(lane);
    const std::string& dtype = form().dtype;
    const bool isReal = dtype.front() == 'f' || dtype.front() == 'b';
    return isReal ? QString::number(m_tape->number(m_value, at), 'g', kDigits)
                  : QString::fromStdString(m_tape->text(m_value, at));
  }

  /// "[3, 8]"; empty for a scalar.
  QString placeOf(int lane) const {
    const std::vector<std::int64_t>& shape = form().shape;
    QStringList parts;
    std::int64_t rest = lane;
    for (auto size = shape.rbegin(); size != shape.rend(); ++size) {
      parts.prepend(QString::number(rest % *size));
      rest /= *size;
    }
    return parts.isEmpty() ? QString()
                           : QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
  }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() || m_lanes == 0 ? 0 : (m_lanes + m_columns - 1) / m_columns;
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() || m_lanes == 0 ? 0 : m_columns;
  }

  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (role != Qt::DisplayRole || !m_tape) return {};
    // Of one dimension that is wrapped, rows tell the number of their first element.
    const bool isWrapped = form().shape.size() == 1 && orientation == Qt::Vertical;
    return QString::number(isWrapped ? section * m_columns : section);
  }

  QVariant data(const QModelIndex& index, int role) const override {
    const int lane = laneAt(index);
    if (lane < 0) return {};
    switch (role) {
      case Qt::DisplayRole:
        return m_numbers ? textAt(lane) : QVariant();
      case Qt::ToolTipRole:
      case Qt::AccessibleTextRole:
        return QStringLiteral("%1 %2").arg(placeOf(lane), textAt(lane)).trimmed();
      case Qt::BackgroundRole:
        return colorOf(lane);
      case Qt::ForegroundRole:
        return readableOn(colorOf(lane));
      case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
      case Qt::FontRole: {
        QFont font = theme().codeFont();
        font.setBold(isChosen(lane));
        font.setUnderline(isChosen(lane));
        return font;
      }
      default:
        return {};
    }
  }

 private:
  const TapeForm& form() const { return m_tape->form(m_value); }
  double numberAt(int lane) const {
    return m_tape->number(m_value, static_cast<std::size_t>(lane));
  }

  QColor colorOf(int lane) const {
    const double number = numberAt(lane);
    if (std::isnan(number)) return theme().color(Role::kRejected);
    if (std::isinf(number)) return theme().color(Role::kWarning);
    const double share = m_high > m_low ? (number - m_low) / (m_high - m_low) : 0;
    return blend(theme().color(Role::kPanel), theme().color(Role::kAccent), 0.75 * share);
  }

  TapePtr m_tape;
  std::uint32_t m_value = 0;
  std::vector<std::uint32_t> m_chosen;
  int m_columns = 1, m_lanes = 0;
  double m_low = 0, m_high = 0;
  bool m_numbers = true;
};

ValueGrid::ValueGrid(QWidget* parent) : QTableView(parent), m_model(new ValueModel(this)) {
  setModel(m_model);
  setAccessibleName(tr("Elements of the value"));
  setSelectionMode(QAbstractItemView::SingleSelection);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  horizontalHeader()->setHighlightSections(false);
  verticalHeader()->setHighlightSections(false);
  horizontalHeader()->setMinimumSectionSize(kSmallCell);
  verticalHeader()->setMinimumSectionSize(kSmallCell);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (const int lane = laneAt(index); lane >= 0) Q_EMIT laneChosen(lane);
  });
}

void ValueGrid::setValue(TapePtr tape, std::uint32_t value, std::vector<std::uint32_t> lanes) {
  const int first = lanes.empty() ? 0 : static_cast<int>(lanes.front());
  m_model->setValue(std::move(tape), value, std::move(lanes));
  fit();
  const int columns = std::max(1, m_model->columnCount());
  const QModelIndex index = m_model->index(first / columns, first % columns);
  setCurrentIndex(index);
  scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void ValueGrid::clearValue() {
  m_model->setValue(nullptr, 0, {});
}

void ValueGrid::setNumbers(bool shown) {
  m_numbers = shown;
  m_model->setNumbers(shown);
  fit();
}

int ValueGrid::laneAt(const QModelIndex& index) const {
  return m_model->laneAt(index);
}

QString ValueGrid::cellText(int lane) const {
  return lane < 0 || lane >= m_model->lanes()
             ? QString()
             : QStringLiteral("%1 %2").arg(m_model->textAt(lane), m_model->placeOf(lane)).trimmed();
}

QString ValueGrid::table() const {
  QString text;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < m_model->columnCount(); ++column)
      if (const int lane = laneAt(m_model->index(row, column)); lane >= 0)
        cells << m_model->textAt(lane);
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

// As wide as the widest of the numbers at the ends and of some in between.
void ValueGrid::fit() {
  const bool shown = m_numbers;
  const bool hasHeads = shown && m_model->lanes() > 1;
  horizontalHeader()->setVisible(hasHeads);
  verticalHeader()->setVisible(hasHeads);
  const QFontMetrics metrics(theme().codeFont());
  int width = kSmallCell;
  if (shown)
    for (int i = 0; i < std::min(m_model->lanes(), 512); ++i) {
      const int lane = static_cast<int>(static_cast<std::int64_t>(i) * m_model->lanes() /
                                        std::min(m_model->lanes(), 512));
      width = std::max(width, metrics.horizontalAdvance(m_model->textAt(lane)) + metrics.height());
    }
  horizontalHeader()->setDefaultSectionSize(width);
  verticalHeader()->setDefaultSectionSize(shown ? metrics.height() * 3 / 2 : kSmallCell);
}

void ValueGrid::keyPressEvent(QKeyEvent* event) {
  const int lane = laneAt(currentIndex());
  if (event->matches(QKeySequence::Copy)) {
    QApplication::clipboard()->setText(table());
  } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && lane >= 0) {
    Q_EMIT laneChosen(lane);
  } else {
    QTableView::keyPressEvent(event);
  }
}

void ValueGrid::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

}  // namespace nereid::widgets
