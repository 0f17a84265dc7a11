// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {

/// Makes the steps of a kernel: a place in the arena for each value, one step after another, jumps
/// for control flow. Functions that are called become part of their caller.
class Lowering {
 public:
  Lowering(const Module& module, Code& code) : module_(module), code_(code) {}

  /// The whole kernel. False: `error()` says why not.
  bool kernel(const Function& function);
  const Error& error() const { return *error_; }
  bool refuse(const Operation& operation, const std::string& message,
              ErrorCode code = ErrorCode::kUnsupported);

  // ---- what the rows of the table use -----------------------------------------------------------
  const Type& type(ValueId value) const;
  const Type& operand_type(const Operation& operation, std::size_t which) const {
    return type(operation.operands.at(which));
  }
  const Type& result_type(const Operation& operation, std::size_t which = 0) const {
    return type(operation.results.at(which));
  }
  /// Where an operand lies; in a region over lanes one from outside is copied to all of its lanes
  /// first.
  Place operand(const Operation& operation, std::size_t which);
  Place place(const Operation& operation, ValueId value);
  /// A new place for a result.
  Place result(const Operation& operation, std::size_t which = 0);
  /// A result that lies where another value lies.
  void alias(ValueId value, Place place);
  Place allocate(std::size_t bytes);
  /// A place of the constants, and its bytes to be filled.
  std::byte* constant(std::size_t bytes, Place& place);

  /// A step of this operation: its operands (up to three) and its first result, if it has one.
  Step step(const Operation& operation, Run run);
  /// The number of where an operation comes from.
  std::uint32_t source(const Operation& operation);
  void add(const Step& step) { code_.steps.push_back(step); }
  /// Adds a step that only moves its operand; if that is a product, its factors move along where
  /// products are fused with sums.
  void add_moving(const Step& step, Element element);
  /// The factors of a product of floating-point numbers that lies somewhere.
  struct Factors {
    Element element = Element::kF32;
    Place a = kNoPlace, b = kNoPlace;
  };
  void note_product(Place place, const Factors& factors) { products_[place] = factors; }
  const Factors* factors_of(Place place, Element element) const;
  /// A condition whose outcomes are noted, at the place that `step` writes to; its number. `of`:
  /// the comparisons that it is made of, none for a comparison; `is_whole`: of whole numbers.
  std::uint32_t new_condition(const Step& step, std::vector<std::uint32_t> of, bool is_whole);
  /// The comparisons that a condition at this place is made of.
  std::vector<std::uint32_t> conditions_at(Place place) const;
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.steps.size()); }
  Step& at(std::uint32_t step) { return code_.steps.at(step); }
  template <class T>
  T& detail(Step& step, T value) {
    code_.details.emplace_back(std::move(value));
    T& kept = std::get<T>(code_.details.back());
    step.detail = &kept;
    return kept;
  }
  /// The number of a shape, for marks: equal blocks are laid out alike.
  std::uint8_t shape_of(const Type& type);
  /// Lanes of the widest store that depends on a load; see dependent_stores.h.
  std::uint32_t widest_store(const Operation& load);
  /// Whether some operation takes the value.
  bool is_used(ValueId value) const;
  /// Whether an operand depends on what kernels read from memory; see dependent_stores.h.
  bool is_of_memory(const Operation& operation, std::size_t which);
  /// Numbers from which an operand is made by additions; see shifted_numbers.h.
  const std::vector<double>& shifted(const Operation& operation, std::size_t which);
  Code& code() { return code_; }
  bool in_lanes() const { return lane_region_ != 0; }
  /// Lanes that a region has room for; 1 outside of one.
  std::size_t lane_width() const { return width_; }

  /// The step that makes the counter of a loop go on was just added.
  void note_count(const Operation& operation, ValueId counter, Place place);

  /// A loop whose loads may come before stores that they meet is about to be made: from here on to
  /// leave_loop, which is for those that this is true of, steps behind loads and stores watch that.
  bool enter_loop(const Operation& loop);
  void begin_iteration();
  void leave_loop() { loops_.pop_back(); }

  /// Values that go to other places all at once.
  void move(const Operation& operation, const std::vector<Place>& from,
            const std::vector<Place>& to, const std::vector<Type>& types);
  bool region_body(const Region& region);
  bool inline_call(const Operation& operation);
  /// A region that runs over up to `width` lanes; its arguments lie at the places given.
  bool lane_region(const Region& region, std::size_t width, const std::vector<Place>& arguments,
                   std::vector<Place>& given, std::uint32_t& begin, std::uint32_t& end);
  /// A region with control flow, for one lane; what it returns goes to the places `given`.
  bool one_lane_region(const Region& region, const std::vector<Place>& arguments,
                       const std::vector<Place>& given, std::uint32_t& begin, std::uint32_t& end);
  bool branch(const Operation& operation, const Successor& successor);
  bool function_return(const Operation& operation);

 private:
  struct Value {
    Place place = kNoPlace;
    std::uint32_t region = 0;  ///< over lanes, in which it was made; 0: none
  };
  struct Call {
    const Function* function = nullptr;
    const Region* body = nullptr;  ///< whose blocks are branched to
    std::vector<Value> values;
    std::vector<Place> results;
    std::vector<std::uint32_t> returns;                          ///< steps that jump to its end
    std::vector<std::uint32_t> blocks;                           ///< first steps
    std::vector<std::pair<std::uint32_t, std::uint32_t>> jumps;  ///< step, block
  };

  /// A loop that is watched.
  struct Loop {
    std::uint32_t number = 0;
    std::unordered_map<const Operation*, EarlyLoad> loads;
  };

  bool operation(const Operation& operation);
  void watch(const Operation& operation, const Step& access);
  void note(const Operation& operation, std::uint32_t begin);
  bool function_blocks(const Operation* caller);

  const Module& module_;
  Code& code_;
  std::optional<Error> error_;
  std::vector<Call> calls_;
  std::vector<Type> shapes_ = {Type::scalar(Element::kI32)};  ///< the first one: Mark::kScalarShape
  std::map<const Function*, std::unordered_map<const Operation*, std::uint32_t>> stores_;
  std::map<const Function*, std::vector<bool>> of_memory_;
  std::map<const Function*, std::vector<std::vector<double>>> shifted_;
  std::map<std::pair<std::string_view, std::uint32_t>, std::uint32_t> sources_;
  std::unordered_map<Place, Factors> products_;
  std::unordered_map<Place, std::vector<std::uint32_t>> conditions_;
  std::map<std::pair<Place, std::uint32_t>, Place> spread_;  ///< copies in a region over lanes
  std::vector<Loop> loops_;
  std::size_t width_ = 1;
  std::uint32_t lane_region_ = 0;  ///< its number; 0: none
  std::uint32_t lane_regions_ = 0;
  bool one_lane_ = false;  ///< in a region that runs once for each lane
  std::size_t constants_ = 0;
  bool constants_done_ = false;
  std::size_t operations_ = 0;
};

