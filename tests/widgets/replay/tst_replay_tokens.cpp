// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a completion by its tokens: colours, the chosen token, statistics, table.
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

#include "tests/widgets/sample_data.h"
#include "widgets/look/theme.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/token_text.h"

using namespace nereid;
using namespace nereid::widgets;

class TestReplayTokens : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void textIsReadableOnEveryStep_data();
  void textIsReadableOnEveryStep();
  void strikingStepsAreMarkedWithoutColour();
  void stepsFollowTheNumbers();
  void tokensCoverTheText();
  void charactersAcrossTokensStayWhole();
  void recolouringKeepsTextAndPlace();
  void replayGrowsAndShrinksTheText();
  void cursorChoosesAToken();
  void unlikelyTokensComeInOrder();
  void legendSaysWhatPlanAndCodeWerePaid();
  void statisticsAreThoseOfTheEpisode();
  void olderRecordSaysWhatIsMissing();
  void themeChangeRecolours();
  void longCompletionsAreShownWhole();
  void onlyLinesInSightAreLaidOut();
  void pointersHitTheTokenBelowThem();

 private:
  static EpisodePtr longEpisode();
  QColor backgroundOf(int token) const;
  int unlikelyToken() const;
  std::unique_ptr<TokenPanel> m_panel;
  EpisodePtr m_episode;
};

void TestReplayTokens::init() {
  theme().setMode(ThemeMode::kLight);
  m_episode = std::make_shared<record::Episode>(samples::rejectedEpisode());
  m_panel = std::make_unique<TokenPanel>();
  m_panel->resize(700, 400);
  m_panel->show();
  m_panel->setEpisode(m_episode);
  m_panel->text()->showTokens(static_cast<int>(m_episode->tokens.size()), true);
}

// The least probable one that can be seen: the end of a line has no background.
int TestReplayTokens::unlikelyToken() const {
  for (const std::size_t token : record::tokens_by_probability(*m_episode)) {
    if (record::token_text(*m_episode, token) != "\n") return static_cast<int>(token);
  }
  return -1;
}

QColor TestReplayTokens::backgroundOf(int token) const {
  const int position = m_panel->text()->rangeOf(token).second - 1;  // it may begin with a line end
  const QTextBlock block = m_panel->text()->document()->findBlock(position);
  for (const QTextLayout::FormatRange& range : block.layout()->formats()) {
    const int at = position - block.position();
    if (at >= range.start && at < range.start + range.length) {
      return range.format.hasProperty(QTextFormat::BackgroundBrush)
                 ? range.format.background().color()
                 : QColor(Qt::transparent);
    }
  }
  return QColor(Qt::transparent);
}

void TestReplayTokens::textIsReadableOnEveryStep_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("light") << false;
  QTest::newRow("dark") << true;
}

void TestReplayTokens::textIsReadableOnEveryStep() {
  QFETCH(bool, dark);
  const QColor ink = roleColor(dark, Role::kText);
  for (const TokenQuantity quantity : kTokenQuantities) {
    QList<double> lightness;
    for (int step = 0; step < tokenSteps(quantity).size(); ++step) {
      const QColor color = tokenColor(dark, quantity, step);
      const QColor shown = color.alpha() == 0 ? roleColor(dark, Role::kPanel) : color;
      QVERIFY2(contrastRatio(ink, shown) >= 4.5, qPrintable(QStringLiteral("%1, step %2: %3")
                                                                .arg(tokenQuantityName(quantity))
                                                                .arg(step)
                                                                .arg(contrastRatio(ink, shown))));
      lightness << shown.lightnessF();
    }
    // Told apart by lightness alone, i.e. without seeing colour.
    for (int i = 1; i < lightness.size(); ++i) {
      QVERIFY(dark ? lightness[i] > lightness[i - 1] : lightness[i] < lightness[i - 1]);
    }
  }
}

void TestReplayTokens::strikingStepsAreMarkedWithoutColour() {
  const auto underline = [](TokenQuantity quantity, int step) {
    QTextCharFormat format;
    applyTokenStep(format, quantity, step);
    return format.underlineStyle();
  };
  for (const TokenQuantity quantity : {TokenQuantity::kLogprob, TokenQuantity::kEntropy}) {
    QCOMPARE(underline(quantity, 0), QTextCharFormat::NoUnderline);
    QVERIFY(underline(quantity, 3) != underline(quantity, 4));
    QVERIFY(underline(quantity, 3) != QTextCharFormat::NoUnderline);
  }
  QVERIFY(underline(TokenQuantity::kClass, 0) != underline(TokenQuantity::kClass, 1));
}

