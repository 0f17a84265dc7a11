// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QPointer>
#include <QProxyStyle>
#include <QScreen>
#include <QStyleOption>
#include <QToolTip>
#include <cmath>

static void initResources() {
  Q_INIT_RESOURCE(fonts);
  Q_INIT_RESOURCE(icons);
}

namespace nereid::widgets {

namespace {

constexpr char kTextFamily[] = "Nereid Inter";
constexpr char kCodeFamily[] = "Nereid Mono";

// The application owns the theme; this only finds it again.
QPointer<Theme>& current() {
  static QPointer<Theme> pointer;
  return pointer;
}

void loadFonts() {
  initResources();
  for (const char* file :
       {"NereidInter-Regular.otf", "NereidInter-Medium.otf", "NereidInter-SemiBold.otf",
        "NereidInter-Bold.otf", "NereidMono-Regular.ttf", "NereidMono-Bold.ttf",
        "NereidMono-Italic.ttf"}) {
    QFontDatabase::addApplicationFont(QStringLiteral(":/nereid/fonts/") + QLatin1String(file));
  }
}

QColor mix(const QColor& a, const QColor& b, double share) {
  return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                          static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                          static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

QPalette makePalette(const Theme& theme) {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, Role color) {
    palette.setColor(role, theme.color(color));
  };
  set(QPalette::Window, Role::kWindow);
  set(QPalette::WindowText, Role::kText);
  set(QPalette::Base, Role::kPanel);
  set(QPalette::AlternateBase, Role::kWindow);
  set(QPalette::Text, Role::kText);
  set(QPalette::Button, Role::kPanel);
  set(QPalette::ButtonText, Role::kText);
  set(QPalette::BrightText, Role::kRejected);
  set(QPalette::Highlight, Role::kSelection);
  set(QPalette::HighlightedText, Role::kText);
  set(QPalette::Link, Role::kAccent);
  set(QPalette::LinkVisited, Role::kAccent);
  set(QPalette::ToolTipBase, Role::kPanel);
  set(QPalette::ToolTipText, Role::kText);
  set(QPalette::PlaceholderText, Role::kSecondary);
  set(QPalette::Light, Role::kPanel);
  set(QPalette::Midlight, Role::kLine);
  set(QPalette::Mid, Role::kLine);
  set(QPalette::Dark, Role::kLine);
  set(QPalette::Shadow, Role::kLine);
  const QColor faint = mix(theme.color(Role::kSecondary), theme.color(Role::kPanel), 0.35);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, faint);
  }
  return palette;
}

