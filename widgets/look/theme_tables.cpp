// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

struct RoleColors {
  Role role;
  QRgb light;
  QRgb dark;
};

// One row per role; the contrast test walks this table through roleColor().
constexpr RoleColors kRoleColors[] = {
    {Role::kWindow, 0xFFF4F5F7, 0xFF14171B},    {Role::kPanel, 0xFFFFFFFF, 0xFF1B1F25},
    {Role::kLine, 0xFFDFE3E8, 0xFF2C323A},      {Role::kText, 0xFF1B1F24, 0xFFE6E9ED},
    {Role::kSecondary, 0xFF5A6470, 0xFF98A2AE}, {Role::kAccent, 0xFF2563C9, 0xFF7AA7FF},
    {Role::kOnAccent, 0xFFFFFFFF, 0xFF10151C},  {Role::kSelection, 0xFFE4EDFB, 0xFF24324A},
    {Role::kAccepted, 0xFF12753A, 0xFF5CC48A},  {Role::kRejected, 0xFFB83C0A, 0xFFF08A5D},
    {Role::kWarning, 0xFF8A5A00, 0xFFE6B24A},   {Role::kCode, 0xFFFBFCFD, 0xFF181C21},
    {Role::kSoft, 0xFFEEF0F3, 0xFF262B33},      {Role::kMark, 0xFFE2F3E9, 0xFF1F3528},
    {Role::kFound, 0xFFFFE9B0, 0xFF574611},     {Role::kKeyword, 0xFF7A2E9E, 0xFFC99BEA},
    {Role::kName, 0xFF1F5FB8, 0xFF82AEFF},      {Role::kString, 0xFF1D6B3C, 0xFF8CCB9B},
    {Role::kNumber, 0xFF8F4A00, 0xFFE5B06A},    {Role::kComment, 0xFF5F6975, 0xFF939DA9},
};

struct StageColors {
  QRgb light;
  QRgb dark;
};

// none, static, compile, tiny, full, timing. "none" is the quiet rest of a funnel. Any two stay
// apart for eyes without red or green cones, too: tst_theme simulates them.
constexpr StageColors kStageColors[] = {
    {0xFFB9C0C8, 0xFF49525D}, {0xFF7B8491, 0xFF8A93A0}, {0xFFC27C00, 0xFFE69F00},
    {0xFF2C8FC9, 0xFF56B4E9}, {0xFF00875F, 0xFF009E73}, {0xFF4B3CC4, 0xFF9B6BF2},
};

// blue, green, pink, vermilion, sky, orange, grey.
constexpr StageColors kSeriesColors[kSeriesColorCount] = {
    {0xFF2563C9, 0xFF7AA7FF}, {0xFF00875F, 0xFF009E73}, {0xFF9C2F7A, 0xFFF0A3CF},
    {0xFFC24A00, 0xFFE8702A}, {0xFF2C8FC9, 0xFF56B4E9}, {0xFFC27C00, 0xFFE69F00},
    {0xFF7B8491, 0xFF8A93A0},
};

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
         0.0722 * linear(color.blueF());
}

}  // namespace

QColor roleColor(bool dark, Role role) {
  for (const RoleColors& row : kRoleColors) {
    if (row.role == role) {
      return QColor::fromRgb(dark ? row.dark : row.light);
    }
  }
  return {};
}

QColor stageColor(bool dark, verify::Stage stage) {
  const StageColors& row = kStageColors[static_cast<std::size_t>(stage)];
  return QColor::fromRgb(dark ? row.dark : row.light);
}

QColor seriesColor(bool dark, int index) {
  const int wrapped = ((index % kSeriesColorCount) + kSeriesColorCount) % kSeriesColorCount;
  const StageColors& row = kSeriesColors[wrapped];
  return QColor::fromRgb(dark ? row.dark : row.light);
}

double contrastRatio(const QColor& a, const QColor& b) {
  const double first = luminance(a);
  const double second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor readableOn(const QColor& background) {
  const QColor dark = QColor::fromRgb(0xFF0B0E12);
  const QColor white = QColor::fromRgb(0xFFFFFFFF);
  return contrastRatio(background, white) >= contrastRatio(background, dark) ? white : dark;
}

}  // namespace nereid::widgets
