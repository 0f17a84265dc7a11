// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextCursor>
#include <QToolButton>

#include "app/desk/actions.h"
#include "app/desk/panel.h"
#include "app/docks/dock_table.h"
#include "app/help/help_tools.h"
#include "app/help/manual.h"
#include "app/help/manual_window.h"
#include "app/help/markdown.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/filter/episode_filter.h"
#include "widgets/look/theme.h"

using namespace nereid::app;

/// The manual: whole, right about names and keys, and at hand.
class TestManual : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() { m_fixture.closeWindow(); }
  void markdownBecomesHtml();
  void everyPageOfTheFolderIsInTheContents();
  void everyLanguageHasEveryPage();
  void everyLinkLeadsSomewhere();
  void everyCommandNamedExists();
  void everyDockHasAPage();
  void everyChapterOfADialogExists();
  void everyFilterKeyIsExplained();
  void everyShortcutIsListed();
  void f1ShowsThePageOfTheDock();
  void f1ShowsTheChapterOfTheDialog_data();
  void f1ShowsTheChapterOfTheDialog();
  void f1InThePaletteShowsTheShortcuts();
  void backForwardSearch();
  void htmlIsWholeAndRelative();

 private:
  WindowFixture m_fixture;
};

void TestManual::init() {
  m_fixture.forgetSettings();
}

void TestManual::markdownBecomesHtml() {
  const QString html =
      markdownToHtml(QStringLiteral("# A title\n\nSome **bold** `a<b` [there](x.md#y).\n\n- one\n- "
                                    "two\n\n| h |\n|---|\n| c |\n"));
  QVERIFY(html.contains(QStringLiteral("<h1><a name=\"a-title\"></a>A title</h1>")));
  QVERIFY(html.contains(QStringLiteral("<b>bold</b> <code>a&lt;b</code>")));
  QVERIFY(html.contains(QStringLiteral("<a href=\"x.html#y\">there</a>")));
  QVERIFY(html.contains(QStringLiteral("<ul>\n<li>one</li>\n<li>two</li>\n</ul>")));
  QVERIFY(html.contains(QStringLiteral("<tr><th>h</th></tr>\n<tr><td>c</td></tr>\n</table>")));
}

void TestManual::everyPageOfTheFolderIsInTheContents() {
  QStringList files = QDir(QStringLiteral(NEREID_MANUAL)).entryList({QStringLiteral("*.md")});
  QStringList pages;
  for (const ManualPage& page : manualPages()) {
    pages << page.id + QStringLiteral(".md");
    QVERIFY2(!page.title.isEmpty() && page.plain.size() > 200, qPrintable(page.id));
  }
  files.sort();
  pages.sort();
  QCOMPARE(pages, files);
}

void TestManual::everyLanguageHasEveryPage() {
  // What a translation may not change: docks, headings, rows of tables, links, keys, code.
  static const QRegularExpression parts(
      QStringLiteral("<!-- docks:[^>]*>|(?m)^#+ |^\\||\\]\\([^)]*\\)|\\{[^}]*\\}|`[^`]*`"));
  const auto fixed = [](const QString& file) {
    QFile page(QStringLiteral(NEREID_MANUAL "/") + file);
    QStringList found;
    if (!page.open(QIODevice::ReadOnly)) return found;
    const QString text = QString::fromUtf8(page.readAll());
    for (auto i = parts.globalMatch(text); i.hasNext();) found << i.next().captured();
    found.sort();
    return found;
  };
  for (const QString& language : {QStringLiteral("de"), QStringLiteral("zh_CN")}) {
    const auto& pages = manualPages(language);
    for (const ManualPage& page : pages) {
      const QString name = page.id + QStringLiteral(".md");
      const QString where = language + QLatin1Char('/') + name;
      const QStringList wanted = fixed(name);
      const QStringList got = fixed(where);
      for (const QString& part : wanted)
        QVERIFY2(got.count(part) == wanted.count(part),
                 qPrintable(where + QLatin1String(": ") + part));
      QVERIFY2(got.size() == wanted.size(), qPrintable(where));
      QVERIFY2(page.title != findManualPage(page.id)->title, qPrintable(where));
      for (const QString& dialog : page.dialogs) {
        const QString chapter = dialog.section(QLatin1Char('#'), 1);
        QVERIFY2(
            chapter.isEmpty() || page.html.contains(QStringLiteral("name=\"%1\"").arg(chapter)),
            qPrintable(where + QLatin1Char(' ') + dialog));
      }
    }
  }
}

