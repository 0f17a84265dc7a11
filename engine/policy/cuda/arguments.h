// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// What the host and the kernels agree on. Read by nvcc as well: plain data only.

#ifdef __CUDACC__
#define NEREID_ON_BOTH __host__ __device__
#else
#define NEREID_ON_BOTH
#endif

namespace nereid::policy::cuda {

/// Tiles of 16 rows of the weights that a block of the products of few lanes takes, and its shared
/// memory, by eights of lanes: the weights and inputs that are on their way.
NEREID_ON_BOTH constexpr int thin_tiles(bool is_int8, bool is_gate, int lane_tiles) {
  return is_int8 && is_gate && lane_tiles == 1 ? 2 : 1;
}
NEREID_ON_BOTH constexpr int thin_stage_bytes(bool is_int8, int tiles, int lane_tiles) {
  return (2 * tiles + (is_int8 ? 2 : 1) * lane_tiles) * 8192;
}
NEREID_ON_BOTH constexpr int thin_stages(bool is_int8) {
  return is_int8 ? 2 : 3;
}
NEREID_ON_BOTH constexpr int thin_ring_bytes(bool is_int8, int tiles, int lane_tiles) {
  return thin_stages(is_int8) * thin_stage_bytes(is_int8, tiles, lane_tiles);
}
/// Of the products of so few lanes in 8 bits on Hopper, whose blocks stay for many tiles of at most
/// 32 rows: threads, those among them that finish sums, and inputs at once.
constexpr int kStreamLanes = 8, kStreamThreads = 448, kStreamFinishers = 64;
constexpr int kStreamSlice = 512;
/// Up to so many lanes each block makes whole numbers of the inputs itself; else a kernel ahead of
/// it makes those of four lanes and 64 inputs, with their scales, of so many bytes.
constexpr int kStreamOwnDigits = 4, kStreamFourBytes = 512 + 16;
/// With room for 4 or 8 lanes: inputs of a stage, stages of the ring, and bytes of shared
/// memory, of which a multiprocessor has twice as much.
NEREID_ON_BOTH constexpr int stream_input_bytes(int lanes) {
  return lanes <= kStreamOwnDigits ? lanes * 2 * kStreamSlice
                                   : lanes / 4 * kStreamSlice / 64 * kStreamFourBytes;
}
NEREID_ON_BOTH constexpr int stream_stages(int lanes) {
  return lanes <= kStreamOwnDigits ? 5 : 4;
}
NEREID_ON_BOTH constexpr int stream_bytes(int lanes) {
  return stream_stages(lanes) * (32 * kStreamSlice + stream_input_bytes(lanes)) +
         9 * lanes * 32 * 4 + 128;
}
/// Of the products of many lanes.
constexpr int kWideRingBytes = 96 * 1024;
constexpr int kWideRows = 256;  ///< rows of the weights that such a block takes at once
/// The same in whole numbers on Hopper: the digits of 128 inputs of a lane with their scale;
/// threads, stages and shared memory.
constexpr int kImageBytesALane = 260, kWholeThreads = 512, kWholeStages = 4;
NEREID_ON_BOTH constexpr int whole_bytes(int lanes) {
  return kWholeStages * ((lanes * kImageBytesALane + 1023) / 1024 * 1024 + kWideRows * 128) + 1024 +
         64;
}

/// One of up to three linears with the same input.
struct Part {
  const void* weight;    ///< [rows, columns] bfloat16, or int8 with `scale`
  const float* scale;    ///< [rows], or null
  const void* bias;      ///< [rows] bfloat16, or null
  const void* lora_b;    ///< [rows, rank] bfloat16, or null
  const void* low_rank;  ///< [batch, low_stride] bfloat16: scaling times x times lora_a's transpose
  int rows;
  /// x times lora_a's transpose, among the sums of somebody else's kernels: a lane's are
  /// sums_stride apart; or null. For finish_adapted_* alone.
  const float* low_sums;
};

/// y [batch, rows of all parts] = x [batch, columns] times the transpose of the weights.
struct Product {
  Part parts[3];
  const void* x;  ///< bfloat16; for product_int8half_* as Norm::half_out
  void* out;      ///< bfloat16; float32 for logits
  int columns, batch, rank, out_stride, low_stride;
  float scaling;  ///< of the first half of an adapter
  /// What a block found: of the first half of an adapter that several blocks share out; of the
  /// products of many lanes [groups of lanes, blocks + tiles of rows, lanes of a group, kWideRows],
  /// or, by somebody else's kernels, [batch, rows of all parts].
  float* sums;
  /// Of the first half of an adapter one a tile, zero before and after.
  unsigned* arrived;
  int sums_stride;           ///< from lane to lane of somebody else's
  const float* lane_scales;  ///< [batch], what a lane's sums are multiplied by, or null
  int blocks, group_size;    ///< that found the sums, and the lanes of a group; 0: somebody else
  int tile_rows;  ///< of streamed_*: rows that a block takes at once, of a gate those of each part
};

/// Of finish_adapted_*: rows and lanes of a warp, and warps of a block.
constexpr int kAdaptedRows = 32, kAdaptedLanes = 16, kAdaptedWarps = 2;

/// The inputs of whole_int8_*: x [batch, columns] bfloat16 in whole numbers of two digits and their
/// scales, [groups of lanes, 128 inputs each, kImageBytesALane a lane of a group].
struct WideDigits {
  const void* x;
  void* out;
  int columns, group_size;
};

/// The inputs of streamed_*_8: x [batch, columns] bfloat16 in whole numbers [64 inputs each, fours
/// of lanes, kStreamFourBytes].
struct StreamDigits {
  const void* x;
  void* out;
  int columns, batch;
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
  /// [lanes, H] float16, the same numbers, the middle two of each four in each other's place, as
  /// the products of HalfInt8Weights take them; or null.
  void* half_out;
  int hidden;
  float eps;
};

/// The cache of one layer: prefix [prompts, kv_heads, width, d], own [slots, kv_heads, room, d].
struct Cache {
  const void *prefix_keys, *prefix_values;
  void *own_keys, *own_values;
  int width, room;
};

/// Queries, keys and values are normed where the model does so, and turned by their positions; the
/// new keys and values go to the cache.
struct Attention {
  Lanes lanes;
  Cache cache;
  const void* qkv;              ///< [lanes, heads + 2 kv_heads, d] bfloat16
  void* out;                    ///< [lanes, heads * d] bfloat16
  float* partial;               ///< [lanes, heads, splits, d], then [lanes, heads, splits, 2]
  unsigned* arrived;            ///< [lanes, kv_heads], zero before and after
  const float *cosine, *sine;   ///< [positions, d]
  const void *q_norm, *k_norm;  ///< [d] bfloat16, or null
  int heads, kv_heads, splits;
  float scale, eps;
};

/// A row of logits is drawn from in stretches.
constexpr int kStretches = 32;
/// What a stretch comes to, relative to its most probable token.
struct Stretch {
  double share;  ///< sum of the probabilities
  float greatest, sum, weighted;
  int best;
};
struct Drawn {
  float logit, logprob, entropy;
  int token;
  int above;         ///< tokens that were more probable; zero before and after
  unsigned arrived;  ///< zero before and after
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
  Stretch* stretches;  ///< [blocks, kStretches]
  Drawn* drawn;        ///< [blocks]
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

/// The halves of each head of x [N, heads, d], in bfloat16, turned against each other by the angles
/// of its position; backwards with `direction` -1.
struct Rotate {
  const void* x;
  void* out;
  const float *cosine, *sine;     ///< [positions, d], both halves alike
  const std::int64_t* positions;  ///< [N]
  int heads, head_dim;            ///< of a head a multiple of 16
  float direction;
};

/// Of each row of logits [N, vocabulary] the log-probability of its target and the entropy; and the
/// probabilities, unless nobody wants them.
struct Choose {
  const float* logits;
  const std::int64_t* targets;  ///< [N]
  float *logprobs, *entropies;  ///< [N]
  void* probabilities;          ///< [N, vocabulary] bfloat16, or null
  int vocabulary;               ///< a multiple of 8
  float temperature;
};

/// x [rows, columns], bfloat16, each column times its factor, in 8-bit floating point (E4M3): the
/// greatest value of a row becomes 448.
struct NarrowRows {
  const void* x;
  const float* factors;  ///< [columns], or null
  void* out;             ///< [rows, columns]
  float* scales;         ///< [rows]: what the numbers of `out` are multiples of
  int rows, columns;     ///< columns a multiple of 8
};
/// Threads of a block; in the kernel of short rows a warp takes a row.
constexpr int kNarrowThreads = 256, kShortRow = 4096;

/// The numbers that NarrowRows makes of x [rows, columns] without factors, out of its scales, as
/// [columns, rows]. Both are multiples of 8.
struct NarrowTurned {
  const void* x;
  const float* scales;
  void* out;
  int rows, columns;
};
/// A block takes a square of so many rows and columns.
constexpr int kTurnedSide = 64;

}  // namespace nereid::policy::cuda
