// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace nereid::policy {

/// What processes that share a base tell each other. Each call is made by all of them, in the same
/// order, and waits for the others; it throws where one has ended.
class ShareExchange {
 public:
  virtual ~ShareExchange() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  /// What each says, by rank.
  virtual std::vector<std::int64_t> tell(std::int64_t mine) = 0;
  /// Bytes of all, one after the other by rank: whole [count * n] <- part [n], uint8, on one
  /// device.
  virtual void gather(const torch::Tensor& whole, const torch::Tensor& part) = 0;
};

/// The frozen weights of a model's layers, of which each of several processes (ranks) holds an
/// equal part: what Rajbhandari et al. (ZeRO, arXiv:1910.02054, section 5) call partitioned
/// parameters. One layer is whole at a time, gathered when it is asked for. Ranks need not ask for
/// the same layers, nor as often: they meet at every question, each says which layer it needs, and
/// all send their parts of each of those; who needs none for a while calls leave(). One thread at
/// a time.
class SharedBase {
 public:
  explicit SharedBase(std::shared_ptr<ShareExchange> exchange);

  /// Keeps this rank's part of a weight on `device`. By all ranks in the same order, with the same
  /// weight; one layer's weights have the same sizes as the next one's. The number of the weight
  /// in its layer.
  std::size_t keep(std::size_t layer, const torch::Tensor& weight, torch::Device device);
  /// The weight as it was given, on the device; good until another layer is asked for or leave().
  torch::Tensor whole(std::size_t layer, std::size_t number);
  /// Sends parts to the others as long as one of them asks. Returns when all have called it.
  void leave();
  /// Of all parts that this rank keeps.
  std::int64_t held_bytes() const;

 private:
  struct Part {
    std::vector<std::int64_t> sizes;
    torch::Dtype type;
    std::int64_t bytes = 0;  // of the whole
    torch::Tensor data;      // uint8, the last rank's padded to the size of the others
  };

  bool serve(std::int64_t wanted);
  void gather(const std::vector<Part>& layer, std::vector<torch::Tensor>& into) const;

  std::shared_ptr<ShareExchange> exchange_;
  std::vector<std::vector<Part>> layers_;
  std::vector<torch::Tensor> whole_;  ///< of one layer, uint8; memory that all layers use in turn
  std::vector<torch::Tensor> of_others_;  ///< the same, where they need another layer
  std::int64_t present_ = -1;             ///< layer in whole_
};

}  // namespace nereid::policy
