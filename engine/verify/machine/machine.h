// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::verify::machine {

struct Code;
struct Tape;
struct TapeRequest;

/// Memory that a kernel may reach: the addresses [address, address + bytes) of its pointers mean
/// `data`.
struct Buffer {
  std::uint64_t address = 0;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::size_t element_bytes = 4;  ///< of what is kept there: 1, 2, 4 or 8
  std::string name;               ///< for findings
  /// If not null, `bytes` flags: those of what a launch stored become 1.
  std::uint8_t* stored = nullptr;
};

/// One argument of a kernel, in the order of its signature: a pointer's address or a whole number,
/// a number with a fraction for f16, bf16, f32 and f64, or a tensor descriptor.
struct Argument {
  std::int64_t integer = 0;
  double real = 0;
  std::vector<std::int64_t> descriptor;  ///< address, sizes, strides in elements

  static Argument of(std::int64_t value) { return {value, static_cast<double>(value), {}}; }
  static Argument of_real(double value) { return {static_cast<std::int64_t>(value), value, {}}; }
};

struct Launch {
  std::array<std::int32_t, 3> grid = {1, 1, 1};
  std::vector<Argument> arguments;
  std::uint64_t seed = 0;                 ///< order of the programs, and where they take turns
  std::uint64_t max_steps = 1ULL << 36U;  ///< operations, of all programs; above it the launch ends
  std::size_t max_findings = 16;
  bool in_order = false;  ///< one program after another by number, whatever the seed
  /// Products that ask for TF32 cut their inputs off as tensor cores do; else they are exact.
  bool rounds_tf32 = true;
  /// Functions that a GPU has but approximately (division, square root, exp, sin, ... of f32, and
  /// those of libdevice) err within what CUDA documents, by seed; else they are as near as can be.
  bool approximates = true;
  /// Products that a sum or a difference takes are not rounded before, as compilers make one
  /// operation of the two; else they are.
  bool fuses = false;
  /// Buffers are addresses without memory: loads give zeros, what is stored goes nowhere, and
  /// nothing but what lies outside of them is found.
  bool is_hollow = false;
  std::vector<std::uint32_t> only = {};  ///< programs that run, by number; none: all
  std::uint32_t warps = 4;               ///< of each program
  std::uint32_t stages = 3;              ///< of loops that say nothing of their own: num_stages
};

enum class FindingKind : std::uint8_t {
  kOutOfBounds,  ///< an access outside of all buffers
  kMisaligned,   ///< an address that is no multiple of the element's size
  kRace,         ///< programs meet at an element and nothing orders them
  kUnordered,    ///< lanes of one program meet at an element without a barrier in between
  kFalseHint,    ///< tt.divisibility and others that do not hold
  kAssertion,    ///< a device assertion failed
  kEndless,      ///< too many steps, or nobody makes progress
  kOutOfRange,   ///< a gather outside of its tensor, a loop whose step is not above 0
};
/// "out of bounds", "race", ...
std::string_view finding_name(FindingKind kind);

struct SourceFrame {
  std::string file;
  int line = 0;
  int column = 0;
};

/// Something that a GPU would not forgive.
struct Finding {
  FindingKind kind = FindingKind::kOutOfBounds;
  std::string kernel;
  std::string operation;             ///< "tt.load"
  std::vector<SourceFrame> sources;  ///< from the innermost function outwards
  /// The line in the kernel's own file; 0 if unknown.
  int line = 0;
  std::array<std::int32_t, 3> program = {};
  std::string buffer;         ///< of an access: which one, or the nearest
  std::int64_t element = -1;  ///< of the buffer; -1: none. May lie outside of it
  std::string what;           ///< "loads element 5 of x, which has 4"
  std::string message;        ///< a sentence with all of this
};

/// The arithmetic that a product of matrices asks for.
enum class DotKind : std::uint8_t {
  kHalf,
  kBfloat,
  kTf32,
  kTf32x3,
  kSingle,
  kDouble,
  kSmallFloat,  ///< 8 bits
  kInteger8,
  kInteger16,
  kKinds
};
inline constexpr std::size_t kDotKinds = static_cast<std::size_t>(DotKind::kKinds);
/// "fp16", "bf16", "tf32", ...
std::string_view dot_kind_name(DotKind kind);

