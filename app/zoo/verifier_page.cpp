// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/verifier_page.h"

#include <QAction>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "app/desk/verify_service.h"
#include "app/zoo/verifier_metrics.h"
#include "app/zoo/zoo_page.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/tree_view.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::PanelHead;

VerifierPage::VerifierPage(VerifyService& service, QWidget* parent)
    : QWidget(parent),
      m_service(service),
      m_head(new PanelHead(tr("Verifier"), this)),
      m_strip(new VerifierStrip(this)),
      m_tabs(new QTabBar(this)),
      m_pages(new QStackedWidget(this)),
      m_zoo(new ZooPage(service, this)),
      m_lanes(new LaneTables(this)) {
  m_tabs->setAccessibleName(tr("What is shown of the verifier"));
  m_tabs->setDocumentMode(true);
  auto* layout = widgets::tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_strip);
  layout->addWidget(m_tabs);
  layout->addWidget(m_pages, 1);
  addTab(m_zoo, tr("Cheat zoo"), tr("Cheats and their honest twins, judged"));
  addTab(m_lanes, tr("Lanes and stages"), tr("Where candidates wait and what each stage takes"));
  connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
  setFocusProxy(m_zoo->tree());
  setupActions();
  widgets::keepTabLook(m_tabs);
  connect(m_zoo, &ZooPage::resultsChanged, this, &VerifierPage::refreshHead);
  connect(&m_service, &VerifyService::statsChanged, this, &VerifierPage::refreshFacts);
  refreshHead();
}

void VerifierPage::addTab(QWidget* page, const QString& title, const QString& tip) {
  m_pages->addWidget(page);
  m_tabs->setTabToolTip(m_tabs->addTab(title), tip);
}

void VerifierPage::showZoo() {
  m_tabs->setCurrentIndex(m_pages->indexOf(m_zoo));
}

void VerifierPage::setupActions() {
  m_copy = new QAction(tr("Copy as Markdown"), this);
  m_copy->setToolTip(tr("Copy the table by class (Ctrl+C in the table)"));
  m_export = new QAction(tr("Export..."), this);
  m_export->setToolTip(
      tr("Save every verdict of the zoo as CSV or JSON, or the table as Markdown"));
  m_head->addAction(m_copy);
  m_head->addAction(m_export);
  connect(m_copy, &QAction::triggered, m_zoo, &ZooPage::copyAsMarkdown);
  connect(m_export, &QAction::triggered, m_zoo, &ZooPage::exportResults);
}

void VerifierPage::refreshHead() {
  m_copy->setEnabled(m_zoo->hasResults());
  m_export->setEnabled(m_zoo->hasResults());
  const verify::Zoo* zoo = m_zoo->run().zoo();
  if (zoo == nullptr) return;
  const ZooTally sums = tally(*zoo, m_zoo->run().pairs(), "");
  if (sums.isEmpty()) {
    m_head->setNote(
        tr("%1 cheats with honest twins to try it on").arg(widgets::formatCount(sums.entries)));
    m_head->setTitleTone(PanelHead::Tone::kNormal);
    return;
  }
  const bool isClean = sums.false_accepts + sums.false_rejects == 0;
  const QString mark = isClean ? QChar(widgets::kTick) + QLatin1Char(' ')
                               : QChar(widgets::kCross) + QLatin1Char(' ');
  m_head->setNote(
      mark + tr("false accepts: %1 of %2 cheats, false rejects: %3 of %4 twins")
                 .arg(widgets::formatCount(sums.false_accepts), widgets::formatCount(sums.cheats),
                      widgets::formatCount(sums.false_rejects), widgets::formatCount(sums.twins)));
  m_head->setTitleTone(isClean ? PanelHead::Tone::kNormal : PanelHead::Tone::kRejected);
}

void VerifierPage::refreshFacts() {
  const verify::VerifierStats stats = m_service.stats();
  m_strip->setStats(stats);
  m_lanes->setStats(stats);
}

}  // namespace nereid::app
