// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_keeper.h"

#include <QAction>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QListView>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/undo_stack.h"
#include "app/runs/run_controller.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "app/runs/tags_dialog.h"
#include "app/runs/trash_dialog.h"
#include "engine/base/paths.h"
#include "widgets/feed/run_feed.h"
#include "widgets/runs/run_list.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::RunList;

RunKeeper::RunKeeper(const Parts& parts) : QObject(parts.window), m_parts(parts) {
  m_pool.setMaxThreadCount(1);
  bindActions();
  RunList& list = m_parts.list;
  connect(&list, &RunList::renameRequested, this, &RunKeeper::rename);
  connect(&list, &RunList::tagsRequested, this, &RunKeeper::editTags);
  connect(&list, &RunList::archiveRequested, this, &RunKeeper::setArchived);
  connect(&list, &RunList::deleteRequested, this, &RunKeeper::remove);
  connect(list.view()->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &RunKeeper::refreshActions);
  connect(list.model(), &QAbstractItemModel::dataChanged, this, &RunKeeper::refreshActions);
  connect(list.model(), &QAbstractItemModel::rowsRemoved, this, &RunKeeper::refreshActions);
  refreshActions();
}

RunKeeper::~RunKeeper() {
  m_pool.waitForDone();
}

void RunKeeper::bindActions() {
  ActionRegistry& actions = m_parts.actions;
  const auto onChosen = [&](const char* id, std::function<void(const QString&)> effect) {
    actions.bind(QString::fromLatin1(id), this, [this, effect = std::move(effect)] {
      const QString folder = m_parts.list.selectedRun();
      if (!folder.isEmpty()) effect(folder);
    });
  };
  onChosen("runs.rename", [this](const QString& folder) { m_parts.list.rename(folder); });
  onChosen("runs.tags", [this](const QString& folder) { editTags(folder); });
  onChosen("runs.archive", [this](const QString& folder) {
    setArchived(folder, !m_parts.shelf.labels(folder).archived);
  });
  onChosen("runs.delete", [this](const QString& folder) { remove(folder); });
  actions.bind(QStringLiteral("runs.trash"), this, [this] { openTrash(); });
  actions.bind(QStringLiteral("runs.archived"), this, [this] {
    m_parts.list.setShowsArchived(
        m_parts.actions.action(QStringLiteral("runs.archived"))->isChecked());
  });
}

void RunKeeper::refreshActions() {
  const QString folder = m_parts.list.selectedRun();
  const auto set = [&](const char* id) {
    m_parts.actions.action(QString::fromLatin1(id))->setEnabled(!folder.isEmpty());
  };
  set("runs.rename");
  set("runs.tags");
  set("runs.archive");
  set("runs.delete");
  m_parts.actions.action(QStringLiteral("runs.archive"))
      ->setText(m_parts.shelf.labels(folder).archived ? tr("Take out of the archive")
                                                      : tr("Archive run"));
  m_parts.actions.action(QStringLiteral("runs.archived"))->setChecked(m_parts.list.showsArchived());
}

QString RunKeeper::nameOf(const QString& folder) const {
  const QString title = m_parts.list.model()->titleOf(folder);
  return title.isEmpty() ? QFileInfo(folder).fileName() : title;
}

void RunKeeper::rename(const QString& folder, const QString& name) {
  record::RunLabels labels = m_parts.shelf.labels(folder);
  const QString before = nameOf(folder);
  labels.name = record::name_from_text(name.toStdString());
  if (labels == m_parts.shelf.labels(folder)) return;
  setLabels(folder, labels,
            labels.name.empty()
                ? tr("\"%1\" has the name of its settings again.").arg(before)
                : tr("\"%1\" is called \"%2\" now.").arg(before, widgets::text(labels.name)));
}

