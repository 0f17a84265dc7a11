// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/json.h"
#include "engine/tasks/reference_file.h"

namespace nereid::data {

/// What a row of any source says: a task, an answer to it, or both.
struct Sample {
  std::string place;           ///< "file.json:17", for messages
  tasks::Origin origin;        ///< source, row, repository, licences, level and entry point
  std::string name;            ///< of the task, "ScaledSwish"; may be empty
  std::string reference;       ///< Python source text; empty = the prompt is all there is
  std::string prompt;          ///< taken as it is, only where there is no reference
  std::string answer;          ///< code, or a whole completion; empty = none
  bool is_completion = false;  ///< `answer` is a completion: it stays as it is
  /// What the source claims of the answer: compiled, correct, speedup. Shown, never believed.
  OrderedJson claims = OrderedJson::object();
};

}  // namespace nereid::data
