// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace nereid::widgets {

/// What the engine and its harness write in English, of which engineText() knows translations, with
/// places for what varies: "%1" is a word or another sentence of these tables, "%L1" a number.
/// Translated in the context "EngineText". A test looks for each of them in the engine.
std::span<const char* const> verdictTemplates();  ///< why a candidate is rejected
std::span<const char* const> inputTemplates();    ///< how inputs are made, or why one is not
std::span<const char* const> settingTemplates();  ///< what a setting accepts, what is wrong with it
std::span<const char* const> runTemplates();      ///< states, and why a run cannot start or open
std::span<const char* const> partTemplates();     ///< looked for only within other sentences

}  // namespace nereid::widgets
