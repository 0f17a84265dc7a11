// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nereid::app {

/// HTML of the Markdown that the manual is written in: headings (with the anchor that GitHub gives
/// them), paragraphs, lists, tables, code, bold, links. Everything else is text. Links to pages
/// ("curves.md#keys") become links to "curves.html#keys".
QString markdownToHtml(const QString& markdown);

/// The anchor of a heading: "The step slider" -> "the-step-slider".
QString anchorOf(const QString& heading);

}  // namespace nereid::app
