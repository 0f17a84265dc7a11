// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/verify/judge/judge.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/stages/input_times.h"

namespace nereid::verify {

inline constexpr std::array<std::string_view, 2> kOtherSizes = {"larger_dims", "odd_dims"};

/// Outcomes so far of a comparison of numbers, or of several that are joined, and how far the
/// operands of a single one reached while it had but one.
struct ComparedSides {
  bool was_true = false, was_false = false;
  std::optional<std::array<double, 2>> left = {}, right = {};  ///< least and largest
  std::vector<double> numbers = {};  ///< that all forwards compared something with, rising
  bool is_known = false;             ///< some forward has
  bool is_whole = false;             ///< of whole numbers
};

/// A way of the candidate's Python that no call has gone (harness/candidate/branches.py).
struct UntriedWay {
  LineRange lines;
  bool is_function = false;  ///< the whole body of one
};

/// What a candidate did on one input.
struct WaysGone {
  const PreparedVariant* variant = nullptr;
  std::vector<std::string> kinds = {};  ///< of the kernels that ran
  std::vector<int> ways = {};           ///< of its Python, by their numbers
};

/// What the inputs of one candidate share. One thread.
struct InputRun {
  Attempt& attempt;
  InputTimes times;
  TimeLimit limit = TimeLimit::of_own_time(0);  ///< of the input that is being judged
  const PreparedVariant* original = nullptr;
  const PreparedVariant* before = nullptr;  ///< the last one that this run of the candidate served
  std::vector<const PreparedVariant*> served = {};  ///< those that passed
  Json unfit = Json::array();  ///< kernels that do not fit the GPU: launching them is an error
  int rounds = 0;              ///< how often such kernels were found
  bool again = false;          ///< the inputs must be run once more, without them
  bool is_tiny_open = true;    ///< the stage "tiny" is still to be judged
  /// The first input that the candidate has answered as with the task's own settings, though its
  /// constructor was given others.
  const PreparedVariant* fixed = nullptr;
  const PreparedVariant* linked = nullptr;  ///< whose launches' results were asked for
  std::optional<Bundle> stored = {};        ///< those
  bool is_again = false;                    ///< the forward under way is in place
  bool keeps_model = false;                 ///< or with the same model and other tensors
  /// The host has read values of the task, or has not launched the same for other values.
  bool is_unsteady = false;
  bool keeps_beside = false;     ///< the host says that calls leave something beside its models
  bool follows_weights = false;  ///< right in place with other weights: it has packed none
  bool knows_own = false;        ///< these processes have had the kernels of the task's own inputs
  /// Which of kOtherSizes have brought no other kernels.
  std::array<bool, kOtherSizes.size()> same_texts = {};
  std::vector<int> tiles;  ///< how long tiles of kernels have been so far, along any axis
  /// Wrong in place with other weights, or with a model that has been called; one that is made anew
  /// may be right.
  std::optional<Comparison> stale = {};
  bool compiled = false;  ///< what only some inputs launch has been compiled too
  double full_ms = 0;
  /// Inputs that are made for this candidate alone; null: none were asked for.
  std::shared_ptr<const PreparedReference> named = nullptr, compared = nullptr, beyond = nullptr;
  /// What the candidate did on each input that passed.
  std::vector<WaysGone> gone = {};
  /// Comparisons in its kernels, by kernel, line and which of that line.
  std::map<std::tuple<std::string, int, int>, ComparedSides> comparisons = {};
  /// By their numbers; nothing: no forward has told.
  std::optional<std::map<int, UntriedWay>> untried = {};
};

// ---- judge_input.cpp

bool is_own(
    const PreparedVariant& variant);  ///< of the task's own sizes, dtype and kinds of values
Stage stage_of(const PreparedVariant& variant);
bool has_tiny(const Attempt& attempt);
/// Of an input that was not judged yet.
InputResult result_of(const Attempt& attempt, const PreparedVariant& variant);
/// Takes a forward's answer `step`, whose outputs are in `output`, into the verdict; or leaves it
/// in `run.stale`, where a model made anew may be right.
void judge_answer(InputRun& run, const PreparedVariant& variant, const Step& step, int output,
                  double elapsed_ms);
/// What the answer `body`, whose outputs are in `output_fd`, is compared with the reference's.
Comparison judge_output(const PreparedVariant& variant, const Json& body, int output_fd, Maps maps,
                        const VerifyOptions& options);
/// "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0], error 0.77 against ..."
Reason reason_of(const Comparison& comparison, const PreparedVariant& variant);
/// Not the candidate's fault: a machine that cannot run it, or one of our own.
bool blames_nobody(const std::string& code);
/// PyTorch in the place of a kernel.
bool leaves_to_torch(std::string_view code);
/// Likewise the end of the candidate's processes.
void judge_end(InputRun& run, const PreparedVariant& variant, const Step& step, double elapsed_ms);

// ---- input_forwards.cpp

/// One input: in the candidate's processes, or in new ones, as often as it takes. Those that come
/// behind all others are left to run_closing.
void run_input(InputRun& run, const PreparedVariant& variant);
/// Behind all that can reject.
void run_closing(InputRun& run);
/// The candidate's processes, as they are or made anew; false: there are none.
bool has_processes(InputRun& run);

/// New processes, which have seen no inputs, or but `first` (then that is run.before); false: there
/// are none.
bool begin_unknowing(InputRun& run, const PreparedVariant* first);

// ---- fixed_settings.cpp

/// Whether `output`, which is wrong, is what the task's own settings give.
bool keeps_own_settings(const PreparedVariant& variant, int output);
/// Behind all inputs that candidates share: rejects who has done so, unless it takes no other sizes
/// than the task's own.
void judge_fixed_settings(InputRun& run);

// ---- kept_beside.cpp

/// Behind all inputs, for who keeps something beside its models (a table by no more than a size, a
/// weight in a module's name): other first calls than the task's own inputs, and another model that
/// is made and called in between.
void look_beside_models(InputRun& run);

// ---- beyond_inputs.cpp

/// Keeps which kinds of kernels ran on an input that has passed, and which ways the candidate's
/// Python went; `body`: the device's answer.
void note_ways(InputRun& run, const PreparedVariant& variant, const Json& body);
/// Behind all inputs: where larger sizes than the task's own have brought kernels of another kind,
/// these meet harsh values, edges, other arguments and another dtype, too. So do other arguments,
/// settings or another mode, for which the candidate goes a way that it goes on no other input.
void run_beyond(InputRun& run);

// ---- own_launches.cpp

/// Behind all inputs: what the candidate asks for at the task's own sizes, where the inputs are
/// smaller, or else at sizes far beyond, without memory. It rejects what is certain there: torch in
/// the kernel's place, a grid, a tile or an answer that no GPU takes; far beyond, only memory out
/// of bounds, and kernels that do a part of the work.
void look_without_values(InputRun& run);

// ---- named_inputs.cpp

/// Behind the inputs that all candidates of a task share: sizes beyond numbers that this one's text
/// names and no input has reached. A way for long rows, or a block that ends there, runs nowhere
/// else.
void run_named(InputRun& run);

// ---- compared_inputs.cpp

/// Takes what a forward's answer says of comparisons in the kernels.
void note_compared(InputRun& run, const Json& body);
/// Behind the inputs that all candidates share: values beside and beyond the numbers that this
/// one's kernels have compared with, with one outcome alone.
void run_compared(InputRun& run);

// ---- untried_ways.cpp

/// Takes what a forward's answer says of ways that were not gone.
void note_untried(InputRun& run, const Json& body);
/// The outermost of those that no forward has gone, in functions that were called.
std::vector<LineRange> untried_lines(const InputRun& run);

// ---- named_inputs.cpp

/// Whether inputs are made for this candidate alone: nothing speaks against it.
bool asks_for_more(const InputRun& run);
/// Judges such inputs.
void run_made_for_it(InputRun& run, const PreparedReference& made);

// ---- new_kernels.cpp

/// Shapes that only the larger inputs have may lead to kernels that the compiler has not seen. What
/// does not fit the GPU goes to `run.unfit`, and `run.again` is set.
void compile_the_rest(InputRun& run);

}  // namespace nereid::verify
