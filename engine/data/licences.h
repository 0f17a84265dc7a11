// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace nereid::data {

/// What a licence asks of whoever passes the data on or trains on it, in one sentence. Written for
/// readers of a data set; it is no legal advice.
struct LicenceTerms {
  bool is_known = false;
  bool has_conditions = false;  ///< beyond keeping the notice: shown when data is imported
  std::string words;
};
/// By its SPDX identifier or a usual spelling of its name, upper and lower case alike.
LicenceTerms licence_terms(std::string_view licence);

}  // namespace nereid::data
