// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace nereid::tasks {

/// Where an imported reference comes from, and which of its classes is meant. It stands in the
/// file's first line, `# nereid: {JSON}`: a comment to Python, and part of neither fingerprint nor
/// prompt.
struct Origin {
  std::string entry_point;            ///< empty = not said
  std::string source;                 ///< "kernelbook"; empty = not said
  std::string row;                    ///< the row's own name there: a uuid, "level_1/19"
  std::string repository;             ///< that the code was taken from
  std::vector<std::string> licences;  ///< as the source names them
  int level = 0;                      ///< 0 = not said
};

/// The first line of a task file, with its end.
std::string origin_line(const Origin& origin);

/// A task file taken apart.
struct ReferenceFile {
  Origin origin;
  std::string reference;  ///< without the line above
};
/// The error is that of a first line that begins like an origin and is none.
Result<ReferenceFile> split_reference(std::string_view text);

/// The class of a reference that a candidate answers: what the origin line names, else `Model`,
/// else the one class with a base that nothing else in the file names. The error lists the classes.
Result<std::string> entry_point_of(std::string_view text);
/// The same for a text that the verifier will judge; "Model" where it does not tell, so that the
/// verifier says what is wrong.
std::string entry_point_or_model(std::string_view text);

}  // namespace nereid::tasks
