// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/filter/filter_completion.h"

namespace nereid::widgets {

class EpisodeModel;

/// The texts of a model for the filter line, counted anew only after rows arrived.
class VocabularyOfEpisodes {
 public:
  explicit VocabularyOfEpisodes(const EpisodeModel& model) : m_model(model) {}
  const FilterVocabulary& words();

 private:
  const EpisodeModel& m_model;
  FilterVocabulary m_words;
  int m_rows = -1;
};

}  // namespace nereid::widgets