void TestReplayTokens::stepsFollowTheNumbers() {
  record::Episode episode;
  episode.logprobs = {0, -0.2F, -1, -3, -9, NAN};
  episode.entropies = {0, 0.3F, 0.7F, 1.5F, 3, NAN};
  const QList<int> wanted{0, 1, 2, 3, 4, -1};
  for (int i = 0; i < wanted.size(); ++i) {
    const auto token = static_cast<std::size_t>(i);
    QCOMPARE(tokenStep(episode, TokenQuantity::kLogprob, token, record::TokenShare::kPlan),
             wanted[i]);
    QCOMPARE(tokenStep(episode, TokenQuantity::kEntropy, token, record::TokenShare::kPlan),
             wanted[i]);
  }
  QCOMPARE(tokenStep(episode, TokenQuantity::kEntropy, 77, record::TokenShare::kPlan), -1);
}

void TestReplayTokens::tokensCoverTheText() {
  TokenText* text = m_panel->text();
  QCOMPARE(text->toPlainText(), QString::fromStdString(m_episode->completion));
  int end = 0;
  for (int token = 0; token < static_cast<int>(m_episode->tokens.size()); ++token) {
    const auto range = text->rangeOf(token);
    QCOMPARE(range.first, end);
    QCOMPARE(text->toPlainText().mid(range.first, range.second - range.first),
             QString::fromUtf8(
                 record::token_text(*m_episode, static_cast<std::size_t>(token)).data(),
                 static_cast<qsizetype>(
                     record::token_text(*m_episode, static_cast<std::size_t>(token)).size())));
    end = range.second;
  }
}

void TestReplayTokens::charactersAcrossTokensStayWhole() {
  record::Episode episode;
  episode.completion = "a\xC3\xA9\r\nb";  // the accent is split between two tokens
  episode.tokens = {1, 2, 3};
  episode.token_ends = {2, 4, 6};
  episode.logprobs = {0, 0, 0};
  m_panel->setEpisode(std::make_shared<record::Episode>(episode));
  m_panel->text()->showTokens(3, false);
  QCOMPARE(m_panel->text()->toPlainText(), QStringLiteral("a\u00E9\u240D\nb"));
  QCOMPARE(m_panel->text()->rangeOf(1), std::pair(1, 3));
  QCOMPARE(m_panel->text()->rangeOf(2), std::pair(3, 5));
}

void TestReplayTokens::recolouringKeepsTextAndPlace() {
  TokenText* text = m_panel->text();
  const int unlikely = unlikelyToken();
  QCOMPARE(backgroundOf(unlikely),
           tokenColor(false, TokenQuantity::kLogprob,
                      tokenStep(*m_episode, TokenQuantity::kLogprob,
                                static_cast<std::size_t>(unlikely), record::TokenShare::kCode)));
  QVERIFY(backgroundOf(unlikely).alpha() > 0);
  text->verticalScrollBar()->setValue(3);
  QTextCursor selection = text->textCursor();
  selection.setPosition(4);
  selection.setPosition(9, QTextCursor::KeepAnchor);
  text->setTextCursor(selection);
  text->verticalScrollBar()->setValue(3);
  for (int i = 0; i < m_panel->quantityBox()->count(); ++i) m_panel->nextQuantity();
  QTest::keyClick(m_panel->quantityBox(), Qt::Key_Down);  // from log-probability to entropy
  QCOMPARE(text->quantity(), TokenQuantity::kEntropy);
  QCOMPARE(text->verticalScrollBar()->value(), 3);
  QCOMPARE(text->textCursor().anchor(), 4);
  QCOMPARE(text->textCursor().position(), 9);
  QVERIFY(m_panel->legend()->text().contains(QStringLiteral("nat")));
  m_panel->setQuantity(TokenQuantity::kClass);
  QVERIFY(m_panel->legend()->text().contains(QStringLiteral("plan")));
  const std::vector<record::TokenClass> classes = record::token_classes(*m_episode);
  for (int token = 0; token < static_cast<int>(classes.size()); ++token) {
    if (record::token_text(*m_episode, static_cast<std::size_t>(token)) == "\n") continue;
    const bool isCode = classes[static_cast<std::size_t>(token)] == record::TokenClass::kCode;
    QVERIFY2((backgroundOf(token).alpha() > 0) == isCode,
             qPrintable(tokenLine(*m_episode, static_cast<std::size_t>(token))));
  }
}

void TestReplayTokens::replayGrowsAndShrinksTheText() {
  TokenText* text = m_panel->text();
  for (const int tokens : {0, 5, 17, 3, 40, 0}) {
    text->showTokens(tokens, false);
    const std::size_t bytes =
        tokens == 0 ? 0 : m_episode->token_ends[static_cast<std::size_t>(tokens) - 1];
    QCOMPARE(text->toPlainText().toStdString(), m_episode->completion.substr(0, bytes));
  }
}

