// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSet>
#include <QTranslator>

/// A language that nobody speaks, made from the catalogue at the time of the test: every text has
/// accents, is about 35 % longer and stands between ‹ and ›. What is shown without these is not
/// translatable; what does not fit would not fit in a longer language either.
class PseudoLocale : public QTranslator {
  Q_OBJECT

 public:
  /// Reads the texts of a catalogue (.ts); false if there are none.
  bool read(const QString& catalogue);
  bool isEmpty() const override { return m_texts.isEmpty(); }
  QString translate(const char* context, const char* source, const char* disambiguation,
                    int n) const override;
  /// The text in the language, with places (%1), keys (&) and tags as they were.
  static QString spoken(const QString& text);
  /// What is left of a shown text without everything between ‹ and ›.
  static QString unspoken(const QString& shown);

 private:
  QHash<QByteArray, QSet<QByteArray>> m_texts;  ///< by context
};
