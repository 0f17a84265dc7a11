// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence_tools.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <utility>

#include "app/actions.h"
#include "app/docks.h"
#include "app/episode_tools.h"
#include "app/message_bar.h"
#include "app/selection.h"
#include "app/subject.h"
#include "engine/base/file.h"
#include "engine/verify/reproduce.h"
#include "widgets/inputs_table.h"
#include "widgets/run_feed.h"

namespace nereid::app {

using widgets::InputsTable;

EvidenceTools::EvidenceTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages)
    : QObject(window), m_window(window), m_desk(desk), m_docks(docks), m_messages(messages) {
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
  const bool isThere = subject.verdict() != nullptr && !subject.reference().empty() &&
                       !subject.candidate().empty();
  for (const char* id : {"episode.script", "episode.copyScript"})
    m_desk.actions.action(QString::fromLatin1(id))->setEnabled(isThere && !isMaking());
  m_docks.view<InputsTable>("inputs")->reproduceAction()->setEnabled(isThere && !isMaking());
}

verify::VerifyRequest EvidenceTools::request() const {
  const Subject& subject = m_desk.subject;
  verify::VerifyRequest request;
  if (subject.isOfEpisode()) {
    request = requestOf(*subject.episode(), m_desk.feed.info().settings_yaml);
  } else {
    request.reference = subject.reference();
    request.candidate = subject.candidate();
  }
  request.seed = subject.verdict()->seed;
  return request;
}

std::string EvidenceTools::chosenInput() const {
  const verify::Verdict& verdict = *m_desk.subject.verdict();
  const auto row = static_cast<std::size_t>(m_desk.selection.input());
  const bool isChosen = m_desk.selection.input() >= 0 && row < verdict.inputs.size() &&
                        verdict.inputs[row].applicable;
  return isChosen ? verdict.inputs[row].variant : verify::input_to_reproduce(verdict);
}

void EvidenceTools::askForFile() {
  const QString file =
      QFileDialog::getSaveFileName(m_window, tr("Save the script"), QStringLiteral("reproduce.py"),
                                   tr("Python (*.py);;All files (*)"));
  if (!file.isEmpty()) makeScript(file);
}

bool EvidenceTools::makeScript(const QString& file) {
  if (isMaking() || m_desk.subject.verdict() == nullptr || m_desk.subject.candidate().empty())
    return false;
  m_cancelled = std::make_shared<std::atomic<bool>>(false);
  m_thread = std::thread([this, cancelled = m_cancelled, file, request = request(),
                          verdict = m_desk.subject.verdict(), input = chosenInput()] {
    Result<std::string> script =
        verify::reproduction_script(request, *verdict, input, *cancelled);
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
      m_messages.showError(tr("There is no script"),
                           QString::fromStdString(script.error().message));
  } else if (file.isEmpty()) {
    QApplication::clipboard()->setText(QString::fromStdString(*script));
    m_messages.showOffer(tr("The script is on the clipboard. It runs the code of both sides outside "
                            "of any sandbox."),
                         {}, {});
  } else {
    const QString command = QStringLiteral("python \"%1\"").arg(file);
    m_messages.showOffer(
        tr("Saved %1. It runs the code of both sides outside of any sandbox.")
            .arg(QFileInfo(file).fileName()),
        tr("Copy command"), [command] { QApplication::clipboard()->setText(command); });
  }
  Q_EMIT scriptReady(static_cast<bool>(script));
}

}  // namespace nereid::app
