// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

namespace nereid::app {

/// One page of the manual, made from resources/manual/ID.md, or from the file of that name in the
/// folder of the window's language (de, zh_CN); where that has none the page is English. There,
/// `{key:ID}` stands for the keys of a command of the registry and `{shortcuts}` for the table of
/// all; the comment at the top names the docks that the page is on, a second one the dialogs, each
/// with the chapter if there is one (`noteDialog#bookmarks-and-notes`).
struct ManualPage {
  QString id;
  QString title;
  QString html;   ///< without head and style
  QString plain;  ///< for the search
  QStringList docks;
  QStringList dialogs;
};

/// All pages in the order of the table of contents, in a language ("de") or that of the window.
const QList<ManualPage>& manualPages(const QString& language);
const QList<ManualPage>& manualPages();
const ManualPage* findManualPage(const QString& id);
/// Where a page or one of its chapters is.
struct ManualPlace {
  QString page;
  QString chapter;  ///< empty: the beginning
};
/// The place on a dock or a dialog, by its object name.
std::optional<ManualPlace> manualPlaceOf(const QString& name);
/// Pages that hold all words, most hits first.
QStringList searchManual(const QString& words);

/// The keys of a command ("run.pause", "dock.curves") as text, its name in quotes if it has none,
/// nothing if there is no such command.
std::optional<QString> manualKeys(const QString& action);

/// Writes the manual as HTML, a page each and a style sheet; index.html is the first one. Empty on
/// success, else what went wrong.
QString exportManual(const QString& folder);

}  // namespace nereid::app
