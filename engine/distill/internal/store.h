// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/line_file.h"
#include "engine/base/result.h"
#include "engine/distill/distill.h"
#include "engine/verify/verdict.h"

namespace nereid::distill {

/// A task's fingerprint and a sample.
using Question = std::pair<std::string, int>;

/// What is on the disk of one question.
struct Kept {
  Answer answer;
  bool accepted = false;
  bool refused = false;
  std::string reason;  ///< of a refused one: "STAGE REASON"
};

/// The three files. One thread at a time.
class Store {
 public:
  /// Makes or opens them. Errors: kInvalidArgument for files of another source or of something
  /// else, kUnavailable where another process writes them, kCorrupt with the line.
  static Result<Store> open(const std::filesystem::path& out, const std::string& source);

  const std::map<Question, Kept>& kept() const { return kept_; }
  Result<void> add_answer(const tasks::Task& task, int sample, const Answer& answer);
  /// Writes the pair, or the negative.
  Result<void> settle(const tasks::Task& task, int sample, const Answer& answer,
                      const verify::Verdict& verdict);

 private:
  Store(LineFile answers, LineFile accepted, LineFile refused, std::map<Question, Kept> kept)
      : answers_(std::move(answers)),
        accepted_(std::move(accepted)),
        refused_(std::move(refused)),
        kept_(std::move(kept)) {}

  LineFile answers_, accepted_, refused_;
  std::map<Question, Kept> kept_;  ///< when they were opened
};

/// "static no_kernel".
std::string reason_text(const verify::Verdict& verdict);

}  // namespace nereid::distill
