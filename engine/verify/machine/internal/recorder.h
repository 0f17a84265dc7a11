// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/tape.h"

namespace nereid::verify::machine {

/// Keeps what one program does: the runner tells it of each step of that program.
class Recorder {
 public:
  Recorder(const Code& code, std::span<const Buffer> buffers, const TapeRequest& request);

  std::uint32_t program() const { return request_.program; }
  /// The program is about to run its first step.
  void begin(const Frame& frame);
  /// The step with this number has been run.
  void ran(std::uint32_t step, const Frame& frame);
  Tape take() { return std::move(tape_); }

 private:
  std::uint32_t operation_of(const Note& note);
  std::uint32_t value_at(const Note::Value& operand, const Frame& frame);
  std::uint32_t keep(std::uint32_t event, std::uint32_t result, const std::byte* from,
                     std::size_t bytes);
  std::uint32_t event(const Note& note, const Frame& frame);
  void addresses_of(const Note& note, TapeEvent& event, std::uint32_t number, const Frame& frame);
  bool is_full();

  const Code& code_;
  TapeRequest request_;
  Tape tape_;
  std::unordered_multimap<std::uint32_t, const Note*> by_step_;
  std::unordered_map<Place, const Note*> constants_;
  std::unordered_map<const Note*, std::uint32_t> operations_;
  std::unordered_map<Place, std::uint32_t> written_;  ///< values
};

}  // namespace nereid::verify::machine
