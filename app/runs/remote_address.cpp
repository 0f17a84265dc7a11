// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/remote_address.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>

#include "engine/base/paths.h"

namespace nereid::app {
namespace {

QString scheme() {
  return QStringLiteral("ssh://");
}

QString markFile(const QString& folder) {
  return folder + QStringLiteral("/remote.txt");
}

QString tr(const char* text) {
  return QCoreApplication::translate("RemoteAddress", text);
}

Error wrong(const QString& text, const QString& why) {
  return {ErrorCode::kInvalidArgument,
          tr("%1: %2. Write ssh://USER@HOST/FOLDER, or HOST:FOLDER.").arg(text, why).toStdString()};
}

}  // namespace

QString RemoteAddress::target() const {
  return user.isEmpty() ? host : user + QLatin1Char('@') + host;
}

QString RemoteAddress::url() const {
  const QString place = port == 0 ? QString() : QLatin1Char(':') + QString::number(port);
  const QString path = folder.startsWith(QLatin1Char('/')) ? folder : QLatin1Char('/') + folder;
  return scheme() + target() + place + path;
}

QString RemoteAddress::copyFolder() const {
  const QByteArray hash =
      QCryptographicHash::hash(url().toUtf8(), QCryptographicHash::Sha256).toHex().left(12);
  static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9._-]+"));
  QString name = QFileInfo(folder).fileName() + QLatin1Char('-') + host;
  name.replace(odd, QStringLiteral("_"));
  return QStringLiteral("%1/remote/%2-%3")
      .arg(QString::fromStdString(cache_dir().string()), name, QString::fromLatin1(hash));
}

bool isRemoteAddress(const QString& text) {
  return text.startsWith(scheme());
}

Result<RemoteAddress> parseRemoteAddress(const QString& text) {
  static const QRegularExpression asUrl(
      QStringLiteral("^ssh://(?:([^@/:]+)@)?(\\[[0-9A-Fa-f:]+\\]|[^@/:]*)(?::([^/]*))?(/.*)?$"));
  static const QRegularExpression asScp(QStringLiteral("^(?:([^@/:]+)@)?([^@/:]+):(.+)$"));
  static const QRegularExpression plain(
      QStringLiteral("^[A-Za-z0-9_.\\[\\]:][A-Za-z0-9_.\\[\\]:-]*$"));
  const QString trimmed = text.trimmed();
  const bool isUrl = isRemoteAddress(trimmed);
  const auto match = isUrl ? asUrl.match(trimmed) : asScp.match(trimmed);
  if (!match.hasMatch()) return wrong(trimmed, tr("this is not an address"));
  RemoteAddress address{.user = match.captured(1), .host = match.captured(2)};
  address.folder = isUrl ? match.captured(4) : match.captured(3);
  // A host that begins with a dash would be an option of ssh.
  if (!plain.match(address.host).hasMatch())
    return wrong(trimmed, tr("the host is missing or odd"));
  if (!address.user.isEmpty() && !plain.match(address.user).hasMatch())
    return wrong(trimmed, tr("the user name is odd"));
  if (isUrl && !match.captured(3).isEmpty()) {
    bool isNumber = false;
    address.port = match.captured(3).toInt(&isNumber);
    if (!isNumber || address.port < 1 || address.port > 65535)
      return wrong(trimmed, tr("the port is not a number from 1 to 65535"));
  }
  if (address.folder.startsWith(QLatin1String("/~"))) address.folder.remove(0, 1);
  while (address.folder.size() > 1 && address.folder.endsWith(QLatin1Char('/')))
    address.folder.chop(1);
  if (address.folder.isEmpty() || address.folder == QLatin1String("/"))
    return wrong(trimmed, tr("the folder of the run is missing"));
  if (!isUrl && !address.folder.startsWith(QLatin1Char('/')) &&
      !address.folder.startsWith(QLatin1Char('~')))
    address.folder.prepend(QStringLiteral("~/"));  // as scp takes it
  return address;
}

QStringList sshAliases(const QString& configText) {
  QStringList aliases;
  for (const QString& line : configText.split(QLatin1Char('\n'))) {
    const QStringList words =
        line.simplified().replace(QLatin1Char('='), QLatin1Char(' ')).split(QLatin1Char(' '));
    if (words.first().compare(QLatin1String("Host"), Qt::CaseInsensitive) != 0) continue;
    for (const QString& word : words.mid(1)) {
      const bool isPattern = word.contains(QLatin1Char('*')) || word.contains(QLatin1Char('?')) ||
                             word.startsWith(QLatin1Char('!'));
      if (!isPattern && !word.isEmpty() && !aliases.contains(word)) aliases << word;
    }
  }
  return aliases;
}

QString sshConfigFile() {
  return QString::fromLocal8Bit(qgetenv("NEREID_SSH_CONFIG"));
}

void writeRemoteMark(const QString& folder, const RemoteAddress& address) {
  QDir().mkpath(folder);
  QSaveFile out(markFile(folder));
  if (out.open(QIODevice::WriteOnly)) {
    out.write(address.url().toUtf8() + '\n');
    out.commit();
  }
}

std::optional<RemoteAddress> remoteMark(const QString& folder) {
  QFile in(markFile(folder));
  if (!in.open(QIODevice::ReadOnly)) return std::nullopt;
  const auto address = parseRemoteAddress(QString::fromUtf8(in.read(4096)));
  return address ? std::optional(*address) : std::nullopt;
}

}  // namespace nereid::app
