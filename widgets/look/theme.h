// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>

#include "engine/verify/verdict.h"

class QApplication;

namespace nereid::widgets {

enum class ThemeMode { kSystem, kLight, kDark };

/// What a colour is for. Every role has one value per theme; tests compute the contrast of each
/// pair that meets.
enum class Role {
  kWindow,
  kPanel,
  kLine,
  kText,
  kSecondary,
  kAccent,
  kOnAccent,
  kSelection,
  kAccepted,
  kRejected,
  kWarning,
  kCode,   ///< background of code
  kSoft,   ///< background of chips and neutral timeline segments
  kMark,   ///< background of changed lines
  kFound,  ///< background of a search hit
  kKeyword,
  kName,
  kString,
  kNumber,
  kComment,
};
inline constexpr Role kAllRoles[] = {
    Role::kWindow,  Role::kPanel,    Role::kLine,      Role::kText,     Role::kSecondary,
    Role::kAccent,  Role::kOnAccent, Role::kSelection, Role::kAccepted, Role::kRejected,
    Role::kWarning, Role::kCode,     Role::kSoft,      Role::kMark,     Role::kFound,
    Role::kKeyword, Role::kName,     Role::kString,    Role::kNumber,   Role::kComment};

/// The tables behind Theme; pure functions.
QColor roleColor(bool dark, Role role);
/// One colour per funnel stage, the same in curves, pips, timeline and funnel. kNone gives the
/// colour of "nothing passed".
QColor stageColor(bool dark, verify::Stage stage);
/// Fixed order of series colours (Okabe and Ito, darkened for the light theme); wraps around.
QColor seriesColor(bool dark, int index);
inline constexpr int kSeriesColorCount = 7;
/// WCAG 2.1 contrast ratio of two opaque colours, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);
/// Near-black or white, whichever reads better on `background`.
QColor readableOn(const QColor& background);

/// Colours, fonts and style of the program. GUI thread only; one object, owned by the application.
class Theme : public QObject {
  Q_OBJECT

 public:
  explicit Theme(QApplication& application);

  ThemeMode mode() const { return m_mode; }
  bool isDark() const { return m_dark; }
  int basePixelSize() const { return m_basePixelSize; }
  void setMode(ThemeMode mode);
  /// 11, 13 or 16; other sizes work too.
  void setBasePixelSize(int pixels);
  /// Empty: the bundled Inter.
  void setFontFamily(const QString& family);

  QColor color(Role role) const { return roleColor(m_dark, role); }
  QColor stage(verify::Stage stage) const { return stageColor(m_dark, stage); }
  QColor series(int index) const { return seriesColor(m_dark, index); }

  QFont textFont() const;    ///< base size
  QFont strongFont() const;  ///< base size, semi-bold
  QFont smallFont() const;   ///< table heads and chips: base x 11.5 / 13
  QFont codeFont() const;    ///< JetBrains Mono without ligatures, base x 12 / 13
  int rowHeight() const;     ///< 26 at base 13
  int headHeight() const;    ///< height of a dock head: 32 at base 13

 Q_SIGNALS:
  void themeChanged();

 private:
  void apply();

  QApplication& m_application;
  ThemeMode m_mode = ThemeMode::kSystem;
  bool m_systemIsDark = false;
  bool m_dark = false;
  int m_basePixelSize = 13;
  QString m_textFamily;
  QString m_codeFamily;
  QString m_userFamily;
};

/// Loads the bundled fonts and sets style, palette and style sheet. Call once, before the first
/// widget; later calls change the mode.
void applyTheme(QApplication& application, ThemeMode mode = ThemeMode::kSystem,
                int basePixelSize = 13);
/// The application's theme. applyTheme was called before, or the light theme is applied now.
Theme& theme();

}  // namespace nereid::widgets
