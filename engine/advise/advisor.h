// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "engine/advise/advice.h"
#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/tasks/task.h"

namespace nereid::advise {

/// Asks a language model for advice on candidates. Thread-safe.
class Advisor {
 public:
  /// With the settings advisor.*; reads the prompt and the key, and sends nothing. kInvalidArgument
  /// names the setting that is missing.
  static Result<std::unique_ptr<Advisor>> open(const config::AdvisorSettings& settings);
  virtual ~Advisor() = default;

  /// Asks and waits for the answer, at most as many at once as the settings allow. Errors: those of
  /// endpoint::ChatClient::ask, and kCorrupt where the answer is not what was asked for.
  virtual Result<Advice> advise(const tasks::Task& task, const std::string& candidate,
                                const std::stop_token& stop) = 0;
  Result<Advice> advise(const tasks::Task& task, const std::string& candidate) {
    return advise(task, candidate, {});
  }
};

}  // namespace nereid::advise
