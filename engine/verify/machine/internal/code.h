// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "engine/verify/machine/internal/assembly.h"
#include "engine/verify/machine/internal/ir.h"
#include "engine/verify/machine/internal/lane_operation.h"
#include "engine/verify/machine/internal/mark.h"
#include "engine/verify/machine/internal/recent_stores.h"
#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {

class Memory;
struct Frame;
struct Step;

/// Where a value lies in the arena of a program.
using Place = std::uint32_t;
inline constexpr Place kNoPlace = ~0U;

using Run = void (*)(const Step& step, Frame& frame);

/// What a step is to those who follow values.
enum class StepRole : std::uint8_t {
  kPlain,
  kMove,   ///< takes a value to another place: it stays the same value
  kCount,  ///< the counter of a loop goes on
};

/// One operation made ready: everything that is known before running is looked up.
struct Step {
  Run run = nullptr;
  LaneFunction lanes = nullptr;
  Place out = kNoPlace;
  std::array<Place, 3> in = {kNoPlace, kNoPlace, kNoPlace};
  std::uint32_t count = 1;   ///< lanes of the result, for each lane of a region that is being run
  std::uint32_t target = 0;  ///< of jumps: a step
  std::uint32_t bytes = 0;   ///< of a lane, or what an address counts in
  std::uint32_t source = 0;  ///< of Code::sources
  Counter counter = Counter::kNone;
  std::uint8_t each = 1;   ///< what a lane adds to the counter
  std::uint8_t shape = 0;  ///< of Code::shapes, for marks of the book
  StepRole role = StepRole::kPlain;
  const void* detail = nullptr;
};

/// Where a step comes from.
struct Source {
  std::string_view operation;
  std::uint32_t location = kNoLocation;
};

/// A copy whose input is not in the order of its output: `strides` of the input, in elements.
struct StridedCopy {
  int rank = 0;
  std::array<std::int64_t, kMaxRank> shape = {};
  std::array<std::int64_t, kMaxRank> strides = {};
};

/// A region over lanes: a reduction or a scan.
struct LaneRegion {
  struct Lane {
    Place from = kNoPlace;  ///< the operand
    Place work = kNoPlace;  ///< between two rounds
    Place left = kNoPlace;  ///< the region's arguments
    Place right = kNoPlace;
    Place one_left = kNoPlace;  ///< of one lane, where the region runs once for each
    Place one_right = kNoPlace;
    std::uint32_t bytes = 0;
  };
  struct Given {
    Place value = kNoPlace;  ///< what the region returns
    Place one = kNoPlace;    ///< of one lane
    Place out = kNoPlace;    ///< the result
    std::uint32_t bytes = 0;
  };
  std::vector<Lane> lanes;
  std::vector<Given> given;
  std::size_t outer = 1, length = 1, inner = 1;  ///< elements before, along and behind the axis
  bool reverse = false;
  bool by_lane = false;              ///< has branches, loops or calls
  std::uint32_t begin = 0, end = 0;  ///< steps
};

/// A function of scalars over the lanes of tensors, `pack` lanes at once.
struct MapRegion {
  struct Piece {
    Place tensor = kNoPlace;
    Place lanes = kNoPlace;  ///< what the region takes or gives
    std::uint32_t bytes = 0;
    std::uint32_t part = 0;  ///< which of `pack` lanes
  };
  std::vector<Piece> taken, given;
  std::size_t width = 1, pack = 1;   ///< calls of the function, lanes of each
  std::uint32_t begin = 0, end = 0;  ///< steps
};

/// Places that a step has no room for.
struct OperandPlaces {
  std::vector<Place> places;
};

/// A sum or a difference of a product, for launches that fuse them: its factors and the other
/// operand.
struct FusedSum {
  LaneFunction lanes = nullptr;
  std::array<Place, 3> in = {};
};

/// Conditions of the text whose outcomes are noted, see compared.h: comparisons of floating-point
/// numbers, such of whole numbers of which one side comes of memory, and what is made of them by
/// "and", "or" and "exclusive or".
struct Condition {
  std::uint32_t source = 0;       ///< of Code::sources
  std::vector<std::uint32_t> of;  ///< of Code::conditions: the comparisons that it is made of
  bool is_whole = false;          ///< of whole numbers, all of them
  /// What a comparison compares is made by adding these (shifted_numbers.h): a condition of its own
  /// with the outcomes of that one.
  std::vector<double> numbers = {};
};
/// One that is made of others, as a step.
struct JoinedCondition {
  std::uint32_t number = 0;  ///< of Code::conditions
};
struct NotedComparison {
  std::uint32_t number = 0;     ///< of Code::conditions
  std::uint32_t bytes = 0;      ///< of a lane of the operands
  LaneFunction wide = nullptr;  ///< to double; null: as it is
};

struct Product {
  std::size_t batch = 1, m = 1, n = 1, k = 1;
  Element a = Element::kF32, b = Element::kF32, c = Element::kF32;
  LaneFunction read_a = nullptr, read_b = nullptr, read_c = nullptr;  ///< to float; null: as it is
  LaneFunction keep_c = nullptr;
  Place wide_a = kNoPlace, wide_b = kNoPlace, wide_c = kNoPlace;  ///< as float
  bool tf32 = false;
  DotKind kind = DotKind::kSingle;
};

enum class AtomicKind : std::uint8_t {
  kAnd,
  kOr,
  kXor,
  kAdd,
  kAddF,
  kMaxS,
  kMinS,
  kMaxU,
  kMinU,
  kExchange,
  kCompare
};