// ---- one function for each way of becoming steps; the table names them
// -----------------------------
bool lower_lanes(Lowering& to, const Operation& operation);
/// To a narrower type: to the nearest, or towards zero where it says so.
bool lower_rounded(Lowering& to, const Operation& operation);
bool lower_constant(Lowering& to, const Operation& operation);
bool lower_range(Lowering& to, const Operation& operation);
bool lower_alias(Lowering& to, const Operation& operation);
bool lower_add_pointer(Lowering& to, const Operation& operation);
bool lower_extern(Lowering& to, const Operation& operation);
bool lower_assembly(Lowering& to, const Operation& operation);
bool lower_splat(Lowering& to, const Operation& operation);
bool lower_broadcast(Lowering& to, const Operation& operation);
bool lower_transpose(Lowering& to, const Operation& operation);
bool lower_reshape(Lowering& to, const Operation& operation);
bool lower_join(Lowering& to, const Operation& operation);
bool lower_split(Lowering& to, const Operation& operation);
bool lower_gather(Lowering& to, const Operation& operation);
bool lower_histogram(Lowering& to, const Operation& operation);
bool lower_reduce(Lowering& to, const Operation& operation);
bool lower_scan(Lowering& to, const Operation& operation);
bool lower_map(Lowering& to, const Operation& operation);
bool lower_dot(Lowering& to, const Operation& operation);
bool lower_scaled_dot(Lowering& to, const Operation& operation);
/// Checks what a value is said to be, if it is said to be anything.
bool lower_hints(Lowering& to, const Operation& operation);
/// tl.assume: a condition that the compiler takes for granted.
bool lower_assume(Lowering& to, const Operation& operation);
bool lower_load(Lowering& to, const Operation& operation);
bool lower_store(Lowering& to, const Operation& operation);
bool lower_atomic(Lowering& to, const Operation& operation);
bool lower_descriptor(Lowering& to, const Operation& operation);
bool lower_block_load(Lowering& to, const Operation& operation);
bool lower_block_store(Lowering& to, const Operation& operation);
bool lower_program_id(Lowering& to, const Operation& operation);
bool lower_for(Lowering& to, const Operation& operation);
bool lower_if(Lowering& to, const Operation& operation);
bool lower_while(Lowering& to, const Operation& operation);
bool lower_branch(Lowering& to, const Operation& operation);
bool lower_return(Lowering& to, const Operation& operation);
bool lower_call(Lowering& to, const Operation& operation);
bool lower_assert(Lowering& to, const Operation& operation);
bool lower_print(Lowering& to, const Operation& operation);
bool lower_barrier(Lowering& to, const Operation& operation);
/// Makes no step: the end of a region, which its owner reads.
bool lower_nothing(Lowering& to, const Operation& operation);

/// Passing it, threads of a program have met.
void pass_barrier(Frame& frame);
/// The same where threads of several warps have parts of an axis of this length. Within a warp a
/// GPU shuffles, and no barrier is needed for that. A block of one dimension (`is_alone`) is dealt
/// to all warps, a lane for each thread first; a row of several may lie in one warp, with elements
/// of 16 bytes in all for each of its threads.
void meet_across_warps(std::size_t length, bool is_alone, Frame& frame);

}  // namespace nereid::verify::machine