/// What a launch did, over all of its programs.
struct Work {
  std::uint64_t steps = 0;         ///< operations
  std::uint64_t loaded_bytes = 0;  ///< of all active lanes, as those below
  std::uint64_t stored_bytes = 0;
  std::uint64_t atomic_bytes = 0;  ///< of atomic operations; part of both above
  std::uint64_t stored_lanes = 0;
  std::uint64_t distinct_loaded_bytes = 0;   ///< each byte once, atomic operations included
  std::uint64_t distinct_stored_bytes = 0;   ///< likewise
  std::uint64_t distinct_updated_bytes = 0;  ///< by atomic operations
  std::uint64_t transactions = 0;  ///< of 32 bytes, by the addresses of each load and store
  std::uint64_t atomics = 0;       ///< lanes
  std::uint64_t integer_operations = 0;
  std::uint64_t half_flops = 0;    ///< f16
  std::uint64_t bfloat_flops = 0;  ///< bf16, and 8-bit floating point
  std::uint64_t single_flops = 0;
  std::uint64_t double_flops = 0;
  std::array<std::uint64_t, kDotKinds> dot_flops = {};  ///< 2 M N K of each product
};

/// How far numbers reached; low > high: there were none.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

/// A comparison in the text of a kernel, or what is made of such by "and" and its like, over all
/// lanes of a launch: of floating-point numbers, or of whole ones of which one side comes of
/// memory. Outside of regions over lanes, such as those of a reduction.
struct Compared {
  int line = 0;                 ///< in the kernel's own file; 0 if unknown
  int nth = 0;                  ///< of those of that line
  std::vector<double> numbers;  ///< that an operand was in all lanes; but for 0, unless whole
  bool is_whole = false;        ///< of whole numbers, one side of which comes of memory
  bool was_true = false, was_false = false;
  Range left, right;  ///< finite operands of a comparison, until it had both outcomes
};

struct Outcome {
  std::vector<Finding> findings;
  Work work;
  std::vector<std::string> printed;  ///< by tt.print, one line each; the first 1,000
  std::vector<Compared> compared;    ///< those that were reached, in the order of the text
  /// Threads of a program of one warp met in memory without a barrier: in the order of the program,
  /// since a warp goes in step and the compiler cannot tell their addresses apart.
  bool in_step = false;
};

/// A kernel that was read, verified and made into steps. Immutable; any thread.
class Kernel {
 public:
  /// `text`: a module as Triton prints it (TTIR). `name`: of its function; empty: the only public
  /// one. Errors: kUnsupported names what the machine does not know and the line of the text;
  /// kCorrupt: this is no valid IR.
  static Result<Kernel> read(std::string text, std::string_view name = {});

  const std::string& name() const;
  /// Types of the arguments as the IR writes them: "!tt.ptr<f32>", "i32".
  std::vector<std::string> argument_types() const;
  /// Names of all operations that the text uses, sorted.
  std::vector<std::string> operations() const;
  /// Bytes that the values of one program take.
  std::size_t value_bytes() const;

  friend Result<Tape> record_tape(const Kernel& kernel, const Launch& launch,
                                  std::span<const Buffer> buffers, const TapeRequest& request);
  friend Result<std::optional<std::uint32_t>> program_that_stores(const Kernel& kernel,
                                                                  const Launch& launch,
                                                                  std::span<const Buffer> buffers,
                                                                  std::uint64_t address);

  /// Runs all programs of a grid on these buffers, in the calling thread. Findings are data; an
  /// Error says that the launch could not be tried (arguments, grid, buffers that overlap).
  Result<Outcome> run(const Launch& launch, std::span<const Buffer> buffers) const;

 private:
  explicit Kernel(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
  std::shared_ptr<const Code> code_;
};

/// Names of all operations that a text uses, sorted.
Result<std::vector<std::string>> operations_of(std::string text);

}  // namespace nereid::verify::machine
