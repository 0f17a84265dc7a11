// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/markdown.h"

#include <QRegularExpression>
#include <QStringList>

namespace nereid::app {
namespace {

/// Code, links and bold of one line. Code comes first: nothing inside it has a meaning.
QString inlineHtml(const QString& text) {
  static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
  static const QRegularExpression link(QStringLiteral("\\[([^\\]]+)\\]\\(([^)\\s]+)\\)"));
  static const QRegularExpression bold(QStringLiteral("\\*\\*([^*]+)\\*\\*"));
  QStringList parts = text.split(QLatin1Char('`'));
  for (qsizetype i = 0; i < parts.size(); ++i) {
    const bool isCode = i % 2 == 1 && i + 1 < parts.size();
    parts[i] = parts[i].toHtmlEscaped();
    if (isCode) {
      parts[i] = QStringLiteral("<code>%1</code>").arg(parts[i]);
      continue;
    }
    parts[i].replace(link, QStringLiteral("<a href=\"\\2\">\\1</a>"));
    parts[i].replace(bold, QStringLiteral("<b>\\1</b>"));
    static const QRegularExpression page(QStringLiteral("href=\"([\\w-]+)\\.md"));
    parts[i].replace(page, QStringLiteral("href=\"\\1.html"));
  }
  return parts.join(QString());
}

QString tableRow(const QString& line, const char* tag) {
  QStringList cells = line.trimmed().split(QLatin1Char('|'));
  cells.removeFirst();
  if (!cells.isEmpty()) cells.removeLast();
  QString row = QStringLiteral("<tr>");
  for (const QString& cell : std::as_const(cells)) {
    row += QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), inlineHtml(cell.trimmed()));
  }
  return row + QStringLiteral("</tr>\n");
}

/// Writes blocks; a block ends where a line of another kind, or an empty one, begins.
class Writer {
 public:
  void take(const QString& line) {
    static const QRegularExpression heading(QStringLiteral("^(#{1,4}) (.+)$"));
    static const QRegularExpression numbered(QStringLiteral("^\\d+\\. (.+)$"));
    if (const auto found = heading.match(line); found.hasMatch()) {
      close();
      m_out += QStringLiteral("<h%1><a name=\"%2\"></a>%3</h%1>\n")
                   .arg(found.capturedLength(1))
                   .arg(anchorOf(found.captured(2)), inlineHtml(found.captured(2)));
    } else if (line.trimmed().isEmpty() || line.startsWith(QLatin1String("<!--"))) {
      close();
    } else if (line.startsWith(QLatin1String("- "))) {
      open("ul");
      m_out += QStringLiteral("<li>%1</li>\n").arg(inlineHtml(line.mid(2)));
    } else if (const auto item = numbered.match(line); item.hasMatch()) {
      open("ol");
      m_out += QStringLiteral("<li>%1</li>\n").arg(inlineHtml(item.captured(1)));
    } else if (line.startsWith(QLatin1Char('|'))) {
      takeTableLine(line);
    } else {
      open("p");
      m_out += inlineHtml(line) + QLatin1Char('\n');
    }
  }

  QString finish() {
    close();
    return m_out;
  }

 private:
  void takeTableLine(const QString& line) {
    const bool isFirst = m_block != QLatin1String("table");
    open("table");
    static const QRegularExpression rule(QStringLiteral("^[|\\s:-]+$"));
    if (!rule.match(line).hasMatch()) m_out += tableRow(line, isFirst ? "th" : "td");
  }

  void open(const char* block) {
    if (m_block == QLatin1String(block)) return;
    close();
    m_block = QLatin1String(block);
    m_out += QLatin1Char('<') + m_block +
             (m_block == QLatin1String("table") ? QLatin1String(" cellspacing=\"0\"")
                                                : QLatin1String()) +
             QLatin1String(">\n");
  }

  void close() {
    if (!m_block.isEmpty()) m_out += QStringLiteral("</%1>\n").arg(m_block);
    m_block.clear();
  }

  QString m_out;
  QString m_block;
};

}  // namespace

QString anchorOf(const QString& heading) {
  QString anchor;
  for (const QChar one : heading.toLower()) {
    if (one.isLetterOrNumber() || one == QLatin1Char('-')) anchor += one;
    if (one == QLatin1Char(' ')) anchor += QLatin1Char('-');
  }
  return anchor;
}

QString markdownToHtml(const QString& markdown) {
  Writer writer;
  const QStringList lines = markdown.split(QLatin1Char('\n'));
  for (const QString& line : lines) writer.take(line);
  return writer.finish();
}

}  // namespace nereid::app