void RunKeeper::editTags(const QString& folder) {
  TagsDialog dialog(nameOf(folder), m_parts.shelf.labels(folder).tags, m_parts.shelf.allTags(),
                    m_parts.window);
  if (dialog.exec() != QDialog::Accepted) return;
  record::RunLabels labels = m_parts.shelf.labels(folder);
  if (dialog.tags() == labels.tags) return;
  labels.tags = dialog.tags();
  setLabels(folder, labels, tr("The tags of \"%1\" were changed.").arg(nameOf(folder)));
}

void RunKeeper::setArchived(const QString& folder, bool archived) {
  record::RunLabels labels = m_parts.shelf.labels(folder);
  if (labels.archived == archived) return;
  labels.archived = archived;
  setLabels(folder, labels,
            archived ? tr("\"%1\" is in the archive: kept as it is, out of the way. The filter "
                          "finds it by is:archived.")
                           .arg(nameOf(folder))
                     : tr("\"%1\" is out of the archive.").arg(nameOf(folder)));
}

void RunKeeper::setLabels(const QString& folder, const record::RunLabels& labels,
                          const QString& told) {
  const record::RunLabels before = m_parts.shelf.labels(folder);
  writeLabels(folder, labels, [this, folder, before, told] {
    m_parts.undo.push(told, [this, folder, before] { writeLabels(folder, before, [] {}); });
  });
}

void RunKeeper::writeLabels(const QString& folder, const record::RunLabels& labels,
                            std::function<void()> written) {
  m_pool.start([this, folder, labels, written = std::move(written)] {
    const auto done = record::write_labels(folder.toStdString(), labelsFolder(), labels);
    const QString problem = done ? QString() : widgets::engineText(done.error().message);
    QMetaObject::invokeMethod(this, [this, folder, labels, problem, written] {
      if (!problem.isEmpty()) {
        m_parts.messages.showError(tr("The tags cannot be kept"), problem);
        return;
      }
      m_parts.shelf.setLabels(folder, labels);
      refreshActions();
      written();
    });
  });
}

void RunKeeper::remove(const QString& folder) {
  const QString title = tr("\"%1\" cannot be deleted").arg(nameOf(folder));
  if (m_parts.controller.isActive() && m_parts.controller.status().folder == folder) {
    m_parts.messages.showError(title, tr("it is being written; stop it first, then delete it"));
    return;
  }
  m_pool.start([this, folder, title] {
    const auto moved = record::move_to_trash(folder.toStdString(), runs_dir());
    QMetaObject::invokeMethod(this, [this, folder, title, moved] {
      if (moved) {
        takeRemoved(folder, *moved);
      } else {
        m_parts.messages.showError(title, widgets::engineText(moved.error().message));
      }
    });
  });
}

void RunKeeper::takeRemoved(const QString& folder, const record::TrashedRun& run) {
  const QString name = nameOf(folder);
  const bool wasShown = m_parts.feed.runDir() == folder;
  if (wasShown) {
    m_parts.feed.stopFollowing();
    m_parts.selection.setRun(QString());
  }
  m_parts.shelf.remove(folder);
  m_parts.undo.push(tr("\"%1\" is in the trash.").arg(name), [this, run] { restore(run); });
}

void RunKeeper::restore(const record::TrashedRun& run) {
  m_pool.start([this, run] {
    const auto place = record::restore_from_trash(run);
    QMetaObject::invokeMethod(this, [this, run, place] {
      if (!place) {
        m_parts.messages.showError(
            tr("\"%1\" cannot be restored").arg(QString::fromStdString(run.name())),
            widgets::engineText(place.error().message));
        return;
      }
      m_parts.flow.openRun(QString::fromStdString(place->string()));
    });
  });
}

void RunKeeper::openTrash() {
  TrashDialog dialog(runs_dir(), m_parts.window);
  connect(&dialog, &TrashDialog::restored, this,
          [this](const QString& folder) { m_parts.shelf.add(folder); });
  dialog.exec();
}

}  // namespace nereid::app
