// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/debug_tools.h"

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/verify_service.h"
#include "app/episodes/evidence_tools.h"
#include "engine/verify/trace.h"

namespace nereid::app {

DebugTools::DebugTools(QWidget* window, Desk& desk, Docks& docks)
    : QObject(window), m_desk(desk), m_docks(docks) {
  desk.actions.bind(QStringLiteral("episode.debug"), this, [this] {
    m_docks.activate(QStringLiteral("debugger"));
    ask(QStringLiteral("first"));
  });
  connect(&view(), &widgets::KernelDebugger::elementRequested, this, &DebugTools::ask);
  connect(&view(), &widgets::KernelDebugger::lineShown, &desk.selection, &Selection::setLine);
  connect(&desk.subject, &Subject::verdictChanged, this, &DebugTools::forget);
  connect(&desk.verifier, &VerifyService::verdictReady, this, &DebugTools::takeVerdict);
  connect(&desk.verifier, &VerifyService::failed, this, &DebugTools::takeProblem);
  forget();
}

widgets::KernelDebugger& DebugTools::view() const {
  return *m_docks.view<widgets::KernelDebugger>("debugger");
}

// What is shown is of another candidate now.
void DebugTools::forget() {
  if (m_ticket != 0) m_desk.verifier.abandon({m_ticket});
  m_ticket = 0;
  offer();
}

void DebugTools::offer() {
  const Subject& subject = m_desk.subject;
  const bool isThere =
      subject.verdict() != nullptr && !subject.reference().empty() && !subject.candidate().empty();
  m_desk.actions.action(QStringLiteral("episode.debug"))->setEnabled(isThere);
  if (isThere) {
    view().setNothing(tr("Step through a program of this kernel"),
                      tr("It is judged once more; then every value of the program that stored the "
                         "first wrong element can be looked at, forward and backward."),
                      true);
  } else {
    view().setNothing(
        tr("No program to step through"),
        tr("Choose an episode or judge a kernel; then every value of it can be looked at."), false);
  }
}

void DebugTools::ask(const QString& element) {
  const auto wanted = verify::trace_element(element.toStdString());
  if (!wanted)
    return view().setNothing(tr("There is no such element"),
                             QString::fromStdString(wanted.error().message), true);
  if (m_ticket != 0) m_desk.verifier.abandon({m_ticket});
  verify::VerifyRequest request = requestOfShown(m_desk);
  m_candidate = QString::fromStdString(request.candidate);
  request.id = "debug";
  request.options.trace = *wanted;
  if (m_desk.selection.input() >= 0) request.options.trace->input = chosenInput(m_desk);
  m_ticket = m_desk.verifier.submit(std::move(request));
  if (view().setWaiting()) return;
  view().setNothing(tr("Judging..."),
                    tr("The program runs once more, and all of its values are kept."), false);
}

void DebugTools::takeVerdict(quint64 ticket,
                             const std::shared_ptr<const verify::Verdict>& verdict) {
  if (ticket == 0 || ticket != m_ticket) return;
  m_ticket = 0;
  if (verdict->trace) return view().setTrace(verdict->trace, m_candidate);
  view().setNothing(
      tr("There is nothing to step through"),
      tr("No program ran on these inputs: %1").arg(QString::fromStdString(verdict->reason.message)),
      true);
}

void DebugTools::takeProblem(quint64 ticket, const QString& message) {
  if (ticket == 0 || ticket != m_ticket) return;
  m_ticket = 0;
  view().setNothing(tr("There is nothing to step through"), message, true);
}

}  // namespace nereid::app
