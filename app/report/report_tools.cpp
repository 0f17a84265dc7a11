// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_tools.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>
#include <filesystem>
#include <utility>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "widgets/feed/run_feed.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::RunFeed;

ReportTools::ReportTools(QWidget* window, Desk& desk, MessageBar& messages)
    : QObject(window), m_window(window), m_desk(desk), m_messages(messages) {
  desk.actions.bind(QStringLiteral("run.report"), this, [this] { askForFolder(); });
  connect(&desk.feed, &RunFeed::runReset, this, &ReportTools::refreshAction);
  refreshAction();
}

ReportTools::~ReportTools() {
  if (m_thread.joinable()) m_thread.join();
}

void ReportTools::refreshAction() {
  m_desk.actions.action(QStringLiteral("run.report"))
      ->setEnabled(!m_desk.feed.runDir().isEmpty() && !m_thread.joinable());
}

void ReportTools::askForFolder() {
  const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Folder for the report"));
  if (!folder.isEmpty()) write(folder);
}

bool ReportTools::write(const QString& folder) {
  if (m_thread.joinable() || m_desk.feed.runDir().isEmpty()) return false;
  m_thread = std::thread([this, run = std::filesystem::path(m_desk.feed.runDir().toStdString()),
                          out = std::filesystem::path(folder.toStdString())] {
    auto files = report::write_run_report({&run, 1}, out);
    QMetaObject::invokeMethod(
        this, [this, files = std::move(files)] { take(files); }, Qt::QueuedConnection);
  });
  m_messages.showOffer(tr("Writing the report..."), {}, {});
  refreshAction();
  return true;
}

void ReportTools::take(const Result<report::ReportFiles>& files) {
  m_thread.join();
  refreshAction();
  if (!files) {
    m_messages.showError(tr("There is no report"), widgets::engineText(files.error().message));
  } else {
    const QString page = QString::fromStdString(files->html.string());
    m_messages.showOffer(tr("Wrote %1 and the same as PDF.").arg(QFileInfo(page).fileName()),
                         tr("Show"),
                         [page] { QDesktopServices::openUrl(QUrl::fromLocalFile(page)); });
  }
  Q_EMIT written(static_cast<bool>(files));
}

}  // namespace nereid::app
