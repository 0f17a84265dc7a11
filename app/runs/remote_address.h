// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "engine/base/result.h"

namespace nereid::app {

/// Where a run is kept on another machine: ssh://[USER@]HOST[:PORT]/FOLDER. The host may be an
/// alias of the SSH configuration.
struct RemoteAddress {
  QString user;
  QString host;
  int port = 0;    ///< 0: what the configuration says
  QString folder;  ///< absolute, or "~/..." below the home folder

  bool operator==(const RemoteAddress&) const = default;
  QString url() const;
  /// "user@host" as ssh takes it.
  QString target() const;
  /// Folder of the copy on this machine; the same address always gives the same one.
  QString copyFolder() const;
};

/// Does the text name a run on another machine?
bool isRemoteAddress(const QString& text);
/// "ssh://..." or "host:folder", as scp writes it. Nothing in it can become an option of ssh.
Result<RemoteAddress> parseRemoteAddress(const QString& text);

/// Aliases of an SSH configuration, without patterns, in its order.
QStringList sshAliases(const QString& configText);
/// The configuration that ssh is told to use, $NEREID_SSH_CONFIG; empty: the user's own.
QString sshConfigFile();

/// Marks a folder as a copy that follows an address.
void writeRemoteMark(const QString& folder, const RemoteAddress& address);
/// The address that a folder is a copy of; nothing for other folders.
std::optional<RemoteAddress> remoteMark(const QString& folder);

}  // namespace nereid::app
