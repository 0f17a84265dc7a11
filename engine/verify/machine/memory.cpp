// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/base/random.h"
#include "engine/verify/machine/internal/lane_operation.h"
#include "engine/verify/machine/internal/lowering.h"

namespace nereid::verify::machine {
namespace {

// Streams of the seed; 1 and 2 are the order of programs and of their turns (runner.cpp).
constexpr std::uint64_t kNoiseStream = 3, kOrderStream = 4;
constexpr std::size_t kRun = 32;  // lanes that are looked at together
constexpr std::uint64_t kSector = 32;
constexpr std::array<std::uint64_t, kRun> kNoMarks = {};  // runs are no longer than this
constexpr std::size_t kMaxPrinted = 1000;
constexpr std::uint64_t kFarBytes = 1U << 20U;  // beyond this the nearest buffer is an accident
constexpr char kLoadRace[] =
    "a program loads element {} of {}, which another program of the launch stores; on a GPU, which "
    "comes first "
    "is "
    "chance";

// Bytes of the smallest access that a launch may make to an area: those of the pointers that it is
// given, unless the kernel makes pointers of its own.
std::uint32_t grain_of(const Code& code, const Launch& launch, const Area& area) {
  std::size_t grain = area.element_bytes;
  bool given = false;
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const auto address = static_cast<std::uint64_t>(launch.arguments[i].integer);
    if (!code.parameters[i].type.is_pointer() || address < area.begin || address >= area.end)
      continue;
    grain = std::min(grain, bytes_of(code.parameters[i].type.pointee));
    given = true;
  }
  if (!given || code.casts_pointers) grain = std::min(grain, code.smallest_access);
  return static_cast<std::uint32_t>(std::max<std::size_t>(grain, 1));
}

// These bytes are about to be marked as stored.
void unsettle(Area& area, std::uint64_t offset, std::size_t bytes) {
  const std::size_t block_bytes = kSettledBlock * area.grain;
  for (std::size_t block = offset / block_bytes; block * block_bytes < offset + bytes; ++block)
    area.settled[block] = 0;
}

}  // namespace

Memory::Memory(const Code& code, const Launch& launch, std::span<const Buffer> buffers)
    : code_(code), launch_(launch) {
  if (launch.approximates)
    noise_ = static_cast<std::uint32_t>(mix_seed(launch.seed, kNoiseStream, 0)) | 1U;
  for (const Buffer& buffer : buffers) {
    if (buffer.bytes == 0) continue;
    Area area;
    area.begin = buffer.address;
    area.end = buffer.address + buffer.bytes;
    area.data = buffer.data;
    area.name = buffer.name;
    area.element_bytes = static_cast<std::uint32_t>(std::max<std::size_t>(buffer.element_bytes, 1));
    area.flags = buffer.stored;
    area.grain = grain_of(code, launch, area);
    const std::size_t marks = (buffer.bytes + area.grain - 1) / area.grain;
    area.stored = Marks(marks);
    area.loaded = Marks(marks);
    area.settled.resize(marks / kSettledBlock + 1);
    areas_.push_back(std::move(area));
  }
  std::sort(areas_.begin(), areas_.end(),
            [](const Area& a, const Area& b) { return a.begin < b.begin; });
}

Memory::~Memory() {
  for (Area& area : areas_) {
    area.stored.give_back(area.any_stored);
    area.loaded.give_back(area.any_loaded);
  }
}

Area* Memory::area_of(std::uint64_t address, std::uint64_t bytes) {
  const auto holds = [&](const Area& area) {
    return address >= area.begin && address < area.end && bytes <= area.end - address;
  };
  if (last_ && holds(*last_)) return last_;
  const auto above =
      std::upper_bound(areas_.begin(), areas_.end(), address,
                       [](std::uint64_t wanted, const Area& area) { return wanted < area.begin; });
  if (above == areas_.begin() || !holds(*(above - 1))) return nullptr;
  return last_ = &*(above - 1);
}

void Memory::report(FindingKind kind, std::uint32_t source, const Frame& frame,
                    const std::string& message, const Area* area, std::int64_t element) {
  if (is_full() || !reported_.emplace(source, kind).second) return;
  Finding finding;
  finding.kind = kind;
  finding.kernel = code_.name;
  finding.program = frame.at;
  finding.element = element;
  if (area) finding.buffer = area->name;
  if (source < code_.sources.size()) {
    finding.operation = code_.sources[source].operation;
    for (const SourceLine& line : source_lines(code_.module, code_.sources[source].location))
      finding.sources.push_back({line.file, line.line, line.column});
  }
  // The line that the kernel's author wrote: the innermost one of the kernel's own file.
  for (const SourceFrame& frame_line : finding.sources)
    if (frame_line.file == code_.file) {
      finding.line = frame_line.line;
      break;
    }
  finding.what = message;
  const std::string where = finding.line > 0 ? fmt::format(" line {}", finding.line) : "";
  finding.message = fmt::format("kernel {}{}: {}: {} (program {}, {}, {})", finding.kernel, where,
                                finding.operation, message, frame.at[0], frame.at[1], frame.at[2]);
  findings_.push_back(std::move(finding));
}

