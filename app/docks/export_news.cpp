// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docks/export_news.h"

#include <QCoreApplication>
#include <QObject>

#include "app/comparison/run_comparison.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/zoo/verifier_page.h"
#include "app/zoo/zoo_page.h"
#include "engine/base/result.h"
#include "widgets/code/level_view.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/timing/timing_view.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("ExportNews", text);
}

template <class View>
void tell(const View* view, MessageBar& messages, QObject* owner) {
  QObject::connect(view, &View::exported, owner, [&messages](const QString& file) {
    messages.showWritten(tr("Written to %1.").arg(file), file);
  });
}

}  // namespace

void tellExports(const Docks& docks, MessageBar& messages, QObject* owner) {
  tell(docks.view<widgets::FunnelView>("funnel"), messages, owner);
  tell(docks.view<widgets::LevelView>("levels"), messages, owner);
  tell(docks.view<RunComparison>("runtable"), messages, owner);
  tell(docks.view<VerifierPage>("verifier")->zoo(), messages, owner);
  const auto* timing = docks.view<widgets::TimingView>("timing");
  tell(timing, messages, owner);
  QObject::connect(timing, &widgets::TimingView::exportFailed, owner,
                   [&messages](const Error& error) {
                     messages.showError(tr("Export"), widgets::engineText(error.message));
                   });
}

}  // namespace nereid::app
