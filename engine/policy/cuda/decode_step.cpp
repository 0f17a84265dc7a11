// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/cuda/decode_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nereid::policy::cuda {
namespace {

constexpr int kTileRows = 16;   // of weights, that a warp takes
constexpr int kChunk = 64;      // inputs that are taken at once
constexpr int kThinLanes = 16;  // up to here a block takes few rows and all inputs
constexpr int kMostWideLanes = 64;
constexpr int kWideBlocks = 264;  // two for each multiprocessor of the largest GPUs
constexpr int kPairsWorthABlock = 3;
constexpr int kInnerPairsWorthABlock = 16;
constexpr unsigned kMostInnerSplits = 16;
constexpr int kAttentionBlocks = 264;
constexpr int kKeysWorthABlock = 32;
constexpr int kFinishRows = 256, kFinishLanes = 4;
constexpr int kWarp = 32;
constexpr int kAdaptedInner = 16;  // of the rank, that adapted_sums.cuh multiplies at once

unsigned blocks(int things, int each) {
  return static_cast<unsigned>((things + each - 1) / each);
}
int pairs_of_chunks(int columns) {
  return (columns / kChunk + 1) / 2;
}
int thin_lane_tiles(int count) {
  return count <= 8 ? 1 : 2;
}
int wide_lanes(int count) {
  return count <= 32 ? 32 : kMostWideLanes;
}
Grid early(unsigned x, unsigned y, unsigned z, unsigned threads, int shared_bytes = 0) {
  return {x, y, z, threads, static_cast<unsigned>(shared_bytes), true, true};
}

}  // namespace

std::size_t sum_count(int rows, int lanes) {
  constexpr unsigned kParts = 3;
  const int group = wide_lanes(lanes);
  return std::size_t{blocks(lanes, group)} * group * kWideRows *
         (kWideBlocks + blocks(rows, kWideRows) + kParts);
}

std::size_t low_rank_sum_count(int lanes, int rank) {
  return std::size_t{3} * blocks(rank, kTileRows) * kTileRows * kMostInnerSplits *
         blocks(lanes, 16) * 16;
}

std::size_t digit_bytes(int columns, int lanes) {
  const int group = wide_lanes(lanes);
  return std::size_t{blocks(lanes, group)} * group * pairs_of_chunks(columns) * kImageBytesALane;
}

std::string unsupported(const ModelPointers& model) {
  if (model.head_dim != 64 && model.head_dim != 128)
    return "heads of " + std::to_string(model.head_dim) + " numbers";
  if (model.heads % model.kv_heads != 0 || model.heads / model.kv_heads > 8)
    return std::to_string(model.heads) + " heads over " + std::to_string(model.kv_heads);
  for (const int columns : {model.hidden, model.intermediate, model.heads * model.head_dim})
    if (columns % 64 != 0) return std::to_string(columns) + " inputs of a linear";
  return "";
}

DecodeStep::DecodeStep(std::shared_ptr<Module> module, ModelPointers model, Scratch scratch,
                       Multiplier multiplier, StreamHandle beside)
    : module_(std::move(module)),
      model_(std::move(model)),
      scratch_(scratch),
      multiplier_(std::move(multiplier)),
      beside_(beside) {}

