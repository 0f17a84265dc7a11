// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs_table.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/empty_state.h"
#include "widgets/format.h"
#include "widgets/panel_head.h"
#include "widgets/table_view.h"

namespace nereid::widgets {

namespace {

QString indexText(const std::vector<std::int64_t>& index) {
  QStringList parts;
  for (const std::int64_t i : index) {
    parts << QString::number(i);
  }
  return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString resultText(const verify::InputResult& input) {
  if (!input.applicable) {
    return InputsTable::tr("\u2013 not applicable: %1").arg(text(input.detail));
  }
  if (input.passed) {
    return QChar(kTick) + InputsTable::tr(" passed");
  }
  if (input.wrong_elements > 0) {
    QString line = QChar(kCross) +
                   InputsTable::tr(" %1 of %2 wrong")
                       .arg(formatCount(input.wrong_elements), formatCount(input.total_elements));
    if (!input.first_wrong_index.empty()) {
      line += InputsTable::tr(", first at %1").arg(indexText(input.first_wrong_index));
    }
    return line;
  }
  return QChar(kCross) + QLatin1Char(' ') +
         (input.detail.empty() ? InputsTable::tr("failed")
                               : text(input.detail).section(QLatin1Char('\n'), 0, 0));
}

QString resultTip(const verify::InputResult& input) {
  QStringList lines;
  if (!input.detail.empty()) {
    lines << text(input.detail);
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

std::vector<Cell> rowOf(const verify::InputResult& input) {
  const Role tone = !input.applicable ? Role::kSecondary
                    : input.passed    ? Role::kAccepted
                                      : Role::kRejected;
  const bool measured =
      input.applicable && (input.passed || input.wrong_elements > 0 || input.error > 0);
  const QString why =
      measured ? QString() : InputsTable::tr("Not measured: the input did not get that far");
  return {
      {variantWord(input.variant)},
      {text(input.dtype), {}, Role::kSecondary},
      {formatShapes(input.shapes), {}, Role::kSecondary, formatShapes(input.shapes)},
      {measured ? formatScientific(input.error) : missing(), input.error, {}, why},
      {measured ? formatScientific(input.bound) : missing(), input.bound, Role::kSecondary, why},
      {resultText(input), {}, tone, resultTip(input)}};
}

}  // namespace

InputsTable::InputsTable(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Inputs"), this)),
      m_model(new CellModel(this)),
      m_view(new TableView(this)),
      m_reason(new QLabel(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_reason);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);
  m_model->setColumns(
      {{tr("variant")},
       {tr("dtype")},
       {tr("shapes")},
       {tr("error"), tr("Relative to the fp64 reference, worst over outputs and rows"), true},
       {tr("bound"), tr("Largest error that is accepted"), true},
       {tr("result")}});
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Inputs"));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setStretchColumn(5);
  m_reason->setWordWrap(true);
  m_reason->setContentsMargins(10, 6, 10, 8);
  m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_reason->setTextFormat(Qt::PlainText);
  m_reproduce = new QAction(tr("Reproduce as script"), this);
  m_reproduce->setToolTip(tr("Save a Python script that shows this failure without Nereid"));
  m_head->addAction(m_reproduce);
  m_empty->setContent(
      IconId::kInputs, tr("No inputs to show"),
      tr("Select an episode: each input variant with its error and bound appears here."));
  connect(m_reproduce, &QAction::triggered, this, &InputsTable::reproduceRequested);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid()) {
              Q_EMIT inputSelected(current.row());
            }
          });
  clear();
}

void InputsTable::clear() {
  m_model->setRows({});
  m_head->setNote({});
  m_reason->hide();
  m_reproduce->setEnabled(false);
  m_pages->setCurrentIndex(0);
}

void InputsTable::setVerdict(const verify::Verdict& verdict) {
  std::vector<std::vector<Cell>> rows;
  for (const verify::InputResult& input : verdict.inputs) {
    rows.push_back(rowOf(input));
  }
  const auto applicable = std::count_if(verdict.inputs.begin(), verdict.inputs.end(),
                                        [](const auto& input) { return input.applicable; });
  const auto passed =
      std::count_if(verdict.inputs.begin(), verdict.inputs.end(),
                    [](const auto& input) { return input.applicable && input.passed; });
  const QSignalBlocker quiet(this);
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_head->setNote(verdict.inputs.empty() ? QString()
                                         : tr("%1 of %2 passed").arg(passed).arg(applicable));
  m_reason->setText(verdict.accepted && verdict.reason.message.empty()
                        ? tr("All applicable inputs agree with the reference.")
                        : text(verdict.reason.message));
  m_reason->setVisible(!m_reason->text().isEmpty());
  m_reproduce->setEnabled(true);
  const auto firstBad =
      std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                   [](const auto& input) { return input.applicable && !input.passed; });
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
}

void InputsTable::selectInput(int index) {
  if (index >= 0 && index < m_model->rowCount()) {
    m_view->setCurrentIndex(m_model->index(index, 0));
  }
}

}  // namespace nereid::widgets
