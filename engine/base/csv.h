// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nereid {

/// A field of a CSV line, in quotation marks where RFC 4180 asks for them.
std::string csv_cell(const std::string& text);

}  // namespace nereid
