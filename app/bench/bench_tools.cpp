// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_tools.h"

#include <QAction>
#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include "app/bench/bench_editor.h"
#include "app/bench/bench_templates.h"
#include "app/bench/task_picker.h"
#include "app/bench/verify_history.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/subject.h"
#include "engine/base/clock.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/look/panel_head.h"
#include "widgets/verdict/verdict_difference.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::CodeCompare;
using widgets::VerdictDifferenceView;

namespace {

VerdictPtr verdictOf(const record::Judgement& judgement) {
  return judgement.verdict ? std::make_shared<const verify::Verdict>(*judgement.verdict) : nullptr;
}

VerifyRecord recordOf(const record::Judgement& judgement) {
  return {widgets::text(judgement.reference), widgets::text(judgement.candidate),
          verdictOf(judgement), judgement.unix_ms};
}

// "softmax.py, 22 Nov 14:05:10"
QString nameOf(const record::Judgement& judgement) {
  const QString name = widgets::text(judgement.name);
  if (judgement.id == 0) return BenchTools::tr("%1, in the editors").arg(name);
  const QDateTime time = QDateTime::fromMSecsSinceEpoch(judgement.unix_ms);
  return BenchTools::tr("%1, %2").arg(name,
                                      QLocale().toString(time, QStringLiteral("d MMM HH:mm:ss")));
}

QString sideTitle(const record::Judgement& judgement) {
  if (!judgement.verdict) return BenchTools::tr("%1 \u00B7 not judged").arg(nameOf(judgement));
  const verify::Verdict& verdict = *judgement.verdict;
  return BenchTools::tr("%1 \u00B7 %2")
      .arg(nameOf(judgement),
           widgets::verdictLine(verdict.accepted, verdict.reason.code, verdict.reason.message));
}

}  // namespace

BenchTools::BenchTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages)
    : QObject(window),
      m_window(window),
      m_desk(desk),
      m_docks(docks),
      m_messages(messages),
      m_page(docks.view<VerifyPage>("editors")),
      m_history(docks.view<VerifyHistory>("history")) {
  bindActions();
  connectPage();
  connectHistory();
  connectJudgements();
  m_judgements.load();
}

BenchTools::~BenchTools() {
  m_pool.waitForDone();
}

void BenchTools::bindActions() {
  ActionRegistry& actions = m_desk.actions;
  const auto bind = [&](const char* id, std::function<void(BenchEditor&)> effect) {
    actions.bind(QString::fromLatin1(id), this, [this, effect = std::move(effect)] {
      BenchEditor* side = m_page->current();  // before the keyboard moves
      Q_EMIT benchWanted();
      if (!m_page->isVisible()) m_docks.activate(QStringLiteral("editors"));
      effect(*side);
    });
  };
  bind("verify.open", [](BenchEditor& side) { side.openByDialog(); });
  bind("verify.save", [](BenchEditor& side) { side.save(); });
  bind("verify.task", [this](BenchEditor&) { pickTask(); });
  bind("verify.line", [this](BenchEditor&) { m_page->goToProblem(); });
  actions.bind(QStringLiteral("verify.cancel"), this, [this] { m_page->cancel(); });
  QAction* cancel = actions.action(QStringLiteral("verify.cancel"));
  cancel->setEnabled(false);
  connect(m_page, &VerifyPage::verifyingChanged, cancel, &QAction::setEnabled);
}

void BenchTools::connectPage() {
  connect(m_page, &VerifyPage::judged, this, &BenchTools::keep);
  connect(m_page->reference(), &BenchEditor::taskRequested, this, &BenchTools::pickTask);
  connect(m_page->candidate(), &BenchEditor::templateRequested, this, &BenchTools::useTemplate);
  for (BenchEditor* side : {m_page->reference(), m_page->candidate()}) {
    const auto keepDraft = [this, side] { m_judgements.saveDraft(side->draft()); };
    connect(side, &BenchEditor::textChanged, this, keepDraft);
    connect(side, &BenchEditor::saved, this, [this, keepDraft](const QString& file) {
      keepDraft();  // it has a file now
      m_messages.showWritten(tr("Saved as %1.").arg(file), file);
    });
    connect(side, &BenchEditor::unsavedReplaced, this, [this, side] {
      m_messages.showOffer(
          side == m_page->reference()
              ? tr("The reference had changes that no file holds; another text took its place.")
              : tr("The candidate had changes that no file holds; another text took its place."),
          tr("Undo"), [side] { side->editor()->undo(); });
    });
  }
}

void BenchTools::connectHistory() {
  connect(m_history, &VerifyHistory::selected, this, [this](qint64 id) {
    m_selected = id;
    open(id, [this, id](const JudgementPtr& judgement) {
      if (id == m_selected) m_desk.subject.showVerdict(verdictOf(*judgement));
    });
  });
  connect(m_history, &VerifyHistory::restoreRequested, this, &BenchTools::restore);
  connect(m_history, &VerifyHistory::compareRequested, this, &BenchTools::compare);
  connect(m_history, &VerifyHistory::deleteRequested, this, &BenchTools::remove);
  connect(m_history, &VerifyHistory::noteChanged, &m_judgements, &Judgements::setNote);
  connect(m_history, &VerifyHistory::exportRequested, &m_judgements, &Judgements::exportLines);
  connect(m_history, &VerifyHistory::importRequested, &m_judgements, &Judgements::importLines);
}

