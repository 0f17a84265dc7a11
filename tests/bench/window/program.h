// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>
#include <optional>

/// The real program with settings and runs of its own, on the offscreen platform or on a display.
class Program {
 public:
  /// `display`: as ":7"; empty for the offscreen platform. `workspace`: the one it opens with.
  Program(QString binary, const QString& display = {}, const QString& workspace = {});
  ~Program();

  /// Starts it and waits until it says that it has painted; its own word is not believed, only the
  /// time when it came. nullopt when it said nothing.
  std::optional<double> firstPaintMs(const QStringList& arguments);

  bool start(const QStringList& arguments);
  /// Of the running program and all processes below it, in seconds of processor time.
  double processorSeconds() const;
  double residentMiB() const;
  /// Files that it has mapped.
  QStringList mappedFiles() const;

 private:
  void end();

  QString m_binary;
  QTemporaryDir m_home;
  QProcess m_process;
};

/// An X server without a screen, if there is one on this machine.
class VirtualDisplay {
 public:
  VirtualDisplay();
  ~VirtualDisplay();
  const QString& name() const { return m_name; }  ///< empty if there is none

 private:
  QProcess m_server;
  QString m_name;
};

/// Makes the next start cold: the kernel forgets what it has read of all files, or, where that
/// takes more rights than this process has, of these files as far as nobody else uses them. Says
/// which.
QString dropFileCache(const QStringList& files);