void Memory::scale_counts(const Counts& before, std::uint64_t wanted, std::uint64_t done) {
  if (done == 0) return;
  for (std::size_t i = 0; i < before.size(); ++i)
    counters_[i] = before[i] + (counters_[i] - before[i]) * wanted / done;
}

std::uint64_t Memory::order(std::uint32_t source) const {
  return mix_seed(launch_.seed, kOrderStream, source);
}

bool Memory::print(std::string line) {
  if (printed_.size() >= kMaxPrinted) return false;
  printed_.push_back(std::move(line));
  return true;
}

Outcome Memory::outcome(std::uint64_t steps) {
  const auto counted = [&](Counter counter) {
    return counters_[static_cast<std::size_t>(counter)];
  };
  work_.steps = steps;
  work_.integer_operations = counted(Counter::kInteger);
  work_.half_flops = counted(Counter::kHalf);
  work_.bfloat_flops = counted(Counter::kBfloat);
  work_.single_flops = counted(Counter::kSingle);
  work_.double_flops = counted(Counter::kDouble);
  for (const Area& area : areas_) close(area);
  return {std::move(findings_), work_, std::move(printed_)};
}

std::optional<std::uint32_t> Memory::stored_by(std::uint64_t address) const {
  for (const Area& area : areas_) {
    if (address < area.begin || address >= area.end) continue;
    const std::uint64_t mark = area.stored[(address - area.begin) / area.grain];
    if (mark != 0) return Mark::program(mark);
  }
  return std::nullopt;
}

// What the marks say of a whole launch.
void Memory::close(const Area& area) {
  const std::uint64_t bytes = area.end - area.begin;
  if (!area.any_loaded && !area.any_stored) return;
  for (std::uint64_t at = 0; at * area.grain < bytes; ++at) {
    const std::uint64_t stored = area.any_stored ? area.stored[at] : 0;
    const bool updated = stored != 0 && Mark::is_atomic(stored);
    const std::uint64_t begin = at * area.grain;
    const std::uint64_t size = std::min<std::uint64_t>(area.grain, bytes - begin);
    if ((area.any_loaded && area.loaded[at] != 0) || updated) work_.distinct_loaded_bytes += size;
    if (updated) work_.distinct_updated_bytes += size;
    if (stored == 0) continue;
    work_.distinct_stored_bytes += size;
    if (area.flags) std::memset(area.flags + begin, 1, size);
  }
}

// ---- accesses
// -------------------------------------------------------------------------------------

void Memory::outside(const Step& step, const Frame& frame, std::uint64_t address,
                     std::string_view verb) {
  // The buffer whose end is nearest tells what was meant.
  const Area* nearest = nullptr;
  std::uint64_t distance = ~0ULL;
  for (const Area& area : areas_) {
    const std::uint64_t away = address < area.begin ? area.begin - address : address - area.end;
    if (away < distance) {
      distance = away;
      nearest = &area;
    }
  }
  if (!nearest)
    return report(FindingKind::kOutOfBounds, step.source, frame,
                  "an access to memory in a launch without tensors");
  if (distance > kFarBytes) {
    std::string names;
    for (const Area& area : areas_) names += (names.empty() ? "" : ", ") + area.name;
    return report(
        FindingKind::kOutOfBounds, step.source, frame,
        fmt::format("{} outside of memory, first at an address far from {}", verb, names));
  }
  const auto offset = static_cast<std::int64_t>(address - nearest->begin);
  const std::int64_t size = nearest->element_bytes;
  const std::int64_t element = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
  report(FindingKind::kOutOfBounds, step.source, frame,
         fmt::format("{} outside of memory, first at element {} of {}, which has {}", verb, element,
                     nearest->name, (nearest->end - nearest->begin) / nearest->element_bytes),
         nearest, element);
}

