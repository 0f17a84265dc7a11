// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/reading_tools.h"

#include <algorithm>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/episodes/nearest_answer.h"
#include "app/episodes/note_dialog.h"
#include "engine/base/paths.h"
#include "widgets/code/code_compare.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/group/group_view.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::CodeCompare;
using widgets::EpisodeList;
using widgets::EpisodeModel;
using widgets::EpisodePtr;
using widgets::FunnelView;
using widgets::RunFeed;

ReadingTools::ReadingTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages)
    : QObject(window),
      m_window(window),
      m_desk(desk),
      m_docks(docks),
      m_messages(messages),
      m_notes(new NotesStore(this)),
      m_list(docks.view<EpisodeList>("episodes")),
      m_funnel(docks.view<FunnelView>("funnel")),
      m_pair(docks.view<CodeCompare>("pair")),
      m_nearest(new NearestAnswer(desk, this)) {
  auto* compare = docks.view<CodeCompare>("compare");
  connect(m_nearest, &NearestAnswer::found, compare,
          [compare](const EpisodePtr& nearest) { compare->setNearestAccepted(*nearest); });
  connect(compare, &CodeCompare::acceptedRequested, this, [this] {
    if (!m_nearest->nearest()) return;
    m_marked = m_nearest->nearest();
    m_markAsked = 0;
    refreshDifference();
    refreshActions();
    m_docks.activate(QStringLiteral("pair"));
  });
  connect(m_funnel, &FunnelView::episodesRequested, this, &ReadingTools::showEpisodes);
  connect(m_funnel, &FunnelView::exportFailed, this, [this](const Error& error) {
    m_messages.showError(tr("Export"), widgets::engineText(error.message));
  });
  auto* group = docks.view<widgets::GroupView>("group");
  group->setSeen(false);
  connect(docks.panel(QStringLiteral("group")), &QDockWidget::visibilityChanged, group,
          &widgets::GroupView::setSeen);
  bindActions();
  connectNotes();
  connect(&desk.subject, &Subject::episodeChanged, this, [this] {
    refreshDifference();
    refreshActions();
  });
  connect(&desk.feed, &RunFeed::episodeLoaded, this, [this](qint64 id, const EpisodePtr& episode) {
    if (id != m_markAsked) return;
    m_markAsked = 0;
    m_marked = episode;
    refreshDifference();
    refreshActions();
  });
  connect(&desk.feed, &RunFeed::runReset, this, [this] {
    m_marked.reset();
    m_markAsked = 0;
    refreshDifference();
  });
  refreshActions();
}

void ReadingTools::bindActions() {
  ActionRegistry& actions = m_desk.actions;
  actions.bind(QStringLiteral("episode.bookmark"), this, [this] { toggleBookmarks(); });
  actions.bind(QStringLiteral("episode.note"), this, [this] { editNote(); });
  actions.bind(QStringLiteral("episode.mark"), this, [this] { markCandidate(); });
  actions.bind(QStringLiteral("episode.pair"), this, [this] { showDifference(); });
  actions.bind(QStringLiteral("go.bookmarks"), this,
               [this] { showEpisodes(QStringLiteral("bookmarked:yes")); });
  actions.bind(QStringLiteral("view.wholeRun"), this,
               [this] { m_desk.selection.setStepRange({}); });
  QList<QAction*> rowActions;
  for (const char* id :
       {"episode.bookmark", "episode.note", "dock.group", "episode.mark", "episode.pair",
        "episode.verify", "episode.toVerify", "episode.advise", "replay.export"}) {
    rowActions << actions.action(QLatin1String(id));
  }
  m_list->setRowActions(rowActions);
}

void ReadingTools::connectNotes() {
  // The run's id, which the user's own files go by, comes with the first batch.
  connect(&m_desk.feed, &RunFeed::runReset, this, [this] { m_notesOf.clear(); });
  connect(&m_desk.feed, &RunFeed::infoChanged, this, [this] {
    if (m_notesOf == m_desk.feed.runDir() || m_desk.feed.runDir().isEmpty()) return;
    m_notesOf = m_desk.feed.runDir();
    m_notes->load(place());
  });
  connect(m_notes, &NotesStore::loaded, this, [this](const QString& run, const NotesPtr& notes) {
    if (run == m_desk.feed.runDir()) m_list->setNotes(*notes);
    refreshActions();
  });
  connect(m_notes, &NotesStore::failed, this,
          [this](const QString& message) { m_messages.showError(tr("Notes"), message); });
  connect(m_list, &EpisodeList::bookmarkClicked, this, &ReadingTools::toggleBookmark);
}

