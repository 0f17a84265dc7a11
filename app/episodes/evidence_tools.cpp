// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/evidence_tools.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "app/bench/bench_editor.h"
#include "app/bench/verify_page.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/episodes/episode_tools.h"
#include "engine/base/file.h"
#include "engine/verify/reproduce.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/code_links.h"
#include "widgets/code/level_view.h"
#include "widgets/feed/run_feed.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::CodeCompare;
using widgets::CodeEditor;
using widgets::CodeLinks;
using widgets::InputsTable;
using widgets::LevelView;

namespace {

QString shownKey(const char* what) {
  return QStringLiteral("evidence/") + QLatin1String(what);
}

bool hasKeyboard(const QWidget* widget) {
  const QWidget* focus = QApplication::focusWidget();
  return focus != nullptr && (widget == focus || widget->isAncestorOf(focus));
}

}  // namespace

EvidenceTools::EvidenceTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages)
    : QObject(window), m_window(window), m_desk(desk), m_docks(docks), m_messages(messages) {
  auto* compare = docks.view<CodeCompare>("compare");
  m_ofEpisode = new CodeLinks(compare->left(), compare->right());
  auto* page = docks.view<VerifyPage>("editors");
  m_ofOwn = new CodeLinks(page->referenceEditor(), page->candidateEditor());
  connect(compare, &CodeCompare::linkRequested, m_ofEpisode,
          [this](int direction) { m_ofEpisode->goToNext(direction); });
  connectLinks();
  bindLinks();
  desk.actions.bind(QStringLiteral("episode.script"), this, [this] { askForFile(); });
  desk.actions.bind(QStringLiteral("episode.copyScript"), this, [this] { makeScript({}); });
  connect(&desk.subject, &Subject::verdictChanged, this, &EvidenceTools::refreshActions);
  refreshActions();
}

EvidenceTools::~EvidenceTools() {
  cancel();
  if (m_thread.joinable()) m_thread.join();
}

// Of an extraction that failed, or in the cheat zoo, there is nothing to run.
void EvidenceTools::refreshActions() {
  const Subject& subject = m_desk.subject;
  const bool isThere =
      subject.verdict() != nullptr && !subject.reference().empty() && !subject.candidate().empty();
  for (const char* id : {"episode.script", "episode.copyScript"})
    m_desk.actions.action(QString::fromLatin1(id))->setEnabled(isThere && !isMaking());
  m_docks.view<InputsTable>("inputs")->reproduceAction()->setEnabled(isThere && !isMaking());
}

// Sources may follow their verdict, or be edited after it: looked at once all that is settled.
void EvidenceTools::connectLinks() {
  const auto later = [this] {
    QMetaObject::invokeMethod(
        this, [this] { refreshLinks(); }, Qt::QueuedConnection);
  };
  connect(&m_desk.subject, &Subject::compiledChanged, this, later);
  auto* page = m_docks.view<VerifyPage>("editors");
  for (CodeEditor* editor : {page->referenceEditor(), page->candidateEditor()})
    connect(editor, &QsciScintilla::textChanged, this, later);
}

void EvidenceTools::refreshLinks() {
  const Subject& subject = m_desk.subject;
  const VerdictPtr& verdict = subject.compiled();
  auto* page = m_docks.view<VerifyPage>("editors");
  const auto isOf = [](const CodeEditor* editor, const std::string& source) {
    return editor->source() == QString::fromStdString(source);
  };
  if (verdict == nullptr) {
    m_ofEpisode->clear();
    m_ofOwn->clear();
  } else if (subject.isOfEpisode()) {
    m_ofEpisode->show(*verdict);
  } else if (isOf(page->referenceEditor(), subject.reference()) &&
             isOf(page->candidateEditor(), subject.candidate())) {
    m_ofOwn->show(*verdict);
  } else {
    m_ofOwn->clear();
  }
}

void EvidenceTools::bindShown(const char* id, void (CodeLinks::*set)(bool)) {
  QAction* action = m_desk.actions.action(QLatin1String(id));
  action->setChecked(QSettings().value(shownKey(id), true).toBool());
  for (CodeLinks* links : {m_ofEpisode, m_ofOwn}) {
    (links->*set)(action->isChecked());
    connect(action, &QAction::toggled, links, set);
  }
  connect(action, &QAction::toggled, this,
          [id](bool shown) { QSettings().setValue(shownKey(id), shown); });
}

void EvidenceTools::bindLinks() {
  ActionRegistry& actions = m_desk.actions;
  bindShown("view.facts", &CodeLinks::setFactsShown);
  bindShown("view.links", &CodeLinks::setLinksShown);
  actions.bind(QStringLiteral("go.linked"), this, [this] { goLinked(); });
  actions.bind(QStringLiteral("go.otherLevel"), this, [this] {
    m_docks.activate(QStringLiteral("levels"));
    m_docks.view<LevelView>("levels")->goToOtherPane();
  });
  actions.bind(QStringLiteral("go.nextLinked"), this, [this] { goNext(1); });
  actions.bind(QStringLiteral("go.previousLinked"), this, [this] { goNext(-1); });
  actions.bind(QStringLiteral("go.partner"), this, [this] { shownLinks()->goToPartner(); });
  actions.bind(QStringLiteral("go.tellLine"), this, [this] { shownLinks()->tellLine(); });
}