void TestManual::everyLinkLeadsSomewhere() {
  static const QRegularExpression link(QStringLiteral("href=\"([^\"#]*)#?([^\"]*)\""));
  int links = 0;
  for (const ManualPage& page : manualPages()) {
    for (auto found = link.globalMatch(page.html); found.hasNext(); ++links) {
      const auto one = found.next();
      const ManualPage* target =
          one.captured(1).isEmpty() ? &page : findManualPage(one.captured(1).chopped(5));
      QVERIFY2(target != nullptr, qPrintable(page.id + QStringLiteral(": ") + one.captured(0)));
      const QString anchor = QStringLiteral("name=\"%1\"").arg(one.captured(2));
      QVERIFY2(one.captured(2).isEmpty() || target->html.contains(anchor),
               qPrintable(page.id + QStringLiteral(": ") + one.captured(0)));
    }
  }
  QVERIFY(links > 15);
}

void TestManual::everyCommandNamedExists() {
  static const QRegularExpression key(QStringLiteral("\\{key:([^}]*)\\}"));
  int named = 0;
  for (const ManualPage& page : manualPages()) {
    QFile file(QStringLiteral(NEREID_MANUAL "/%1.md").arg(page.id));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (auto found = key.globalMatch(text); found.hasNext(); ++named) {
      const QString id = found.next().captured(1);
      QVERIFY2(manualKeys(id), qPrintable(page.id + QStringLiteral(": no command ") + id));
    }
    QVERIFY2(!page.html.contains(QLatin1String("{key:")), qPrintable(page.id));
  }
  QVERIFY(named > 30);
}

void TestManual::everyDockHasAPage() {
  for (const DockInfo& info : dockTable()) {
    QVERIFY2(manualPlaceOf(QLatin1String(info.id)),
             qPrintable(QStringLiteral("add \"%1\" to the docks of a page of resources/manual")
                            .arg(QLatin1String(info.id))));
  }
}

void TestManual::everyChapterOfADialogExists() {
  int dialogs = 0;
  for (const ManualPage& page : manualPages()) {
    for (const QString& dialog : page.dialogs) {
      const auto place = manualPlaceOf(dialog.section(QLatin1Char('#'), 0, 0));
      QVERIFY2(place && place->page == page.id, qPrintable(dialog));
      const QString anchor = QStringLiteral("name=\"%1\"").arg(place->chapter);
      QVERIFY2(place->chapter.isEmpty() || page.html.contains(anchor), qPrintable(dialog));
      ++dialogs;
    }
  }
  QVERIFY(dialogs >= 10);
}

void TestManual::everyFilterKeyIsExplained() {
  const ManualPage* page = findManualPage(QStringLiteral("episodes"));
  for (const auto& key : nereid::widgets::EpisodeFilter::keyTable()) {
    QVERIFY2(page->plain.contains(QLatin1String(key.name)), key.name);
  }
}

void TestManual::everyShortcutIsListed() {
  const ManualPage* page = findManualPage(QStringLiteral("shortcuts"));
  for (const ActionInfo& info : actionTable()) {
    if (*info.shortcut == '\0') continue;
    QVERIFY2(page->plain.contains(*manualKeys(QLatin1String(info.id))) &&
                 page->plain.contains(QString::fromUtf8(info.text)),
             info.id);
  }
}

void TestManual::f1ShowsThePageOfTheDock() {
  QVERIFY(m_fixture.openWindow());
  MainWindow& window = m_fixture.window();
  window.docks().activate(QStringLiteral("funnel"));
  QTest::keySequence(&window, QKeySequence(QStringLiteral("F1")));
  QVERIFY(window.help().manual() != nullptr);
  QTRY_VERIFY(window.help().manual()->isVisible());
  QCOMPARE(window.help().manual()->currentPage(), QStringLiteral("funnel"));
  QVERIFY(window.help().manual()->browser()->toPlainText().contains(QStringLiteral("ways out")));
  window.help().manual()->close();
}

void TestManual::f1ShowsTheChapterOfTheDialog_data() {
  QTest::addColumn<QString>("action");
  QTest::addColumn<QString>("page");
  QTest::addColumn<QString>("chapter");
  const auto row = [](const char* action, const char* page, const char* chapter) {
    QTest::newRow(action) << QString::fromLatin1(action) << QString::fromLatin1(page)
                          << QString::fromLatin1(chapter);
  };
  row("run.start", "runs", "Starting");
  row("file.remote", "runs", "Runs on other machines");
  row("runs.trash", "runs", "Tags, archive, trash");
  row("help.setup", "troubleshooting", "The Python environment");
  row("help.shortcuts", "shortcuts", "Shortcuts");
  row("verify.task", "verify", "Verify and history");
}