bool Memory::aligned(const Step& step, const Frame& frame, const Area& area,
                     std::uint64_t address) {
  if (address % step.bytes == 0) return true;
  report(FindingKind::kMisaligned, step.source, frame,
         fmt::format("an address of {} that is no multiple of {} bytes", area.name, step.bytes),
         &area, static_cast<std::int64_t>((address - area.begin) / area.element_bytes));
  return false;
}

void Memory::count_sectors(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t first = begin / kSector, last = (end - 1) / kSector;
  work_.transactions += last - first + (first == last_sector_ ? 0 : 1);
  last_sector_ = last;
}

void Memory::load(const Step& step, Frame& frame, const std::uint64_t* addresses,
                  const std::uint8_t* mask, const std::byte* other, std::byte* to) {
  last_sector_ = ~0ULL;
  const std::size_t bytes = step.bytes;
  const auto skip = [&](std::size_t lane) {
    if (other)
      std::memcpy(to + lane * bytes, other + lane * bytes, bytes);
    else
      std::memset(to + lane * bytes, 0, bytes);
  };
  for (std::size_t lane = 0; lane < step.count;) {
    const std::size_t n = std::min<std::size_t>(kRun, step.count - lane);
    if (n == kRun &&
        lane_loops().contiguous(addresses + lane, mask ? mask + lane : nullptr, n, bytes)) {
      if (Area* area = area_of(addresses[lane], n * bytes); area && addresses[lane] % bytes == 0) {
        load_run(step, frame, *area, addresses[lane], lane, n, to + lane * bytes);
        lane += n;
        continue;
      }
    }
    for (const std::size_t end = lane + n; lane < end; ++lane) {
      if (mask && mask[lane] == 0) {
        skip(lane);
        continue;
      }
      Area* area = area_of(addresses[lane], bytes);
      if (!area) {
        outside(step, frame, addresses[lane], "load");
        skip(lane);
      } else if (!aligned(step, frame, *area, addresses[lane])) {
        skip(lane);
      } else {
        load_run(step, frame, *area, addresses[lane], lane, 1, to + lane * bytes);
      }
    }
  }
}

void Memory::store(const Step& step, Frame& frame, const std::uint64_t* addresses,
                   const std::uint8_t* mask, const std::byte* values) {
  last_sector_ = ~0ULL;
  const std::size_t bytes = step.bytes;
  for (std::size_t lane = 0; lane < step.count;) {
    const std::size_t n = std::min<std::size_t>(kRun, step.count - lane);
    if (n == kRun &&
        lane_loops().contiguous(addresses + lane, mask ? mask + lane : nullptr, n, bytes)) {
      if (Area* area = area_of(addresses[lane], n * bytes); area && addresses[lane] % bytes == 0) {
        store_run(step, frame, *area, addresses[lane], lane, n, values + lane * bytes);
        lane += n;
        continue;
      }
    }
    for (const std::size_t end = lane + n; lane < end; ++lane) {
      if (mask && mask[lane] == 0) continue;
      Area* area = area_of(addresses[lane], bytes);
      if (!area)
        outside(step, frame, addresses[lane], "store");
      else if (aligned(step, frame, *area, addresses[lane]))
        store_run(step, frame, *area, addresses[lane], lane, 1, values + lane * bytes);
    }
  }
}

// Elements that lie one behind another, all inside of the area.
void Memory::load_run(const Step& step, Frame& frame, Area& area, std::uint64_t address,
                      std::size_t lane, std::size_t n, std::byte* to) {
  const std::uint64_t offset = address - area.begin;
  std::memcpy(to, area.data + offset, n * step.bytes);
  work_.loaded_bytes += n * step.bytes;
  count_sectors(address, address + n * step.bytes);
  const std::uint64_t mark = Mark::of(frame.program, frame.epoch, step.shape);
  area.any_loaded = true;
  const bool is_volatile = step.detail && static_cast<const Access*>(step.detail)->is_volatile;
  if (area.grain == step.bytes && !is_volatile && !is_shared(step)) {
    note_load(step, frame, area, mark + (lane << Mark::kLane), offset / area.grain, n);
    return;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t at = (offset + i * step.bytes) / area.grain;
         at * area.grain < offset + (i + 1) * step.bytes; ++at)
      // Who waits for what others change atomically may look at it at any time; what they store is
      // no more in order for a volatile load than for another one.
      if (!is_volatile || !Mark::is_atomic(area.stored[at]))
        load_mark(step, frame, area, mark + ((lane + i) << Mark::kLane), at);
}