CodeLinks* EvidenceTools::shownLinks() const {
  return m_desk.subject.isOfEpisode() ? m_ofEpisode : m_ofOwn;
}

// From the compiled line to the expression that it comes from, else to what comes from that here.
void EvidenceTools::goLinked() {
  auto* levels = m_docks.view<LevelView>("levels");
  if (!hasKeyboard(levels)) {
    m_docks.activate(QStringLiteral("levels"));
    levels->takeFocus();
    levels->goToLinked(1);
    return;
  }
  const verify::SourcePlace place = levels->sourcePlace();
  const bool isOwn = !m_desk.subject.isOfEpisode();
  m_docks.activate(isOwn ? QStringLiteral("editors") : QStringLiteral("compare"));
  CodeEditor* editor = isOwn ? m_docks.view<VerifyPage>("editors")->candidateEditor()
                             : m_docks.view<CodeCompare>("compare")->right();
  if (place.line > 0 && place.line <= editor->lines()) {
    editor->goTo(place.line - 1, std::max(place.column, 0));
    editor->revealLine(place.line - 1);
  }
  editor->setFocus(Qt::ShortcutFocusReason);
}

void EvidenceTools::goNext(int direction) {
  auto* levels = m_docks.view<LevelView>("levels");
  if (hasKeyboard(levels) || !shownLinks()->goToNext(direction)) levels->goToLinked(direction);
}

verify::VerifyRequest requestOfShown(const Desk& desk) {
  const Subject& subject = desk.subject;
  verify::VerifyRequest request;
  if (subject.isOfEpisode()) {
    request = requestOf(*subject.episode(), desk.feed.info().settings_yaml);
  } else {
    request.reference = subject.reference();
    request.candidate = subject.candidate();
  }
  request.seed = subject.verdict()->seed;
  return request;
}

std::string chosenInput(const Desk& desk) {
  const verify::Verdict& verdict = *desk.subject.verdict();
  const auto row = static_cast<std::size_t>(desk.selection.input());
  const bool isChosen =
      desk.selection.input() >= 0 && row < verdict.inputs.size() && verdict.inputs[row].applicable;
  return isChosen ? verdict.inputs[row].variant : verify::input_to_reproduce(verdict);
}

namespace {

/// "reproduce-row_max-step12.py"; of an own kernel "reproduce-softmax_kernel.py".
QString scriptName(const Desk& desk) {
  static const QRegularExpression unsafe(QStringLiteral("[^A-Za-z0-9_.]+"));
  const Subject& subject = desk.subject;
  QString what = subject.isOfEpisode()
                     ? QStringLiteral("%1-step%2")
                           .arg(QString::fromStdString(subject.episode()->task_name))
                           .arg(subject.episode()->key.step)
                     : nameOfSource(QString::fromStdString(subject.candidate()));
  what.replace(unsafe, QStringLiteral("-"));
  return QStringLiteral("reproduce-%1.py").arg(what);
}

}  // namespace

void EvidenceTools::askForFile() {
  const QString file = QFileDialog::getSaveFileName(
      m_window, tr("Save the script"), scriptName(m_desk), tr("Python (*.py);;All files (*)"));
  if (!file.isEmpty()) makeScript(file);
}

bool EvidenceTools::makeScript(const QString& file) {
  if (isMaking() || m_desk.subject.verdict() == nullptr || m_desk.subject.candidate().empty())
    return false;
  m_cancelled = std::make_shared<std::atomic<bool>>(false);
  m_thread = std::thread([this, cancelled = m_cancelled, file, request = requestOfShown(m_desk),
                          verdict = m_desk.subject.verdict(), input = chosenInput(m_desk)] {
    Result<std::string> script = verify::reproduction_script(request, *verdict, input, *cancelled);
    if (script && !file.isEmpty() && !*cancelled) {
      if (const auto written = atomic_write_file(file.toStdString(), *script); !written)
        script = written.error();
    }
    QMetaObject::invokeMethod(
        this, [this, script = std::move(script), file] { takeScript(script, file); },
        Qt::QueuedConnection);
  });
  m_messages.showOffer(tr("Making the input of the script again..."), tr("Cancel"),
                       [this] { cancel(); });
  refreshActions();
  return true;
}

void EvidenceTools::cancel() {
  if (m_cancelled) *m_cancelled = true;
}

void EvidenceTools::takeScript(const Result<std::string>& script, const QString& file) {
  m_thread.join();
  refreshActions();
  m_messages.dismiss();
  if (!script) {
    if (script.error().code != ErrorCode::kCancelled)
      m_messages.showError(tr("There is no script"), widgets::engineText(script.error().message));
  } else if (file.isEmpty()) {
    QApplication::clipboard()->setText(QString::fromStdString(*script));
    m_messages.showOffer(
        tr("The script is on the clipboard. It runs the code of both sides outside "
           "of any sandbox."),
        {}, {});
  } else {
    const QString command = QStringLiteral("python \"%1\"").arg(file);
    m_messages.showOffer(tr("Saved %1. It runs the code of both sides outside of any sandbox.")
                             .arg(QFileInfo(file).fileName()),
                         tr("Copy command"),
                         [command] { QApplication::clipboard()->setText(command); });
  }
  Q_EMIT scriptReady(static_cast<bool>(script));
}

}  // namespace nereid::app
