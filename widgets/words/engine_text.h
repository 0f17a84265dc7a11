// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace nereid::widgets {

/// A sentence of the engine (the reason of a verdict, why an input does not apply, what is wrong
/// with a setting, the state of a run) in the language of the interface. Records and the command
/// line hold these in English; here they are recognised by their templates
/// (engine_templates.h), and numbers in them are written as elsewhere in the window. A sentence
/// that no template fits stays as it is, and so do the words of Python and of compilers inside.
/// Any thread.
QString engineText(const QString& sentence);
QString engineText(const std::string& sentence);

/// The same for words that make no sentence: what a setting accepts ("a whole number from 1 to 8",
/// "a, b or c"), a variant.
QString engineWords(const std::string& words);

}  // namespace nereid::widgets