void BenchTools::connectJudgements() {
  connect(&m_judgements, &Judgements::drafted, this, [this](const DraftsPtr& drafts) {
    for (const record::Draft& draft : *drafts) {
      BenchEditor* side = draft.slot == "reference" ? m_page->reference() : m_page->candidate();
      // What was put there since the start is newer.
      if (side->source().isEmpty()) side->setDraft(draft);
    }
  });
  connect(&m_judgements, &Judgements::listed, m_history, &VerifyHistory::setRows);
  connect(&m_judgements, &Judgements::listed, this, &BenchTools::recall);
  connect(&m_judgements, &Judgements::added, m_history, &VerifyHistory::add);
  connect(&m_judgements, &Judgements::opened, this,
          [this](quint64 question, const JudgementPtr& judgement) {
            if (const Opened then = m_waiting.take(question)) then(judgement);
          });
  connect(&m_judgements, &Judgements::exported, this, [this](int count, const QString& file) {
    m_messages.showWritten(tr("Judgements written to %1: %2.").arg(file).arg(count), file);
  });
  connect(&m_judgements, &Judgements::imported, this, [this](int count, const QString& file) {
    m_messages.showOffer(
        tr("Judgements read from %1: %2.").arg(QFileInfo(file).fileName()).arg(count), {}, {});
  });
  connect(&m_judgements, &Judgements::failed, this,
          [this](const QString& message) { m_messages.showError(tr("History"), message); });
}

// The drafts come back without their verdict; the newest judgement is most often theirs.
void BenchTools::recall(const JudgementRowsPtr& rows) {
  for (auto row = rows->rbegin(); row != rows->rend(); ++row) {
    if (!row->judged) continue;
    open(row->id, [this](const JudgementPtr& judgement) { m_page->recall(recordOf(*judgement)); });
    return;
  }
}

void BenchTools::keep(const VerifyRecordPtr& record) {
  if (record->verdict->reason.code == "cancelled") return;
  record::Judgement judgement;
  judgement.unix_ms = record->unixMs;
  judgement.name = m_page->candidate()->file().isEmpty()
                       ? nameOfSource(record->candidate).toStdString()
                       : m_page->candidate()->name().toStdString();
  judgement.reference = record->reference.toStdString();
  judgement.candidate = record->candidate.toStdString();
  judgement.verdict = *record->verdict;
  judgement.verdict->artefacts.reset();  // no part of the JSON form, and megabytes each
  m_judgements.add(std::move(judgement));
}

void BenchTools::open(qint64 id, Opened then) {
  m_waiting.insert(++m_question, std::move(then));
  m_judgements.open(id, m_question);
}

void BenchTools::restore(qint64 id) {
  open(id, [this](const JudgementPtr& judgement) {
    m_docks.activate(QStringLiteral("editors"));
    m_page->showRecord(std::make_shared<const VerifyRecord>(recordOf(*judgement)));
    m_desk.subject.showVerdict(m_page->lastVerdict(), judgement->reference, judgement->candidate);
  });
}

void BenchTools::compare(const std::vector<std::int64_t>& ids) {
  if (ids.empty()) return;
  // Newest first in the list; the older one stands at the left.
  open(ids.back(), [this, ids](const JudgementPtr& left) {
    if (ids.size() > 1) {
      open(ids.front(), [this, left](const JudgementPtr& right) { showPair(left, right); });
      return;
    }
    record::Judgement now;
    now.unix_ms = unix_ms();
    now.name = m_page->candidate()->name().toStdString();
    now.reference = m_page->reference()->source().toStdString();
    now.candidate = m_page->candidate()->source().toStdString();
    if (m_page->isVerdictCurrent()) now.verdict = *m_page->lastVerdict();
    showPair(left, std::make_shared<const record::Judgement>(std::move(now)));
  });
}

void BenchTools::showPair(const JudgementPtr& left, const JudgementPtr& right) {
  auto* pair = m_docks.view<CodeCompare>("pair");
  pair->clear();
  pair->setTexts(widgets::text(left->candidate), widgets::text(right->candidate));
  pair->setSideTitles(sideTitle(*left), sideTitle(*right));
  pair->setMarksShown(true);
  const QString note = pair->differencesText();
  pair->head()->setNote(
      left->reference == right->reference ? note : tr("%1 \u00B7 other references").arg(note));
  auto* difference = m_docks.view<VerdictDifferenceView>("difference");
  if (left->verdict && right->verdict) {
    difference->setPair(nameOf(*left), *left->verdict, nameOf(*right), *right->verdict);
  } else {
    difference->setProblem(tr("One of the two was not judged. Restore it and verify."));
  }
  m_docks.activate(QStringLiteral("difference"));
  m_docks.activate(QStringLiteral("pair"));
}

void BenchTools::remove(const std::vector<std::int64_t>& ids) {
  m_judgements.setDeleted(ids, true);
  const auto count = static_cast<int>(ids.size());
  m_messages.showOffer(
      count == 1 ? tr("One judgement deleted.") : tr("%n judgements deleted.", nullptr, count),
      tr("Undo"), [this, ids] { m_judgements.setDeleted(ids, false); });
}

void BenchTools::pickTask() {
  auto* picker = new TaskPicker(m_window);
  picker->setAttribute(Qt::WA_DeleteOnClose);
  connect(picker, &TaskPicker::chosen, this, [this](const tasks::Task& task) {
    m_page->reference()->replace(QString::fromStdString(task.reference));
  });
  picker->open();
}

void BenchTools::useTemplate(const QString& id) {
  m_pool.start([this, id] {
    Result<BenchSources> sources = readTemplate(id);
    QMetaObject::invokeMethod(this, [this, sources = std::move(sources)] {
      if (!sources) {
        m_messages.showError(tr("The template cannot be read"),
                             widgets::engineText(sources.error().message));
        return;
      }
      if (m_page->reference()->source().trimmed().isEmpty()) {
        m_page->reference()->replace(sources->reference);
      }
      m_page->candidate()->replace(sources->candidate);
    });
  });
}

}  // namespace nereid::app
