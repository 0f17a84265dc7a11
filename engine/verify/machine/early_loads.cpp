// SPDX-License-Identifier: GPL-3.0-or-later
// Which loads of a loop come early. The operations of its block are in the order of their values,
// so one pass forwards or backwards follows all uses.
#include "engine/verify/machine/internal/early_loads.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint32_t kLeastBytes = 4;  // that an asynchronous copy takes
constexpr std::size_t kNone = ~std::size_t{0};

template <class Test>
bool any_inside(const Operation& operation, const Test& test) {
  for (const Region& region : operation.regions)
    for (const Block& block : region.blocks)
      for (const Operation& one : block.operations)
        if (test(one) || any_inside(one, test)) return true;
  return false;
}

void collect_operands(const Operation& operation, std::vector<ValueId>& operands) {
  operands.insert(operands.end(), operation.operands.begin(), operation.operands.end());
  for (const Region& region : operation.regions)
    for (const Block& block : region.blocks)
      for (const Operation& one : block.operations) collect_operands(one, operands);
}

bool is_product(const Operation& operation) {
  return operation.row->name == "tt.dot" || operation.row->name == "tt.dot_scaled";
}

bool may_be_pipelined(const Operation& loop) {
  const auto& operations = loop.regions.front().blocks.front().operations;
  const bool is_innermost =
      std::none_of(operations.begin(), operations.end(), [](const Operation& one) {
        return one.row->typing == Typing::kFor || one.row->typing == Typing::kWhile;
      });
  const auto is_barrier = [](const Operation& one) { return one.row->name == "gpu.barrier"; };
  const auto stores = [](const Operation& one) {
    return changes_memory(one) || one.row->typing == Typing::kCall;
  };
  return is_innermost && loop.number("tt.num_stages", 2) > 1 && !any_inside(loop, is_barrier) &&
         any_inside(loop, stores);
}

/// The operations of a loop's block, and what depends on what within an iteration.
class LoopBody {
 public:
  LoopBody(const Operation& loop, const Function& function) : loop_(loop), function_(function) {
    const Block& block = loop.regions.front().blocks.front();
    std::unordered_map<ValueId, std::size_t> maker;
    for (const Operation& operation : block.operations) {
      if (operation.row->name == "scf.yield") continue;
      for (const ValueId value : operation.results) maker.emplace(value, nodes_.size());
      nodes_.push_back({&operation});
    }
    const auto made_by = [&](ValueId value) {
      const auto found = maker.find(value);
      return found == maker.end() ? kNone : found->second;
    };
    std::unordered_map<ValueId, std::size_t> carried;  // -> what makes it for the next iteration
    if (!block.operations.empty() && block.operations.back().row->name == "scf.yield") {
      const auto& given = block.operations.back().operands;
      for (std::size_t i = 0; i < given.size() && i + 1 < block.arguments.size(); ++i) {
        carried.emplace(block.arguments[i + 1], made_by(given[i]));
        passes_on_ |= std::find(block.arguments.begin(), block.arguments.end(), given[i]) !=
                      block.arguments.end();
      }
    }
    for (Node& node : nodes_) {
      std::vector<ValueId> operands;
      collect_operands(*node.operation, operands);
      if (is_product(*node.operation)) node.added = made_by(node.operation->operands[2]);
      for (const ValueId value : operands) {
        const auto argument = carried.find(value);
        const std::size_t from = argument == carried.end() ? made_by(value) : argument->second;
        if (from != kNone) (argument == carried.end() ? node.needs : node.carries).push_back(from);
      }
    }
  }

  std::unordered_map<const Operation*, EarlyLoad> early() {
    if (passes_on_) return {};
    choose_loads();
    if (waits()) return {};
    return measured();
  }

 private:
  struct Node {
    const Operation* operation = nullptr;
    std::vector<std::size_t> needs;    ///< nodes of the same iteration
    std::vector<std::size_t> carries;  ///< nodes of the one before
    bool is_early = false;             ///< a load that is made early
    std::uint32_t level = 0;           ///< loads between it and a product
    std::size_t added = kNone;  ///< of a product: what it is added to, which does not come early
  };

