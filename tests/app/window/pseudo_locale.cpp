// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/pseudo_locale.h"

#include <QFile>
#include <QXmlStreamReader>

namespace {

constexpr QChar kOpen(u'\u2039');
constexpr QChar kClose(u'\u203A');

QChar accented(QChar letter) {
  static const QString plain = QStringLiteral("aceinouyAEIOU");
  static const QString other = QStringLiteral(
      "\u00E4\u00E7\u00E9\u00EF\u00F1\u00F6\u00FC\u00FF\u00C4\u00C9\u00CF\u00D6\u00DC");
  const auto place = plain.indexOf(letter);
  return place < 0 ? letter : other[place];
}

/// Length of what must stay as it is at a place of a text: %1, %L2, %n, a tag, an entity.
qsizetype keptAt(const QString& text, qsizetype at) {
  const QChar first = text[at];
  if (first == u'<' || first == u'&') {
    const QChar end = first == u'<' ? u'>' : u';';
    const auto close = text.indexOf(end, at);
    const bool isTag = close > at && !text.mid(at, close - at).contains(u' ') && close - at < 12;
    return isTag ? close - at + 1 : (first == u'&' ? 2 : 1);
  }
  if (first != u'%') return 0;
  qsizetype end = at + 1;
  if (end < text.size() && text[end] == u'L') ++end;
  if (end < text.size() && text[end] == u'n') return end + 1 - at;
  while (end < text.size() && text[end].isDigit() && end - at < 4) ++end;
  return end - at;
}

}  // namespace

QString PseudoLocale::spoken(const QString& text) {
  QString out(kOpen);
  qsizetype letters = 0;
  for (qsizetype at = 0; at < text.size();) {
    if (const qsizetype kept = keptAt(text, at); kept > 0) {
      out += text.mid(at, kept);
      at += kept;
      continue;
    }
    letters += text[at].isLetter() ? 1 : 0;
    out += accented(text[at++]);
  }
  // A third more, in words as long as words are.
  for (qsizetype more = (letters * 35 + 99) / 100, i = 0; i < more; ++i)
    out += i % 8 == 3 ? QChar(u' ') : QChar(u'\u00F8');
  return out + kClose;
}

QString PseudoLocale::unspoken(const QString& shown) {
  QString left;
  int depth = 0;
  for (const QChar one : shown) {
    if (one == kOpen) ++depth;
    if (depth == 0) left += one;
    if (one == kClose) depth = std::max(0, depth - 1);
  }
  return left;
}

bool PseudoLocale::read(const QString& catalogue) {
  QFile file(catalogue);
  if (!file.open(QIODevice::ReadOnly)) return false;
  QXmlStreamReader reader(&file);
  QByteArray context;
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    if (reader.name() == QLatin1String("name")) context = reader.readElementText().toUtf8();
    if (reader.name() == QLatin1String("source"))
      m_texts[context].insert(reader.readElementText().toUtf8());
  }
  return !reader.hasError() && !m_texts.isEmpty();
}

QString PseudoLocale::translate(const char* context, const char* source, const char*, int n) const {
  const auto found = m_texts.constFind(QByteArray(context));
  if (found == m_texts.constEnd() || !found->contains(QByteArray(source))) return {};
  Q_UNUSED(n)  // Qt puts the number in place of %n
  return spoken(QString::fromUtf8(source));
}
