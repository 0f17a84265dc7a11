// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/picture_palette.h"

#include <QHash>
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace nereid::app {
namespace {

constexpr int kColors = 160;  // a page of anti-aliased text looks the same

struct Shade {
  QRgb color = 0;
  std::int64_t count = 0;
};
using Channel = int (*)(QRgb);
constexpr std::array<Channel, 3> kChannels = {qRed, qGreen, qBlue};

/// Some of the colours of the picture, which become one.
struct Box {
  std::vector<Shade> shades;
  Channel channel = qRed;  ///< in which they differ most
  double weight = 0;       ///< what is gained by cutting it

  explicit Box(std::vector<Shade> all) : shades(std::move(all)) {
    std::int64_t count = 0;
    for (const Shade& shade : shades) count += shade.count;
    int widest = 0;
    for (const Channel one : kChannels) {
      const auto [low, high] = std::minmax_element(
          shades.begin(), shades.end(),
          [one](const Shade& a, const Shade& b) { return one(a.color) < one(b.color); });
      const int width = one(high->color) - one(low->color);
      if (width <= widest) continue;
      widest = width;
      channel = one;
    }
    // A rare colour far away is seen more easily than a frequent one close by.
    weight =
        static_cast<double>(widest) * widest * std::min<double>(static_cast<double>(count), 4000);
  }

  /// The colour that most of them have: plain areas keep theirs exactly.
  QRgb color() const {
    const auto most =
        std::max_element(shades.begin(), shades.end(), [](const Shade& a, const Shade& b) {
          return a.count != b.count ? a.count < b.count : a.color > b.color;
        });
    return most->color;
  }
};

std::vector<Shade> shadesOf(const QImage& image) {
  QHash<QRgb, std::int64_t> counts;
  for (int y = 0; y < image.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    for (int x = 0; x < image.width(); ++x) ++counts[line[x] | 0xff000000U];
  }
  std::vector<Shade> shades;
  shades.reserve(static_cast<std::size_t>(counts.size()));
  for (auto one = counts.cbegin(); one != counts.cend(); ++one)
    shades.push_back({one.key(), one.value()});
  std::sort(shades.begin(), shades.end(),
            [](const Shade& a, const Shade& b) { return a.color < b.color; });
  return shades;
}

/// Cuts where the channel has its middle, between two different values.
std::pair<Box, Box> halves(Box box) {
  const Channel channel = box.channel;
  std::vector<Shade> all = std::move(box.shades);
  std::stable_sort(all.begin(), all.end(), [channel](const Shade& a, const Shade& b) {
    return channel(a.color) < channel(b.color);
  });
  const int middle = (channel(all.front().color) + channel(all.back().color)) / 2;
  const auto cut = std::find_if(all.begin(), all.end(),
                                [&](const Shade& shade) { return channel(shade.color) > middle; });
  return {Box({all.begin(), cut}), Box({cut, all.end()})};
}

}  // namespace

QImage withPalette(const QImage& image) {
  const QImage source = image.convertToFormat(QImage::Format_RGB32);
  std::vector<Box> boxes;
  boxes.emplace_back(shadesOf(source));
  while (static_cast<int>(boxes.size()) < kColors) {
    const auto widest = std::max_element(
        boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.weight < b.weight; });
    if (widest->weight <= 0) break;
    auto [low, high] = halves(std::move(*widest));
    *widest = std::move(low);
    boxes.push_back(std::move(high));
  }
  QHash<QRgb, uchar> places;
  QList<QRgb> table;
  for (const Box& box : boxes) {
    for (const Shade& shade : box.shades)
      places.insert(shade.color, static_cast<uchar>(table.size()));
    table << box.color();
  }
  QImage result(source.size(), QImage::Format_Indexed8);
  result.setColorTable(table);
  for (int y = 0; y < source.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(source.constScanLine(y));
    uchar* out = result.scanLine(y);
    for (int x = 0; x < source.width(); ++x) out[x] = places.value(line[x] | 0xff000000U);
  }
  return result;
}

}  // namespace nereid::app
