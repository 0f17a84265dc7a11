// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_settings.h"

#include <QActionGroup>
#include <QApplication>
#include <QSettings>

#include "app/desk/actions.h"
#include "app/desk/language.h"
#include "app/desk/message_bar.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::theme;
using widgets::ThemeMode;

namespace {

QString themeKey() {
  return QStringLiteral("view/theme");
}
QString textSizeKey() {
  return QStringLiteral("view/textSize");
}

QString nameOf(ThemeMode mode) {
  switch (mode) {
    case ThemeMode::kLight:
      return QStringLiteral("light");
    case ThemeMode::kDark:
      return QStringLiteral("dark");
    case ThemeMode::kSystem:
      break;
  }
  return QString();
}

}  // namespace

void applySavedTheme() {
  const QSettings settings;
  const QString saved = settings.value(themeKey()).toString();
  const ThemeMode mode = saved == QLatin1String("light")  ? ThemeMode::kLight
                         : saved == QLatin1String("dark") ? ThemeMode::kDark
                                                          : ThemeMode::kSystem;
  widgets::applyTheme(*qApp, mode, settings.value(textSizeKey(), 13).toInt());
}

ViewSettings::ViewSettings(ActionRegistry& actions, QObject* parent) : QObject(parent) {
  addThemes(actions);
  addTextSizes(actions);
  addLanguages(actions);
  actions.bind(QStringLiteral("view.theme"), this, [] {
    theme().setMode(theme().isDark() ? ThemeMode::kLight : ThemeMode::kDark);
    QSettings().setValue(themeKey(), nameOf(theme().mode()));
  });
  connect(&theme(), &widgets::Theme::themeChanged, this, &ViewSettings::refresh);
  refresh();
}

void ViewSettings::add(QAction* action, QActionGroup* group, std::function<bool()> isChosen,
                       std::function<void()> choose) {
  action->setCheckable(true);
  group->addAction(action);
  m_choices << Choice{action, std::move(isChosen)};
  connect(action, &QAction::triggered, this, [choose = std::move(choose)] { choose(); });
}

void ViewSettings::addThemes(ActionRegistry& actions) {
  struct Row {
    ThemeMode mode;
    const char* id;
    QString text, tip;
  };
  const Row rows[] = {
      {ThemeMode::kSystem, "theme.system", tr("Theme of the system"),
       tr("Light or dark, as the desktop is")},
      {ThemeMode::kLight, "theme.light", tr("Light theme"), tr("Dark text on light ground")},
      {ThemeMode::kDark, "theme.dark", tr("Dark theme"), tr("Light text on dark ground")}};
  auto* group = new QActionGroup(this);
  for (const Row& row : rows) {
    QAction* action = actions.add(QLatin1String(row.id), tr("Appearance"), row.text, row.tip);
    add(
        action, group, [mode = row.mode] { return theme().mode() == mode; },
        [mode = row.mode] {
          QSettings().setValue(themeKey(), nameOf(mode));
          theme().setMode(mode);
        });
  }
}

void ViewSettings::addTextSizes(ActionRegistry& actions) {
  struct Row {
    int pixels;
    const char* id;
    QString text, tip;
  };
  const Row rows[] = {
      {11, "text.small", tr("Small text"), tr("More rows on the screen")},
      {13, "text.normal", tr("Normal text"), tr("The size that the program is drawn for")},
      {16, "text.large", tr("Large text"), tr("Easier to read from afar")}};
  auto* group = new QActionGroup(this);
  for (const Row& row : rows) {
    QAction* action = actions.add(QLatin1String(row.id), tr("Appearance"), row.text, row.tip);
    add(
        action, group, [pixels = row.pixels] { return theme().basePixelSize() == pixels; },
        [pixels = row.pixels] {
          QSettings().setValue(textSizeKey(), pixels);
          theme().setBasePixelSize(pixels);
        });
  }
}

void ViewSettings::addLanguages(ActionRegistry& actions) {
  auto* group = new QActionGroup(this);
  QList<Language> rows = {{QString(), tr("Language of the system")}};
  rows << languages();
  for (const Language& language : std::as_const(rows)) {
    const QString id = language.code.isEmpty() ? QStringLiteral("system") : language.code;
    const QString tip = language.code.isEmpty()
                            ? tr("Speak the language of the desktop from the next start on")
                            : tr("Speak %1 from the next start on").arg(language.name);
    QAction* action =
        actions.add(QLatin1String("language.") + id, tr("Language"), language.name, tip);
    add(
        action, group, [code = language.code] { return savedLanguage() == code; },
        [this, language] {
          if (savedLanguage() == language.code) return;
          saveLanguage(language.code);
          if (m_messages != nullptr) {
            m_messages->showOffer(tr("The language changes when Nereid is started the next time."),
                                  tr("Restart now"), [this] { Q_EMIT restartRequested(); });
          }
        });
  }
}

void ViewSettings::refresh() {
  for (const Choice& choice : std::as_const(m_choices))
    choice.action->setChecked(choice.isChosen());
}

}  // namespace nereid::app
