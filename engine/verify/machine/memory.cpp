// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>

#include "engine/base/random.h"
#include "engine/verify/machine/internal/lane_operation.h"
#include "engine/verify/machine/internal/lowering.h"

namespace nereid::verify::machine {
namespace {

// Streams of the seed; 1 and 2 are the order of programs and of their turns (runner.cpp).
constexpr std::uint64_t kNoiseStream = 3, kOrderStream = 4, kLaneStream = 5;
constexpr std::size_t kRunsAtOnce = 64;                        // bits of what contiguous_runs gives
constexpr std::array<std::uint64_t, kRunLanes> kNoMarks = {};  // runs are no longer than this
constexpr std::size_t kMaxPrinted = 1000;
constexpr std::uint32_t kWarp = 32;             // threads
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

// The lanes of a run, of a size that is known where it is compiled.
void copy_run(std::byte* to, const std::byte* from, std::size_t lane_bytes) {
  switch (lane_bytes) {
    case 1:
      std::memcpy(to, from, kRunLanes);
      return;
    case 2:
      std::memcpy(to, from, kRunLanes * 2);
      return;
    case 4:
      std::memcpy(to, from, kRunLanes * 4);
      return;
    default:
      std::memcpy(to, from, kRunLanes * lane_bytes);
  }
}

// Notes that a thread loads a whole block, if one mark is enough for that. False: nothing was
// noted, each element has to be looked at.
bool note_block_load(Area& area, std::size_t block, std::uint64_t mark) {
  const std::uint64_t stored = area.stored.block(block), loaded = area.loaded.block(block);
  if (loaded == Book::kByElementSettled && stored == Book::kUntouched) return true;
  if (Book::is_by_element(loaded)) return false;
  if (stored != Book::kUntouched && !Mark::same_but_for_epoch(stored, mark)) return false;
  // That several programs load these is known, and one more would change nothing.
  if ((loaded & Mark::kSeveral) != 0) return true;
  const bool several = loaded != Book::kUntouched && !Mark::same_program(loaded, mark);
  area.loaded.mark_block(block, mark | (several ? Mark::kSeveral : 0));
  return true;
}

// Likewise, that it stores one.
bool note_block_store(Area& area, std::size_t block, std::uint64_t mark) {
  for (const std::uint64_t touched : {area.stored.block(block), area.loaded.block(block)})
    if (touched != Book::kUntouched && !Mark::same_but_for_epoch(touched, mark)) return false;
  area.stored.mark_block(block, mark);
  return true;
}

// Notes that lanes one behind another store elements that lie so. False: another thread has touched
// some of them, and nothing was noted.
bool note_run_store(Area& area, std::uint64_t mark, std::size_t first, std::size_t n) {
  const bool whole_block = n == Book::kBlock && first % Book::kBlock == 0;
  if (whole_block && note_block_store(area, first / Book::kBlock, mark)) return true;
  const std::uint64_t* loaded = area.loaded.read(first, n);
  return lane_loops().note_stores(area.stored.change(first, n), loaded ? loaded : kNoMarks.data(),
                                  mark, n);
}

// Whether a run of elements, of a buffer that the launch loads, has one that is stored as it is.
bool leaves_loaded(const Area& area, std::size_t bytes, std::uint64_t offset, std::size_t n,
                   const std::byte* from) {
  if (!area.loaded.is_touched()) return false;
  for (std::size_t i = 0; i < n; ++i)
    if (std::memcmp(area.data + offset + i * bytes, from + i * bytes, bytes) == 0) return true;
  return false;
}

// Elements of an access that a thread of a program of one warp holds.
std::size_t of_a_thread(const Step& step) {
  return std::max(step.count / kWarp, 1U);
}

}  // namespace

Memory::Memory(const Code& code, const Launch& launch, std::span<const Buffer> buffers)
    : code_(code), launch_(launch), compared_(code.conditions.size()) {
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
    if (!area.data) {
      areas_.push_back(std::move(area));
      continue;
    }
    const std::size_t marks = (buffer.bytes + area.grain - 1) / area.grain;
    area.stored = Book(marks);
    area.loaded = Book(marks);
    areas_.push_back(std::move(area));
  }
  std::sort(areas_.begin(), areas_.end(),
            [](const Area& a, const Area& b) { return a.begin < b.begin; });
}

