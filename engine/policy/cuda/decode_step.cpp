// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/cuda/decode_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nereid::policy::cuda {
namespace {

constexpr int kTileRows = 16;   // of weights, that a warp takes
constexpr int kWideRows = 128;  // that a block takes in the products of many lanes
constexpr int kChunk = 64;      // inputs that are taken at once
constexpr int kThinLanes = 16;  // up to here a block takes few rows and all inputs
constexpr int kChunksWorthABlock = 6;
constexpr int kWantedBlocks = 528;  // four for each multiprocessor of the largest GPUs
constexpr int kKeysWorthABlock = 32;

// Eights of lanes that a kernel takes at once.
int lane_tiles(int count) {
  for (const int tiles : {1, 2, 4, 8})
    if (count <= tiles * 8) return tiles;
  return 16;
}
unsigned blocks(int things, int each) {
  return static_cast<unsigned>((things + each - 1) / each);
}

}  // namespace

std::size_t shared_sum_count(int lanes) {
  constexpr std::size_t kThreads = 256, kValuesOfATile = 4;
  return kMostSharedBlocks * kThreads * kValuesOfATile *
         static_cast<std::size_t>(lane_tiles(lanes));
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

DecodeStep::DecodeStep(std::shared_ptr<Module> module, ModelPointers model, Scratch scratch)
    : module_(std::move(module)), model_(std::move(model)), scratch_(scratch) {}

void DecodeStep::multiply(const std::vector<const LinearPointers*>& linears, Ending ending,
                          const void* x, void* out, int count, StreamHandle stream) {
  Product given{};
  LowRank low{};
  given.x = low.x = x;
  given.out = out;
  given.columns = low.columns = linears.front()->columns;
  given.batch = low.batch = count;
  given.rank = low.rank = model_.rank;
  given.lora_scaling = model_.lora_scaling;
  bool adapted = false;
  for (std::size_t i = 0; i < linears.size(); ++i) {
    const LinearPointers& linear = *linears[i];
    given.parts[i] = {linear.weight, linear.scale, linear.bias, nullptr, nullptr, linear.rows};
    given.out_stride += ending == Ending::kGate && i > 0 ? 0 : linear.rows;
    if (linear.lora_a == nullptr) continue;
    adapted = true;
    low.lora_a[i] = linear.lora_a;
    low.out[i] = scratch_.low_rank + i * static_cast<std::size_t>(count) * model_.rank;
    given.parts[i].lora_b = linear.lora_b;
    given.parts[i].low_rank = low.out[i];
  }
  if (adapted)
    module_->launch("decode_low_rank",
                    {static_cast<unsigned>(linears.size()) * static_cast<unsigned>(model_.rank),
                     blocks(count, 8)},
                    &low, stream);
  const char* const name = ending == Ending::kGate  ? "gate"
                           : ending == Ending::kAdd ? "add"
                                                    : "store";
  std::vector<int> rows;
  for (const LinearPointers* linear : linears) rows.push_back(linear->rows);
  if (ending == Ending::kGate) rows = {linears.front()->rows};
  start(given, linears.front()->scale != nullptr, name, rows, stream);
}

void DecodeStep::start(Product& given, bool is_int8, const std::string& ending,
                       const std::vector<int>& rows, StreamHandle stream) {
  const bool wide = given.batch > kThinLanes;
  const int tiles = lane_tiles(given.batch);
  const int rows_each = !wide ? kTileRows : ending == "gate" ? kWideRows / 2 : kWideRows;
  Grid grid{0};
  for (const int count : rows) grid.x += blocks(count, rows_each);
  if (wide) {
    grid.y = blocks(given.batch, tiles * 8);
    const int chunks = given.columns / kChunk;
    const int most = kMostSharedBlocks / static_cast<int>(grid.x * grid.y);
    grid.z = static_cast<unsigned>(std::clamp(chunks / kChunksWorthABlock, 1, std::max(1, most)));
    given.partial = scratch_.shared_sums;
    given.arrived = scratch_.tiles_arrived;
  }
  module_->launch(std::string(wide ? "wide_" : "product_") + (is_int8 ? "int8_" : "bf16_") +
                      ending + "_" + std::to_string(tiles),
                  grid, &given, stream);
}

void DecodeStep::product(const std::vector<LinearPointers>& linears, const void* x, void* out,
                         int count, StreamHandle stream) {
  std::vector<const LinearPointers*> all;
  for (const LinearPointers& linear : linears) all.push_back(&linear);
  multiply(all, Ending::kStore, x, out, count, stream);
}

void DecodeStep::logits(const void* hidden, int count, float* out, StreamHandle stream) {
  Product given{};
  given.parts[0] = {model_.head, nullptr, nullptr, nullptr, nullptr, model_.vocabulary};
  given.x = hidden;
  given.out = out;
  given.columns = model_.hidden;
  given.batch = count;
  given.out_stride = model_.vocabulary;
  start(given, false, "logits", {model_.vocabulary}, stream);
}

void DecodeStep::norm(const void* x, const void* weight, void* out, int count,
                      StreamHandle stream) {
  const Norm given{x, weight, out, model_.hidden, model_.eps};
  module_->launch("decode_norm", {static_cast<unsigned>(count)}, &given, stream);
}

void DecodeStep::attend(const LayerPointers& layer, const Lanes& lanes, int count,
                        StreamHandle stream) {
  const auto lanes_count = static_cast<unsigned>(count);
  Rope rope{};
  rope.lanes = lanes;
  rope.cache = layer.cache;
  rope.qkv = scratch_.qkv;
  rope.cosine = model_.cosine;
  rope.sine = model_.sine;
  rope.q_norm = layer.q_norm;
  rope.k_norm = layer.k_norm;
  rope.heads = model_.heads;
  rope.kv_heads = model_.kv_heads;
  rope.head_dim = model_.head_dim;
  rope.eps = model_.eps;
  module_->launch("decode_rope",
                  {lanes_count, static_cast<unsigned>(model_.heads + 2 * model_.kv_heads), 1, 32},
                  &rope, stream);
  Attention attention{};
  attention.lanes = lanes;
  attention.cache = layer.cache;
  attention.qkv = scratch_.qkv;
  attention.out = scratch_.mixed;
  attention.partial = scratch_.partial;
  attention.arrived = scratch_.arrived;
  attention.heads = model_.heads;
  attention.kv_heads = model_.kv_heads;
  const int keys = layer.cache.width + layer.cache.room;
  attention.splits = std::clamp(kWantedBlocks / (count * model_.kv_heads), 1,
                                std::min(kMostSplits, std::max(1, keys / kKeysWorthABlock)));
  attention.scale = 1.0F / std::sqrt(static_cast<float>(model_.head_dim));
  const int group = model_.heads / model_.kv_heads <= 4 ? 4 : 8;
  module_->launch("attention_" + std::to_string(model_.head_dim) + "_" + std::to_string(group),
                  {static_cast<unsigned>(attention.splits), static_cast<unsigned>(model_.kv_heads),
                   lanes_count, 128},
                  &attention, stream);
}

void DecodeStep::run(const Lanes& lanes, int count, StreamHandle stream) {
  const Embed embed{lanes, model_.embedding, scratch_.x, model_.hidden};
  module_->launch("decode_embed", {static_cast<unsigned>(count)}, &embed, stream);
  for (const LayerPointers& layer : model_.layers) {
    norm(scratch_.x, layer.input_norm, scratch_.normed, count, stream);
    multiply({&layer.q, &layer.k, &layer.v}, Ending::kStore, scratch_.normed, scratch_.qkv, count,
             stream);
    attend(layer, lanes, count, stream);
    multiply({&layer.o}, Ending::kAdd, scratch_.mixed, scratch_.x, count, stream);
    norm(scratch_.x, layer.post_norm, scratch_.normed, count, stream);
    multiply({&layer.gate, &layer.up}, Ending::kGate, scratch_.normed, scratch_.activated, count,
             stream);
    multiply({&layer.down}, Ending::kAdd, scratch_.activated, scratch_.x, count, stream);
  }
  norm(scratch_.x, model_.final_norm, scratch_.normed, count, stream);
  logits(scratch_.normed, count, scratch_.logits, stream);
}

void DecodeStep::sample(const Sample& arguments, int count, StreamHandle stream) {
  module_->launch("decode_sample", {static_cast<unsigned>(count), 1, 1, 1024}, &arguments, stream);
}

}  // namespace nereid::policy::cuda