// Most dialogs are modal: the manual can be read and searched while they are open.
void TestManual::f1ShowsTheChapterOfTheDialog() {
  QFETCH(QString, action);
  QFETCH(QString, page);
  QFETCH(QString, chapter);
  QVERIFY(m_fixture.openWindow());
  bool isDone = false;
  // exec() of a dialog returns when it is closed; open() and show() at once.
  QTimer::singleShot(0, this, [&] {
    const auto end = qScopeGuard([&] { isDone = true; });
    const auto front = [] {
      auto* window = qobject_cast<QDialog*>(QApplication::activeWindow());
      return window != nullptr && window->isAncestorOf(QApplication::focusWidget()) ? window
                                                                                    : nullptr;
    };
    QTRY_VERIFY(front() != nullptr);
    const QPointer<QDialog> dialog = front();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    ManualWindow* manual = m_fixture.window().help().manual();
    QVERIFY(manual != nullptr);
    QVERIFY(QTest::qWaitForWindowActive(manual));
    QCOMPARE(manual->currentPage(), page);
    // The chapter is in sight.
    const QTextBrowser* browser = manual->browser();
    const int first = browser->cursorForPosition(QPoint(0, 0)).position();
    const int last =
        browser->cursorForPosition(browser->viewport()->rect().bottomRight()).position();
    const QString shown = browser->toPlainText().mid(first, last - first);
    QVERIFY2(shown.contains(chapter), qPrintable(shown));
    QTest::keyClicks(manual->searchLine(), QStringLiteral("cheat zoo"));
    QTest::keyClick(manual->searchLine(), Qt::Key_Return);
    QCOMPARE(manual->currentPage(), QStringLiteral("verify"));
    dialog->activateWindow();
    QTest::keyClick(dialog, Qt::Key_Escape);
  });
  m_fixture.trigger(qPrintable(action));
  QTRY_VERIFY(isDone && QApplication::activeModalWidget() == nullptr);
  // What is read stays open, with the window.
  ManualWindow* manual = m_fixture.window().help().manual();
  QVERIFY(manual != nullptr && manual->isVisible());
  QCOMPARE(manual->parentWidget(), &m_fixture.window());
  QCOMPARE(manual->currentPage(), QStringLiteral("verify"));
  manual->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(manual));
  QTest::keyClick(manual, Qt::Key_Escape);
  QTRY_VERIFY(m_fixture.window().help().manual() == nullptr);
}

// The palette closes, as when a command is chosen.
void TestManual::f1InThePaletteShowsTheShortcuts() {
  QVERIFY(m_fixture.openWindow());
  QTest::keyClick(&m_fixture.window(), Qt::Key_K, Qt::ControlModifier);
  QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
  QTest::keyClick(QApplication::activePopupWidget()->findChild<QLineEdit*>(), Qt::Key_F1);
  QTRY_VERIFY(m_fixture.window().help().manual() != nullptr);
  QVERIFY(QApplication::activePopupWidget() == nullptr);
  QCOMPARE(m_fixture.window().help().manual()->currentPage(), QStringLiteral("shortcuts"));
}

void TestManual::backForwardSearch() {
  ManualWindow manual;
  manual.show();
  manual.showPage(QStringLiteral("index"));
  manual.showPage(QStringLiteral("curves"));
  const auto buttons = manual.findChildren<QToolButton*>();
  const auto named = [&](const char* name) {
    return *std::find_if(buttons.begin(), buttons.end(), [&](const QToolButton* button) {
      return button->accessibleName() == QLatin1String(name);
    });
  };
  QTest::mouseClick(named("Back"), Qt::LeftButton);
  QCOMPARE(manual.currentPage(), QStringLiteral("index"));
  QVERIFY(manual.windowTitle().startsWith(QStringLiteral("Nereid manual")));
  QCOMPARE(manual.contents()->currentItem()->text(), QStringLiteral("Nereid manual"));
  QTest::mouseClick(named("Forward"), Qt::LeftButton);
  QCOMPARE(manual.currentPage(), QStringLiteral("curves"));
  QCOMPARE(manual.contents()->count(), int(manualPages().size()));
  QTest::keyClicks(manual.searchLine(), QStringLiteral("cheat zoo"));
  QVERIFY(manual.contents()->count() >= 1);
  QVERIFY(manual.contents()->count() < int(manualPages().size()));
  QTest::keyClick(manual.searchLine(), Qt::Key_Return);
  QCOMPARE(manual.currentPage(), QStringLiteral("verify"));
  QCOMPARE(manual.browser()->textCursor().selectedText().toLower(), QStringLiteral("cheat"));
}

void TestManual::htmlIsWholeAndRelative() {
  const QString folder = m_fixture.folder() + QStringLiteral("/html");
  QCOMPARE(exportManual(folder), QString());
  const QStringList files = QDir(folder).entryList(QDir::Files);
  QCOMPARE(files.size(), manualPages().size() + 1);
  QFile file(folder + QStringLiteral("/verdicts.html"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString html = QString::fromUtf8(file.readAll());
  QVERIFY(html.contains(QStringLiteral("href=\"manual.css\"")));
  QVERIFY(html.contains(QStringLiteral("aria-current=\"page\">Verdicts")));
  QVERIFY(!html.contains(QStringLiteral("http")));
  QVERIFY(!exportManual(QStringLiteral("/proc/nowhere")).isEmpty());
}

NEREID_APP_TEST_MAIN(TestManual)
#include "tst_manual.moc"
