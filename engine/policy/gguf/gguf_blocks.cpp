// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of ggml's quantised blocks. A file may hold a block at any address, so every field is
// copied out; numbers are little-endian, as this machine's are.
#include "engine/policy/gguf/gguf_blocks.h"

#include <array>
#include <bit>
#include <cstring>

namespace nereid::policy {
namespace {

static_assert(std::endian::native == std::endian::little, "GGUF is read as it lies in the file");

template <class T>
T field(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

inline std::uint8_t byte_at(const std::byte* at, int i) {
  return static_cast<std::uint8_t>(at[i]);
}

// IEEE 754 binary16 -> binary32, without the compiler's _Float16, which not every processor has.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
  const std::uint32_t magnitude = half & 0x7fffU;
  // Below 2^-14 the value is magnitude * 2^-24: exact as a float.
  if (magnitude < 0x0400U) {
    const float small = static_cast<float>(magnitude) * 0x1p-24F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(small));
  }
  const std::uint32_t bias = magnitude >= 0x7c00U ? 224U : 112U;  // infinity and NaN stay so
  return std::bit_cast<float>(sign | ((magnitude << 13) + (bias << 23)));
}

inline float half_at(const std::byte* at) {
  return half_to_float(field<std::uint16_t>(at));
}

void copy_f32(const std::byte* from, float* to, std::size_t blocks) {
  std::memcpy(to, from, blocks * sizeof(float));
}

void widen_f16(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t i = 0; i < blocks; ++i) to[i] = half_at(from + 2 * i);
}

void widen_bf16(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t i = 0; i < blocks; ++i)
    to[i] =
        std::bit_cast<float>(static_cast<std::uint32_t>(field<std::uint16_t>(from + 2 * i)) << 16);
}

// 32 values in 4 bits: d * q + m; the low halves of the bytes are the first 16 values.
inline void nibbles(const std::byte* packed, float scale, float offset, float* to) {
  for (int i = 0; i < 16; ++i) {
    const int both = byte_at(packed, i);
    to[i] = scale * static_cast<float>(both & 15) + offset;
    to[i + 16] = scale * static_cast<float>(both >> 4) + offset;
  }
}

void multiply_q4_0(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 18, to += 32) {
    const float scale = half_at(from);
    for (int i = 0; i < 16; ++i) {
      const int both = byte_at(from + 2, i);
      to[i] = scale * static_cast<float>((both & 15) - 8);
      to[i + 16] = scale * static_cast<float>((both >> 4) - 8);
    }
  }
}

void multiply_q4_1(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 20, to += 32)
    nibbles(from + 4, half_at(from), half_at(from + 2), to);
}

// The fifth bits of 32 values lie in one word, bit i of value i.
inline int with_fifth(int low, std::uint32_t high, int i) {
  return low | static_cast<int>((high >> i & 1U) << 4);
}

void multiply_q5_0(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 22, to += 32) {
    const float scale = half_at(from);
    const auto high = field<std::uint32_t>(from + 2);
    for (int i = 0; i < 16; ++i) {
      const int both = byte_at(from + 6, i);
      to[i] = scale * static_cast<float>(with_fifth(both & 15, high, i) - 16);
      to[i + 16] = scale * static_cast<float>(with_fifth(both >> 4, high, i + 16) - 16);
    }
  }
}

void multiply_q5_1(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 24, to += 32) {
    const float scale = half_at(from), offset = half_at(from + 2);
    const auto high = field<std::uint32_t>(from + 4);
    for (int i = 0; i < 16; ++i) {
      const int both = byte_at(from + 8, i);
      to[i] = scale * static_cast<float>(with_fifth(both & 15, high, i)) + offset;
      to[i + 16] = scale * static_cast<float>(with_fifth(both >> 4, high, i + 16)) + offset;
    }
  }
}

void multiply_q8_0(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 34, to += 32) {
    const float scale = half_at(from);
    for (int i = 0; i < 32; ++i)
      to[i] = scale * static_cast<float>(static_cast<std::int8_t>(byte_at(from + 2, i)));
  }
}

// Scale and offset, 6 bits each, of the eight groups of a Q4_K or Q5_K block: 12 bytes. The first
// four groups have theirs in the low bits of bytes 0-3 and 4-7; those of the last four are made of
// bytes 8-11 and the high bits of the former.
struct Group {
  int scale, offset;
};
inline Group group_of(const std::byte* packed, int j) {
  if (j < 4) return {byte_at(packed, j) & 63, byte_at(packed, j + 4) & 63};
  return {(byte_at(packed, j + 4) & 15) | (byte_at(packed, j - 4) >> 6) << 4,
          (byte_at(packed, j + 4) >> 4) | (byte_at(packed, j) >> 6) << 4};
}

