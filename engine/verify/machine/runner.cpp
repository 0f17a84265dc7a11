// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

#include "engine/base/random.h"
#include "engine/verify/machine/internal/recorder.h"

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kResidentBytes = 256U << 20U;  // arenas of programs that take turns
constexpr std::size_t kMaxResident = 1024;
constexpr std::uint32_t kLongestTurn = 4;   // atomic operations
constexpr std::uint32_t kHurriedTurn = 64;  // likewise, of one program of so many:
constexpr std::uint32_t kHurriedOneIn = 4;
// In one launch of so many with an atomic_cas all programs go side by side, an atomic operation
// each: who wants to exchange what another one has changed meanwhile tries again as often as there
// are others.
constexpr std::uint64_t kSideBySideOneIn = 2, kSideBySideStream = 6;
constexpr std::size_t kMostSideBySide = 300;
constexpr std::uint64_t kIdleTurns = 2000;           // of each program, without a change of memory
constexpr std::uint64_t kStepsAtOnce = 1ULL << 20U;  // between two looks at the limit
constexpr std::size_t kArenaAlignment = 64;

struct AlignedDelete {
  void operator()(std::byte* bytes) const {
    ::operator delete[](bytes, std::align_val_t(kArenaAlignment));
  }
};
using Arena = std::unique_ptr<std::byte[], AlignedDelete>;

/// A program and its values.
struct Resident {
  Arena arena;
  Frame frame;
};

class Runner {
 public:
  Runner(const Code& code, const Launch& launch, Memory& memory, Recorder* recorder)
      : code_(code), launch_(launch), memory_(memory), recorder_(recorder) {
    programs_ = static_cast<std::uint64_t>(launch.grid[0]) *
                static_cast<std::uint64_t>(launch.grid[1]) *
                static_cast<std::uint64_t>(launch.grid[2]);
    if (!launch.only.empty()) {
      order_ = launch.only;
      return;
    }
    order_.resize(programs_);
    std::iota(order_.begin(), order_.end(), 0U);
    if (!launch.in_order)
      for (std::uint64_t i = programs_; i > 1; --i) std::swap(order_[i - 1], order_[draw(i) % i]);
  }

  std::uint64_t run() {
    is_side_by_side_ = code_.has_exchanges && !launch_.in_order &&
                       order_.size() <= kMostSideBySide &&
                       mix_seed(launch_.seed, kSideBySideStream, 0) % kSideBySideOneIn == 0;
    if (code_.has_atomics && programs_ > 1)
      in_turns();
    else
      one_by_one();
    return steps_;
  }

 private:
  std::uint64_t draw(std::uint64_t index) const { return mix_seed(launch_.seed, 1, index); }
  bool hurries(std::uint32_t program) const {
    return !launch_.in_order && mix_seed(launch_.seed, 2, program) % kHurriedOneIn == 0;
  }
  bool over() const { return memory_.is_full() || steps_ >= launch_.max_steps; }

  Resident resident() const {
    Resident made;
    made.arena.reset(static_cast<std::byte*>(
        ::operator new[](std::max<std::size_t>(code_.arena_bytes, kArenaAlignment),
                         std::align_val_t(kArenaAlignment))));
    std::memset(made.arena.get(), 0, code_.arena_bytes);
    std::copy(code_.constants.begin(), code_.constants.end(), made.arena.get());
    for (std::size_t i = 0; i < code_.parameters.size(); ++i)
      set_argument(code_.parameters[i], launch_.arguments[i], made.arena.get());
    return made;
  }

  static void set_argument(const Parameter& parameter, const Argument& argument, std::byte* arena) {
    if (!argument.descriptor.empty()) {
      std::memcpy(arena + parameter.place, argument.descriptor.data(),
                  argument.descriptor.size() * sizeof(std::int64_t));
      return;
    }
    const Element element = parameter.type.element;
    std::uint64_t bits = static_cast<std::uint64_t>(argument.integer);
    if (element == Element::kI1) bits = argument.integer != 0 ? 1 : 0;
    if (is_float(element)) {
      const void* in = &argument.real;
      bits = std::bit_cast<std::uint64_t>(argument.real);
      if (element != Element::kF64)
        if (const LaneFunction narrow =
                lane_function(LaneOperation::kFpCast, Element::kF64, element))
          narrow(&bits, &in, 1);
    }
    std::memcpy(arena + parameter.place, &bits, sizeof bits);
  }