void TestReplayTokens::cursorChoosesAToken() {
  TokenText* text = m_panel->text();
  QSignalSpy chosen(m_panel.get(), &TokenPanel::tokenChosen);
  text->setFocus();
  QTextCursor cursor = text->textCursor();
  cursor.setPosition(text->rangeOf(12).first);
  text->setTextCursor(cursor);
  QCOMPARE(chosen.takeLast().at(0).toInt(), 12);
  QVERIFY2(m_panel->tokenDetail().startsWith(QStringLiteral("token 13 of ")),
           qPrintable(m_panel->tokenDetail()));
  QTest::keyClick(text, Qt::Key_Home, Qt::ControlModifier);
  QCOMPARE(text->currentToken(), 0);
  const QPoint middle = text->cursorRect().center() + QPoint(3, 0);
  QCOMPARE(text->tokenAt(middle), 0);
}

void TestReplayTokens::unlikelyTokensComeInOrder() {
  double last = -1e9;
  for (int i = 0; i < 10; ++i) {
    m_panel->nextUnlikely(1);
    const double logprob =
        m_episode->logprobs[static_cast<std::size_t>(m_panel->text()->currentToken())];
    QVERIFY(logprob >= last);
    last = logprob;
  }
  const int before = m_panel->text()->currentToken();
  m_panel->nextUnlikely(1);
  m_panel->nextUnlikely(-1);
  QCOMPARE(m_panel->text()->currentToken(), before);
}

void TestReplayTokens::legendSaysWhatPlanAndCodeWerePaid() {
  record::Episode episode;
  episode.completion = "<think>add</think>\nSo:\n```py\na = 1\n```";
  episode.candidate = "a = 1\n";
  episode.candidate_begin = episode.completion.find("a = 1");
  episode.candidate_end = episode.candidate_begin + episode.candidate.size();
  for (const std::size_t end :
       {std::size_t{18}, episode.candidate_begin - 6, episode.completion.size()}) {
    episode.tokens.push_back(1);
    episode.token_ends.push_back(static_cast<std::uint32_t>(end));
  }
  episode.reward.total = 1;
  episode.reward.plan = 1.25;
  episode.advantage = -0.5;
  episode.plan_advantage = 0.75;
  m_panel->setQuantity(TokenQuantity::kClass);
  m_panel->setEpisode(std::make_shared<record::Episode>(episode), false);
  const QString legend = m_panel->legend()->text();
  QVERIFY2(legend.contains(QStringLiteral("plan: reward 1.25, advantage +0.75")),
           qPrintable(legend));
  QVERIFY2(legend.contains(QStringLiteral("code: reward 1.00, advantage \u22120.50")),
           qPrintable(legend));
  QVERIFY(legend.contains(QStringLiteral("neither")));
  QVERIFY2(m_panel->statistics().contains(QStringLiteral("(1 plan, 1 code, 1 neither)")),
           qPrintable(m_panel->statistics()));
  QVERIFY(tokenLine(episode, 1, false).contains(QStringLiteral("neither")));
  // Prose is a part of the plan where the settings say so.
  m_panel->setEpisode(std::make_shared<record::Episode>(episode), true);
  QVERIFY(m_panel->statistics().contains(QStringLiteral("(2 plan, 1 code, 0 neither)")));
  // Without a thinking section there is no plan to pay; the dash says so.
  episode.completion.replace(0, 18, "add, as it was asked");
  m_panel->setEpisode(std::make_shared<record::Episode>(episode), true);
  QVERIFY2(m_panel->legend()->text().contains(
               QStringLiteral("plan: reward \u2013, advantage \u2013 (no thinking section)")),
           qPrintable(m_panel->legend()->text()));
  // One reward for all tokens: two classes, no numbers.
  m_panel->setEpisode(m_episode);
  QVERIFY(!m_panel->legend()->text().contains(QStringLiteral("neither")));
  QVERIFY(!m_panel->legend()->text().contains(QStringLiteral("reward")));
}

void TestReplayTokens::statisticsAreThoseOfTheEpisode() {
  const record::TokenStatistics all = record::token_statistics(*m_episode);
  QVERIFY(m_panel->statistics().contains(QStringLiteral("%1 plan").arg(all.plan)));
  QVERIFY(m_panel->statistics().contains(QStringLiteral("%1 code").arg(all.code)));
  QVERIFY(all.code > all.plan);
  QCOMPARE(m_panel->table().toStdString(), record::token_table_csv(*m_episode));
}

