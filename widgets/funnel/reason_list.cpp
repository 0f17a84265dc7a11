// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/funnel/reason_list.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <utility>

#include "widgets/funnel/funnel_words.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kChoices[] = {20, 50, 100, 0};
constexpr int kUsual = 1;

Role toneOf(record::Trend trend) {
  switch (trend) {
    case record::Trend::kRising:
    case record::Trend::kNew:
      return Role::kRejected;
    case record::Trend::kFalling:
    case record::Trend::kGone:
      return Role::kAccepted;
    case record::Trend::kSteady:
      break;
  }
  return Role::kSecondary;
}

}  // namespace

ReasonList::ReasonList(QWidget* parent)
    : QWidget(parent),
      m_steps(new QComboBox(this)),
      m_model(new CellModel(this)),
      m_table(new TableView(this)) {
  for (const int steps : kChoices) {
    m_steps->addItem(steps == 0 ? tr("all steps") : tr("last %1 steps").arg(formatCount(steps)),
                     steps);
  }
  m_steps->setCurrentIndex(kUsual);
  m_steps->setAccessibleName(tr("Steps whose reasons are counted"));
  m_model->setColumns({{tr("reason")},
                       {tr("share"), tr("Of all candidates of these steps"), true},
                       {tr("trend"), tr("Where the share changed, if it did")}});
  m_table->setModel(m_model);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setStretchColumn(0);
  m_table->setAccessibleName(tr("The commonest reasons of rejections"));
  auto* layout = tightColumn(this);
  layout->addWidget(m_table, 1);
  connect(m_steps, &QComboBox::currentIndexChanged, this, &ReasonList::stepsChosen);
  const auto open = [this](const QModelIndex& index) {
    Q_EMIT episodesRequested(m_model->index(index.row(), 0).data(CellModel::kDataRole).toString());
  };
  connect(m_table, &QAbstractItemView::clicked, this, open);
  connect(m_table, &QAbstractItemView::activated, this, open);
}

std::size_t ReasonList::lastSteps() const {
  return m_steps->currentData().toUInt();
}

void ReasonList::setChoosable(bool choosable) {
  m_steps->setEnabled(choosable);
}

void ReasonList::setReasons(const std::vector<record::CommonReason>& reasons,
                            const record::FunnelQuery& query, std::int64_t total) {
  std::vector<std::vector<Cell>> rows;
  for (const record::CommonReason& reason : reasons) {
    const QString tip = reasonText(reason, total) + QLatin1Char('\n') +
                        tr("%1 of %2 candidates. Click to list them.")
                            .arg(formatCount(reason.count), formatCount(total));
    rows.push_back(
        {{.text = reasonSentence(reason.sentence),
          .tooltip = tip,
          .data = reasonFilter(reason, query)},
         {.text = shareText(reason.count, total), .sortKey = reason.share, .tooltip = tip},
         {.text = trendText(reason), .color = toneOf(reason.trend), .tooltip = tip}});
  }
  m_model->updateRows(std::move(rows));
  m_table->fitColumns();
}

}  // namespace nereid::widgets
