// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/error_planter.h"

namespace nereid::tasks {

const std::vector<std::pair<std::string, std::string>>& error_classes() {
  static const std::vector<std::pair<std::string, std::string>> classes = {
      {"invented_function",
       "Calls a function that Triton does not have, such as tl.gelu, tl.relu or tl.tanh. (Two of "
       "the "
       "names, tl.add and tl.mul, do exist in Triton 3.6 and do no harm there.)"},
      {"swapped_operands",
       "Exchanges the operands of a subtraction, a division, a selection or two bounds."},
      {"missing_term", "Leaves out a factor or summand of the formula."},
      {"wrong_sign", "Has a plus for a minus, or the other way round."},
      {"wrong_constant", "Uses a constant that belongs to another formula."},
      {"wrong_function",
       "Uses a related function: minimum for maximum, cosine for sine, a product for a sum."},
      {"forgotten_division", "Forgets to divide by the number of elements or by the sum."},
      {"biased_divisor",
       "Divides a variance by n where the reference divides by n - 1, or the other way round."},
      {"missing_eps", "Leaves out the small constant that keeps a root or a quotient finite."},
      {"wrong_identity", "Fills masked lanes with 0 where the reduction needs an infinity."},
      {"missing_mask", "Loads, stores or reduces lanes beyond the end."},
      {"wrong_axis", "Reduces over the other axis of a tile."},
      {"floor_grid", "Rounds the number of programs down, so that the tail is not computed."},
      {"wrong_grid",
       "Starts one program per column where one per row is needed, or the other way round."},
      {"not_power_of_two",
       "Uses the length itself as block size, which Triton's arange refuses unless it is a power "
       "of two."},
      {"hard_coded_size", "Fixes the block at a size that longer rows do not fit into."},
      {"fixed_dtype", "Allocates the output in float32 whatever the dtype of the input is."},
      {"missing_keepdim",
       "Returns a shape without the reduced dimension where it is to be kept, or the other way "
       "round."},
      {"missing_argument", "Forgets an argument of the kernel at its launch."},
      {"undefined_name", "Uses a variable under a name that it does not have."},
  };
  return classes;
}

}  // namespace nereid::tasks
