// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_dialog.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/look/look.h"
#include "widgets/words/format.h"

namespace nereid::app {

using setup::SetupProgress;
using setup::SetupStage;

namespace {

constexpr int kPermille = 1000;

QString tr(const char* text) {
  return SetupDialog::tr(text);
}

void styleProgress(QProgressBar* bar) {
  const auto& theme = widgets::theme();
  bar->setStyleSheet(
      QStringLiteral("QProgressBar { border: none; border-radius: 3px; background: %1; }"
                     "QProgressBar::chunk { border-radius: 3px; background: %2; }")
          .arg(theme.color(widgets::Role::kLine).name(),
               theme.color(widgets::Role::kAccent).name()));
}

QString stageText(const SetupProgress& progress) {
  const QString done = widgets::formatBytes(progress.done_bytes);
  const QString total = widgets::formatBytes(progress.total_bytes);
  switch (progress.stage) {
    case SetupStage::kWaiting:
      return tr("Waiting for another set-up to end");
    case SetupStage::kPrepare:
      return tr("Making the virtual environment");
    case SetupStage::kResolve:
      return tr("Asking the package index");
    case SetupStage::kDownload:
      if (progress.total_bytes <= 0) return tr("Downloading");
      if (progress.package.empty()) return tr("Downloading: %1 of %2").arg(done, total);
      return tr("Downloading %3: %1 of %2")
          .arg(done, total, QString::fromStdString(progress.package));
    case SetupStage::kUnpack:
      return progress.total_bytes > 0 ? tr("Unpacking: %1 of %2").arg(done, total)
                                      : tr("Unpacking");
    case SetupStage::kCheck:
      return tr("Checking that torch and triton work");
  }
  return {};
}

}  // namespace

QString setupText(const SetupProgress& progress) {
  const QString text = stageText(progress);
  if (progress.seconds_left < 0) return text;
  return tr("%1 \u00b7 %2 left").arg(text, widgets::formatDuration(progress.seconds_left * 1000));
}

SetupDialog::SetupDialog(SetupJob& job, QWidget* parent)
    : QDialog(parent),
      m_job(job),
      m_about(new QLabel(this)),
      m_size(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_state(new QLabel(this)),
      m_error(new QLabel(this)),
      m_start(new QPushButton(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)),
      m_close(new QPushButton(tr("Close"), this)) {
  setWindowTitle(tr("Python environment"));
  setObjectName(QStringLiteral("setupDialog"));
  setupLayout();
  connect(m_start, &QPushButton::clicked, this, &SetupDialog::begin);
  connect(m_cancel, &QPushButton::clicked, this, [this] {
    showState(tr("Cancelling..."), false);
    m_cancel->setEnabled(false);
    m_job.cancel();
  });
  connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
  connect(&m_job, &SetupJob::factsFound, this, &SetupDialog::takeFacts);
  connect(&m_job, &SetupJob::progressed, this, &SetupDialog::takeProgress);
  connect(&m_job, &SetupJob::ended, this, &SetupDialog::takeEnd);
  refreshButtons();
  m_job.look();
}

void SetupDialog::setupLayout() {
  m_about->setWordWrap(true);
  m_about->setText(
      tr("Training and verifying need a Python environment with torch and triton. Recorded runs "
         "are shown without it."));
  m_size->setWordWrap(true);
  m_size->setTextFormat(Qt::PlainText);
  m_size->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_size->setAccessibleName(tr("Size and place"));
  widgets::keepRole(m_size, widgets::Role::kSecondary);
  m_progress->setRange(0, kPermille);
  m_progress->setTextVisible(false);
  styleProgress(m_progress);
  connect(&widgets::theme(), &widgets::Theme::themeChanged, this,
          [this] { styleProgress(m_progress); });
  m_progress->setFixedHeight(6);
  QSizePolicy keepsRoom = m_progress->sizePolicy();
  keepsRoom.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(keepsRoom);
  m_progress->setAccessibleName(tr("Progress of the set-up"));
  m_state->setAccessibleName(tr("State of the set-up"));
  m_error->setAccessibleName(tr("Why the set-up failed"));
  m_error->setObjectName(QStringLiteral("setupError"));
  m_error->hide();
  widgets::keepRole(m_error, widgets::Role::kRejected);
  for (QLabel* label : {m_state, m_error}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setMinimumHeight(2 * fontMetrics().height());
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  }
  m_state->setObjectName(QStringLiteral("setupState"));
  m_start->setObjectName(QStringLiteral("setupStart"));
  m_cancel->setObjectName(QStringLiteral("setupCancel"));
  m_cancel->setToolTip(tr("End the set-up; what was downloaded is kept for the next time"));
  m_close->setToolTip(tr("Close this window; a set-up goes on"));
  // Enter is for the set-up, also while its button waits for the facts.
  m_cancel->setAutoDefault(false);
  m_close->setAutoDefault(false);
  // No QDialogButtonBox: it shows all its buttons again when the theme changes.
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  for (QPushButton* button : {m_start, m_cancel, m_close}) buttons->addWidget(button);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(10);
  layout->addWidget(m_about);
  layout->addWidget(m_size);
  layout->addSpacing(4);
  layout->addWidget(m_progress);
  layout->addWidget(m_state);
  layout->addWidget(m_error);
  layout->addStretch(1);
  layout->addLayout(buttons);
  setMinimumWidth(480);
}

void SetupDialog::takeFacts(const SetupFacts& facts) {
  m_facts = facts;
  QStringList lines;
  if (facts.isReady && facts.size.installed_bytes > 0) {
    lines << tr("%1 on disk").arg(widgets::formatBytes(facts.size.installed_bytes));
  } else if (facts.size.download_bytes > 0) {
    lines << tr("%1 to download, %2 on disk, %3 free")
                 .arg(widgets::formatBytes(facts.size.download_bytes),
                      widgets::formatBytes(facts.size.installed_bytes),
                      facts.freeBytes < 0 ? widgets::missing()
                                          : widgets::formatBytes(facts.freeBytes));
  }
  lines << tr("Folder: %1").arg(facts.folder);
  const bool isFirst = m_size->text().isEmpty();
  m_size->setText(lines.join(QLatin1Char('\n')));
  if (!m_job.isRunning() && m_state->text().isEmpty()) {
    if (facts.isReady) {
      m_progress->setValue(kPermille);
      showState(tr("It is ready."), false);
    } else if (facts.isForeign) {
      showState(tr("This program uses another Python (NEREID_PYTHON, or a source tree). ./start "
                   "sets that of a source tree up."),
                false);
    } else {
      showState(tr("It is not set up yet."), false);
    }
  }
  refreshButtons();
  if (!isFirst) return;
  adjustSize();
  (m_start->isVisible() ? m_start : m_job.isRunning() ? m_cancel : m_close)->setFocus();
}

void SetupDialog::begin() {
  m_job.start();
  showState(tr("Starting..."), false);
  refreshButtons();
  m_cancel->setFocus();
}

void SetupDialog::takeProgress(const SetupProgress& progress) {
  if (progress.total_bytes > 0) {
    const double share = static_cast<double>(progress.done_bytes) / progress.total_bytes;
    m_progress->setRange(0, kPermille);
    m_progress->setValue(static_cast<int>(kPermille * std::clamp(share, 0.0, 1.0)));
  } else {
    m_progress->setRange(0, 0);
  }
  if (m_cancel->isEnabled()) showState(setupText(progress), false);
}

void SetupDialog::takeEnd(bool isReady, const QString& error) {
  m_facts.isReady = m_facts.isReady || isReady;
  m_failed = !isReady;
  m_progress->setRange(0, kPermille);
  m_progress->setValue(isReady ? kPermille : 0);
  if (isReady) {
    showState(tr("It is ready. Runs can be started and kernels verified now."), false);
  } else if (error.isEmpty()) {
    showState(tr("Cancelled. What was downloaded is kept for the next time."), false);
  } else {
    showState(error, true);
  }
  refreshButtons();
  (isReady ? m_close : m_start)->setFocus();
}

void SetupDialog::showState(const QString& text, bool isError) {
  m_state->setText(text);
  m_error->setText(text);
  m_state->setVisible(!isError);
  m_error->setVisible(isError);
}

void SetupDialog::refreshButtons() {
  const bool isRunning = m_job.isRunning();
  m_start->setText(m_failed ? tr("Try again") : tr("Set up"));
  m_start->setVisible(!isRunning && !m_facts.isReady && !m_facts.isForeign);
  m_start->setEnabled(!m_facts.folder.isEmpty());
  m_start->setDefault(true);
  m_progress->setVisible(isRunning || m_facts.isReady);
  m_cancel->setVisible(isRunning);
  m_cancel->setEnabled(isRunning);
}

}  // namespace nereid::app