void DecodeStep::multiply(const std::vector<const LinearPointers*>& linears, Ending ending,
                          const void* x, const void* half_x, void* out, int count,
                          StreamHandle stream) {
  Product given{};
  given.x = x;
  given.out = out;
  given.columns = linears.front()->columns;
  given.batch = count;
  for (std::size_t i = 0; i < linears.size(); ++i) {
    const LinearPointers& linear = *linears[i];
    given.parts[i] = {linear.weight, linear.scale, linear.bias, nullptr,
                      nullptr,       linear.rows,  nullptr};
    given.out_stride += ending == Ending::kGate && i > 0 ? 0 : linear.rows;
  }
  const bool is_int8 = linears.front()->scale != nullptr;
  const bool is_thin = count <= kThinLanes || (!is_int8 && !multiplier_);
  const bool by_tiles = !is_thin && takes_adapted_tiles(linears);
  const bool is_one = by_tiles && multiplier_ && is_one_matrix(linears);
  const bool is_beside = !is_thin && !is_one && beside_ != nullptr &&
                         std::ranges::any_of(linears, [](const LinearPointers* linear) {
                           return linear->lora_a != nullptr;
                         });
  if (is_beside) module_->order(stream, beside_);
  if (!is_one) reduce(linears, given, /*starts_early=*/!is_beside, is_beside ? beside_ : stream);
  const std::string name = ending == Ending::kGate  ? "gate"
                           : ending == Ending::kAdd ? "add"
                                                    : "store";
  if (is_int8 && module_->capability() == kHopper && count <= kStreamLanes) {
    multiply_streamed(given, name, stream);
    return;
  }
  if (is_thin) {
    if (half_x != nullptr) given.x = half_x;
    multiply_thin(given, half_x != nullptr ? "int8half" : is_int8 ? "int8" : "bf16", name, stream);
    return;
  }
  if (is_one) {
    sum_up_with_adapters(linears, given, stream);
  } else {
    sum_up(linears, given, stream);
  }
  if (is_beside) module_->order(beside_, stream);
  const int rows = ending == Ending::kGate ? given.parts[0].rows : given.out_stride;
  Grid grid = by_tiles
                  ? early(blocks(rows, kAdaptedRows * kAdaptedWarps), blocks(count, kAdaptedLanes),
                          1, kAdaptedWarps * kWarp)
                  : early(blocks(rows, kFinishRows), blocks(count, kFinishLanes), 1, kFinishRows);
  grid.starts_early = !is_beside;
  module_->launch((by_tiles ? "finish_adapted_" : "finish_") + name, grid, &given, stream);
}

bool DecodeStep::takes_adapted_tiles(const std::vector<const LinearPointers*>& linears) const {
  return model_.rank % kAdaptedInner == 0 &&
         std::ranges::all_of(linears, [](const LinearPointers* linear) {
           return linear->lora_a != nullptr && linear->rows % kAdaptedRows == 0;
         });
}

// Do the linears' weights in bfloat16 and, behind them, the first halves of their adapters lie as
// the rows of one matrix?
bool DecodeStep::is_one_matrix(const std::vector<const LinearPointers*>& linears) const {
  const auto* next = static_cast<const char*>(linears.front()->weight);
  for (const LinearPointers* linear : linears) {
    if (linear->scale != nullptr || linear->fp8 != nullptr || linear->weight != next) return false;
    next += std::ptrdiff_t{2} * linear->rows * linear->columns;
  }
  for (const LinearPointers* linear : linears) {
    if (linear->lora_a != next) return false;
    next += std::ptrdiff_t{2} * model_.rank * linear->columns;
  }
  return true;
}

void DecodeStep::sum_up_with_adapters(const std::vector<const LinearPointers*>& linears,
                                      Product& given, StreamHandle stream) {
  int rows = 0;
  for (const LinearPointers* linear : linears) rows += linear->rows;
  const int all = rows + model_.rank * static_cast<int>(linears.size());
  given.sums = scratch_.sums;
  given.sums_stride = all;
  given.rank = model_.rank;
  given.scaling = model_.lora_scaling;
  for (std::size_t i = 0; i < linears.size(); ++i) {
    given.parts[i].lora_b = linears[i]->lora_b;
    given.parts[i].low_sums = scratch_.sums + rows + model_.rank * static_cast<int>(i);
  }
  multiplier_({linears.front()->weight, given.x, scratch_.sums, all, given.columns, given.batch,
               all, false, stream});
}

