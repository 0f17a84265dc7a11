// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/record/library/judgements.h"

namespace nereid::app {

using JudgementPtr = std::shared_ptr<const record::Judgement>;
using JudgementRowsPtr = std::shared_ptr<const std::vector<record::JudgementRow>>;
using DraftsPtr = std::shared_ptr<const std::vector<record::Draft>>;

/// The judgements made by hand and the drafts of the editors, kept over restarts. The file is read
/// and written on a thread of its own, one thing after another: a slow disk never holds up the
/// window. GUI thread only; waits in its destructor for what is still to be written.
class Judgements : public QObject {
  Q_OBJECT

 public:
  explicit Judgements(QObject* parent = nullptr);
  ~Judgements() override;

  /// How many are kept (QSettings "verify/historyLimit").
  static int limit();
  static void setLimit(int count);
  static constexpr int kLeastLimit = 10, kMostLimit = 100'000;

  /// Answers by drafted(), then listed().
  void load();
  /// Says where it differs from the one before, keeps it, and answers by added().
  void add(record::Judgement judgement);
  /// Answers by opened() with the same number.
  void open(qint64 id, quint64 question);
  void setNote(qint64 id, const QString& note);
  void setDeleted(const std::vector<std::int64_t>& ids, bool deleted);
  /// Answers by exported(); import by imported() and listed().
  void exportLines(const QString& file, const std::vector<std::int64_t>& ids);
  void importLines(const QString& file);
  /// Answers by draftSaved() once it can no longer be lost. Of drafts that come faster than the
  /// disk takes them, the newest of each slot is written.
  void saveDraft(const record::Draft& draft);
  /// Blocks until everything is written; for the end of the program and for tests.
  void waitUntilWritten() { m_pool.waitForDone(); }

 Q_SIGNALS:
  void drafted(const nereid::app::DraftsPtr& drafts);
  void listed(const nereid::app::JudgementRowsPtr& rows);
  void added(const nereid::app::JudgementRowsPtr& row);
  void opened(quint64 question, const nereid::app::JudgementPtr& judgement);
  void exported(int count, const QString& file);
  void imported(int count, const QString& file);
  void draftSaved(const QString& slot);
  void failed(const QString& message);

 private:
  /// On the pool's thread; null after a failure, which was told.
  record::JudgementStore* store();
  void list();
  template <class Work>
  void start(Work&& work);

  QThreadPool m_pool;
  std::mutex m_mutex;                               ///< guards m_drafts; held for a swap only
  std::map<std::string, record::Draft> m_drafts;    ///< to be written, by slot
  std::unique_ptr<record::JudgementStore> m_store;  ///< pool's thread, until that has ended
  bool m_draftFailed = false;                       ///< the same
  JudgementPtr m_newest;                            ///< the same
};

/// "line 12: x = tl.load(...)", of how many places; "same text" and "another reference" where there
/// is nothing to say about lines.
QString changeSummary(const record::Judgement& before, const record::Judgement& now);

}  // namespace nereid::app
