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
  double take_wait_s() override { return 0; }

 private:
  RankPlace place_;
};

class Group final : public Ranks {
 public:
  Group(const RankPlace& place, const std::string& name)
      : place_(place), group_(c10d::resolve_process_group(name)) {}
  ~Group() override {
    group_.reset();
    python::leave_process_group();
  }

  const RankPlace& place() const override { return place_; }

  std::vector<std::string> gather(const std::string& mine) override {
    return timed([&] {
      const auto length = static_cast<std::int64_t>(mine.size());
      std::int64_t longest = 0;
      std::vector<std::int64_t> lengths;
      for (const torch::Tensor& one : all_of(torch::full({1}, length, torch::kInt64))) {
        lengths.push_back(one.item<std::int64_t>());
        longest = std::max(longest, lengths.back());
      }
      std::vector<std::string> texts(lengths.size());
      if (longest == 0) return texts;
      const torch::Tensor bytes = torch::zeros({longest}, torch::kUInt8);
      std::memcpy(bytes.data_ptr(), mine.data(), mine.size());
      const std::vector<torch::Tensor> all = all_of(bytes);
      for (std::size_t i = 0; i < all.size(); ++i)
        texts[i].assign(static_cast<const char*>(all[i].const_data_ptr()),
                        static_cast<std::size_t>(lengths[i]));
      return texts;
    });
  }

  void sum(const torch::Tensor& mine) override { reduce(mine, c10d::ReduceOp::SUM); }
  void largest(const torch::Tensor& mine) override { reduce(mine, c10d::ReduceOp::MAX); }
  double take_wait_s() override { return std::exchange(wait_s_, 0.0); }

 private:
  template <class Work>
  auto timed(Work work) -> decltype(work()) {
    const torch::NoGradGuard no_grad;
    const Stopwatch watch;
    struct Clock {
      ~Clock() { total += watch.elapsed_s(); }
      const Stopwatch& watch;
      double& total;
    } clock{watch, wait_s_};
    try {
      return work();
    } catch (const std::exception& problem) {
      throw RanksLost(fmt::format(
          "rank {} of {}: another rank has ended or cannot be reached ({}); its own output says "
          "why. torchrun --max-restarts N goes on from the last checkpoint by itself, nereid train "
          "--resume by hand",
          place_.rank, place_.count, first_line(problem.what())));
    }
  }

  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  std::vector<torch::Tensor> all_of(const torch::Tensor& mine) {
    std::vector<torch::Tensor> inputs{mine};
    std::vector<std::vector<torch::Tensor>> outputs(1);
    for (int i = 0; i < place_.count; ++i) outputs[0].push_back(torch::empty_like(mine));
    group_->allgather(outputs, inputs)->wait();
    return outputs[0];
  }

  void reduce(const torch::Tensor& mine, c10d::ReduceOp::RedOpType operation) {
    timed([&] {
      std::vector<torch::Tensor> tensors{mine};
      c10d::AllreduceOptions options;
      options.reduceOp = operation;
      group_->allreduce(tensors, options)->wait();
    });
  }

  RankPlace place_;
  c10::intrusive_ptr<c10d::ProcessGroup> group_;
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
