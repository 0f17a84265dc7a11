// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace nereid::app {

/// The picture with at most 160 colours, chosen by median cut over its own: a third of the bytes as
/// PNG. Without dither, so that plain areas stay plain; the same bytes for the same picture.
QImage withPalette(const QImage& image);

}  // namespace nereid::app