void Memory::store_run(const Step& step, Frame& frame, Area& area, std::uint64_t address,
                       std::size_t lane, std::size_t n, const std::byte* from) {
  const std::uint64_t offset = address - area.begin;
  work_.stored_bytes += n * step.bytes;
  work_.stored_lanes += n;
  count_sectors(address, address + n * step.bytes);
  const std::uint64_t mark = Mark::of(frame.program, frame.epoch, step.shape);
  ++changes_;
  unsettle(area, offset, n * step.bytes);
  area.any_stored = true;
  const std::size_t first = offset / area.grain;
  const std::uint64_t* loaded = area.any_loaded ? area.loaded.get() + first : kNoMarks.data();
  if (area.grain == step.bytes && lane_loops().note_stores(area.stored.get() + first, loaded,
                                                           mark + (lane << Mark::kLane), n)) {
    std::memcpy(area.data + offset, from, n * step.bytes);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t begin = offset + i * step.bytes;
    const bool same = std::memcmp(area.data + begin, from + i * step.bytes, step.bytes) == 0;
    for (std::size_t at = begin / area.grain; at * area.grain < begin + step.bytes; ++at)
      store_mark(step, frame, area, mark + ((lane + i) << Mark::kLane), at, same);
  }
  std::memcpy(area.data + offset, from, n * step.bytes);
}

std::byte* Memory::atomic(const Step& step, Frame& frame, std::uint64_t address) {
  Area* area = area_of(address, step.bytes);
  if (!area) {
    outside(step, frame, address, "atomic");
    return nullptr;
  }
  if (!aligned(step, frame, *area, address)) return nullptr;
  const std::uint64_t offset = address - area->begin;
  work_.loaded_bytes += step.bytes;
  work_.stored_bytes += step.bytes;
  work_.atomic_bytes += step.bytes;
  ++work_.stored_lanes;
  count_sectors(address, address + step.bytes);
  unsettle(*area, offset, step.bytes);
  area->any_stored = true;
  std::uint64_t mark = Mark::of(frame.program, frame.epoch, Mark::kAtomicShape);
  for (std::size_t at = offset / area->grain; at * area->grain < offset + step.bytes; ++at) {
    const std::uint64_t before = area->stored[at];
    if (before != 0 && !Mark::is_atomic(before) && !Mark::same_program(before, mark) &&
        !ordered(frame, before))
      race(step, frame, *area, at, FindingKind::kRace,
           "an atomic operation changes element {} of {}, which another program of the launch "
           "stores; on a GPU, "
           "which comes first is chance");
    const bool several =
        before != 0 && ((before & Mark::kSeveral) != 0 || !Mark::same_program(before, mark));
    area->stored[at] = mark | (several ? Mark::kSeveral : 0);
  }
  return area->data + offset;
}

// ---- the book
// -------------------------------------------------------------------------------------

bool Memory::ordered(const Frame& frame, std::uint64_t mark) const {
  const auto clock = learned_.find(frame.program % Mark::kMaxProgram);
  if (clock == learned_.end()) return false;
  const auto known = clock->second.find(Mark::program(mark));
  return known != clock->second.end() && Mark::epoch(mark) <= known->second;
}

// `sentence`: with places for an element and its buffer.
void Memory::race(const Step& step, const Frame& frame, const Area& area, std::size_t at,
                  FindingKind kind,
                  fmt::format_string<const std::int64_t&, const std::string&> sentence) {
  const auto element = static_cast<std::int64_t>(at * area.grain / area.element_bytes);
  report(kind, step.source, frame, fmt::format(sentence, element, area.name), &area, element);
}

// Whether threads that do not store a lane themselves load it, for what they store later. Within a
// warp a load comes after the store before it.
bool Memory::is_shared(const Step& step) const {
  if (!step.detail) return false;
  constexpr std::uint32_t kWarp = 32;
  const std::uint32_t sound = (step.count + kWarp - 1) / kWarp * kWarp;
  const std::uint32_t widest = static_cast<const Access*>(step.detail)->widest_store;
  return std::min(widest, launch_.warps * kWarp) > sound;
}

void Memory::note_load(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                       std::size_t first, std::size_t n) {
  const std::size_t block = first / kSettledBlock;
  const bool whole_block = n == kSettledBlock && first % kSettledBlock == 0;
  if (whole_block && area.settled[block] != 0) return;
  const std::uint64_t* stored = area.any_stored ? area.stored.get() + first : kNoMarks.data();
  const LoadNoted noted = lane_loops().note_loads(stored, area.loaded.get() + first, mark, n);
  if (noted == LoadNoted::kSettled && whole_block) area.settled[block] = 1;
  if (noted != LoadNoted::kLookAtEach) return;
  for (std::size_t i = 0; i < n; ++i)
    load_mark(step, frame, area, mark + (i << Mark::kLane), first + i);
}