void DecodeStep::reduce(const std::vector<const LinearPointers*>& linears, Product& given,
                        bool starts_early, StreamHandle stream) {
  Product inner{};
  inner.x = given.x;
  inner.out = scratch_.low_rank;
  inner.columns = given.columns;
  inner.batch = given.batch;
  inner.scaling = model_.lora_scaling;
  inner.sums = scratch_.low_rank_sums;
  inner.arrived = scratch_.tiles_arrived;
  unsigned tiles = 0;
  for (std::size_t i = 0; i < linears.size(); ++i) {
    if (linears[i]->lora_a == nullptr) continue;
    inner.parts[i].weight = linears[i]->lora_a;
    inner.parts[i].rows = model_.rank;
    given.parts[i].lora_b = linears[i]->lora_b;
    given.parts[i].low_rank =
        static_cast<const std::uint16_t*>(scratch_.low_rank) + inner.out_stride;
    inner.out_stride += model_.rank;
    tiles += blocks(model_.rank, kTileRows);
  }
  given.rank = model_.rank;
  given.low_stride = inner.out_stride;
  if (tiles == 0) return;
  const int lane_tiles = thin_lane_tiles(given.batch);
  const unsigned groups = blocks(given.batch, lane_tiles * 8);
  const unsigned splits =
      tiles * groups > kMostTiles
          ? 1
          : std::clamp(blocks(pairs_of_chunks(given.columns), kInnerPairsWorthABlock), 1U,
                       kMostInnerSplits);
  Grid grid = early(tiles, groups, splits, 256, thin_ring_bytes(false, 1, lane_tiles));
  grid.starts_early = starts_early;
  module_->launch("product_bf16_inner_" + std::to_string(lane_tiles), grid, &inner, stream);
}

void DecodeStep::multiply_thin(const Product& given, const std::string& weights,
                               const std::string& ending, StreamHandle stream) {
  const bool is_gate = ending == "gate", is_int8 = weights != "bf16";
  const int lane_tiles = thin_lane_tiles(given.batch);
  const int tiles = thin_tiles(is_int8, is_gate, lane_tiles);
  unsigned row_blocks = 0;
  for (const Part& part : given.parts) row_blocks += blocks(part.rows, kTileRows * tiles);
  if (is_gate) row_blocks = blocks(given.parts[0].rows, kTileRows / 2 * tiles);
  module_->launch("product_" + weights + "_" + ending + "_" + std::to_string(lane_tiles),
                  early(row_blocks, blocks(given.batch, lane_tiles * 8), 1, 256,
                        thin_ring_bytes(is_int8, tiles, lane_tiles)),
                  &given, stream);
}

void DecodeStep::multiply_streamed(Product given, const std::string& ending, StreamHandle stream) {
  const bool is_gate = ending == "gate";
  const int most = is_gate ? kTileRows : 2 * kTileRows;  // rows of a tile
  const int all = is_gate ? given.parts[0].rows : given.out_stride;
  // Two blocks for each multiprocessor. Tiles are as tall as gives all blocks equally many; where
  // that is less than one, a pair of blocks shares the inputs of a tile.
  const int processors = std::max(module_->multiprocessors(), 1);
  const unsigned splits = !is_gate && all <= processors * most ? 2 : 1;
  const int places = splits == 2 ? processors : 2 * processors;
  const int turns = static_cast<int>(blocks(all, places * most));
  given.tile_rows = static_cast<int>(blocks(all, places * turns * 4)) * 4;
  unsigned tiles = 0;
  for (const Part& part : given.parts) tiles += blocks(part.rows, given.tile_rows);
  if (is_gate) tiles = blocks(all, given.tile_rows);
  const int lanes = given.batch <= kStreamOwnDigits ? kStreamOwnDigits : kStreamLanes;
  if (lanes > kStreamOwnDigits) {
    const StreamDigits digits{given.x, scratch_.digits, given.columns, given.batch};
    module_->launch("stream_digits",
                    early(blocks(given.columns / kChunk * kStreamLanes / 4, 8), 1, 1, 256), &digits,
                    stream);
    given.x = scratch_.digits;
  }
  // A pair has one tile.
  Grid grid = early(splits == 2 ? tiles : std::min(tiles, static_cast<unsigned>(places)), splits, 1,
                    kStreamThreads, stream_bytes(lanes));
  grid.cluster_y = splits;
  module_->launch("streamed_" + ending + "_" + std::to_string(lanes), grid, &given, stream);
}

