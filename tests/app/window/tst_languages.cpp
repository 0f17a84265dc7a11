// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>

#include "app/desk/actions.h"
#include "app/desk/language.h"
#include "app/desk/panel.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/docks/dock_table.h"
#include "app/episodes/note_dialog.h"
#include "app/help/shortcut_sheet.h"
#include "app/launch/start_dialog.h"
#include "app/remote/remote_dialog.h"
#include "app/runs/close_question.h"
#include "app/runs/run_flow.h"
#include "app/runs/status_line.h"
#include "app/runs/tags_dialog.h"
#include "app/runs/top_bar.h"
#include "app/runs/trash_dialog.h"
#include "app/setup/setup_dialog.h"
#include "app/setup/setup_job.h"
#include "engine/config/form.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window/painted_texts.h"
#include "tests/app/window/pseudo_locale.h"
#include "tests/app/window/text_walk.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

using namespace nereid::app;

namespace {

constexpr int kSteps = 4;
constexpr int kLoadMs = 15'000;  // generous: the machine may be busy

/// Words that are the same in every language: names, formats, units, what the user typed, and the
/// terms of the verifier that are written so in filters and files.
const QRegularExpression& sameEverywhere() {
  static const QRegularExpression words(QStringLiteral(
      "\\b(Nereid|recorded|English|Deutsch|CSV|PNG|SVG|PDF|JSON|YAML|SASS|PTX|LLIR|TTIR|TTGIR|GRPO|"
      "CPU|GPU|KL|NaN|Triton|PyTorch|Python|static|compile|tiny|full|timing|float32|Alt|Ctrl|Shift|"
      "Return|Enter|Down|Up|Left|Right|Space|step|level|reason|note|task|sm_90|tok|min|max|log|"
      "userns|pidns|netns|ipcns|mountns|proc|shm|tmpfs|pids|rlimits|no_new_privs|landlock|seccomp|"
      "pocket|grpo|staged|"  // names of settings
      // Buttons of Qt come with its own catalogues.
      "Cancel|Close|wrong values|original|flagged|accepted)\\b"));
  return words;
}

/// Layouts follow texts by posted events, of which each may post others. What a thread delivered
/// last is laid out, too, without waiting for more of it.
void settle() {
  constexpr int kRounds = 4;
  for (int i = 0; i < kRounds; ++i) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QCoreApplication::processEvents();
  }
  for (int i = 0; i < kRounds; ++i)
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

/// Keys of settings are as in the YAML.
bool isSettingKey(const QString& text) {
  const auto fields = nereid::config::schema();
  return std::any_of(fields.begin(), fields.end(),
                     [&](const auto& field) { return text == QString::fromStdString(field.key); });
}

/// The words of a shown text that no translator could change.
QString leftInEnglish(const QString& shown, const QStringList& data) {
  QString rest = PseudoLocale::unspoken(shown);
  for (const QString& name : data) rest.remove(name);
  rest.remove(sameEverywhere());
  rest.remove(QRegularExpression(QStringLiteral("\\S*[/_.=:]\\S*")));  // paths, keys, code
  static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
  return word.match(rest).captured();
}

}  // namespace

/// The whole window in languages and sizes of text: all words are translatable, and all have room.
class TestLanguages : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup();
  void pseudoLocaleKeepsPlacesAndTags();
  void paintedTextsThatAreCutAreSeen();
  void everyTextIsTranslatable();
  void everyTextHasRoom_data();
  void everyTextHasRoom();
  void choosingALanguageIsKept();
  void numbersFollowTheLanguage();

 private:
  void speak(const QString& language);
  bool openRecorded();
  /// Calls `look` for every workspace, every dock in front, and every dialog.
  void everywhere(const std::function<void(QWidget*, const QString&)>& look);

  WindowFixture m_fixture;
  PseudoLocale m_pseudo;
  std::unique_ptr<QTranslator> m_catalogue;
  QString m_run;
};

void TestLanguages::initTestCase() {
  applyLanguage(QStringLiteral("en"));
  QVERIFY(m_pseudo.read(QStringLiteral(NEREID_TRANSLATIONS "/nereid_de.ts")));
  m_run = writeRecordedRun(m_fixture.folder(), QStringLiteral("recorded"), kSteps);
  QVERIFY(!m_run.isEmpty());
}

