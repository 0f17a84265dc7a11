// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <torch/csrc/distributed/c10d/GroupRegistry.hpp>
#include <utility>

#include "engine/base/clock.h"
#include "engine/python/internal/process_group.h"

namespace nereid::train {
namespace {

class Alone final : public Ranks {
 public:
  const RankPlace& place() const override { return place_; }
  std::vector<std::string> gather(const std::string& mine) override { return {mine}; }
  void sum(const torch::Tensor&) override {}
  void largest(const torch::Tensor&) override {}
  std::shared_ptr<policy::SharedBase> shared_base() override { return nullptr; }
  double take_wait_s() override { return 0; }

 private:
  RankPlace place_;
};

// What the calls of all ranks have in common, by torch.distributed.
class Connection {
 public:
  Connection(const RankPlace& place, const std::string& name)
      : place_(place), group_(c10d::resolve_process_group(name)) {}
  ~Connection() {
    group_.reset();
    python::leave_process_group();
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const RankPlace& place() const { return place_; }

  /// What `work` answers. It makes calls of torch.distributed, whose failures become RanksLost.
  template <class Work>
  auto guarded(Work work) const -> decltype(work()) {
    const torch::NoGradGuard no_grad;
    try {
      return work();
    } catch (const RanksLost&) {
      throw;
    } catch (const std::exception& problem) {
      throw RanksLost(fmt::format(
          "rank {} of {}: another rank has ended or cannot be reached ({}); its own output says "
          "why. torchrun --max-restarts N goes on from the last checkpoint by itself, nereid train "
          "--resume by hand",
          place_.rank, place_.count, first_line(problem.what())));
    }
  }

  std::vector<torch::Tensor> all_of(const torch::Tensor& mine) const {
    std::vector<torch::Tensor> inputs{mine};
    std::vector<std::vector<torch::Tensor>> outputs(1);
    for (int i = 0; i < place_.count; ++i) outputs[0].push_back(torch::empty_like(mine));
    group_->allgather(outputs, inputs)->wait();
    return outputs[0];
  }

  std::vector<std::int64_t> numbers_of_all(std::int64_t mine) const {
    std::vector<std::int64_t> numbers;
    for (const torch::Tensor& one : all_of(torch::full({1}, mine, torch::kInt64)))
      numbers.push_back(one.item<std::int64_t>());
    return numbers;
  }

  /// whole [count * n] <- part [n] of each rank.
  void lay_side_by_side(torch::Tensor whole, torch::Tensor part) const {
    group_->_allgather_base(whole, part)->wait();
  }

  void reduce(const torch::Tensor& mine, c10d::ReduceOp::RedOpType operation) const {
    std::vector<torch::Tensor> tensors{mine};
    c10d::AllreduceOptions options;
    options.reduceOp = operation;
    group_->allreduce(tensors, options)->wait();
  }

 private:
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  RankPlace place_;
  c10::intrusive_ptr<c10d::ProcessGroup> group_;
};

class BaseExchange final : public policy::ShareExchange {
 public:
  explicit BaseExchange(std::shared_ptr<const Connection> others) : others_(std::move(others)) {}
  int rank() const override { return others_->place().rank; }
  int count() const override { return others_->place().count; }
  std::vector<std::int64_t> tell(std::int64_t mine) override {
    return others_->guarded([&] { return others_->numbers_of_all(mine); });
  }
  void gather(const torch::Tensor& whole, const torch::Tensor& part) override {
    others_->guarded([&] { others_->lay_side_by_side(whole, part); });
  }

 private:
  std::shared_ptr<const Connection> others_;
};

class Group final : public Ranks {
 public:
  Group(const RankPlace& place, const std::string& name)
      : others_(std::make_shared<Connection>(place, name)) {}

  const RankPlace& place() const override { return others_->place(); }

  std::vector<std::string> gather(const std::string& mine) override {
    return together([&] {
      const auto lengths = others_->numbers_of_all(static_cast<std::int64_t>(mine.size()));
      const std::int64_t longest = std::ranges::max(lengths);
      std::vector<std::string> texts(lengths.size());
      if (longest == 0) return texts;
      const torch::Tensor bytes = torch::zeros({longest}, torch::kUInt8);
      std::memcpy(bytes.data_ptr(), mine.data(), mine.size());
      const std::vector<torch::Tensor> all = others_->all_of(bytes);
      for (std::size_t i = 0; i < all.size(); ++i)
        texts[i].assign(static_cast<const char*>(all[i].const_data_ptr()),
                        static_cast<std::size_t>(lengths[i]));
      return texts;
    });
  }

  void sum(const torch::Tensor& mine) override {
    together([&] { others_->reduce(mine, c10d::ReduceOp::SUM); });
  }
  void largest(const torch::Tensor& mine) override {
    together([&] { others_->reduce(mine, c10d::ReduceOp::MAX); });
  }

  std::shared_ptr<policy::SharedBase> shared_base() override {
    if (!base_)
      base_ = std::make_shared<policy::SharedBase>(std::make_shared<BaseExchange>(others_));
    return base_;
  }

  double take_wait_s() override { return std::exchange(wait_s_, 0.0); }

 private:
  // A call that all ranks make, whose time counts as waiting.
  template <class Work>
  auto together(Work work) -> decltype(work()) {
    const Stopwatch watch;
    struct Clock {
      ~Clock() { total += watch.elapsed_s(); }
      const Stopwatch& watch;
      double& total;
    } clock{watch, wait_s_};
    if (base_) base_->leave();
    return others_->guarded(work);
  }

  std::shared_ptr<const Connection> others_;
  std::shared_ptr<policy::SharedBase> base_;
  double wait_s_ = 0;
};

}  // namespace

Ranks& Ranks::alone() {
  static Alone alone;
  return alone;
}

Result<std::unique_ptr<Ranks>> Ranks::join(const RankPlace& place, bool on_gpu) {
  const Result<std::string> name =
      python::join_process_group(on_gpu ? "cpu:gloo,cuda:nccl" : "gloo");
  if (!name) return name.error();
  return std::unique_ptr<Ranks>(std::make_unique<Group>(place, *name));
}

std::pair<std::size_t, std::size_t> share_of(std::size_t count, const RankPlace& place) {
  const auto rank = static_cast<std::size_t>(place.rank);
  const auto ranks = static_cast<std::size_t>(place.count);
  return {count * rank / ranks, count * (rank + 1) / ranks};
}

}  // namespace nereid::train