void DecodeStep::narrow(Product& given, StreamHandle stream) {
  const NarrowRows rows{.x = given.x,
                        .factors = nullptr,
                        .out = scratch_.fp8,
                        .scales = scratch_.lane_scales,
                        .rows = given.batch,
                        .columns = given.columns};
  module_->launch("training_narrow_rows",
                  {.x = static_cast<unsigned>(given.batch), .threads = kNarrowThreads}, &rows,
                  stream);
  given.lane_scales = scratch_.lane_scales;
}

void DecodeStep::sum_up(const std::vector<const LinearPointers*>& linears, Product& given,
                        StreamHandle stream) {
  given.sums = scratch_.sums;
  if (linears.front()->scale == nullptr) {
    const bool is_fp8 = linears.front()->fp8 != nullptr;
    if (is_fp8) narrow(given, stream);
    const auto weight = [&](std::size_t i) {
      return static_cast<const char*>(is_fp8 ? linears[i]->fp8 : linears[i]->weight);
    };
    const std::ptrdiff_t row_bytes = std::ptrdiff_t{is_fp8 ? 1 : 2} * given.columns;
    int all = 0, before = 0;
    for (const LinearPointers* linear : linears) all += linear->rows;
    given.sums_stride = all;
    for (std::size_t i = 0; i < linears.size();) {
      const char* const first = weight(i);
      int rows = 0;
      // Weights that lie side by side are one matrix.
      for (; i < linears.size() && weight(i) == first + rows * row_bytes; ++i) {
        if (is_fp8) given.parts[i].scale = linears[i]->fp8_scale;
        rows += linears[i]->rows;
      }
      multiplier_({first, is_fp8 ? scratch_.fp8 : given.x, scratch_.sums + before, rows,
                   given.columns, given.batch, all, is_fp8, stream});
      before += rows;
    }
    return;
  }
  int tiles = 0;
  for (const LinearPointers* linear : linears)
    tiles += static_cast<int>(blocks(linear->rows, kWideRows));
  given.group_size = wide_lanes(given.batch);
  if (module_->capability() == kHopper) {
    sum_up_whole(given, tiles, stream);
    return;
  }
  given.blocks =
      std::clamp(tiles * pairs_of_chunks(given.columns) / kPairsWorthABlock, 1, kWideBlocks);
  module_->launch("wide_int8_" + std::to_string(given.group_size / 8),
                  early(static_cast<unsigned>(given.blocks), blocks(given.batch, given.group_size),
                        1, 256, kWideRingBytes),
                  &given, stream);
}

void DecodeStep::sum_up_whole(Product& given, int tiles, StreamHandle stream) {
  const int pairs = pairs_of_chunks(given.columns);
  const unsigned groups = blocks(given.batch, given.group_size);
  const WideDigits digits{given.x, scratch_.digits, given.columns, given.group_size};
  module_->launch("wide_digits",
                  early(blocks(pairs, 8), static_cast<unsigned>(given.batch), 1, 256), &digits,
                  stream);
  // One block for each multiprocessor: groups of lanes that read the same weights run side by side.
  const int most = std::max(1, module_->multiprocessors() / static_cast<int>(groups));
  given.x = scratch_.digits;
  given.blocks = std::clamp(tiles * pairs / kPairsWorthABlock, 1, std::min(most, kWideBlocks));
  module_->launch("whole_int8_" + std::to_string(given.group_size),
                  early(static_cast<unsigned>(given.blocks), groups, 1, kWholeThreads,
                        whole_bytes(given.group_size)),
                  &given, stream);
}

void DecodeStep::product(const std::vector<LinearPointers>& linears, const void* x, void* out,
                         int count, StreamHandle stream) {
  std::vector<const LinearPointers*> all;
  for (const LinearPointers& linear : linears) all.push_back(&linear);
  multiply(all, Ending::kStore, x, nullptr, out, count, stream);
}

void DecodeStep::logits(const void* hidden, int count, float* out, StreamHandle stream) {
  if (count > kThinLanes && multiplier_) {
    multiplier_({model_.head, hidden, out, model_.vocabulary, model_.hidden, count,
                 model_.vocabulary, false, stream});
    return;
  }
  Product given{};
  given.parts[0] = {model_.head, nullptr, nullptr, nullptr, nullptr, model_.vocabulary, nullptr};
  given.x = hidden;
  given.out = out;
  given.columns = model_.hidden;
  given.batch = count;
  given.out_stride = model_.vocabulary;
  multiply_thin(given, "bf16", "logits", stream);
}

