// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/screenshots.h"

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QPixmap>
#include <cstdio>
#include <initializer_list>

#include "app/cli/commands.h"
#include "app/pictures/picture_palette.h"
#include "app/pictures/pictures.h"
#include "app/window/main_window.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::ThemeMode;

namespace {

constexpr int kSettleMs = 250;  // longer than every gathering timer of the views

class Photographer {
 public:
  explicit Photographer(const WorkbenchOptions& options)
      : m_folder(QString::fromStdString(options.screenshot)),
        m_suffix(options.scale == 1 ? QString() : QStringLiteral("@%1x").arg(options.scale)),
        m_isSmall(options.small_pictures),
        m_only(QString::fromStdString(options.only).split(QLatin1Char(','), Qt::SkipEmptyParts)) {}

  /// Says how many there will be of these tables, for the progress on standard error.
  void count(std::initializer_list<std::span<const Picture>> tables) {
    for (const auto& pictures : tables)
      for (const Picture& picture : pictures) m_all += isWanted(picture) ? 1 : 0;
  }
  /// Every picture of a table that is wanted, light and dark.
  bool take(Scene& scene, std::span<const Picture> pictures) {
    for (const Picture& picture : pictures) {
      if (!isWanted(picture)) continue;
      std::fprintf(stderr, "picture %d of %d: %s\n", ++m_taken, m_all, picture.name);
      if (!take(scene, picture)) return false;
    }
    return true;
  }

 private:
  bool isWanted(const Picture& picture) const {
    return m_only.isEmpty() || m_only.contains(QLatin1String(picture.name));
  }

  bool take(Scene& scene, const Picture& picture) {
    widgets::theme().setMode(ThemeMode::kLight);
    QWidget* widget = picture.make(scene);
    bool isTaken = true;
    if (widget != nullptr) {
      isTaken = save(*widget, QLatin1String(picture.name) + QStringLiteral("-light"));
      widgets::theme().setMode(ThemeMode::kDark);
      isTaken = isTaken && save(*widget, QLatin1String(picture.name) + QStringLiteral("-dark"));
    }
    scene.tidy();
    return isTaken;
  }

  bool save(QWidget& widget, const QString& name) {
    Scene::spin(kSettleMs);
    const QString file = m_folder.filePath(name + m_suffix + QStringLiteral(".png"));
    QImage image = widget.grab().toImage();
    if (m_isSmall) image = withPalette(image);
    constexpr int kSmallest = 0;  // Qt's "quality" of a PNG: how little it is compressed
    if (image.save(file, "PNG", m_isSmall ? kSmallest : -1)) return true;
    report_error(
        {ErrorCode::kUnavailable, "cannot write " + file.toStdString() +
                                      "; choose a folder with --screenshot that you may write to"});
    return false;
  }

  QDir m_folder;
  QString m_suffix;
  bool m_isSmall;
  QStringList m_only;
  int m_all = 0, m_taken = 0;
};

/// A name in --only that no picture has; empty if all are known.
QString unknownName(const WorkbenchOptions& options) {
  const QStringList known = pictureNames();
  for (const QString& name :
       QString::fromStdString(options.only).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    if (!known.contains(name)) return name;
  }
  return {};
}

}  // namespace

int listScreenshots() {
  for (const QString& name : pictureNames()) std::printf("%s\n", qUtf8Printable(name));
  return kExitDone;
}

int takeScreenshots(MainWindow& window, const WorkbenchOptions& options) {
  if (const QString name = unknownName(options); !name.isEmpty()) {
    return report_error({ErrorCode::kInvalidArgument,
                         "no picture is called " + name.toStdString() + "; there are " +
                             pictureNames().join(QStringLiteral(", ")).toStdString()});
  }
  if (!QDir().mkpath(QString::fromStdString(options.screenshot))) {
    return report_error(
        {ErrorCode::kPermissionDenied,
         "cannot make the folder " + options.screenshot + "; choose one that you may write to"});
  }
  QCursor::setPos(options.width * 2, options.height * 2);  // nothing looks hovered
  QApplication::setCursorFlashTime(0);                     // no caret comes and goes
  window.resize(options.width, options.height);
  window.show();
  Scene scene(window, options);
  Photographer photographer(options);
  // Views of a run that is not there would only be waited for.
  const bool isEmpty = options.run.empty() && options.only.empty();
  photographer.count({emptyPictures()});
  if (!isEmpty) photographer.count({viewPictures(), dialogPictures()});
  if (!photographer.take(scene, emptyPictures())) return kExitError;
  if (!options.run.empty() && !scene.openRun(QString::fromStdString(options.run))) {
    return report_error(
        {ErrorCode::kCorrupt, "cannot read the run " + options.run +
                                  "; `nereid record check` says what is wrong with it"});
  }
  if (isEmpty) {
    std::fprintf(stderr, "these are all without a run; name one to see its views too\n");
    return kExitDone;
  }
  const bool isDone =
      photographer.take(scene, viewPictures()) && photographer.take(scene, dialogPictures());
  return isDone ? kExitDone : kExitError;
}

}  // namespace nereid::app
