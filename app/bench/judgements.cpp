// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/judgements.h"

#include <QMetaType>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "engine/base/paths.h"
#include "widgets/code/line_diff.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

namespace {

constexpr int kLongestLine = 60;  // of the summary of a change

QString limitKey() {
  return QStringLiteral("verify/historyLimit");
}

record::JudgementLimits limitsOf(int count) {
  record::JudgementLimits limits;
  limits.count = count;
  return limits;
}

QString clipped(const QString& line) {
  const QString whole = line.trimmed();
  return whole.size() <= kLongestLine ? whole
                                      : whole.left(kLongestLine - 1) + QStringLiteral("\u2026");
}

}  // namespace

QString changeSummary(const record::Judgement& before, const record::Judgement& now) {
  if (before.reference != now.reference) return Judgements::tr("another reference");
  const QString left = widgets::text(before.candidate);
  const QString right = widgets::text(now.candidate);
  const widgets::TextDiff diff = widgets::diffTexts(left, right);
  if (diff.hunks.empty()) return Judgements::tr("same text");
  const widgets::Hunk& first = diff.hunks.front();
  const bool removed = first.rightBegin == first.rightEnd;
  const QStringList lines = (removed ? left : right).split(QLatin1Char('\n'));
  const int row = removed ? first.leftBegin : first.rightBegin;
  const QString line = clipped(lines.value(row));
  const auto places = static_cast<int>(diff.hunks.size());
  const QString what = removed ? Judgements::tr("line %1 gone: %2").arg(row + 1).arg(line)
                               : Judgements::tr("line %1: %2").arg(row + 1).arg(line);
  return places == 1 ? what
                     : Judgements::tr("%1 (%2 places)").arg(what, widgets::formatCount(places));
}

Judgements::Judgements(QObject* parent) : QObject(parent) {
  qRegisterMetaType<DraftsPtr>();
  qRegisterMetaType<JudgementRowsPtr>();
  qRegisterMetaType<JudgementPtr>();
  m_pool.setMaxThreadCount(1);
}

Judgements::~Judgements() {
  m_pool.waitForDone();
}

int Judgements::limit() {
  const int usual = record::JudgementLimits().count;
  return std::clamp(QSettings().value(limitKey(), usual).toInt(), kLeastLimit, kMostLimit);
}

void Judgements::setLimit(int count) {
  QSettings().setValue(limitKey(), count);
}

// The signals are sent from the pool's thread; receivers live on the GUI thread and get them
// queued.
template <class Work>
void Judgements::start(Work&& work) {
  m_pool.start([this, work = std::forward<Work>(work)] {
    record::JudgementStore* opened = store();
    if (opened == nullptr) return;
    if (const Result<void> done = work(*opened); !done) {
      Q_EMIT failed(widgets::engineText(done.error().message));
    }
  });
}

record::JudgementStore* Judgements::store() {
  if (m_store) return m_store.get();
  auto opened = record::JudgementStore::open(data_dir() / "judgements.sqlite");
  if (!opened) {
    Q_EMIT failed(widgets::engineText(opened.error().message));
    return nullptr;
  }
  m_store = std::move(*opened);
  return m_store.get();
}

void Judgements::load() {
  start([this](record::JudgementStore& store) -> Result<void> {
    auto drafts = store.drafts();
    if (!drafts) return drafts.error();
    Q_EMIT drafted(std::make_shared<const std::vector<record::Draft>>(std::move(*drafts)));
    auto rows = store.rows();
    if (!rows) return rows.error();
    if (!rows->empty()) {
      if (auto newest = store.load(rows->back().id)) {
        m_newest = std::make_shared<const record::Judgement>(std::move(*newest));
      }
    }
    Q_EMIT listed(std::make_shared<const std::vector<record::JudgementRow>>(std::move(*rows)));
    return {};
  });
}

void Judgements::list() {
  start([this](record::JudgementStore& store) -> Result<void> {
    auto rows = store.rows();
    if (!rows) return rows.error();
    Q_EMIT listed(std::make_shared<const std::vector<record::JudgementRow>>(std::move(*rows)));
    return {};
  });
}

void Judgements::add(record::Judgement judgement) {
  start([this, judgement = std::make_shared<record::Judgement>(std::move(judgement)),
         limits = limitsOf(limit())](record::JudgementStore& store) -> Result<void> {
    if (m_newest) judgement->change = changeSummary(*m_newest, *judgement).toStdString();
    auto row = store.add(*judgement, limits);
    if (!row) return row.error();
    judgement->id = row->id;
    m_newest = judgement;
    Q_EMIT added(std::make_shared<const std::vector<record::JudgementRow>>(1, *row));
    return {};
  });
}

void Judgements::open(qint64 id, quint64 question) {
  start([this, id, question](record::JudgementStore& store) -> Result<void> {
    auto judgement = store.load(id);
    if (!judgement) return judgement.error();
    Q_EMIT opened(question, std::make_shared<const record::Judgement>(std::move(*judgement)));
    return {};
  });
}

void Judgements::setNote(qint64 id, const QString& note) {
  start([id, note = note.toStdString()](record::JudgementStore& store) {
    return store.set_note(id, note);
  });
}

void Judgements::setDeleted(const std::vector<std::int64_t>& ids, bool deleted) {
  start([ids, deleted](record::JudgementStore& store) { return store.set_deleted(ids, deleted); });
  list();
}

void Judgements::exportLines(const QString& file, const std::vector<std::int64_t>& ids) {
  start([this, file, ids](record::JudgementStore& store) -> Result<void> {
    if (auto done = store.export_lines(file.toStdString(), ids); !done) return done.error();
    Q_EMIT exported(static_cast<int>(ids.size()), file);
    return {};
  });
}

void Judgements::importLines(const QString& file) {
  start([this, file, limits = limitsOf(limit())](record::JudgementStore& store) -> Result<void> {
    auto count = store.import_lines(file.toStdString(), limits);
    if (!count) return count.error();
    Q_EMIT imported(*count, file);
    return {};
  });
  list();
}

void Judgements::saveDraft(const record::Draft& draft) {
  {
    const std::lock_guard lock(m_mutex);
    const bool isUnderWay = m_drafts.contains(draft.slot);
    m_drafts[draft.slot] = draft;
    if (isUnderWay) return;
  }
  m_pool.start([this, slot = draft.slot] {
    record::Draft newest;
    {
      const std::lock_guard lock(m_mutex);
      newest = std::move(m_drafts.extract(slot).mapped());
    }
    // A draft is written with every key: that it cannot be is told once.
    if (m_draftFailed && !m_store) return;
    record::JudgementStore* opened = store();
    const Result<void> done = opened == nullptr ? Result<void>() : opened->save_draft(newest);
    const bool before = std::exchange(m_draftFailed, opened == nullptr || !done);
    if (!done && !before) Q_EMIT failed(widgets::engineText(done.error().message));
    if (m_draftFailed) return;
    Q_EMIT draftSaved(widgets::text(slot));
  });
}

}  // namespace nereid::app