void multiply_q4_k(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 144, to += 256) {
    const float scale = half_at(from), least = half_at(from + 2);
    for (int j = 0; j < 8; ++j) {
      const Group group = group_of(from + 4, j);
      const float d = scale * static_cast<float>(group.scale);
      const float m = least * static_cast<float>(group.offset);
      const std::byte* packed = from + 16 + j / 2 * 32;
      const int shift = j % 2 * 4;
      for (int i = 0; i < 32; ++i)
        to[j * 32 + i] = d * static_cast<float>(byte_at(packed, i) >> shift & 15) - m;
    }
  }
}

void multiply_q5_k(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 176, to += 256) {
    const float scale = half_at(from), least = half_at(from + 2);
    for (int j = 0; j < 8; ++j) {
      const Group group = group_of(from + 4, j);
      const float d = scale * static_cast<float>(group.scale);
      const float m = least * static_cast<float>(group.offset);
      const std::byte* packed = from + 48 + j / 2 * 32;
      const int shift = j % 2 * 4;
      for (int i = 0; i < 32; ++i) {
        const int high = byte_at(from + 16, i) >> j & 1;
        to[j * 32 + i] = d * static_cast<float>((byte_at(packed, i) >> shift & 15) + 16 * high) - m;
      }
    }
  }
}

// 128 low nibbles, 64 pairs of high bits, 16 scales of 16 values each, the scale of all.
void multiply_q6_k(const std::byte* from, float* to, std::size_t blocks) {
  for (std::size_t b = 0; b < blocks; ++b, from += 210, to += 256) {
    const float scale = half_at(from + 208);
    for (int i = 0; i < 256; ++i) {
      const int half = i / 128, quarter = i % 128 / 32, column = i % 32;
      const int low = byte_at(from, half * 64 + quarter % 2 * 32 + column) >> (quarter / 2 * 4);
      const int high = byte_at(from + 128, half * 32 + column) >> (quarter * 2);
      const auto group = static_cast<std::int8_t>(byte_at(from + 192, i / 16));
      to[i] = scale * static_cast<float>(group) *
              static_cast<float>(((low & 15) | (high & 3) << 4) - 32);
    }
  }
}

constexpr std::array kFormats = {
    GgufFormat{0, "F32", 1, 4, copy_f32},
    GgufFormat{1, "F16", 1, 2, widen_f16},
    GgufFormat{30, "BF16", 1, 2, widen_bf16},
    GgufFormat{2, "Q4_0", 32, 18, multiply_q4_0},
    GgufFormat{3, "Q4_1", 32, 20, multiply_q4_1},
    GgufFormat{6, "Q5_0", 32, 22, multiply_q5_0},
    GgufFormat{7, "Q5_1", 32, 24, multiply_q5_1},
    GgufFormat{8, "Q8_0", 32, 34, multiply_q8_0},
    GgufFormat{12, "Q4_K", 256, 144, multiply_q4_k},
    GgufFormat{13, "Q5_K", 256, 176, multiply_q5_k},
    GgufFormat{14, "Q6_K", 256, 210, multiply_q6_k},
};

// Names for messages alone.
struct Name {
  std::uint32_t id;
  const char* name;
};
constexpr std::array kOtherNames = {
    Name{9, "Q8_1"},     Name{10, "Q2_K"},   Name{11, "Q3_K"},    Name{15, "Q8_K"},
    Name{16, "IQ2_XXS"}, Name{17, "IQ2_XS"}, Name{18, "IQ3_XXS"}, Name{19, "IQ1_S"},
    Name{20, "IQ4_NL"},  Name{21, "IQ3_S"},  Name{22, "IQ2_S"},   Name{23, "IQ4_XS"},
    Name{24, "I8"},      Name{25, "I16"},    Name{26, "I32"},     Name{27, "I64"},
    Name{28, "F64"},     Name{29, "IQ1_M"},  Name{34, "TQ1_0"},   Name{35, "TQ2_0"},
    Name{39, "MXFP4"},
};

}  // namespace

const GgufFormat* find_gguf_format(std::uint32_t id) {
  for (const GgufFormat& format : kFormats)
    if (format.id == id) return &format;
  return nullptr;
}

std::string gguf_format_name(std::uint32_t id) {
  if (const GgufFormat* format = find_gguf_format(id)) return format->name;
  for (const Name& other : kOtherNames)
    if (other.id == id) return other.name;
  return "type " + std::to_string(id);
}

std::string gguf_format_names() {
  std::string names;
  for (const GgufFormat& format : kFormats)
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

}  // namespace nereid::policy