// Only what Fusion cannot do from the palette: radii, one-pixel lines and heights on the 4 px grid.
QString makeStyleSheet(const Theme& theme) {
  const auto name = [&](Role role) { return theme.color(role).name(); };
  QString sheet = QStringLiteral(R"(
QToolTip { background: %PANEL%; color: %TEXT%; border: 1px solid %LINE%; padding: 4px 6px; }
QPushButton, QComboBox { background: %PANEL%; border: 1px solid %LINE%; border-radius: 6px; padding: 4px 12px; min-height: 18px; }
QPushButton:hover, QComboBox:hover { background: %SOFT%; }
QPushButton:pressed { background: %SELECTION%; }
QPushButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus { border: 1px solid %ACCENT%; }
QPushButton:default, QPushButton[primary="true"] { background: %ACCENT%; color: %ONACCENT%; border: 1px solid %ACCENT%; font-weight: 600; }
QPushButton[primary="true"]:focus { border: 1px solid %TEXT%; }
QPushButton:disabled { color: %FAINT%; background: %WINDOW%; }
QPushButton[primary="true"]:disabled { color: %FAINT%; background: %SOFT%; border: 1px solid %LINE%; }
QComboBox { padding: 3px 8px; }
QComboBox::drop-down { subcontrol-origin: padding; subcontrol-position: center right; border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/nereid/icons/down-%NAME%.png); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: %PANEL%; border: 1px solid %LINE%; selection-background-color: %SELECTION%; selection-color: %TEXT%; }
QLineEdit { background: %PANEL%; border: 1px solid %LINE%; border-radius: 6px; padding: 2px 8px; min-height: 20px; selection-background-color: %ACCENT%; selection-color: %ONACCENT%; }
QSpinBox { background: %PANEL%; border: 1px solid %LINE%; border-radius: 6px; padding: 2px 20px 2px 8px; min-height: 20px; selection-background-color: %ACCENT%; selection-color: %ONACCENT%; }
QSpinBox:disabled { color: %FAINT%; background: %WINDOW%; }
QSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 20px; height: 12px; margin: 2px 1px 0 0; border: none; }
QSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 20px; height: 12px; margin: 0 1px 2px 0; border: none; }
QSpinBox::up-arrow { image: url(:/nereid/icons/up-%NAME%.png); width: 10px; height: 10px; }
QSpinBox::down-arrow { image: url(:/nereid/icons/down-%NAME%.png); width: 10px; height: 10px; }
QSpinBox::up-arrow:disabled, QSpinBox::down-arrow:disabled { image: none; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid %SECONDARY%; border-radius: 3px; background: %PANEL%; }
QCheckBox::indicator:checked { border: 1px solid %ACCENT%; background: %ACCENT%; image: url(:/nereid/icons/check-%NAME%.png); }
QCheckBox::indicator:focus { border: 2px solid %ACCENT%; }
QCheckBox::indicator:checked:focus { border: 2px solid %TEXT%; }
QCheckBox::indicator:disabled { border: 1px solid %FAINT%; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 3px 6px; color: %TEXT%; }
QToolButton[quiet="true"] { color: %SECONDARY%; }
QToolButton:hover { background: %SOFT%; color: %TEXT%; }
QToolButton:checked { background: %SELECTION%; color: %ACCENT%; }
QToolButton:focus { border: 1px solid %ACCENT%; }
QToolButton:disabled { color: %FAINT%; }
QToolButton[fact="true"] { padding: 3px 6px 3px 4px; }
QToolButton[fact="true"]:disabled { color: %SECONDARY%; }
QToolButton::menu-indicator { image: none; }
QHeaderView { background: %PANEL%; border: none; border-bottom: 1px solid %LINE%; }
QHeaderView::section { background: %PANEL%; color: %SECONDARY%; border: none; border-bottom: 1px solid %LINE%; padding: 0 6px; }
QHeaderView::section:first { padding-left: 10px; }
QHeaderView::section:only-one { padding-left: 10px; }
QTableView, QListView, QTreeView, QPlainTextEdit, QTextEdit { background: %PANEL%; border: none; }
QTableView:focus, QListView:focus { border: none; }
QDialog QPlainTextEdit { border: 1px solid %LINE%; border-radius: 6px; }
QDialog QPlainTextEdit:focus { border: 1px solid %ACCENT%; }
QListView#offers, QListView#offers:focus { border: 1px solid %LINE%; padding: 2px 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: %HANDLE%; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: %SECONDARY%; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QMenu { background: %PANEL%; border: 1px solid %LINE%; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 12px; border-radius: 4px; }
QMenu::item:selected { background: %SELECTION%; }
QMenu::separator { height: 1px; background: %LINE%; margin: 4px 8px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: %LINE%; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: %ACCENT%; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -4px 0; border-radius: 6px; background: %ACCENT%; }
QSlider::handle:horizontal:focus { border: 1px solid %TEXT%; }
)");
  sheet.replace(QLatin1String("%PANEL%"), name(Role::kPanel));
  sheet.replace(QLatin1String("%WINDOW%"), name(Role::kWindow));
  sheet.replace(QLatin1String("%TEXT%"), name(Role::kText));
  sheet.replace(QLatin1String("%SECONDARY%"), name(Role::kSecondary));
  sheet.replace(QLatin1String("%LINE%"), name(Role::kLine));
  sheet.replace(QLatin1String("%SOFT%"), name(Role::kSoft));
  sheet.replace(QLatin1String("%SELECTION%"), name(Role::kSelection));
  sheet.replace(QLatin1String("%ACCENT%"), name(Role::kAccent));
  sheet.replace(QLatin1String("%ONACCENT%"), name(Role::kOnAccent));
  sheet.replace(QLatin1String("%NAME%"),
                theme.isDark() ? QStringLiteral("dark") : QStringLiteral("light"));
  sheet.replace(QLatin1String("%FAINT%"),
                mix(theme.color(Role::kSecondary), theme.color(Role::kPanel), 0.35).name());
  sheet.replace(QLatin1String("%HANDLE%"),
                mix(theme.color(Role::kLine), theme.color(Role::kSecondary), 0.25).name());
  return sheet;
}