record::NotesPlace ReadingTools::place() const {
  return {m_desk.feed.runDir().toStdString(), data_dir() / "notes", m_desk.feed.info().run_id};
}

void ReadingTools::showEpisodes(const QString& filter) {
  m_docks.activate(QStringLiteral("episodes"));
  m_list->setFilter(filter);
  if (m_list->proxy()->rowCount() > 0) {
    m_desk.selection.setEpisode(m_list->proxy()->row(0).id);
  }
}

QList<int> ReadingTools::chosenRows() const {
  QList<int> rows;
  for (const qint64 id : m_list->selectedEpisodes()) rows << m_list->model()->rowOfId(id);
  const int shown = m_list->model()->rowOfId(m_desk.selection.episode());
  // An episode that the filter hides may still be the one that is looked at.
  if (rows.isEmpty() && shown >= 0) rows << shown;
  return rows;
}

void ReadingTools::keep(const record::EpisodeNote& note) {
  m_list->setNote(note);
  m_notes->write(place(), note);
  refreshActions();
}

void ReadingTools::toggleBookmarks() {
  const EpisodeModel* model = m_list->model();
  const QList<int> rows = chosenRows();
  const bool all = std::all_of(rows.begin(), rows.end(),
                               [model](int row) { return model->marks(row).bookmarked; });
  for (const int row : rows) {
    record::EpisodeNote note = model->note(row);
    if (note.bookmarked != !all) {
      note.bookmarked = !all;
      keep(note);
    }
  }
  refreshActions();
}

void ReadingTools::toggleBookmark(qint64 rowId) {
  const int row = m_list->model()->rowOfId(rowId);
  if (row < 0) return;
  record::EpisodeNote note = m_list->model()->note(row);
  note.bookmarked = !note.bookmarked;
  keep(note);
}

void ReadingTools::editNote() {
  const int row = m_list->model()->rowOfId(m_desk.selection.episode());
  if (row < 0) return;
  const record::EpisodeRow& episode = m_list->model()->row(row);
  const QString about = tr("%1, step %2, prompt %3, completion %4")
                            .arg(QString::fromStdString(episode.task_name))
                            .arg(episode.key.step)
                            .arg(episode.key.group + 1)
                            .arg(episode.key.index + 1);
  auto* dialog = new NoteDialog(m_list->model()->note(row), about, m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // A run that was opened meanwhile has notes of its own.
  connect(dialog, &QDialog::accepted, this, [this, dialog, run = m_desk.feed.runDir()] {
    if (run == m_desk.feed.runDir()) keep(dialog->note());
  });
  dialog->open();
}

void ReadingTools::markCandidate() {
  m_marked = m_desk.subject.episode();
  m_markAsked = 0;
  refreshDifference();
  refreshActions();
}

void ReadingTools::showDifference() {
  // Two selected rows say it all; the one that is not shown is the first.
  const QList<qint64> selected = m_list->selectedEpisodes();
  if (selected.size() == 2) {
    m_markAsked =
        selected.first() == m_desk.selection.episode() ? selected.last() : selected.first();
    m_desk.feed.loadEpisode(m_markAsked);
  }
  m_docks.activate(QStringLiteral("pair"));
}

void ReadingTools::refreshDifference() {
  const EpisodePtr& shown = m_desk.subject.episode();
  if (m_marked && shown) {
    m_pair->setCandidates(*m_marked, *shown);
  } else {
    m_pair->clear();
  }
}

void ReadingTools::refreshActions() {
  const bool hasEpisode = m_desk.subject.episode() != nullptr;
  for (const char* id : {"episode.bookmark", "episode.note", "episode.mark"}) {
    m_desk.actions.action(QLatin1String(id))->setEnabled(hasEpisode);
  }
  const int row = m_list->model()->rowOfId(m_desk.selection.episode());
  m_desk.actions.action(QStringLiteral("episode.bookmark"))
      ->setChecked(row >= 0 && m_list->model()->marks(row).bookmarked);
}

}  // namespace nereid::app
