// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace nereid::app {

/// A language of the interface. Its name is written in itself and never translated.
struct Language {
  QString code;  ///< "en", "de", "zh_CN": suffix of its catalogue and name of its locale
  QString name;
};

/// In the order of the menu.
const QList<Language>& languages();

/// The language of the settings; empty for that of the system.
QString savedLanguage();
void saveLanguage(const QString& code);

/// Code of the language that applyLanguage() chose; "en" before.
QString currentLanguage();

/// Loads the catalogues of Nereid and Qt for a language (empty: the system's first one that there
/// is, else English) and writes numbers and dates its way. Call once, after the application object
/// and before the first widget. GUI thread only.
void applyLanguage(const QString& code);

}  // namespace nereid::app