void TestLanguages::init() {
  m_fixture.forgetSettings();
}

void TestLanguages::cleanup() {
  m_fixture.closeWindow();
  speak(QStringLiteral("en"));
  nereid::widgets::theme().setBasePixelSize(13);
}

void TestLanguages::speak(const QString& language) {
  QCoreApplication::removeTranslator(&m_pseudo);
  m_catalogue.reset();
  QLocale::setDefault(
      QLocale(language == QLatin1String("pseudo") ? QStringLiteral("en") : language));
  if (language == QLatin1String("pseudo")) QCoreApplication::installTranslator(&m_pseudo);
  if (language == QLatin1String("en") || language == QLatin1String("pseudo")) return;
  m_catalogue = std::make_unique<QTranslator>();
  QVERIFY(m_catalogue->load(QStringLiteral(":/nereid/translations/nereid_%1.qm").arg(language)));
  QCoreApplication::installTranslator(m_catalogue.get());
}

bool TestLanguages::openRecorded() {
  if (!m_fixture.openWindow()) return false;
  MainWindow& window = m_fixture.window();
  window.flow().openRun(m_run);
  // The two bars gather changes: they are waited for, too.
  return QTest::qWaitFor(
      [&window] {
        return window.feed().isCaughtUp() && window.subject().episode() != nullptr &&
               window.statusLine().recordText().contains(QString::number(kSteps * 8));
      },
      kLoadMs);
}

void TestLanguages::everywhere(const std::function<void(QWidget*, const QString&)>& look) {
  MainWindow& window = m_fixture.window();
  for (const Workspace& workspace : window.workspaces().all()) {
    window.workspaces().show(workspace.id);
    settle();
    look(&window, workspace.id);
  }
  window.workspaces().show(QStringLiteral("inspect"));
  for (const DockInfo& info : dockTable()) {
    window.docks().activate(QLatin1String(info.id));
    settle();
    look(window.docks().panel(QLatin1String(info.id)), QLatin1String(info.id));
  }
  const auto lookAt = [&](QDialog& dialog, const char* name) {
    dialog.show();
    settle();
    look(&dialog, QLatin1String(name));
  };
  StartDialog start(&window);
  lookAt(start, "start");
  ShortcutSheet sheet(window.actions(), &window);
  lookAt(sheet, "shortcuts");
  CloseQuestion question(QStringLiteral("recorded"), 3, 2, &window);
  lookAt(question, "close");
  NoteDialog note({}, QStringLiteral("recorded"), &window);
  lookAt(note, "note");
  RemoteDialog remote({}, &window);
  lookAt(remote, "remote");
  TagsDialog tags(QStringLiteral("recorded"), {}, {QStringLiteral("recorded")}, &window);
  lookAt(tags, "tags");
  TrashDialog trash(m_fixture.folder().toStdString(), &window);
  lookAt(trash, "trash");
  SetupJob job;
  SetupDialog setup(job, &window);
  lookAt(setup, "setup");
}

void TestLanguages::pseudoLocaleKeepsPlacesAndTags() {
  QCOMPARE(PseudoLocale::spoken(QStringLiteral("Go to %1")),
           QStringLiteral("\u2039G\u00F6 t\u00F6 %1\u00F8\u00F8\u203A"));
  QVERIFY(PseudoLocale::spoken(QStringLiteral("<b>%n</b> at %L2"))
              .startsWith(QStringLiteral("\u2039<b>%n</b> \u00E4t %L2")));
  QVERIFY(PseudoLocale::spoken(QStringLiteral("&Browse")).contains(QStringLiteral("&B")));
  QCOMPARE(PseudoLocale::unspoken(QStringLiteral("a \u2039b \u2039c\u203A d\u203A e")),
           QStringLiteral("a  e"));
}