void DecodeStep::norm(const void* x, const void* weight, void* out, void* half_out, int count,
                      StreamHandle stream) {
  const Norm given{x, weight, out, half_out, model_.hidden, model_.eps};
  module_->launch("decode_norm", early(static_cast<unsigned>(count), 1, 1, 512), &given, stream);
}

void DecodeStep::attend(const LayerPointers& layer, const Lanes& lanes, int count,
                        StreamHandle stream) {
  Attention attention{};
  attention.lanes = lanes;
  attention.cache = layer.cache;
  attention.qkv = scratch_.qkv;
  attention.out = scratch_.mixed;
  attention.partial = scratch_.partial;
  attention.arrived = scratch_.arrived;
  attention.cosine = model_.cosine;
  attention.sine = model_.sine;
  attention.q_norm = layer.q_norm;
  attention.k_norm = layer.k_norm;
  attention.heads = model_.heads;
  attention.kv_heads = model_.kv_heads;
  const int keys = layer.cache.width + layer.cache.room;
  attention.splits = std::clamp(kAttentionBlocks / (count * model_.kv_heads), 1,
                                std::min(kMostSplits, std::max(1, keys / kKeysWorthABlock)));
  attention.scale = 1.0F / std::sqrt(static_cast<float>(model_.head_dim));
  attention.eps = model_.eps;
  const int group = model_.heads / model_.kv_heads <= 4 ? 4 : 8;
  const std::string dim = std::to_string(model_.head_dim);
  module_->launch(count > kThinLanes ? "attention_of_many_" + dim
                                     : "attention_" + dim + "_" + std::to_string(group),
                  early(static_cast<unsigned>(attention.splits),
                        static_cast<unsigned>(model_.kv_heads), static_cast<unsigned>(count), 256),
                  &attention, stream);
}

void DecodeStep::run(const Lanes& lanes, int count, StreamHandle stream) {
  const Embed embed{lanes, model_.embedding, scratch_.x, model_.hidden};
  module_->launch("decode_embed", early(static_cast<unsigned>(count), 1, 1, 256), &embed, stream);
  void* const half = model_.takes_half && count <= kThinLanes ? scratch_.half_normed : nullptr;
  for (const LayerPointers& layer : model_.layers) {
    norm(scratch_.x, layer.input_norm, scratch_.normed, half, count, stream);
    multiply({&layer.q, &layer.k, &layer.v}, Ending::kStore, scratch_.normed, half, scratch_.qkv,
             count, stream);
    attend(layer, lanes, count, stream);
    multiply({&layer.o}, Ending::kAdd, scratch_.mixed, nullptr, scratch_.x, count, stream);
    norm(scratch_.x, layer.post_norm, scratch_.normed, half, count, stream);
    multiply({&layer.gate, &layer.up}, Ending::kGate, scratch_.normed, half, scratch_.activated,
             count, stream);
    multiply({&layer.down}, Ending::kAdd, scratch_.activated, nullptr, scratch_.x, count, stream);
  }
  norm(scratch_.x, model_.final_norm, scratch_.normed, nullptr, count, stream);
  logits(scratch_.normed, count, scratch_.logits, stream);
}

void DecodeStep::sample(const Sample& arguments, int count, StreamHandle stream) {
  Sample given = arguments;
  given.stretches = static_cast<Stretch*>(scratch_.stretches);
  given.drawn = static_cast<Drawn*>(scratch_.drawn);
  const auto draws = static_cast<unsigned>(count);
  module_->launch("sample_stretch", early(kStretches, draws, 1, 256), &given, stream);
  module_->launch("sample_pick", early(draws, 1, 1, 1024), &given, stream);
  module_->launch("sample_rank", early(kStretches, draws, 1, 256), &given, stream);
}

}  // namespace nereid::policy::cuda
