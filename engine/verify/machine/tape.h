// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {

inline constexpr std::uint32_t kNoTapeValue = std::numeric_limits<std::uint32_t>::max();

/// Name and type of an operand or a result.
struct TapeForm {
  std::string name;   ///< as the IR has it, which is that of the source's variable: "acc_3"
  std::string dtype;  ///< "f32", "i1", "!tt.ptr"
  std::vector<std::int64_t> shape;  ///< empty: a scalar
  std::size_t lanes() const;
};

/// Which lanes of its operands a lane of a result is made of.
enum class LaneRule : std::uint8_t {
  kNone,         ///< of none: an argument, a constant, the number of a program
  kEach,         ///< the same lane; of a scalar its one
  kBroadcast,    ///< the same place, 0 where the operand has size 1
  kTranspose,    ///< by `order`
  kConcatenate,  ///< the first half of the first operand, the second of the second
  kJoin,         ///< operands in turn
  kSplit,        ///< every second lane, by the number of the result
  kDot,          ///< a row of the first operand, a column of the second, the lane of the third
  kReduce,       ///< all along `axis`
  kScan,         ///< those before it along `axis`, and itself
  kGather,       ///< along `axis`, where the second operand says
  kAll,          ///< any
};

/// An operation of the kernel, however often it is done.
struct TapeOperation {
  std::string name;                  ///< "arith.mulf"
  std::vector<SourceFrame> sources;  ///< from the innermost function outwards
  int line = 0;                      ///< in the kernel's own file; 0 if unknown
  std::vector<TapeForm> operands, results;
  LaneRule rule = LaneRule::kNone;
  std::vector<int> order;  ///< of kTranspose
  int axis = 0;
  bool reverse = false;  ///< of a scan
  bool loads = false, stores = false;
  int addresses = -1, mask = -1;  ///< of an access: which operands, if any
};

/// One operation, done once. Values are numbers into Tape::values.
struct TapeEvent {
  std::uint32_t operation = 0;
  std::vector<std::uint32_t> operands, results;
  /// Of an access: the address of each lane and whether it takes part. kNoTapeValue: none of its
  /// own, all lanes.
  std::uint32_t addresses = kNoTapeValue, mask = kNoTapeValue;
};

/// A value that an event gave; its bytes stand in Tape::bytes.
struct TapeValue {
  std::uint32_t event = 0;
  std::uint32_t result = 0;  ///< which one of the event
  std::size_t at = 0;
};

/// What one line does at once: events [begin, end).
struct TapeStep {
  int line = 0;  ///< 0: unknown
  std::uint32_t begin = 0, end = 0;
};

/// Memory that the kernel could reach.
struct TapeBuffer {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_bytes = 4;
};

/// A lane's way back: a value, which of its lanes, and of which links it was made.
struct ChainLink {
  std::uint32_t value = kNoTapeValue;
  std::vector<std::uint32_t> lanes;  ///< ascending
  std::vector<std::size_t> from;     ///< numbers of links, each above this one's
};

/// Everything that one program of a launch did, in order, with all values. Plain data.
struct Tape {
  std::string kernel;
  std::string file;  ///< of the kernel
  std::array<std::int32_t, 3> program = {};
  std::array<std::int32_t, 3> grid = {};
  std::vector<TapeOperation> operations;
  std::vector<TapeEvent> events;
  std::vector<TapeValue> values;
  std::vector<TapeBuffer> buffers;
  std::vector<std::byte> bytes;
  bool is_cut = false;  ///< it did more than is kept

  const TapeOperation& operation_of(std::uint32_t event) const;
  const TapeForm& form(std::uint32_t value) const;
  /// A lane as a number; of a pointer its address.
  double number(std::uint32_t value, std::size_t lane) const;
  /// A lane as text: "0.79199219", "true", "x[37]".
  std::string text(std::uint32_t value, std::size_t lane) const;
  /// "x[37]" for an address; in hexadecimal digits if no buffer has it.
  std::string place_text(std::uint64_t address) const;
  /// Address of a lane of an access; nothing if the lane takes no part.
  std::optional<std::uint64_t> address(std::uint32_t event, std::size_t lane) const;
  /// The last event before `before` that stores to this address, and the lane of it.
  struct Store {
    std::uint32_t event = 0;
    std::size_t lane = 0;
  };
  std::optional<Store> store_to(std::uint64_t address, std::uint32_t before) const;
  /// Lanes of a load, a store or an atomic operation.
  std::size_t lanes_of_access(std::uint32_t event) const;
  /// The value that an event stores.
  std::uint32_t stored_value(std::uint32_t event) const;
  /// All events, by lines of the kernel's file as they ran one after another.
  std::vector<TapeStep> steps() const;

  /// The lanes of operand `which` that a lane of a value is made of; none of an address or a mask.
  std::vector<std::uint32_t> operand_lanes(std::uint32_t value, std::uint32_t lane,
                                           std::size_t which) const;

  /// What these lanes of a value were made of, the value itself first, back to loads, arguments and
  /// constants; through memory where this program stored what it loaded. Addresses and masks are
  /// not followed. At most `most` links.
  std::vector<ChainLink> chain(std::uint32_t value, std::vector<std::uint32_t> lanes,
                               std::size_t most = 4096) const;

  /// For files and other processes. Values are in base64.
  OrderedJson json() const;
  /// Errors: kCorrupt for what is no tape.
  static Result<Tape> of_json(const Json& json);
};

/// What to keep of a launch.
struct TapeRequest {
  std::uint32_t program = 0;  ///< linear number, the grid's x first
  std::size_t most_bytes = std::size_t{256} << 20U;
  std::size_t most_events = std::size_t{1} << 20U;
};

/// Runs a launch as Kernel::run does, and keeps all that one of its programs did.
/// Errors: those of Kernel::run, and kInvalidArgument for a program that the grid does not have.
Result<Tape> record_tape(const Kernel& kernel, const Launch& launch,
                         std::span<const Buffer> buffers, const TapeRequest& request);

/// Which program of a launch is the last to store at an address; nothing if none does. Runs it on a
/// copy of the buffers. Errors: those of Kernel::run, and kUnsupported above a million programs.
Result<std::optional<std::uint32_t>> program_that_stores(const Kernel& kernel, const Launch& launch,
                                                         std::span<const Buffer> buffers,
                                                         std::uint64_t address);

}  // namespace nereid::verify::machine
