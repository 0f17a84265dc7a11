// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "engine/base/json.h"

namespace nereid {

/// UTF-8 text of somebody else's as it may be shown on a terminal or in a window: characters that
/// control how text is shown (escape sequences, overwriting a line, turning its direction) appear
/// as "\x1b". Line breaks and tabs stay.
std::string visible_text(std::string_view text);

/// Likewise for all texts in `value`; the names of fields stay.
void make_visible(Json& value);

}  // namespace nereid