/// Fusion, with the sign of ascending order pointing up, as everywhere but in Qt.
class TableStyle : public QProxyStyle {
 public:
  using QProxyStyle::QProxyStyle;

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element != PE_IndicatorHeaderArrow || header == nullptr)
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    QStyleOptionHeader turned = *header;
    if (header->sortIndicator == QStyleOptionHeader::SortUp) {
      turned.sortIndicator = QStyleOptionHeader::SortDown;
    } else if (header->sortIndicator == QStyleOptionHeader::SortDown) {
      turned.sortIndicator = QStyleOptionHeader::SortUp;
    }
    QProxyStyle::drawPrimitive(element, &turned, painter, widget);
  }
};

}  // namespace

Theme::Theme(QApplication& application) : QObject(&application), m_application(application) {
  setObjectName(QStringLiteral("nereid-theme"));
  // Asked before our own palette is set: later the application's palette is ours.
  m_systemIsDark = application.palette().color(QPalette::Window).lightness() < 128;
  loadFonts();
  m_textFamily = QLatin1String(kTextFamily);
  m_codeFamily = QLatin1String(kCodeFamily);
  m_application.setStyle(new TableStyle(QStringLiteral("Fusion")));  // owned by the application
}

void Theme::setMode(ThemeMode mode) {
  m_mode = mode;
  m_dark = mode == ThemeMode::kDark || (mode == ThemeMode::kSystem && m_systemIsDark);
  apply();
}

void Theme::setBasePixelSize(int pixels) {
  m_basePixelSize = std::clamp(pixels, 8, 32);
  apply();
}

void Theme::setFontFamily(const QString& family) {
  m_userFamily = family;
  apply();
}

void Theme::apply() {
  m_application.setFont(textFont());
  m_application.setPalette(makePalette(*this));
  m_application.setStyleSheet(makeStyleSheet(*this));
  QToolTip::setFont(textFont());
  Q_EMIT themeChanged();
}

QFont Theme::textFont() const {
  QFont font(m_userFamily.isEmpty() ? m_textFamily : m_userFamily);
  font.setPixelSize(m_basePixelSize);
  return font;
}

QFont Theme::strongFont() const {
  QFont font = textFont();
  font.setWeight(QFont::DemiBold);
  return font;
}

QFont Theme::smallFont() const {
  QFont font = textFont();
  // QFont's pixel sizes are whole numbers; 11.5 px can only be said in points.
  const QScreen* screen = QGuiApplication::primaryScreen();
  const double dpi = screen == nullptr ? 96 : screen->logicalDotsPerInchY();
  font.setPointSizeF(m_basePixelSize * (11.5 / 13) * 72 / dpi);
  return font;
}

QFont Theme::codeFont() const {
  QFont font(m_codeFamily);
  font.setStyleHint(QFont::Monospace);
  font.setFixedPitch(true);
  font.setPixelSize(std::max(9, static_cast<int>(std::lround(m_basePixelSize * 12.0 / 13))));
  return font;
}

int Theme::rowHeight() const {
  return m_basePixelSize * 2;
}

int Theme::headHeight() const {
  return m_basePixelSize * 2 + 8;
}

void applyTheme(QApplication& application, ThemeMode mode, int basePixelSize) {
  if (!current()) {
    current() = new Theme(application);
  }
  current()->setBasePixelSize(basePixelSize);
  current()->setMode(mode);
}

Theme& theme() {
  if (!current()) {
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeMode::kLight);
  }
  return *current();
}

}  // namespace nereid::widgets
