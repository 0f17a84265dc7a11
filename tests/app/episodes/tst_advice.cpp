// SPDX-License-Identifier: GPL-3.0-or-later
// Advice of a served model in the window: by keys and clicks, against a server of its own.
#include <QFile>
#include <QLineEdit>
#include <QSettings>

#include "app/desk/actions.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/episodes/advice_tools.h"
#include "app/episodes/advisor_dialog.h"
#include "engine/advise/advice_file.h"
#include "tests/app/user.h"
#include "tests/app/window_fixture.h"
#include "tests/engine/endpoint/chat_server.h"
#include "tests/patience.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/verdict/advice_line.h"

using namespace nereid;
using namespace nereid::app;

namespace {

constexpr int kAnswerMs = 30'000;
constexpr const char* kOpinion =
    R"({"torch_fallback": true, "hard_coded_output": false, "omitted_part": false, )"
    R"("explanation": "torch.relu in line 9 <b>"})";

}  // namespace

class TestAdvice : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void firstQuestionAsksForTheAdvisor();
  void answerIsShownAndKept();
  void answerStaysWithItsEpisode();
  void nonsenseIsAProblemAndCanBeAskedAgain();
  void deadEndpointIsAProblem();
  void waitingCanBeCancelled();

 private:
  QString line() { return window().advice().lines().first()->text(); }
  void choose(const std::string& url) {
    config::AdvisorSettings settings;
    settings.url = url;
    settings.model = "judge";
    setChosenAdvisor(settings);
  }
  std::vector<advise::EpisodeAdvice> kept() {
    const auto all = advise::read_advice(run().toStdString());
    return all ? *all : std::vector<advise::EpisodeAdvice>();
  }

  User m_user;
  std::unique_ptr<endpoint::ChatServer> m_server;
};

void TestAdvice::init() {
  m_server = std::make_unique<endpoint::ChatServer>();
  QVERIFY(begin());
  QVERIFY(record(3));
  QVERIFY(m_fixture.openRun(run()));
  episodes().setFilter(QStringLiteral("is:accepted"));
  window().selection().setEpisode(episodes().proxy()->row(0).id);
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->verdict.accepted);
}

void TestAdvice::cleanup() {
  m_fixture.closeWindow();
  QVERIFY(QDir(run()).removeRecursively());
}

void TestAdvice::firstQuestionAsksForTheAdvisor() {
  m_server->answer_with(kOpinion);
  m_user.inDialog(QStringLiteral("Advisor"), [this](QDialog&) {
    USER_DOES(type(QString::fromStdString(m_server->url())));
    USER_DOES(press("Tab"));
    USER_DOES(type(QStringLiteral("judge")));
    USER_DOES(press("Return"));
  });
  USER_DOES(press("Ctrl+Alt+V"));
  QVERIFY2(m_user.isDone(), qPrintable(m_user.problem()));
  QCOMPARE(QString::fromStdString(chosenAdvisor().url), QString::fromStdString(m_server->url()));
  QTRY_VERIFY_WITH_TIMEOUT(line().startsWith(QStringLiteral("judge suspects torch fallback")),
                           kAnswerMs);
}

void TestAdvice::answerIsShownAndKept() {
  choose(m_server->url());
  m_server->answer_with(kOpinion);
  const double reward = window().subject().episode()->reward.total;
  USER_DOES(press("Ctrl+Alt+V"));
  QTRY_COMPARE_WITH_TIMEOUT(
      line(), QStringLiteral("judge suspects torch fallback: torch.relu in line 9 <b>"), kAnswerMs);
  QVERIFY(m_user.see(QStringLiteral("advice, decides nothing")) != nullptr);
  // Verdict and reward are those of the record.
  QVERIFY(window().subject().episode()->verdict.accepted);
  QCOMPARE(window().subject().episode()->reward.total, reward);
  const auto all = kept();
  QCOMPARE(all.size(), std::size_t{1});
  QCOMPARE(all[0].key, window().subject().episode()->key);
  // What was asked about is the candidate.
  const Json question = m_server->next_question();
  QVERIFY(question["body"]["messages"][0]["content"].get<std::string>().find(
              window().subject().episode()->candidate) != std::string::npos);
  // It is there again when the run is opened anew.
  QVERIFY(m_fixture.openWindow());
  QVERIFY(m_fixture.openRun(run()));
  window().selection().setEpisode(0);
  select(all[0].key);
  QTRY_VERIFY(line().startsWith(QStringLiteral("judge suspects torch fallback")));
}

void TestAdvice::answerStaysWithItsEpisode() {
  choose(m_server->url());
  m_server->answer_with(kOpinion);
  QSignalSpy answered(&window().advice(), &AdviceTools::answered);
  const auto key = window().subject().episode()->key;
  USER_DOES(press("Ctrl+Alt+V"));
  USER_DOES(press("Alt+Down"));  // on to the next episode while the question is on its way
  QTRY_VERIFY(window().subject().episode()->key != key);
  QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, kAnswerMs);
  QCOMPARE(line(), QString());
  select(key);
  QTRY_VERIFY(line().startsWith(QStringLiteral("judge suspects torch fallback")));
}

void TestAdvice::nonsenseIsAProblemAndCanBeAskedAgain() {
  choose(m_server->url());
  m_server->answer_with("It looks fine to me!");
  USER_DOES(press("Ctrl+Alt+V"));
  QTRY_VERIFY_WITH_TIMEOUT(m_user.see(QStringLiteral("no advice")) != nullptr, kAnswerMs);
  QVERIFY2(line().contains(QStringLiteral("try another model")), qPrintable(line()));
  QVERIFY(kept().empty());
  m_server->answer_with(kOpinion);
  USER_DOES(click(QStringLiteral("Ask again")));
  QTRY_VERIFY_WITH_TIMEOUT(line().startsWith(QStringLiteral("judge suspects")), kAnswerMs);
}

void TestAdvice::deadEndpointIsAProblem() {
  choose(m_server->url());
  m_server->stop();
  USER_DOES(press("Ctrl+Alt+V"));
  QTRY_VERIFY_WITH_TIMEOUT(m_user.see(QStringLiteral("no advice")) != nullptr, kAnswerMs);
  QVERIFY2(line().contains(QStringLiteral("127.0.0.1")), qPrintable(line()));
  QVERIFY(window().actions().action(QStringLiteral("episode.advise"))->isEnabled());
}

void TestAdvice::waitingCanBeCancelled() {
  choose(m_server->url());
  m_server->answer({{"hold", "answer"}, {"body", endpoint::chat_body(kOpinion)}});
  USER_DOES(press("Ctrl+Alt+V"));
  QTRY_COMPARE(line(), QStringLiteral("Asking judge..."));
  QVERIFY(!window().actions().action(QStringLiteral("episode.advise"))->isEnabled());
  USER_DOES(click(QStringLiteral("Cancel")));
  QCOMPARE(line(), QString());
  QVERIFY(!window().advice().isAsking());
  m_server->release();
  QVERIFY(kept().empty());
}

NEREID_APP_TEST_MAIN(TestAdvice)
#include "tst_advice.moc"