Area* Memory::find_area(std::uint64_t address, std::uint64_t bytes) {
  const auto above =
      std::upper_bound(areas_.begin(), areas_.end(), address,
                       [](std::uint64_t wanted, const Area& area) { return wanted < area.begin; });
  if (above == areas_.begin() || !(above - 1)->holds(address, bytes)) return nullptr;
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
  finding.line = line_of(source);
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

std::size_t Memory::first_lane(const Step& step, const Frame& frame) const {
  const std::size_t block = std::size_t{1} << std::countr_zero(std::max(step.count, 1U));
  return mix_seed(order(step.source), kLaneStream, frame.program) % block;
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
  end_meeting();
  for (Area& area : areas_) close(area);
  return {std::move(findings_), work_, std::move(printed_), compared(), goes_in_step_};
}

// Those of one number, the same in all lanes.
void add_numbers(std::vector<double>& numbers, const Compared& comparison, bool is_whole) {
  for (const Range& side : {comparison.left, comparison.right})
    if (side.low == side.high && (side.low != 0 || is_whole)) numbers.push_back(side.low);
}

std::vector<Compared> Memory::compared() {
  std::vector<Compared> reached;
  std::map<int, int> of_line;
  for (std::size_t number = 0; number < compared_.size(); ++number) {
    const Condition& condition = code_.conditions[number];
    Compared one = compared_[number];
    one.line = line_of(condition.source);
    one.nth = of_line[one.line]++;
    one.is_whole = condition.is_whole;
    if (condition.of.empty()) add_numbers(one.numbers, one, one.is_whole);
    for (const std::uint32_t part : condition.of)
      add_numbers(one.numbers, compared_[part], code_.conditions[part].is_whole);
    if (!condition.numbers.empty()) {
      const Compared& comparison = compared_[condition.of.front()];
      one.was_true = comparison.was_true, one.was_false = comparison.was_false;
      one.numbers.insert(one.numbers.end(), condition.numbers.begin(), condition.numbers.end());
    }
    if (one.was_true || one.was_false) reached.push_back(std::move(one));
  }
  return reached;
}

// The line that the kernel's author wrote: the innermost one of the kernel's own file.
int Memory::line_of(std::uint32_t source) const {
  if (source >= code_.sources.size()) return 0;
  for (const SourceLine& line : source_lines(code_.module, code_.sources[source].location))
    if (line.file == code_.file) return line.line;
  return 0;
}

std::optional<std::uint32_t> Memory::stored_by(std::uint64_t address) const {
  for (const Area& area : areas_) {
    if (address < area.begin || address >= area.end) continue;
    const std::uint64_t mark = area.stored.at((address - area.begin) / area.grain);
    if (mark != 0) return Mark::program(mark);
  }
  return std::nullopt;
}

// What a block of marks says of a whole launch, each of which stands for so many bytes.
void Memory::close_block(Area& area, std::size_t first, std::size_t n, std::uint64_t bytes) {
  const std::size_t block = first / Book::kBlock;
  const std::uint64_t by_store = area.stored.block(block), by_load = area.loaded.block(block);
  if ((by_store | by_load) == Book::kUntouched) return;
  const std::uint64_t* stored = nullptr;
  MarkCounts counts;
  if (Book::is_by_element(by_store) || Book::is_by_element(by_load)) {
    stored = area.stored.read(first, n);
    counts = lane_loops().count_marks(stored, area.loaded.read(first, n), n);
  } else {
    counts.loaded = by_load == Book::kUntouched ? 0 : n;
    counts.stored = by_store == Book::kUntouched ? 0 : n;
  }
  work_.distinct_loaded_bytes += counts.loaded * bytes;
  work_.distinct_stored_bytes += counts.stored * bytes;
  work_.distinct_updated_bytes += counts.updated * bytes;
  if (!area.flags || counts.stored == 0) return;
  if (counts.stored == n) {
    std::memset(area.flags + first * area.grain, 1, (n - 1) * area.grain + bytes);
    return;
  }
  for (std::size_t i = 0; i < n; ++i)
    if (stored[i] != 0) std::memset(area.flags + (first + i) * area.grain, 1, bytes);
}

void Memory::close(Area& area) {
  if (!area.stored.is_touched() && !area.loaded.is_touched()) return;
  const std::uint64_t bytes = area.end - area.begin;
  const std::size_t marks = bytes / area.grain;
  for (std::size_t first = 0; first < marks; first += Book::kBlock)
    close_block(area, first, std::min(Book::kBlock, marks - first), area.grain);
  if (const std::uint64_t rest = bytes % area.grain; rest != 0) close_block(area, marks, 1, rest);
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

// Runs of lanes that follow each other go to `run`, if they lie in one buffer, and all others to
// `lane`, one by one; in order.
template <class Run, class Lane>
void Memory::each_run(const Step& step, const std::uint64_t* addresses, const std::uint8_t* mask,
                      Run run, Lane lane) {
  const std::size_t bytes = step.bytes, all = step.count / kRunLanes;
  for (std::size_t done = 0; done < all;) {
    const std::size_t first = done * kRunLanes, runs = std::min(kRunsAtOnce, all - done);
    const std::uint64_t follow =
        lane_loops().contiguous_runs(addresses + first, mask ? mask + first : nullptr, runs, bytes);
    for (std::size_t i = 0; i < runs; ++i) {
      const std::size_t begin = first + i * kRunLanes;
      const std::uint64_t address = addresses[begin];
      Area* area = nullptr;
      if ((follow >> i & 1U) != 0 && (address & (bytes - 1)) == 0)
        area = area_of(address, kRunLanes * bytes);
      if (area)
        run(*area, address, begin);
      else
        for (std::size_t at = begin; at < begin + kRunLanes; ++at) lane(at);
    }
    done += runs;
  }
  for (std::size_t at = all * kRunLanes; at < step.count; ++at) lane(at);
}

void Memory::load(const Step& step, Frame& frame, const std::uint64_t* addresses,
                  const std::uint8_t* mask, const std::byte* other, std::byte* to) {
  last_sector_ = ~0ULL;
  ++accesses_;
  frame.has_news = true;
  const std::size_t bytes = step.bytes;
  Noting noting;
  noting.mark = Mark::of(frame.program, frame.epoch, step.shape);
  noting.is_volatile = step.detail && static_cast<const Access*>(step.detail)->is_volatile;
  noting.by_runs = !noting.is_volatile && !is_shared(step);
  const auto skip = [&](std::size_t lane) {
    if (other)
      std::memcpy(to + lane * bytes, other + lane * bytes, bytes);
    else
      std::memset(to + lane * bytes, 0, bytes);
  };
  const auto run = [&](Area& area, std::uint64_t address, std::size_t lane) {
    if (!area.data) {
      std::memset(to + lane * bytes, 0, kRunLanes * bytes);
      work_.loaded_bytes += kRunLanes * bytes;
      return;
    }
    copy_run(to + lane * bytes, area.data + (address - area.begin), bytes);
    note_loads(step, frame, noting, area, address, lane, kRunLanes);
  };
  const auto one = [&](std::size_t lane) {
    if (mask && mask[lane] == 0) return skip(lane);
    const std::uint64_t address = addresses[lane];
    Area* area = area_of(address, bytes);
    if (!area) {
      outside(step, frame, address, "load");
      return skip(lane);
    }
    if (!aligned(step, frame, *area, address)) return skip(lane);
    if (!area->data) {
      std::memset(to + lane * bytes, 0, bytes);
      work_.loaded_bytes += bytes;
      return;
    }
    std::memcpy(to + lane * bytes, area->data + (address - area->begin), bytes);
    note_loads(step, frame, noting, *area, address, lane, 1);
  };
  each_run(step, addresses, mask, run, one);
}

void Memory::store(const Step& step, Frame& frame, const std::uint64_t* addresses,
                   const std::uint8_t* mask, const std::byte* values) {
  last_sector_ = ~0ULL;
  ++accesses_;
  frame.has_news = true;
  const std::size_t bytes = step.bytes;
  const auto run = [&](Area& area, std::uint64_t address, std::size_t lane) {
    store_run(step, frame, area, address, lane, kRunLanes, values + lane * bytes);
  };
  const auto one = [&](std::size_t lane) {
    if (mask && mask[lane] == 0) return;
    Area* area = area_of(addresses[lane], bytes);
    if (!area)
      outside(step, frame, addresses[lane], "store");
    else if (aligned(step, frame, *area, addresses[lane]))
      store_run(step, frame, *area, addresses[lane], lane, 1, values + lane * bytes);
  };
  each_run(step, addresses, mask, run, one);
}

// Elements that lie one behind another, all inside of the area.
void Memory::note_loads(const Step& step, const Frame& frame, const Noting& noting, Area& area,
                        std::uint64_t address, std::size_t lane, std::size_t n) {
  const std::uint64_t offset = address - area.begin;
  work_.loaded_bytes += n * step.bytes;
  count_sectors(address, address + n * step.bytes);
  if (area.grain == step.bytes && noting.by_runs) {
    const std::size_t first = offset >> std::countr_zero(step.bytes);
    const std::uint64_t mark = noting.mark + (lane << Mark::kLane);
    const bool whole_block = n == Book::kBlock && first % Book::kBlock == 0;
    if (!whole_block || !note_block_load(area, first / Book::kBlock, mark))
      note_run(step, frame, area, mark, first, n);
    return;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t at = (offset + i * step.bytes) / area.grain;
         at * area.grain < offset + (i + 1) * step.bytes; ++at)
      // Who waits for what others change atomically may look at it at any time; what they store is
      // no more in order for a volatile load than for another one.
      if (!noting.is_volatile || !Mark::is_atomic(area.stored.at(at)))
        load_mark(step, frame, area, noting.mark + ((lane + i) << Mark::kLane), at);
}

void Memory::store_run(const Step& step, Frame& frame, Area& area, std::uint64_t address,
                       std::size_t lane, std::size_t n, const std::byte* from) {
  work_.stored_bytes += n * step.bytes;
  if (!area.data) return;
  const std::uint64_t offset = address - area.begin;
  work_.stored_lanes += n;
  count_sectors(address, address + n * step.bytes);
  const std::uint64_t mark = Mark::of(frame.program, frame.epoch, step.shape);
  ++changes_;
  if (area.grain == step.bytes && !leaves_loaded(area, step.bytes, offset, n, from) &&
      note_run_store(area, mark + (lane << Mark::kLane), offset >> std::countr_zero(step.bytes),
                     n)) {
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

std::byte* Memory::atomic(const Step& step, Frame& frame, std::uint64_t address, bool of_all) {
  Area* area = area_of(address, step.bytes);
  if (!area) {
    outside(step, frame, address, "atomic");
    return nullptr;
  }
  if (!aligned(step, frame, *area, address)) return nullptr;
  work_.loaded_bytes += step.bytes;
  work_.stored_bytes += step.bytes;
  if (!area->data) {
    nothing_.fill(std::byte{0});
    return nothing_.data();
  }
  const std::uint64_t offset = address - area->begin;
  work_.atomic_bytes += step.bytes;
  ++work_.stored_lanes;
  count_sectors(address, address + step.bytes);
  const std::uint64_t mark = Mark::of(frame.program, frame.epoch, Mark::kAtomicShape);
  for (std::size_t at = offset / area->grain; at * area->grain < offset + step.bytes; ++at) {
    std::uint64_t& stored = *area->stored.change(at, 1);
    const std::uint64_t before = stored;
    if (before != 0 && !Mark::is_atomic(before) && !Mark::same_program(before, mark) &&
        !ordered(frame, before))
      race(step, frame, *area, at, FindingKind::kRace,
           "an atomic operation changes element {} of {}, which another program of the launch "
           "stores; on a GPU, "
           "which comes first is chance");
    if (!of_all && before != 0 && Mark::is_atomic(before) && !Mark::same_program(before, mark) &&
        !ordered(frame, before))
      race(step, frame, *area, at, FindingKind::kRace,
           "an atomic operation of scope cta changes element {} of {}, which another program of "
           "the launch changes; such operations exclude those of their own program alone");
    const bool several =
        before != 0 && ((Mark::is_atomic(before) && (before & Mark::kSeveral) != 0) ||
                        !Mark::same_program(before, mark));
    stored = mark | (several ? Mark::kSeveral : 0);
  }
  return area->data + offset;
}

// ---- the book
// -------------------------------------------------------------------------------------

bool Memory::ordered(const Frame& frame, std::uint64_t mark) {
  return order_.knows(frame.program % Mark::kMaxProgram, Mark::program(mark), Mark::epoch(mark));
}

// `sentence`: with places for an element and its buffer.
void Memory::race(const Step& step, const Frame& frame, const Area& area, std::size_t at,
                  FindingKind kind,
                  fmt::format_string<const std::int64_t&, const std::string&> sentence) {
  const auto element = static_cast<std::int64_t>(at * area.grain / area.element_bytes);
  report(kind, step.source, frame, fmt::format(sentence, element, area.name), &area, element);
}

// Lanes meet without a barrier in between. A warp goes in step; but the assembler changes the order
// of two accesses where it can tell that the addresses of each thread differ, as they do where each
// of the elements that a thread holds is, in all threads, as far from the one that it meets:
// `x + i` and `x + i + 1`, or `x + (i ^ 1)`. Of a block and a single element it cannot.
void Memory::meet(const Step& step, const Frame& frame, const Area& area, std::size_t at,
                  std::uint64_t mark, std::uint64_t before,
                  fmt::format_string<const std::int64_t&, const std::string&> sentence) {
  if (launch_.warps != 1 || Mark::is_atomic(before))
    return race(step, frame, area, at, FindingKind::kUnordered, sentence);
  if (meeting_.step == nullptr || meeting_.access != accesses_) {
    end_meeting();
    const bool is_one = Mark::shape(mark) == Mark::kScalarShape;
    meeting_ = {&step,    accesses_, {}, is_one != (Mark::shape(before) == Mark::kScalarShape),
                frame.at, &area,     at, sentence};
  }
  const std::int64_t apart = Mark::lane(mark) - Mark::lane(before);
  std::vector<std::int64_t>& known = meeting_.apart;
  if (known.size() <= of_a_thread(step) &&
      std::find(known.begin(), known.end(), apart) == known.end())
    known.push_back(apart);
}

void Memory::end_meeting() {
  if (meeting_.step == nullptr) return;
  Frame frame;
  frame.at = meeting_.program;
  if (meeting_.is_of_one || meeting_.apart.size() > of_a_thread(*meeting_.step))
    goes_in_step_ = true;
  else
    race(*meeting_.step, frame, *meeting_.area, meeting_.at, FindingKind::kUnordered,
         meeting_.sentence);
  meeting_.step = nullptr;
}

void Memory::report_early_load(const Step& step, const Frame& frame, std::uint64_t address) {
  const Area* area = area_of(address, step.bytes);
  if (!area) return;
  race(step, frame, *area, (address - area->begin) / area->grain, FindingKind::kUnordered,
       "a program loads element {} of {}, which it has stored shortly before in the same loop; the "
       "compiler pipelines that loop, so that its loads come before stores of earlier iterations");
}

// Whether threads that do not store a lane themselves load it, for what they store later. Within a
// warp a load comes after the store before it.
bool Memory::is_shared(const Step& step) const {
  if (!step.detail) return false;
  const std::uint32_t sound = (step.count + kWarp - 1) / kWarp * kWarp;
  const std::uint32_t widest = static_cast<const Access*>(step.detail)->widest_store;
  return std::min(widest, launch_.warps * kWarp) > sound;
}

void Memory::note_run(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                      std::size_t first, std::size_t n) {
  const std::uint64_t* stored = area.stored.read(first, n);
  const LoadNoted noted = lane_loops().note_loads(stored ? stored : kNoMarks.data(),
                                                  area.loaded.change(first, n), mark, n);
  if (noted == LoadNoted::kSettled && n == Book::kBlock && first % Book::kBlock == 0)
    area.loaded.mark_block(first / Book::kBlock, Book::kByElementSettled);
  if (noted != LoadNoted::kLookAtEach) return;
  for (std::size_t i = 0; i < n; ++i)
    load_mark(step, frame, area, mark + (i << Mark::kLane), first + i);
}

void Memory::load_mark(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                       std::size_t at) {
  const std::uint64_t stored = area.stored.at(at);
  if (stored != 0) {
    const bool foreign = !Mark::same_program(stored, mark);
    const bool at_once = !foreign && Mark::same_epoch(stored, mark);
    if (foreign && !ordered(frame, stored)) {
      // What is stored as it was is the same before and after.
      if (!Mark::is_unchanged(stored)) race(step, frame, area, at, FindingKind::kRace, kLoadRace);
    } else if (Mark::is_of_descriptor(stored) != Mark::is_of_descriptor(mark)) {
      // Neither tl.debug_barrier() nor an atomic operation orders the two ways into memory.
      race(step, frame, area, at, FindingKind::kUnordered,
           "a program loads element {} of {}, which the launch has stored, one of both by a tensor "
           "descriptor and the other one by pointers; nothing orders these two ways into memory "
           "before the launch ends");
    } else if (at_once && !Mark::same_thread(stored, mark)) {
      meet(step, frame, area, at, mark, stored,
           "a program loads element {} of {}, which another of its threads has stored; without "
           "tl.debug_barrier() in between, which comes first is chance");
    } else if (at_once && is_shared(step)) {
      race(step, frame, area, at, FindingKind::kUnordered,
           "a program stores what depends on element {} of {}, which it has loaded after storing "
           "it in a block of "
           "fewer elements than it has threads; without tl.debug_barrier() in between, all threads "
           "but the storing ones may have loaded an older value");
    }
  }
  std::uint64_t& loaded = *area.loaded.change(at, 1);
  const bool several =
      loaded != 0 && ((loaded & Mark::kSeveral) != 0 || !Mark::same_program(loaded, mark));
  loaded = mark | (several ? Mark::kSeveral : 0);
}

void Memory::store_mark(const Step& step, const Frame& frame, Area& area, std::uint64_t mark,
                        std::size_t at, bool same_bytes) {
  const std::uint64_t stored = area.stored.at(at), loaded = area.loaded.at(at);
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
      if (!same_bytes && (foreign || order_.is_empty()))
        race(step, frame, area, at, FindingKind::kRace, kLoadRace);
    } else if (!foreign && !same_bytes && Mark::same_epoch(loaded, mark) &&
               !Mark::same_thread(loaded, mark)) {
      meet(step, frame, area, at, mark, loaded,
           "a program stores element {} of {}, which another of its threads may still have to "
           "load; without "
           "tl.debug_barrier() in between, which comes first is chance");
    }
  }
  const bool unchanged = same_bytes && (stored == 0 || Mark::is_unchanged(stored));
  *area.stored.change(at, 1) = mark | (unchanged ? Mark::kUnchanged : 0);
}

void Memory::acquire(const Frame& frame, std::uint64_t address) {
  order_.acquire(frame.program % Mark::kMaxProgram, address);
}

void Memory::release(Frame& frame, std::uint64_t address) {
  order_.release(frame.program % Mark::kMaxProgram, frame.epoch, address, frame.has_news);
  frame.has_news = false;
}

void Memory::age(Frame& frame) {
  const std::uint32_t program = frame.program % Mark::kMaxProgram;
  for (Area& area : areas_) {
    area.stored.age(program);
    area.loaded.age(program);
  }
  order_.age(program);
  frame.epoch = 1;
}

void pass_barrier(Frame& frame) {
  if (++frame.epoch > Mark::kMaxEpoch) frame.memory->age(frame);
}

void meet_across_warps(std::size_t length, bool is_alone, Frame& frame) {
  constexpr std::size_t kWarpReach = std::size_t{kWarp} * 16;
  if (length > (is_alone ? kWarp : kWarpReach)) pass_barrier(frame);
}

}  // namespace nereid::verify::machine