  bool may_be_early(const Operation& operation) const {
    const std::string_view name = operation.row->name;
    if (name == "tt.descriptor_load" || name == "tt.descriptor_gather") return true;
    if (name != "tt.load") return false;
    const Type& type = function_.values.at(operation.results.front()).type;
    return type.is_tensor() || bytes_of(type.element) >= kLeastBytes;
  }

  // A load that products need at several levels is left where it is.
  void choose_loads() {
    const bool multiplies = std::any_of(
        nodes_.begin(), nodes_.end(), [](const Node& node) { return is_product(*node.operation); });
    if (!multiplies) {
      if (loop_.attribute("tt.num_stages"))
        for (Node& node : nodes_) node.is_early = may_be_early(*node.operation);
      return;
    }
    struct Levels {
      std::uint32_t least = ~0U, most = 0;
    };
    std::vector<Levels> levels(nodes_.size());
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      Node& node = nodes_[i];
      if (is_product(*node.operation)) levels[i].least = 0;
      if (levels[i].least == ~0U) continue;
      Levels below = levels[i];
      if (may_be_early(*node.operation)) {
        if (below.least != below.most) continue;
        node.is_early = true;
        node.level = below.most;
        below = {below.least + 1, below.most + 1};
      }
      for (const std::size_t needed : node.needs) {
        if (needed == node.added) continue;
        levels[needed].least = std::min(levels[needed].least, below.least);
        levels[needed].most = std::max(levels[needed].most, below.most);
      }
    }
  }

  // Whether an early load needs what is made late: by what depends on such a load, or for that.
  bool waits() const {
    std::vector<bool> early(nodes_.size()), late(nodes_.size()), behind(nodes_.size());
    for (std::size_t i = nodes_.size(); i-- > 0;)
      if (nodes_[i].is_early || early[i]) {
        early[i] = true;
        for (const std::size_t needed : nodes_[i].needs) early[needed] = true;
      }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const std::size_t needed : nodes_[i].needs)
        if (nodes_[needed].is_early || behind[needed]) behind[i] = true;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      late[i] = !early[i] && (late[i] || behind[i]);
      if (!late[i]) continue;
      for (const std::size_t needed : nodes_[i].needs) late[needed] = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const std::size_t carried : nodes_[i].carries)
        if (early[i] && late[carried]) return true;
    return false;
  }

  std::unordered_map<const Operation*, EarlyLoad> measured() const {
    std::unordered_map<const Operation*, EarlyLoad> loads;
    std::vector<std::uint32_t> chains(nodes_.size());
    std::uint32_t deepest = 0;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      const Node& node = nodes_[i];
      if (node.is_early) {
        ++chains[i];
        deepest = std::max(deepest, node.level);
      }
      for (const std::size_t needed : node.needs)
        chains[needed] = std::max(chains[needed], chains[i]);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].is_early)
        loads[nodes_[i].operation] = {
            static_cast<std::uint32_t>(std::clamp<std::int64_t>(loop_.number("tt.num_stages", 0), 0,
                                                                RecentStores::kIterations)),
            nodes_[i].level, deepest, chains[i]};
    return loads;
  }

  const Operation& loop_;
  const Function& function_;
  std::vector<Node> nodes_;
  bool passes_on_ = false;  ///< a value of one iteration to the one after the next
};

}  // namespace

bool changes_memory(const Operation& operation) {
  const std::string_view name = operation.row->name;
  return name == "tt.store" || name.starts_with("tt.atomic") || name == "tt.descriptor_store" ||
         name == "tt.descriptor_scatter" || name == "tt.descriptor_reduce";
}

std::unordered_map<const Operation*, EarlyLoad> early_loads(const Operation& loop,
                                                            const Function& function) {
  if (!may_be_pipelined(loop)) return {};
  return LoopBody(loop, function).early();
}

std::uint32_t EarlyLoad::iterations(std::uint32_t stages_of_launch) const {
  const std::uint32_t all =
      std::min<std::uint32_t>(stages == 0 ? stages_of_launch : stages, RecentStores::kIterations);
  if (level + 1 >= all) return 0;
  return chain * ((all - 1) / (std::min(deepest, all - 2) + 1));
}

}  // namespace nereid::verify::machine
