// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/verdict/reward_table.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

std::vector<Cell> sumRow(const QString& what, const QString& value, const QString& meaning,
                         double key, bool strong = false) {
  Cell name{what};
  name.strong = strong;
  Cell number{value, key};
  number.strong = strong;
  return {name, number, {meaning, {}, Role::kSecondary, meaning}};
}

/// Of a class of tokens: its number, or a dash and why there is none.
std::vector<Cell> payRow(const QString& what, const QString& value, const QString& lacking,
                         const QString& meaning, double key) {
  return sumRow(what, value, lacking.isEmpty() ? meaning : lacking, key, true);
}

QString partMeaning(const std::string& name) {
  if (name == "stage" || name == "credit") return RewardTable::tr("credit of the furthest stage");
  if (name == "speedup" || name == "speedup_score")
    return RewardTable::tr("how much faster than eager PyTorch");
  return {};
}

}  // namespace

RewardTable::RewardTable(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Reward"), this)),
      m_model(new CellModel(this)),
      m_view(new TableView(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);
  m_model->setColumns({{tr("part")}, {tr("value"), {}, true}, {tr("meaning")}});
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Reward parts"));
  m_view->setStretchColumn(2);
  m_empty->setContent(
      IconId::kTable, tr("No reward to show"),
      tr("Select an episode: the parts of its reward and its advantage appear here."));
  clear();
}

void RewardTable::clear() {
  m_model->setRows({});
  m_head->setNote({});
  m_pages->setCurrentIndex(0);
}

void RewardTable::setEpisode(const record::Episode& episode) {
  std::vector<std::vector<Cell>> rows;
  for (const auto& [name, value] : episode.reward.parts) {
    rows.push_back(sumRow(reasonWord(name), formatFixed(value, 3), partMeaning(name), value));
  }
  const auto pay = splitPay(episode);
  if (pay) {
    rows.push_back(payRow(tr("reward of the plan"), pay->plan.reward, pay->plan.reason,
                          tr("correct, times the speedup up to 2; for the plan's tokens"),
                          *episode.reward.plan));
  }
  rows.push_back(sumRow(pay ? tr("reward of the code") : tr("reward"),
                        orMissing(episode.reward.total, formatFixed(episode.reward.total, 3)),
                        tr("sum of the parts"), episode.reward.total, true));
  rows.push_back(sumRow(tr("group mean"),
                        orMissing(episode.group_mean, formatFixed(episode.group_mean, 3)),
                        tr("over the completions of this prompt"), episode.group_mean));
  rows.push_back(sumRow(tr("group std"),
                        orMissing(episode.group_std, formatFixed(episode.group_std, 3)),
                        tr("over the completions of this prompt"), episode.group_std));
  if (pay) {
    rows.push_back(payRow(tr("advantage of the plan"), pay->plan.advantage, pay->plan.reason,
                          tr("its reward against its group; what the plan's tokens learn from"),
                          episode.plan_advantage));
  }
  rows.push_back(sumRow(pay ? tr("advantage of the code") : tr("advantage"),
                        orMissing(episode.advantage, formatSigned(episode.advantage, 3)),
                        tr("reward against its group; what the update is weighted with"),
                        episode.advantage, true));
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_head->setNote(tr("%1 \u00B7 %2").arg(rewardText(episode), advantageText(episode)));
  m_pages->setCurrentIndex(1);
}

}  // namespace nereid::widgets
