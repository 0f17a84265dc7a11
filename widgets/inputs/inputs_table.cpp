// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/inputs_table.h"

#include <QAction>
#include <QEvent>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/inputs/error_map_view.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/table_view.h"
#include "widgets/verdict/flag_line.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

QString indexText(const std::vector<std::int64_t>& index) {
  QStringList parts;
  for (const std::int64_t i : index) {
    parts << QString::number(i);
  }
  return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

// "31,968 of 31,968 wrong, first at [0, 0]", or why there are no values to compare.
QString failureText(const verify::InputResult& input) {
  if (input.wrong_elements > 0) {
    QString line = InputsTable::tr("%1 of %2 wrong")
                       .arg(formatCount(input.wrong_elements), formatCount(input.total_elements));
    if (!input.first_wrong_index.empty()) {
      line += InputsTable::tr(", first at %1").arg(indexText(input.first_wrong_index));
    }
    return line;
  }
  return input.detail.empty() ? InputsTable::tr("failed")
                              : engineText(input.detail).section(QLatin1Char('\n'), 0, 0);
}

// An advisory variant has a mark of its own: it neither passes nor fails a candidate.
QString resultText(const verify::InputResult& input) {
  if (!input.applicable) {
    return input.detail.empty()
               ? InputsTable::tr("\u2013 not applicable")
               : InputsTable::tr("\u2013 not applicable: %1").arg(engineText(input.detail));
  }
  if (input.advisory) {
    return input.passed ? InputsTable::tr("~ agrees (advisory)")
                        : InputsTable::tr("~ flag \"%1\": %2")
                              .arg(flagWord(flagOfVariant(input.variant)), failureText(input));
  }
  if (input.passed) {
    return QChar(kTick) + InputsTable::tr(" passed");
  }
  return QChar(kCross) + QLatin1Char(' ') + failureText(input);
}

QString advisoryTip(const verify::InputResult& input) {
  const QString meaning = flagMeaning(flagOfVariant(input.variant));
  const QString rule =
      input.passed ? InputsTable::tr("Advisory: a failure would set a flag and reject nothing.")
                   : InputsTable::tr("Advisory: this sets a flag and rejects nothing.");
  return meaning.isEmpty() || input.passed ? rule : rule + QLatin1Char('\n') + meaning;
}

QString resultTip(const verify::InputResult& input) {
  QStringList lines;
  if (input.advisory && input.applicable) {
    lines << advisoryTip(input);
  }
  if (!input.detail.empty()) {
    lines << engineText(input.detail);
  }
  if (input.wrong_elements > 0) {
    lines << InputsTable::tr("There: expected %1, got %2")
                 .arg(formatNumber(input.expected_value, 6), formatNumber(input.actual_value, 6));
  }
  if (input.torch_error > 0) {
    lines << InputsTable::tr("PyTorch's own error in this dtype: %1")
                 .arg(formatScientific(input.torch_error));
  }
  if (input.elapsed_ms > 0) {
    lines << InputsTable::tr("Took %1").arg(formatDuration(input.elapsed_ms));
  }
  return lines.join(QLatin1Char('\n'));
}

// Values of both sides where the output is wrong first.
QString firstWrongText(const verify::InputResult& input) {
  if (input.wrong_elements <= 0 || input.first_wrong_index.empty()) {
    return {};
  }
  return InputsTable::tr("First wrong element: %1, expected %2, got %3")
      .arg(indexText(input.first_wrong_index), formatNumber(input.expected_value, 9),
           formatNumber(input.actual_value, 9));
}

std::vector<Cell> rowOf(const verify::InputResult& input) {
  const Role tone = !input.applicable ? Role::kSecondary
                    : input.advisory  ? (input.passed ? Role::kSecondary : Role::kWarning)
                    : input.passed    ? Role::kAccepted
                                      : Role::kRejected;
  const bool measured =
      input.applicable && (input.passed || input.wrong_elements > 0 || input.error > 0);
  const QString why =
      measured ? QString() : InputsTable::tr("Not measured: the input did not get that far");
  return {
      {variantWord(input.variant), {}, {}, variantMeaning(input.variant)},
      {text(input.dtype), {}, Role::kSecondary},
      {formatShapes(input.shapes), {}, Role::kSecondary, formatShapes(input.shapes)},
      {measured ? formatScientific(input.error) : missing(), input.error, {}, why},
      {measured ? formatScientific(input.bound) : missing(), input.bound, Role::kSecondary, why},
      {resultText(input), {}, tone, resultTip(input)}};
}

/// Does the input decide anything?
bool counts(const verify::InputResult& input) {
  return input.applicable && !input.advisory;
}

QString noteOf(const verify::Verdict& verdict) {
  const auto countOf = [&](auto matches) {
    return std::count_if(verdict.inputs.begin(), verdict.inputs.end(), matches);
  };
  if (verdict.inputs.empty()) {
    return {};
  }
  QString note = InputsTable::tr("%1 of %2 passed")
                     .arg(countOf([](const auto& input) { return counts(input) && input.passed; }))
                     .arg(countOf(counts));
  const auto advised =
      countOf([](const auto& input) { return input.applicable && input.advisory; });
  const auto flagged = countOf(
      [](const auto& input) { return input.applicable && input.advisory && !input.passed; });
  if (advised > 0) {
    note += InputsTable::tr(" \u00B7 %1 of %2 advisory flagged").arg(flagged).arg(advised);
  }
  if (verdict.allclose) {
    note += QStringLiteral(" \u00B7 ") + text(verify::rule_text(verdict.allclose));
  }
  return note;
}

}  // namespace