void TestLanguages::paintedTextsThatAreCutAreSeen() {
  class Painted : public QWidget {
   public:
    using QWidget::QWidget;
    void paintEvent(QPaintEvent*) override {
      QPainter painter(this);
      painter.drawText(QRect(10, 10, 200, 30), Qt::AlignLeft, QStringLiteral("whole"));
      painter.drawText(QRect(10, 50, 20, 30), Qt::AlignLeft, QStringLiteral("cut by its box"));
      painter.drawText(QPoint(190, 100), QStringLiteral("cut by the edge"));
      painter.drawText(QPoint(10, 120), QStringLiteral("elided\u2026"));
      painter.drawText(QPoint(10, 150), QStringLiteral("below"));
      painter.drawText(QPoint(12, 152), QStringLiteral("above"));
    }
  };
  QWidget window;
  Painted painted(&window);
  painted.setFixedSize(220, 200);
  window.resize(300, 300);
  window.show();
  const QString found = cutPaintedTexts(&window).join(u'\n');
  QCOMPARE(found.count(u'\n') + 1, 4);
  QVERIFY(!found.contains(QLatin1String("whole")));
  QVERIFY(found.contains(QLatin1String("\"cut by its box\"")));
  QVERIFY(found.contains(QLatin1String("\"cut by the edge\"")));
  QVERIFY(found.contains(QLatin1String("elided")));
  QVERIFY(found.contains(QLatin1String("\"below\" stands on \"above\"")));
}

void TestLanguages::everyTextIsTranslatable() {
  speak(QStringLiteral("pseudo"));
  QVERIFY(openRecorded());
  QStringList data;
  const auto* proxy =
      m_fixture.window().docks().view<nereid::widgets::EpisodeList>("episodes")->proxy();
  for (int row = 0; row < proxy->rowCount(); ++row)
    data << QString::fromStdString(proxy->row(row).task_name);
  data.removeDuplicates();
  QStringList found;
  everywhere([&](QWidget* root, const QString& name) {
    const auto texts = shownTexts(root);
    for (const ShownText& shown : texts) {
      if (isSettingKey(shown.text)) continue;
      const QString word = leftInEnglish(shown.text, data);
      if (!word.isEmpty())
        found << QStringLiteral("%1: \"%2\" in \"%3\" of %4")
                     .arg(name, word, shown.text, shown.place);
    }
  });
  found.removeDuplicates();
  for (const QString& line : std::as_const(found)) qWarning("%s", qPrintable(line));
  QVERIFY2(found.isEmpty(), "see the lines above");
}

void TestLanguages::everyTextHasRoom_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<int>("size");
  for (const char* language : {"en", "de", "zh_CN", "pseudo"}) {
    for (const int size : {11, 13, 16}) {
      QTest::addRow("%s %d px", language, size) << QString::fromLatin1(language) << size;
    }
  }
}

void TestLanguages::everyTextHasRoom() {
  QFETCH(QString, language);
  QFETCH(int, size);
  speak(language);
  nereid::widgets::theme().setBasePixelSize(size);
  QVERIFY(openRecorded());
  QStringList found;
  everywhere([&](QWidget* root, const QString& name) {
    const QStringList lines = clippedTexts(root) + cutPaintedTexts(root);
    for (const QString& line : lines) found << name + QLatin1String(": ") + line;
  });
  found.removeDuplicates();
  for (const QString& line : std::as_const(found)) qWarning("%s", qPrintable(line));
  QVERIFY2(found.isEmpty(), "see the lines above");
}

void TestLanguages::choosingALanguageIsKept() {
  QVERIFY(m_fixture.openWindow());
  QCOMPARE(savedLanguage(), QString());
  QVERIFY(m_fixture.window().actions().action(QStringLiteral("language.system"))->isChecked());
  m_fixture.trigger("language.de");
  QCOMPARE(savedLanguage(), QStringLiteral("de"));
  QVERIFY(m_fixture.openWindow());  // the next start
  QVERIFY(m_fixture.window().actions().action(QStringLiteral("language.de"))->isChecked());
  speak(savedLanguage());
  QVERIFY(m_fixture.openWindow());
  QCOMPARE(m_fixture.window().actions().action(QStringLiteral("run.stop"))->text(),
           QStringLiteral("Beenden"));
}

void TestLanguages::numbersFollowTheLanguage() {
  const QLocale before;
  QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
  QCOMPARE(nereid::widgets::formatCount(2688), QStringLiteral("2.688"));
  QCOMPARE(nereid::widgets::formatDuration(3200), QStringLiteral("3,2 s"));
  QCOMPARE(nereid::widgets::formatScientific(1.3e-7), QStringLiteral("1,3e-7"));
  QLocale::setDefault(before);
}

NEREID_APP_TEST_MAIN(TestLanguages)
#include "tst_languages.moc"
