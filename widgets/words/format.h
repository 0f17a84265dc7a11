// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/record/store.h"
#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// How numbers and words of the engine are written in the interface. NaN is written so, since in a
/// verifier and in a curve it is the news; what is missing is an en dash, never 0.
QString missing();  ///< en dash
/// The text, or an en dash where NaN says that there is no value (the reward of what was not
/// judged).
QString orMissing(double value, const QString& text);
QString formatDuration(double ms);        ///< "0.8 ms", "412 ms", "3.2 s", "2:41", "1:02:41"
QString formatCount(std::int64_t count);  ///< thousands separators of the locale
QString formatNumber(double value, int digits = 3);  ///< three significant digits
QString formatFixed(double value, int decimals);
QString formatSigned(double value, int decimals = 2);  ///< "+0.92", "−0.61" (U+2212)
QString formatScientific(double value);                ///< "1.3e-7"; 0 is "0"
QString formatBytes(std::int64_t bytes);               ///< "2,048 B", "31 MB"
QString formatShapes(const std::vector<std::vector<std::int64_t>>& shapes);  ///< "48×200, 48×200"

QString text(const std::string& utf8);
QString text(std::string_view utf8);
/// UTF-8 words with something between them.
QString joined(const std::vector<std::string>& words, const QString& separator);
QString stageWord(verify::Stage stage);  ///< translated: "static", ..., "none"
QString outcomeWord(
    verify::StageOutcome outcome);  ///< "passed", "rejected", "not reached", "not applicable"
QString runStateWord(record::RunState state);  ///< "running", "paused", ...
QString reasonWord(const std::string& code);   ///< "wrong values" for "wrong_values"
/// Why a candidate was rejected, in one short sentence: "tl.gelu does not exist", "wrong values:
/// larger dims". The one place that lists, heads, funnel and timeline take it from; the engine's
/// sentence (engine/verify/reason_sentence.h) in the language of the interface.
QString reasonSentence(const std::string& code, const std::string& message);
QString reasonSentence(const std::string& sentence);  ///< of the engine
/// "✓ accepted" or "✕ tl.gelu does not exist".
QString verdictLine(bool accepted, const std::string& reasonCode, const std::string& reasonMessage);

inline constexpr char16_t kTick = u'\u2713';
inline constexpr char16_t kCross = u'\u2715';

}  // namespace nereid::widgets
