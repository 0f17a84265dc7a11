// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <deque>
#include <filesystem>
#include <memory>

#include "app/zoo/zoo_results.h"

namespace nereid::app {

/// The cheat zoo with the last answers of the verifier, and the run that makes new ones by the
/// window's own verifier. A few candidates are under way at a time, so that a candidate of the user
/// does not wait behind the whole zoo. GUI thread only; files are read and written on a worker.
class ZooRun : public QObject {
  Q_OBJECT

 public:
  explicit ZooRun(VerifyService& service, QObject* parent = nullptr);
  ~ZooRun() override;

  /// Reads the zoo and the answers of the last time; loaded() or loadFailed() follows. Once: later
  /// calls do nothing unless it failed.
  void load();
  /// Null before loaded().
  const verify::Zoo* zoo() const { return m_zoo.get(); }
  /// One per entry of the zoo.
  const ZooPairs& pairs() const { return m_pairs; }

  /// Judges a class, or everything for "". Its former answers are put aside.
  void start(const QString& classId);
  /// Ends the run. Entries that were not judged yet get their former answers back.
  void cancel();
  bool isRunning() const { return m_total > 0; }
  int done() const { return m_done; }
  int total() const { return m_total; }
  /// Milliseconds left, from the pace so far; negative while it is not known.
  double etaMs() const;

 Q_SIGNALS:
  void loaded();
  void loadFailed(const QString& message);
  void entryChanged(int entry);
  void progressed();  ///< started, one more judged, or over
  void failed(const QString& message);

 private:
  struct Candidate {
    int entry = 0;
    bool twin = false;
  };
  struct Shelf;  // what the worker reads
  void takeShelf(std::shared_ptr<Shelf> shelf);
  void feed();
  void takeVerdict(quint64 ticket, const VerdictPtr& verdict);
  void takeProblem(quint64 ticket, const QString& message);
  void finish();
  void restoreUnjudged();
  void keep();

  VerifyService& m_service;
  QThreadPool m_pool;  ///< one thread: files are written in the order of the runs
  bool m_isLoading = false;
  std::shared_ptr<const verify::Zoo> m_zoo;
  ZooPairs m_pairs;
  ZooPairs m_former;  ///< of before the run
  std::deque<Candidate> m_waiting;
  QHash<quint64, Candidate> m_underWay;
  std::uint64_t m_seed = 0;
  int m_done = 0;
  int m_total = 0;  ///< 0: no run
  QElapsedTimer m_clock;
};

/// Where the answers of the last time lie.
std::filesystem::path zooResultFile();

}  // namespace nereid::app
