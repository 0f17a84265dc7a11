// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episodes/filter_vocabulary.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "widgets/episodes/episode_model.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

using Counts = std::unordered_map<std::string_view, int>;

QStringList byCount(const Counts& counts) {
  std::vector<std::pair<int, std::string_view>> order;
  for (const auto& [word, count] : counts) {
    if (!word.empty()) {
      order.emplace_back(-count, word);
    }
  }
  std::sort(order.begin(), order.end());
  QStringList words;
  for (const auto& [count, word] : order) {
    words << text(word);
  }
  return words;
}

}  // namespace

const FilterVocabulary& VocabularyOfEpisodes::words() {
  if (m_rows == m_model.rowCount()) {
    return m_words;
  }
  m_rows = m_model.rowCount();
  Counts tasks;
  Counts reasons;
  Counts phases;
  for (int i = 0; i < m_rows; ++i) {
    const record::EpisodeRow& row = m_model.row(i);
    ++tasks[row.task_name];
    ++phases[row.phase];
    if (!row.accepted) {
      ++reasons[row.reason_code];
    }
  }
  m_words.tasks = byCount(tasks);
  m_words.reasons = byCount(reasons);
  m_words.phases = byCount(phases);
  m_words.flags = knownFlags();
  m_words.flags.sort();
  return m_words;
}

}  // namespace nereid::widgets