InputsTable::InputsTable(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Inputs"), this)),
      m_model(new CellModel(this)),
      m_view(new TableView(this)),
      m_reason(new QLabel(this)),
      m_flags(new FlagLine(this)),
      m_empty(new EmptyState(this)),
      m_map(new ErrorMapView(this)),
      m_first(new QToolButton(this)),
      m_pages(new QStackedLayout) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_first);
  layout->addWidget(m_reason);
  layout->addWidget(m_flags);
  m_pages->addWidget(m_empty);
  auto* sides = new Splitter(Qt::Horizontal, this);
  sides->addWidget(m_view);
  sides->addWidget(m_map);
  sides->setStretchFactor(0, 1);
  sides->setCollapsible(0, false);
  m_pages->addWidget(sides);
  m_model->setColumns(
      {{tr("variant")},
       {tr("dtype")},
       {tr("shapes")},
       {tr("error"),
        tr("Relative to the fp64 reference, worst over outputs and rows. By allclose: in the unit "
           "of the output, of the element that is worst against its bound"),
        true},
       {tr("bound"), tr("Largest error that is accepted there"), true},
       {tr("result")}});
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Inputs"));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setStretchColumn(5);
  m_view->viewport()->installEventFilter(this);
  m_reason->setWordWrap(true);
  keepMargins(m_reason, {10, 6, 10, 8});
  m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_reason->setTextFormat(Qt::PlainText);
  m_first->setProperty("quiet", true);
  m_first->setProperty("fact", true);  // read also where there is no map to show
  m_first->setToolTip(tr("Show this element in the map of where the output differs"));
  connect(m_first, &QToolButton::clicked, this, [this] { showFirstWrong(); });
  m_reproduce = new QAction(tr("Reproduce as script"), this);
  m_reproduce->setToolTip(tr("Save a Python script that shows this failure without Nereid"));
  m_head->addAction(m_reproduce);
  connect(m_reproduce, &QAction::triggered, this, &InputsTable::reproduceRequested);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid()) {
              showMap(current.row());
              Q_EMIT inputSelected(current.row());
            }
          });
  clear();
}

