// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/engine_text.h"

#include <QTest>
#include <QTranslator>
#include <memory>

#include "app/desk/language.h"
#include "engine/config/form.h"
#include "engine/record/store.h"
#include "widgets/launch/settings_draft.h"
#include "widgets/words/format.h"

using namespace nereid;
using nereid::widgets::engineText;

/// What the engine says in English, as the window says it in another language.
class TestEngineText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { app::applyLanguage(QStringLiteral("en")); }
  void cleanup() { speak(QStringLiteral("en")); }
  void sentences_data();
  void sentences();
  void aLanguageMayChange();
  void everySettingIsExplained();
  void aWrongSettingIsExplained();
  void everyRejectionOfTheExampleHasWords();
  void verdictLinesAreInOneLanguage();

 private:
  void speak(const QString& language);
  std::unique_ptr<QTranslator> m_catalogue;
};

void TestEngineText::speak(const QString& language) {
  m_catalogue.reset();
  QLocale::setDefault(
      QLocale(language == QLatin1String("en") ? QStringLiteral("en_US") : language));
  if (language == QLatin1String("en")) return;
  m_catalogue = std::make_unique<QTranslator>();
  QVERIFY(m_catalogue->load(QStringLiteral(":/nereid/translations/nereid_%1.qm").arg(language)));
  QCoreApplication::installTranslator(m_catalogue.get());
}

void TestEngineText::sentences_data() {
  QTest::addColumn<QString>("english");
  QTest::addColumn<QString>("german");
  QTest::newRow("plain") << "forward launches no Triton kernel"
                         << "forward startet keinen Triton-Kernel";
  QTest::newRow("values")
      << "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0], "
         "error 0.77 against a bound of 1.2e-05"
      << "falsche Werte: größere Maße, 31.968 von 31.968 Elementen, zuerst bei "
         "[0, 0], Fehler 0,77 bei einer Schranke von 1,2e-05";
  QTest::newRow("not finite")
      << "non finite: tiny, 3 of 24 elements differ in being NaN or infinite, first at [0, 1]: "
         "-nan "
         "where 0.5 is expected"
      << "nicht endliche Werte: tiny, 3 von 24 Elementen sind anders NaN oder unendlich, zuerst "
         "bei [0, "
         "1]: -nan, erwartet 0,5";
  QTest::newRow("a reason of its own and a variant")
      << "NaN where a number is expected: larger dims"
      << QString::fromUtf8("NaN statt einer Zahl: größere Maße");
  QTest::newRow("variant and stage") << "tiny, the launched kernels store nothing"
                                     << "tiny, die gestarteten Kernel schreiben nichts";
  QTest::newRow("shape") << "wrong shape: original, the output has shape [4, 3], expected [4]"
                         << "falsche Form: original, die Ausgabe hat die Form [4, 3], erwartet [4]";
  QTest::newRow("words of Python stay")
      << "kernel fused_kernel: TypeError: cannot add a pointer in `x = -acc` (line 12)"
      << "Kernel fused_kernel: TypeError: cannot add a pointer in `x = -acc` (Zeile 12)";
  QTest::newRow("within a sentence") << "GPU time: not measured, there is no NVIDIA GPU here"
                                     << "GPU-Zeit: nicht gemessen, hier ist keine NVIDIA-GPU";
  QTest::newRow("state") << "pausing after step 1,200"
                         << "hält nach Schritt 1.200 an";
  QTest::newRow("file") << "run.yaml:12: grpo.beta: expected a number of at least 0, got -1"
                        << "run.yaml:12: grpo.beta: erwartet: eine Zahl ab 0; angegeben: -1";
  QTest::newRow("unknown") << "nobody has foreseen this sentence"
                           << "nobody has foreseen this sentence";
  QTest::newRow("empty") << QString() << QString();
}

void TestEngineText::sentences() {
  QFETCH(QString, english);
  QFETCH(QString, german);
  QCOMPARE(engineText(english), english);
  speak(QStringLiteral("de"));
  QCOMPARE(engineText(english), german);
}

void TestEngineText::aLanguageMayChange() {
  const QString english = QStringLiteral("not finished within 2.5 s");
  speak(QStringLiteral("de"));
  QCOMPARE(engineText(english), QStringLiteral("nicht fertig in 2,5 s"));
  speak(QStringLiteral("zh_CN"));
  QCOMPARE(engineText(english), QStringLiteral("2.5 s \u5185\u672A\u5B8C\u6210"));
  speak(QStringLiteral("en"));
  QCOMPARE(engineText(english), english);
}

void TestEngineText::everySettingIsExplained() {
  for (const char* language : {"de", "zh_CN"}) {
    speak(QLatin1String(language));
    for (const config::SettingInfo& field : config::schema()) {
      QVERIFY2(QCoreApplication::translate("Settings", field.help.c_str()) !=
                   QString::fromStdString(field.help),
               field.key.c_str());
      // Lists of choices are words of files; between them stands a translated "or".
      const QString accepts = widgets::engineWords(field.accepts);
      QVERIFY2(accepts != QString::fromStdString(field.accepts), field.accepts.c_str());
    }
  }
}

void TestEngineText::aWrongSettingIsExplained() {
  speak(QStringLiteral("de"));
  widgets::SettingsDraft draft;
  draft.setText(QStringLiteral("grpo.num_generations"), QStringLiteral("1"));
  QCOMPARE(draft.problem(QStringLiteral("grpo.num_generations")),
           QStringLiteral("erwartet: eine ganze Zahl von 2 bis 65536; eingegeben: 1"));
  draft.setText(QStringLiteral("method"), QStringLiteral("ppo"));
  QCOMPARE(draft.problem(QStringLiteral("method")),
           QStringLiteral("erwartet: sft, grpo oder best_of_n; eingegeben: ppo"));
}

void TestEngineText::everyRejectionOfTheExampleHasWords() {
  const auto reader = record::RunReader::open(NEREID_EXAMPLE_RUN);
  QVERIFY(reader.has_value());
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 10'000);
  QVERIFY(rows.has_value() && rows->size() > 100);
  speak(QStringLiteral("de"));
  for (const record::EpisodeRow& row : *rows) {
    if (row.reason_message.empty()) continue;
    QVERIFY2(widgets::reasonWord(row.reason_code) !=
                 QString::fromStdString(row.reason_code).replace(u'_', u' '),
             row.reason_code.c_str());
    if (row.reason_message.find("Error: ") != std::string::npos) continue;  // words of Python
    QVERIFY2(engineText(row.reason_message) != QString::fromStdString(row.reason_message),
             row.reason_message.c_str());
  }
}

void TestEngineText::verdictLinesAreInOneLanguage() {
  const std::string message =
      "wrong values: larger dims, 3 of 24 elements, first at [0], error 1 against a bound of 0.1";
  QCOMPARE(widgets::verdictLine(false, "wrong_values", message),
           QStringLiteral("\u2715 wrong values: larger dims"));
  speak(QStringLiteral("de"));
  QCOMPARE(widgets::verdictLine(false, "wrong_values", message),
           QStringLiteral("\u2715 falsche Werte: gr\u00F6\u00DFere Ma\u00DFe"));
}

QTEST_GUILESS_MAIN(TestEngineText)
#include "tst_engine_text.moc"
