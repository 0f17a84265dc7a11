// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/licences.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace nereid::data {
namespace {

struct LicenceRow {
  std::string_view part;  ///< of the name in lower case
  bool has_conditions;
  std::string_view words;
};

// The first row whose part the name holds: the longer names before those that they hold.
constexpr std::array kRows = {
    LicenceRow{
        "reciprocity", true,
        "Researcher Reciprocity License: it sets conditions on training models with the material. "
        "Read it before training; never pass the data on with a program."},
    LicenceRow{"agpl", true,
               "Copyleft, also for use over a network: what contains the code is under it."},
    LicenceRow{"lgpl", true, "Copyleft for the code itself: changes to it are passed on under it."},
    LicenceRow{"gpl", true,
               "Copyleft: what contains the code is passed on under it, with its source."},
    LicenceRow{"mpl", true, "Copyleft per file: changed files are passed on under it."},
    LicenceRow{"epl", true, "Copyleft per module: changed modules are passed on under it."},
    LicenceRow{"by-nc", true, "Not for commercial use; the authors are named."},
    LicenceRow{"noncommercial", true, "Not for commercial use."},
    LicenceRow{"by-sa", true,
               "The authors are named, and changes are passed on under the same licence."},
    LicenceRow{"cc-by", true,
               "The authors are named, with a link to the licence and what was changed."},
    LicenceRow{"cc0", false, "Given to the public domain."},
    LicenceRow{"unlicense", false, "Given to the public domain."},
    LicenceRow{"apache", false, "Keep copyright, licence and NOTICE; say what was changed."},
    LicenceRow{"bsd", false, "Keep the copyright notice and the licence text."},
    LicenceRow{"mit", false, "Keep the copyright notice and the licence text."},
    LicenceRow{"isc", false, "Keep the copyright notice and the licence text."},
    LicenceRow{"zlib", false, "Keep the notice; mark what was changed."},
    LicenceRow{"bsl-1", false, "Keep the licence text with the source."},
    LicenceRow{"boost", false, "Keep the licence text with the source."},
};

/// Where a word begins: "mit" is no part of "limited".
bool holds(const std::string& name, std::string_view part) {
  for (std::size_t at = name.find(part); at != std::string::npos; at = name.find(part, at + 1))
    if (at == 0 || std::isalpha(static_cast<unsigned char>(name[at - 1])) == 0) return true;
  return false;
}

}  // namespace

LicenceTerms licence_terms(std::string_view licence) {
  std::string name(licence);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  for (const LicenceRow& row : kRows)
    if (holds(name, row.part)) return {true, row.has_conditions, std::string(row.words)};
  if (name.empty())
    return {false, true, "No licence is named: without one nobody may pass the code on."};
  return {false, true, "Not a licence that Nereid knows: read it before use."};
}

}  // namespace nereid::data
