// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of `nereid --screenshot`: their names, and their colours.
#include <QPainter>
#include <QSet>
#include <QtTest>

#include "app/pictures/picture_palette.h"
#include "app/pictures/pictures.h"
#include "tests/app/window_fixture.h"
#include "widgets/look/theme.h"

using namespace nereid::app;

class TestPictures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreUnique();
  void fewColoursStayAsTheyAre();
  void manyColoursBecomeFewThatAreNear();
};

void TestPictures::namesAreUnique() {
  const QStringList names = pictureNames();
  QVERIFY(names.contains(QStringLiteral("monitor")));
  QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
}

void TestPictures::fewColoursStayAsTheyAre() {
  QImage image(64, 64, QImage::Format_RGB32);
  image.fill(QColor(QStringLiteral("#F4F5F7")));
  QPainter painter(&image);
  painter.fillRect(8, 8, 20, 20, QColor(QStringLiteral("#2563C9")));
  painter.fillRect(30, 30, 1, 1, QColor(QStringLiteral("#B83C0A")));
  painter.end();
  const QImage few = withPalette(image);
  QCOMPARE(few.format(), QImage::Format_Indexed8);
  QCOMPARE(few.convertToFormat(QImage::Format_RGB32), image);
}

void TestPictures::manyColoursBecomeFewThatAreNear() {
  QImage image(256, 256, QImage::Format_RGB32);
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) image.setPixel(x, y, qRgb(x, y, 128));
  }
  const QImage few = withPalette(image);
  QVERIFY(few.colorCount() <= 160);
  QCOMPARE(withPalette(image), few);  // the same for the same picture
  constexpr int kWidest = 32;         // halving both channels, 128 boxes are 32 x 16
  for (int i = 0; i < 256; ++i) {
    const QRgb now = few.pixel(i, 255 - i);
    QVERIFY2(std::abs(qRed(now) - i) < kWidest && std::abs(qGreen(now) - (255 - i)) < kWidest,
             qPrintable(QString::number(i)));
  }
}

NEREID_APP_TEST_MAIN(TestPictures)
#include "tst_pictures.moc"