/// A product of matrices with scales of 8 bits (e8m0) for every 32 elements along K.
struct ScaledProduct {
  struct Side {
    Place values = kNoPlace, scales = kNoPlace;  ///< no scales: all 1
    Place wide = kNoPlace;                       ///< as float: [M, K] of a, [K, N] of b
    LaneFunction read = nullptr;                 ///< to float; null: pairs of e2m1
    bool along_k = true;                         ///< in which dimension those are packed
  };
  std::size_t batch = 1, m = 1, n = 1, k = 1;
  Side a, b;
  DotKind kind = DotKind::kSmallFloat;
};

struct Access {
  Element element = Element::kF32;
  bool is_volatile = false;
  AtomicKind atomic = AtomicKind::kAdd;
  bool acquires = false, releases = false;
  bool system_wide = true;         ///< orders programs: scope gpu or sys, not cta
  bool is_used = true;             ///< something takes what was there before an atomic operation
  std::uint32_t widest_store = 0;  ///< lanes; see dependent_stores.h
};

/// tensor descriptors: address, sizes and strides lie one behind another, 8 bytes each.
struct BlockAccess {
  int rank = 0;
  std::array<std::int64_t, kMaxRank> block = {};
  std::vector<Place> offsets;
  Element element = Element::kF32;
  Place addresses = kNoPlace, mask = kNoPlace;  ///< of each element, made while running
  bool rows = false;  ///< a gather or a scatter: offsets[0] is a tensor of row numbers
  AtomicKind atomic = AtomicKind::kAdd;
};

struct DescriptorParts {
  int rank = 0;
  std::vector<Place> sizes, strides;
};

struct Gather {
  std::size_t length = 1;  ///< of the source, along the axis
  std::array<std::int64_t, kMaxRank> shape = {},
                                     strides = {};  ///< of the indices; strides of the source
  int rank = 0;
  int axis = 0;
  std::uint32_t index_bytes = 4;
};

/// A load that the compiler makes before stores that come before it in the text; see early_loads.h.
struct EarlyLoad {
  std::uint32_t stages = 0;   ///< of the loop itself; 0: those of the launch
  std::uint32_t level = 0;    ///< loads between it and a product of matrices
  std::uint32_t deepest = 0;  ///< of all loads of the loop
  std::uint32_t chain = 1;    ///< such loads from it, inclusive, to the last operation
  /// How many iterations before its own it is made.
  std::uint32_t iterations(std::uint32_t stages_of_launch) const;
};

/// tt.divisibility, tt.contiguity and tt.constancy of a value, by dimension; see hints.h.
struct Hint {
  Type type;
  std::array<std::int64_t, kMaxRank> divisibility = {}, contiguity = {}, constancy = {};
};

struct Print {
  std::string prefix;
  struct Value {
    Place place = kNoPlace;
    Type type;
  };
  std::vector<Value> values;
};

struct Text {
  std::string text;
};

/// Inline assembly: its instructions, and where values and registers lie.
struct AssemblyCall {
  AssemblyCode code;
  std::vector<Place> inputs, outputs;
  Place registers = kNoPlace;
};

using Detail =
    std::variant<AssemblyCall, StridedCopy, LaneRegion, MapRegion, OperandPlaces, FusedSum,
                 JoinedCondition, NotedComparison, Product, ScaledProduct, Access, BlockAccess,
                 DescriptorParts, Gather, EarlyLoad, Print, Text, Hint>;

/// A pointer argument's hints, and where arguments go.
struct Parameter {
  Type type;
  Place place = kNoPlace;
  std::int64_t divisibility = 1;
};

/// An operation, and where its values lie: for those who follow them. It is done when its step
/// `last` has been run and `next` is up; without steps (a constant) it is always done.
struct Note {
  struct Value {
    Place place = kNoPlace;
    Type type;
    std::string_view name;
  };
  const Operation* operation = nullptr;
  std::vector<Value> operands, results;
  bool has_steps = false;
  std::uint32_t last = 0, next = 0;
};

/// A kernel as steps. Immutable.
struct Code {
  Module module;
  std::string name;
  std::string file;  ///< of the kernel's own source
  std::vector<Step> steps;
  std::vector<Source> sources;
  std::vector<Condition> conditions;
  std::deque<Detail> details;
  std::vector<Note> notes;
  std::vector<Parameter> parameters;
  std::vector<std::byte> constants;  ///< the beginning of every arena
  std::size_t arena_bytes = 0;
  std::size_t smallest_access = 8;    ///< bytes
  std::uint32_t pipelined_loops = 0;  ///< that store, and load early
  bool has_atomics = false;
  bool has_exchanges = false;  ///< of them, such that go by what was there (atomic_cas)
  bool casts_pointers =
      false;  ///< so that accesses may have other sizes than their buffer's elements
};

/// One program that runs: all of its state.
struct Frame {
  std::byte* arena = nullptr;
  std::uint32_t pc = 0;
  std::size_t width = 1;  ///< lanes of the region that is being run
  const Code* code = nullptr;
  Memory* memory = nullptr;
  bool stop = false;  ///< leave the loop over steps: finished, or another program's turn
  bool finished = false;
  std::uint64_t more_steps = 0;  ///< that one step ran inside of itself
  std::uint32_t program = 0;     ///< linear
  std::array<std::int32_t, 3> at = {};
  std::array<std::int32_t, 3> grid = {};
  std::uint32_t epoch = 1;
  bool has_news = true;             ///< it has touched memory since it last released something
  std::vector<RecentStores> loops;  ///< pipelined ones; empty before the first begins

  template <class T>
  T* place(Place where) const {
    return reinterpret_cast<T*>(arena + where);
  }
};

}  // namespace nereid::verify::machine
