// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>
#include <algorithm>

static void initTranslations() {
  Q_INIT_RESOURCE(translations);
}

namespace nereid::app {
namespace {

QString key() {
  return QStringLiteral("view/language");
}

bool isKnown(const QString& code) {
  const auto& all = languages();
  return std::any_of(all.begin(), all.end(), [&](const Language& one) { return one.code == code; });
}

/// The first language that the system asks for and Nereid speaks. Any Chinese is better read in
/// the one catalogue than in English.
QString systemLanguage() {
  const QStringList wanted = QLocale::system().uiLanguages();
  for (const QString& name : wanted) {
    const QLocale locale(name);
    if (locale.language() == QLocale::German) return QStringLiteral("de");
    if (locale.language() == QLocale::Chinese) return QStringLiteral("zh_CN");
    if (locale.language() == QLocale::English) return QStringLiteral("en");
  }
  return QStringLiteral("en");
}

void install(const QString& catalogue, const QString& code) {
  auto* translator = new QTranslator(qApp);
  const QString file = catalogue + QLatin1Char('_') + code;
  if (translator->load(file, QStringLiteral(":/nereid/translations")) ||
      translator->load(file, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
    QCoreApplication::installTranslator(translator);
  } else {
    delete translator;
  }
}

/// Numbers and dates as the system writes them where it speaks the language, e.g. Swiss German.
QLocale localeOf(const QString& code) {
  const QLocale system = QLocale::system();
  const QLocale plain(code);
  return system.language() == plain.language() ? system : plain;
}

QString& current() {
  static QString code = QStringLiteral("en");
  return code;
}

}  // namespace

QString currentLanguage() {
  return current();
}

const QList<Language>& languages() {
  static const QList<Language> all = {
      {QStringLiteral("en"), QStringLiteral("English")},
      {QStringLiteral("de"), QStringLiteral("Deutsch")},
      {QStringLiteral("zh_CN"), QStringLiteral("\u7B80\u4F53\u4E2D\u6587")},
  };
  return all;
}

QString savedLanguage() {
  const QString code = QSettings().value(key()).toString();
  return isKnown(code) ? code : QString();
}

void saveLanguage(const QString& code) {
  code.isEmpty() ? QSettings().remove(key()) : QSettings().setValue(key(), code);
}

void applyLanguage(const QString& code) {
  initTranslations();
  const QString language = isKnown(code) ? code : systemLanguage();
  current() = language;
  QLocale::setDefault(localeOf(language));
  if (language != QLatin1String("en")) install(QStringLiteral("qtbase"), language);
  install(QStringLiteral("nereid"), language);
}

}  // namespace nereid::app
