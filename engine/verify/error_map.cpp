// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/error_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace nereid::verify {
namespace {

constexpr double kDecades = 8;             // on either side of the bound
constexpr int kFinite = kErrorLevels - 2;  // levels of finite, inexact elements
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static_assert(kAlphabet.size() == kErrorLevels);

}  // namespace

std::int64_t ErrorMap::height() const {
  std::int64_t rows_of_elements = 1;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) rows_of_elements *= shape[i];
  return rows_of_elements;
}

std::uint8_t error_level(double ratio) {
  if (ratio == 0) return 0;
  if (!(ratio > 0)) return kMismatchLevel;
  // Rounded up, so that what is beyond the bound never shares a level with what is within.
  const double place = std::ceil((std::log10(ratio) + kDecades) / (2 * kDecades) * kFinite);
  return static_cast<std::uint8_t>(std::clamp(place, 1.0, double{kFinite}));
}

double level_ratio(int level) {
  if (level <= 0) return 0;
  if (level >= kMismatchLevel) return std::numeric_limits<double>::infinity();
  return std::pow(10.0, level * 2 * kDecades / kFinite - kDecades);
}

std::pair<std::int64_t, std::int64_t> cell_range(int cell, int cells, std::int64_t length) {
  return {cell * length / cells, (cell + 1) * length / cells};
}

std::string levels_text(const std::vector<std::uint8_t>& levels) {
  std::string text;
  text.reserve(levels.size());
  for (const std::uint8_t level : levels)
    text += kAlphabet[std::min<std::size_t>(level, kMismatchLevel)];
  return text;
}

std::vector<std::uint8_t> levels_from_text(std::string_view text) {
  std::vector<std::uint8_t> levels;
  levels.reserve(text.size());
  for (const char character : text) {
    const std::size_t level = kAlphabet.find(character);
    if (level == std::string_view::npos) return {};
    levels.push_back(static_cast<std::uint8_t>(level));
  }
  return levels;
}

ErrorMapper::ErrorMapper(std::vector<std::int64_t> shape) {
  map_.shape = std::move(shape);
  height_ = map_.height();
  width_ = map_.width();
  map_.rows = static_cast<int>(std::min<std::int64_t>(height_, kMapRows));
  map_.columns = static_cast<int>(std::min<std::int64_t>(width_, kMapColumns));
  map_.levels.resize(static_cast<std::size_t>(map_.rows) * static_cast<std::size_t>(map_.columns));
  map_.histogram.resize(kErrorLevels);
}

void ErrorMapper::add(std::uint8_t level) {
  if (map_.levels.empty() || row_ >= height_) return;
  ++map_.histogram[level];
  const std::int64_t cell =
      cell_of(row_, map_.rows, height_) * map_.columns + cell_of(column_, map_.columns, width_);
  std::uint8_t& worst = map_.levels[static_cast<std::size_t>(cell)];
  worst = std::max(worst, level);
  if (++column_ < width_) return;
  column_ = 0;
  ++row_;
}

}  // namespace nereid::verify
