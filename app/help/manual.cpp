// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/manual.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QKeySequence>
#include <QLocale>
#include <QRegularExpression>
#include <QSaveFile>
#include <QTextDocumentFragment>
#include <algorithm>

#include "app/desk/actions.h"
#include "app/desk/language.h"
#include "app/docks/dock_table.h"
#include "app/help/markdown.h"

static void initManual() {
  Q_INIT_RESOURCE(manual);
}

namespace nereid::app {
namespace {

constexpr const char* kPages[] = {
    "index",   "first-run", "monitor",      "curves",    "funnel",         "episodes",
    "compare", "inputs",    "replay",       "verify",    "runs",           "rewards",
    "records", "verdicts",  "command-line", "shortcuts", "troubleshooting"};

QString words(const char* text) {
  return QCoreApplication::translate("Manual", text);
}

/// In English where the language has no such page, or is not named.
QString readPage(const QString& id, const QString& language) {
  for (const QString& name : {language.isEmpty() ? id : language + QLatin1Char('/') + id, id}) {
    QFile file(QStringLiteral(":/nereid/manual/%1.md").arg(name));
    if (file.open(QIODevice::ReadOnly)) return QString::fromUtf8(file.readAll());
  }
  return {};
}

QString keysText(const char* keys) {
  QStringList shown;
  const QStringList parts = QString::fromLatin1(keys).split(QLatin1Char(';'), Qt::SkipEmptyParts);
  for (const QString& part : parts) {
    shown << QKeySequence(part, QKeySequence::PortableText).toString(QKeySequence::NativeText);
  }
  return shown.join(QStringLiteral(", "));
}

/// As Markdown, by menu.
QString shortcutTable() {
  QString table =
      words("| menu | command | keys | effect |") + QStringLiteral("\n|---|---|---|---|\n");
  const auto add = [&table](const QString& menu, const QString& text, const QString& keys,
                            const QString& tip) {
    if (keys.isEmpty()) return;
    table += QStringLiteral("| %1 | %2 | `%3` | %4 |\n").arg(menu, text, keys, tip);
  };
  for (const ActionInfo& info : actionTable())
    add(actionText(info.menu), actionText(info.text), keysText(info.shortcut),
        actionText(info.tip));
  for (const DockInfo& info : dockTable())
    add(words("Docks"), words("Go to %1").arg(dockText(info.title)), keysText(info.shortcut),
        dockText(info.tip));
  return table;
}

QString withKeys(QString text) {
  static const QRegularExpression key(QStringLiteral("\\{key:([\\w.]+)\\}"));
  for (auto found = key.match(text); found.hasMatch(); found = key.match(text)) {
    const auto keys = manualKeys(found.captured(1));
    text.replace(found.capturedStart(), found.capturedLength(),
                 QLatin1Char('`') + keys.value_or(found.captured(1)) + QLatin1Char('`'));
  }
  return text.replace(QLatin1String("{shortcuts}"), shortcutTable());
}

/// What a comment of the page lists: `<!-- docks: runs log -->`.
QStringList listed(const QString& text, const char* what) {
  const QRegularExpression line(
      QStringLiteral("<!-- %1: ([\\w# -]*?) ?-->").arg(QLatin1String(what)));
  return line.match(text).captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

QStringList headingAnchors(const QString& text) {
  static const QRegularExpression heading(QStringLiteral("(?m)^#+ (.*)$"));
  QStringList anchors;
  for (auto found = heading.globalMatch(text); found.hasNext();)
    anchors << anchorOf(found.next().captured(1));
  return anchors;
}

/// Chapters are named as the English page names them; the one at the same place is meant.
QStringList inLanguage(QStringList dialogs, const QString& english, const QString& text) {
  const QStringList from = headingAnchors(english), to = headingAnchors(text);
  for (QString& dialog : dialogs) {
    const qsizetype chapter = from.indexOf(dialog.section(QLatin1Char('#'), 1));
    if (chapter >= 0 && chapter < to.size())
      dialog = dialog.section(QLatin1Char('#'), 0, 0) + QLatin1Char('#') + to[chapter];
  }
  return dialogs;
}

ManualPage makePage(const QString& id, const QString& language) {
  const QString text = readPage(id, language), english = readPage(id, {});
  ManualPage page;
  page.id = id;
  page.title = text.section(QLatin1Char('\n'), 0, 0).mid(2);
  page.docks = listed(english, "docks");
  page.dialogs = inLanguage(listed(english, "dialogs"), english, text);
  page.html = markdownToHtml(withKeys(text));
  page.plain = QTextDocumentFragment::fromHtml(page.html).toPlainText();
  return page;
}

constexpr char kStyle[] = R"(:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; display: flex; }
nav { flex: 0 0 15rem; padding: 1.5rem; border-right: 1px solid #8884; min-height: 100vh; box-sizing: border-box; }
nav a { display: block; padding: .15rem 0; }
nav a[aria-current] { font-weight: 600; }
main { padding: 1rem 2rem 4rem; max-width: 52rem; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; }
code { font-family: ui-monospace, monospace; font-size: .9em; background: #8882; padding: 0 .25em; border-radius: 3px; }
@media (max-width: 50rem) { body { display: block; } nav { min-height: 0; } }
)";

QString contents(const ManualPage& current) {
  QString html = QStringLiteral("<nav aria-label=\"%1\">\n").arg(words("Contents").toHtmlEscaped());
  for (const ManualPage& page : manualPages()) {
    html += QStringLiteral("<a href=\"%1.html\"%2>%3</a>\n")
                .arg(page.id,
                     page.id == current.id ? QStringLiteral(" aria-current=\"page\"") : QString(),
                     page.title.toHtmlEscaped());
  }
  return html + QStringLiteral("</nav>\n");
}

QString wholePage(const ManualPage& page) {
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"%4\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%1</title>\n"
             "<link rel=\"stylesheet\" href=\"manual.css\">\n</head>\n<body>\n%2<main>\n%3</main>\n"
             "</body>\n</html>\n")
      .arg(page.title.toHtmlEscaped(), contents(page), page.html,
           QLocale(currentLanguage()).bcp47Name());
}

bool write(const QString& name, const QByteArray& text) {
  QSaveFile file(name);
  return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
}

}  // namespace

const QList<ManualPage>& manualPages(const QString& language) {
  static QHash<QString, QList<ManualPage>> byLanguage;
  QList<ManualPage>& pages = byLanguage[language];
  if (pages.isEmpty()) {
    initManual();
    for (const char* id : kPages) pages << makePage(QString::fromLatin1(id), language);
  }
  return pages;
}

const QList<ManualPage>& manualPages() {
  return manualPages(currentLanguage());
}

const ManualPage* findManualPage(const QString& id) {
  const auto& all = manualPages();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ManualPage& page) { return page.id == id; });
  return found == all.end() ? nullptr : &*found;
}