  void begin(Resident& resident, std::uint32_t program) const {
    Frame& frame = resident.frame;
    frame = Frame{};
    frame.arena = resident.arena.get();
    frame.code = &code_;
    frame.memory = &memory_;
    frame.program = program;
    frame.grid = launch_.grid;
    const auto x = static_cast<std::uint32_t>(launch_.grid[0]);
    const auto y = static_cast<std::uint32_t>(launch_.grid[1]);
    frame.at = {static_cast<std::int32_t>(program % x), static_cast<std::int32_t>(program / x % y),
                static_cast<std::int32_t>(program / x / y)};
    if (is_recorded(frame)) recorder_->begin(frame);
  }

  bool is_recorded(const Frame& frame) const {
    return recorder_ && recorder_->program() == frame.program;
  }

  // Runs at most `most` steps; those that are left.
  std::uint64_t run_steps(Frame& frame, std::uint64_t most) const {
    const Step* steps = code_.steps.data();
    for (; most != 0 && !frame.stop; --most) {
      const Step& step = steps[frame.pc++];
      step.run(step, frame);
    }
    return most;
  }

  std::uint64_t run_recorded(Frame& frame, std::uint64_t most) const {
    for (; most != 0 && !frame.stop; --most) {
      const std::uint32_t number = frame.pc++;
      const Step& step = code_.steps[number];
      step.run(step, frame);
      recorder_->ran(number, frame);
    }
    return most;
  }

  // Until it ends, or hands over; false: the launch is over.
  bool turn(Frame& frame) {
    frame.stop = false;
    while (!frame.stop) {
      const std::uint64_t most =
          std::min(kStepsAtOnce, launch_.max_steps - std::min(steps_, launch_.max_steps));
      const std::uint64_t left =
          is_recorded(frame) ? run_recorded(frame, most) : run_steps(frame, most);
      steps_ += most - left + std::exchange(frame.more_steps, 0);
      if (over()) {
        if (steps_ >= launch_.max_steps)
          memory_.report(FindingKind::kEndless, source_of(frame), frame,
                         fmt::format("the launch has run {} operations", steps_));
        return false;
      }
    }
    return true;
  }

  std::uint32_t source_of(const Frame& frame) const {
    return frame.pc > 0 ? code_.steps[frame.pc - 1].source : 0;
  }

  void one_by_one() {
    Resident only = resident();
    for (const std::uint32_t program : order_) {
      begin(only, program);
      // Without another program a turn that is handed over comes back.
      while (!only.frame.finished)
        if (!turn(only.frame)) return;
    }
  }

  void in_turns() {
    const std::size_t room =
        std::max<std::size_t>(kResidentBytes / std::max<std::size_t>(code_.arena_bytes, 1), 1);
    const std::size_t count = std::min({room, kMaxResident, order_.size()});
    std::vector<Resident> residents;
    std::size_t next = 0;
    for (; next < count; ++next) {
      residents.push_back(resident());
      begin(residents.back(), order_[next]);
    }
    std::uint64_t draws = programs_ + 1, idle = 0, changes = memory_.changes();
    while (!residents.empty()) {
      for (std::size_t i = 0; i < residents.size();) {
        Frame& frame = residents[i].frame;
        // Programs meet at the first atomic operation of each, so that what one does before and
        // behind it is not in order by chance. But some run on, since a GPU may run one to its end
        // before another one begins.
        const std::uint64_t drawn = draw(draws++) % kLongestTurn + 1;
        const std::uint64_t most = is_side_by_side_         ? 1
                                   : hurries(frame.program) ? kHurriedTurn
                                   : frame.pc == 0          ? 1
                                                            : drawn;
        for (std::uint64_t turns = most; turns > 0; --turns)
          if (frame.finished || !turn(frame)) break;
        if (over()) return;
        if (!frame.finished) {
          ++i;
        } else if (next < order_.size()) {
          begin(residents[i], order_[next++]);
          ++i;
          idle = 0;
        } else {
          std::swap(residents[i], residents.back());
          residents.pop_back();
          idle = 0;
        }
      }
      idle = memory_.changes() == changes ? idle + 1 : 0;
      changes = memory_.changes();
      if (idle > kIdleTurns && !residents.empty()) {
        const Frame& waiting = residents.front().frame;
        memory_.report(FindingKind::kEndless, source_of(waiting), waiting,
                       "every program waits for another one");
        return;
      }
    }
  }

  const Code& code_;
  const Launch& launch_;
  Memory& memory_;
  Recorder* recorder_;
  std::uint64_t programs_ = 0;
  std::uint64_t steps_ = 0;
  bool is_side_by_side_ = false;
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::uint64_t run_programs(const Code& code, const Launch& launch, Memory& memory,
                           Recorder* recorder) {
  return Runner(code, launch, memory, recorder).run();
}

}  // namespace nereid::verify::machine