void Memory::load_mark(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                       std::size_t at) {
  const std::uint64_t stored = area.stored[at];
  if (stored != 0) {
    if (!Mark::same_program(stored, mark)) {
      if (!ordered(frame, stored)) race(step, frame, area, at, FindingKind::kRace, kLoadRace);
    } else if (Mark::same_epoch(stored, mark) && !Mark::same_thread(stored, mark)) {
      race(step, frame, area, at, FindingKind::kUnordered,
           "a program loads element {} of {}, which another of its threads has stored; without "
           "tl.debug_barrier() in between, which comes first is chance");
    } else if (Mark::same_epoch(stored, mark) && is_shared(step)) {
      race(step, frame, area, at, FindingKind::kUnordered,
           "a program stores what depends on element {} of {}, which it has loaded after storing "
           "it in a block of "
           "fewer elements than it has threads; without tl.debug_barrier() in between, all threads "
           "but the storing ones may have loaded an older value");
    }
  }
  std::uint64_t& loaded = area.loaded[at];
  const bool several =
      loaded != 0 && ((loaded & Mark::kSeveral) != 0 || !Mark::same_program(loaded, mark));
  loaded = mark | (several ? Mark::kSeveral : 0);
}

void Memory::store_mark(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                        std::size_t at, bool same_bytes) {
  const std::uint64_t stored = area.stored[at], loaded = area.loaded[at];
  if (stored != 0) {
    if (!Mark::same_program(stored, mark)) {
      // Which of two equal values stays is no matter.
      if (!same_bytes && !ordered(frame, stored))
        race(step, frame, area, at, FindingKind::kRace,
             "several programs store different values into element {} of {}; on a GPU, which one "
             "stays is "
             "chance");
    } else if (!same_bytes && Mark::same_epoch(stored, mark) && !Mark::same_thread(stored, mark)) {
      race(step, frame, area, at, FindingKind::kUnordered,
           "several threads of a program store different values into element {} of {}; without "
           "tl.debug_barrier() in between, which one stays is chance");
    }
  }
  if (loaded != 0) {
    const bool foreign = !Mark::same_program(loaded, mark);
    if ((foreign || (loaded & Mark::kSeveral) != 0) && !ordered(frame, loaded)) {
      if (foreign || learned_.empty()) race(step, frame, area, at, FindingKind::kRace, kLoadRace);
    } else if (!foreign && !same_bytes && Mark::same_epoch(loaded, mark) &&
               !Mark::same_thread(loaded, mark)) {
      race(step, frame, area, at, FindingKind::kUnordered,
           "a program stores element {} of {}, which another of its threads may still have to "
           "load; without "
           "tl.debug_barrier() in between, which comes first is chance");
    }
  }
  area.stored[at] = mark;
}

void Memory::acquire(const Frame& frame, std::uint64_t address) {
  const auto found = released_.find(address);
  if (found == released_.end()) return;
  Clock& mine = learned_[frame.program % Mark::kMaxProgram];
  for (const auto& [program, epoch] : found->second) mine[program] = std::max(mine[program], epoch);
}

void Memory::release(Frame& frame, std::uint64_t address) {
  Clock& shared = released_[address];
  const std::uint32_t program = frame.program % Mark::kMaxProgram;
  for (const auto& [other, epoch] : learned_[program])
    shared[other] = std::max(shared[other], epoch);
  shared[program] = std::max(shared[program], frame.epoch);
}

void Memory::age(Frame& frame) {
  const std::uint32_t program = frame.program % Mark::kMaxProgram;
  for (Area& area : areas_) {
    const std::size_t marks = (area.end - area.begin + area.grain - 1) / area.grain;
    for (const auto& [touched, book] : {std::pair(area.any_stored, area.stored.get()),
                                        std::pair(area.any_loaded, area.loaded.get())})
      for (std::size_t at = 0; touched && at < marks; ++at)
        if (book[at] != 0 && Mark::program(book[at]) == program) book[at] &= ~Mark::kEpochBits;
  }
  // Whoever knew anything of this program knows what it did until now.
  const auto forget = [program](auto& clocks) {
    for (auto& [key, clock] : clocks)
      if (const auto known = clock.find(program); known != clock.end()) known->second = 0;
  };
  forget(learned_);
  forget(released_);
  frame.epoch = 1;
}

void pass_barrier(Frame& frame) {
  if (++frame.epoch > Mark::kMaxEpoch) frame.memory->age(frame);
}

}  // namespace nereid::verify::machine
