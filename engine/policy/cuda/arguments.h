// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// What the host and the kernels agree on. Read by nvcc as well: plain data only.

namespace nereid::policy::cuda {

/// One of up to three linears with the same input.
struct Part {
  const void* weight;     ///< [rows, columns] bfloat16, or int8 with `scale`
  const float* scale;     ///< [rows], or null
  const void* bias;       ///< [rows] bfloat16, or null
  const float* lora_b;    ///< [rows, rank], or null
  const float* low_rank;  ///< [batch, rank]: the input times the transpose of lora_a
  int rows;
};

/// y [batch, rows of all parts] = x [batch, columns] times the transpose of the weights.
struct Product {
  Part parts[3];
  const void* x;  ///< bfloat16
  void* out;      ///< bfloat16; float32 for logits
  int columns, batch, rank, out_stride;
  float lora_scaling;
  float* partial;     ///< what blocks that share a product's inputs found, or null
  unsigned* arrived;  ///< one a tile of the result, zero before and after
};

/// The first half of an adapter's product, of up to three adapters with the same input.
struct LowRank {
  const float* lora_a[3];  ///< [rank, columns], or null
  float* out[3];           ///< [batch, rank]
  const void* x;           ///< [batch, columns] bfloat16
  int columns, batch, rank;
};

/// Where each lane of a batch stands. A lane is a row of the batch; all arrays are [lanes].
struct Lanes {
  const int* row;     ///< number of the completion
  const int* slot;    ///< its keys and values
  const int* prefix;  ///< its prompt
  const int* start;   ///< slots of the prompt that are padding
  const int* limit;   ///< tokens that it may have
  int* made;          ///< tokens that it has
  int* token;         ///< the last one
  int* done;          ///< 1 after an end token, or at the limit
};

struct Embed {
  Lanes lanes;
  const void* embedding;  ///< [V, H] bfloat16
  void* x;                ///< [lanes, H] bfloat16
  int hidden;
};

struct Norm {
  const void* x;       ///< [lanes, H] bfloat16
  const void* weight;  ///< [H] bfloat16
  void* out;           ///< [lanes, H] bfloat16
  int hidden;
  float eps;
};

/// The cache of one layer: prefix [prompts, kv_heads, width, d], own [slots, kv_heads, room, d].
struct Cache {
  const void *prefix_keys, *prefix_values;
  void *own_keys, *own_values;
  int width, room;
};

struct Rope {
  Lanes lanes;
  Cache cache;
  void* qkv;                    ///< [lanes, heads + 2 kv_heads, d] bfloat16; queries in place
  const float *cosine, *sine;   ///< [positions, d]
  const void *q_norm, *k_norm;  ///< [d] bfloat16, or null
  int heads, kv_heads, head_dim;
  float eps;
};

struct Attention {
  Lanes lanes;
  Cache cache;
  const void* qkv;
  void* out;          ///< [lanes, heads * d] bfloat16
  float* partial;     ///< [lanes, heads, splits, d + 2]
  unsigned* arrived;  ///< [lanes, kv_heads], zero before and after
  int heads, kv_heads, splits;
  float scale;
};

struct Sample {
  Lanes lanes;
  const int* lane;             ///< lane of each block, or null: the block's own number
  const int* logits_row;       ///< row of `logits` of each block, or null
  const float* logits;         ///< [*, V]
  const std::int64_t* forced;  ///< token of each block that somebody else drew, or null
  const double* uniforms;      ///< [rows, steps], or null: greedy
  const int* ends;             ///< end tokens
  int* tokens;                 ///< [rows, steps]
  float *logprobs, *entropies;
  int* ranks;
  int vocabulary, steps, end_count;
  float temperature;  ///< 0: greedy
};

/// Sets a share of x [N, features] to zero, by a hash of the row and the place of each value.
struct Drop {
  const void* x;                           ///< bfloat16
  void* out;                               ///< bfloat16
  const std::int64_t* rows;                ///< [N], number of the sequence
  const std::int64_t* positions;           ///< [N], place in it
  int features;                            ///< a multiple of 8
  std::uint32_t row_offset, place_offset;  ///< what is added before each hash
  std::uint32_t threshold;                 ///< hashes below it are dropped
};

/// out = silu(gate) up, or the gradients of both out of `slope`; all bfloat16, `count` values, a
/// multiple of 8.
struct Gated {
  const void *gate, *up;
  void* out;
  const void* slope;
  void *of_gate, *of_up;
  std::int64_t count;
};

}  // namespace nereid::policy::cuda