// The chosen input, most often the one that failed, stays in sight when room gets scarce.
bool InputsTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && m_view->currentIndex().isValid())
    QMetaObject::invokeMethod(
        this, [this] { m_view->scrollTo(m_view->currentIndex()); }, Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

// Of one input; what a passing input has none for is said.
void InputsTable::showMap(int input) {
  m_chosen = input;
  const bool isChosen = input >= 0 && static_cast<std::size_t>(input) < m_inputs.size();
  const QString first =
      isChosen ? firstWrongText(m_inputs[static_cast<std::size_t>(input)]) : QString();
  m_first->setText(first);
  m_first->setAccessibleName(first);
  shareHeight();
  m_first->setEnabled(isChosen && m_inputs[static_cast<std::size_t>(input)].error_map != nullptr);
  if (input < 0 || static_cast<std::size_t>(input) >= m_inputs.size()) {
    m_map->setMap(nullptr, tr("Choose an input to see where its output differs."));
    return;
  }
  const verify::InputResult& chosen = m_inputs[static_cast<std::size_t>(input)];
  const QString why = chosen.passed ? tr("Every element is within the bound.")
                                    : tr("No values were compared, or no map of them was kept.");
  m_map->setMap(chosen.error_map, why);
}

// The keyboard goes with it: arrows walk on from there, and the mouse does not take it away.
void InputsTable::showFirstWrong() {
  if (m_chosen < 0 || static_cast<std::size_t>(m_chosen) >= m_inputs.size()) return;
  m_map->show();  // also in a narrow dock: it was asked for
  if (m_map->showElement(m_inputs[static_cast<std::size_t>(m_chosen)].first_wrong_index))
    m_map->setFocus(Qt::OtherFocusReason);
}

void InputsTable::clear() {
  m_empty->setContent(
      IconId::kInputs, tr("No inputs to show"),
      tr("Select an episode, or verify a candidate: each input variant with its error and bound "
         "appears here."));
  m_first->hide();
  m_model->setRows({});
  m_inputs.clear();
  m_map->hide();
  m_head->setNote({});
  m_first->setText({});
  m_reason->setText({});
  m_reason->hide();
  m_flags->setFlags({});
  m_reproduce->setEnabled(false);
  m_pages->setCurrentIndex(0);
}

void InputsTable::setVerdict(const verify::Verdict& verdict) {
  std::vector<std::vector<Cell>> rows;
  for (const verify::InputResult& input : verdict.inputs) {
    rows.push_back(rowOf(input));
  }
  const QSignalBlocker quiet(this);
  m_model->setRows(std::move(rows));
  m_inputs = verdict.inputs;
  showMap(-1);
  m_view->fitColumns();
  shareWidth();
  m_head->setNote(noteOf(verdict));
  QStringList lines{verdict.accepted && verdict.reason.message.empty()
                        ? tr("All applicable inputs agree with the reference.")
                        : engineText(verdict.reason.message)};
  for (const verify::Audit& audit : verdict.audit) {
    lines << auditLine(audit);
  }
  m_reason->setText(lines.join(QLatin1Char('\n')));
  m_reason->setToolTip(m_reason->text());
  m_flags->setFlags(verdict.flags);
  m_reproduce->setEnabled(true);
  const auto firstBad =
      std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                   [](const auto& input) { return counts(input) && !input.passed; });
  if (firstBad != verdict.inputs.end()) {
    selectInput(static_cast<int>(firstBad - verdict.inputs.begin()));
  }
  if (verdict.inputs.empty()) {
    m_empty->setContent(
        IconId::kInputs, tr("No input was run"),
        verdict.rejected_at
            ? tr("The candidate was rejected at the stage %1.").arg(stageWord(*verdict.rejected_at))
            : tr("The verdict lists no inputs."));
  }
  m_pages->setCurrentIndex(verdict.inputs.empty() ? 0 : 1);
  shareHeight();
}

// In a narrow dock the words of the results come before the map.
void InputsTable::shareWidth() {
  constexpr int kLetters = 24;  // "35 of 35 wrong, first at"
  const bool hasMap = std::any_of(m_inputs.begin(), m_inputs.end(),
                                  [](const auto& input) { return input.error_map != nullptr; });
  int needed =
      kLetters * QFontMetrics(theme().textFont()).averageCharWidth() + m_map->sizeHint().width();
  for (int column = 0; column + 1 < m_model->columnCount(); ++column)
    needed += m_view->columnWidth(column);
  const bool isShown = hasMap && width() >= needed;
  if (m_map->isHidden() == isShown) m_map->setVisible(isShown);
}

void InputsTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  shareWidth();
  shareHeight();
}

// In a low dock the rows come first, then the element, then the sentence.
void InputsTable::shareHeight() {
  constexpr int kRows = 3;  // the heads and two inputs
  const int head = m_head->parentWidget() == this ? m_head->height() : 0;
  int room = height() - head - kRows * theme().rowHeight();
  const auto give = [&room](QWidget* line, bool isWanted, int wanted) {
    const bool fits = isWanted && wanted <= room;
    line->setVisible(fits);
    if (fits) room -= wanted;
  };
  give(m_first, !m_first->text().isEmpty(), m_first->sizeHint().height());
  give(m_reason, !m_reason->text().isEmpty(), m_reason->heightForWidth(width()));
}

void InputsTable::selectInput(int index) {
  if (index >= 0 && index < m_model->rowCount()) {
    m_view->setCurrentIndex(m_model->index(index, 0));
  }
}

}  // namespace nereid::widgets