std::optional<ManualPlace> manualPlaceOf(const QString& name) {
  if (name.isEmpty()) return std::nullopt;
  for (const ManualPage& page : manualPages()) {
    if (page.docks.contains(name)) return ManualPlace{page.id, {}};
    for (const QString& dialog : page.dialogs) {
      if (dialog.section(QLatin1Char('#'), 0, 0) == name)
        return ManualPlace{page.id, dialog.section(QLatin1Char('#'), 1)};
    }
  }
  return std::nullopt;
}

QStringList searchManual(const QString& words) {
  const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  // A whole word says more than a part of one: "zoo" is not looked for in "zoom".
  const auto whole = [](const QString& word) {
    return QRegularExpression(QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(word)),
                              QRegularExpression::CaseInsensitiveOption);
  };
  QList<std::pair<qsizetype, QString>> found;
  for (const ManualPage& page : manualPages()) {
    qsizetype hits = 0;
    const bool hasAll = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) {
      const qsizetype here = page.plain.count(word, Qt::CaseInsensitive);
      hits += here + 10 * page.plain.count(whole(word)) +
              (page.title.contains(word, Qt::CaseInsensitive) ? 100 : 0);
      return here > 0;
    });
    if (hasAll) found << std::pair(hits, page.id);
  }
  // Without words the order of the contents stays.
  if (!wanted.isEmpty()) {
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }
  QStringList ids;
  for (const auto& [hits, id] : std::as_const(found)) ids << id;
  return ids;
}

std::optional<QString> manualKeys(const QString& action) {
  const auto shown = [](const char* keys, const QString& name) {
    const QString text = keysText(keys);
    return text.isEmpty() ? QLatin1Char('"') + name + QLatin1Char('"') : text;
  };
  for (const ActionInfo& info : actionTable()) {
    if (action == QLatin1String(info.id)) return shown(info.shortcut, actionText(info.text));
  }
  for (const DockInfo& info : dockTable()) {
    if (action == QLatin1String("dock.") + QLatin1String(info.id))
      return shown(info.shortcut, dockText(info.title));
  }
  return {};
}

QString exportManual(const QString& folder) {
  const QDir place(folder);
  if (!QDir().mkpath(folder)) return QStringLiteral("cannot make the folder %1").arg(folder);
  bool isWritten = write(place.filePath(QStringLiteral("manual.css")), kStyle);
  for (const ManualPage& page : manualPages()) {
    isWritten = isWritten &&
                write(place.filePath(page.id + QStringLiteral(".html")), wholePage(page).toUtf8());
  }
  return isWritten ? QString() : QStringLiteral("cannot write to %1").arg(folder);
}

}  // namespace nereid::app