void TestReplayTokens::olderRecordSaysWhatIsMissing() {
  record::Episode old = *m_episode;
  old.entropies.clear();
  old.ranks.clear();
  m_panel->setQuantity(TokenQuantity::kEntropy);
  m_panel->setEpisode(std::make_shared<record::Episode>(old));
  QVERIFY(m_panel->tokenDetail().contains(QStringLiteral("older")));
  QVERIFY(m_panel->statistics().contains(QStringLiteral("mean entropy \u2013")));
  m_panel->setCurrentToken(2);
  QVERIFY(m_panel->tokenDetail().contains(QStringLiteral("rank \u2013")));
}

void TestReplayTokens::themeChangeRecolours() {
  const int unlikely = unlikelyToken();
  const QColor light = backgroundOf(unlikely);
  theme().setMode(ThemeMode::kDark);
  QVERIFY(backgroundOf(unlikely) != light);
  theme().setMode(ThemeMode::kLight);
  QCOMPARE(backgroundOf(unlikely), light);
}

EpisodePtr TestReplayTokens::longEpisode() {
  record::Episode episode;
  for (int i = 0; i < 16'000; ++i) {
    episode.completion += i % 12 == 11 ? ")\n" : "word ";
    episode.tokens.push_back(i);
    episode.token_ends.push_back(static_cast<std::uint32_t>(episode.completion.size()));
    episode.logprobs.push_back(-0.001F * static_cast<float>(i % 7000));
  }
  return std::make_shared<record::Episode>(std::move(episode));
}

void TestReplayTokens::longCompletionsAreShownWhole() {
  const EpisodePtr episode = longEpisode();
  m_panel->setEpisode(episode);
  m_panel->text()->showTokens(16'000, true);
  m_panel->setQuantity(TokenQuantity::kClass);
  QCOMPARE(m_panel->text()->toPlainText().toStdString(), episode->completion);
  m_panel->nextUnlikely(1);
  QCOMPARE(m_panel->text()->currentToken(), 6999);
}

// What takes long about a text is to lay it out: 16,000 tokens held the window for 90 ms.
void TestReplayTokens::onlyLinesInSightAreLaidOut() {
  TokenText* text = m_panel->text();
  const auto laidOut = [text] {
    int lines = 0;
    for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next()) {
      lines += block.layout()->lineCount() > 0 ? 1 : 0;
    }
    return lines;
  };
  m_panel->setEpisode(longEpisode());
  text->showTokens(16'000, true);
  QVERIFY(!text->grab().isNull());
  const int few = text->document()->blockCount() / 10;
  QVERIFY(few > text->viewport()->height() / QFontMetrics(text->font()).height());
  QVERIFY2(laidOut() <= few, qPrintable(QString::number(laidOut())));
  for (const TokenQuantity quantity : kTokenQuantities) {
    m_panel->setQuantity(quantity);
    QVERIFY(!text->grab().isNull());
    QVERIFY2(laidOut() <= few, qPrintable(QString::number(laidOut())));
  }
  // A token far below comes into sight, with its colours.
  m_panel->setQuantity(TokenQuantity::kLogprob);
  m_panel->setCurrentToken(15'990);
  QVERIFY(!text->grab().isNull());
  QVERIFY(text->viewport()->rect().contains(text->cursorRect().center()));
  QVERIFY(text->document()->findBlock(text->rangeOf(15'990).first).layout()->lineCount() > 0);
}

void TestReplayTokens::pointersHitTheTokenBelowThem() {
  TokenText* text = m_panel->text();
  const auto middleOf = [text](int token) {
    const auto [begin, end] = text->rangeOf(token);
    QTextCursor cursor(text->document());
    cursor.setPosition(begin);
    const QRect left = text->cursorRect(cursor);
    cursor.setPosition(end);
    return QRect(left.topLeft(), text->cursorRect(cursor).bottomLeft()).center();
  };
  int found = 0;
  for (int token = 0; token < static_cast<int>(m_episode->tokens.size()); ++token) {
    const QString piece = QString::fromStdString(
        std::string(record::token_text(*m_episode, static_cast<std::size_t>(token))));
    const QPoint place = middleOf(token);
    if (piece.contains(QLatin1Char('\n')) || !text->viewport()->rect().contains(place)) continue;
    QCOMPARE(text->tokenAt(place), token);
    ++found;
  }
  QVERIFY(found > 5);
  const QRect first = text->cursorRect(QTextCursor(text->document()));
  QCOMPARE(text->tokenAt(QPoint(1, first.center().y())), -1);  // left of the text
  QCOMPARE(text->tokenAt(QPoint(text->viewport()->width() - 1, first.center().y())), -1);
  m_panel->text()->showTokens(1, false);
  QCOMPARE(text->tokenAt(QPoint(first.left() + 2, text->viewport()->height() - 2)), -1);  // below
}

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  TestReplayTokens test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_replay_tokens.moc"
