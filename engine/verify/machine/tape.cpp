// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/tape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/verify/machine/internal/printing.h"

namespace nereid::verify::machine {

std::size_t TapeForm::lanes() const {
  std::size_t lanes = 1;
  for (const std::int64_t size : shape) lanes *= static_cast<std::size_t>(size);
  return lanes;
}

const TapeOperation& Tape::operation_of(std::uint32_t event) const {
  return operations.at(events.at(event).operation);
}

const TapeForm& Tape::form(std::uint32_t value) const {
  static const TapeForm kNone;
  const TapeValue& kept = values.at(value);
  const TapeOperation& operation = operation_of(kept.event);
  return kept.result < operation.results.size() ? operation.results[kept.result] : kNone;
}

double Tape::number(std::uint32_t value, std::size_t lane) const {
  const Element element = element_named(form(value).dtype).value_or(Element::kPointer);
  const std::byte* at = bytes.data() + values.at(value).at + lane * bytes_of(element);
  return lane_number(at, element);
}

std::string Tape::text(std::uint32_t value, std::size_t lane) const {
  const Element element = element_named(form(value).dtype).value_or(Element::kPointer);
  const std::byte* at = bytes.data() + values.at(value).at + lane * bytes_of(element);
  if (element == Element::kI1) return std::to_integer<int>(*at) != 0 ? "true" : "false";
  if (element != Element::kPointer) return lane_text(at, element);
  std::uint64_t address = 0;
  std::memcpy(&address, at, sizeof address);
  return place_text(address);
}

std::string Tape::place_text(std::uint64_t address) const {
  for (const TapeBuffer& buffer : buffers)
    if (address >= buffer.address && address - buffer.address < buffer.bytes)
      return fmt::format("{}[{}]", buffer.name, (address - buffer.address) / buffer.element_bytes);
  return fmt::format("{:#x}", address);
}

std::optional<std::uint64_t> Tape::address(std::uint32_t event, std::size_t lane) const {
  const TapeEvent& one = events.at(event);
  if (one.addresses == kNoTapeValue) return std::nullopt;
  if (one.mask != kNoTapeValue && std::to_integer<int>(bytes[values.at(one.mask).at + lane]) == 0)
    return std::nullopt;
  std::uint64_t address = 0;
  std::memcpy(&address, bytes.data() + values.at(one.addresses).at + lane * sizeof address,
              sizeof address);
  return address;
}

std::optional<Tape::Store> Tape::store_to(std::uint64_t address, std::uint32_t before) const {
  for (std::uint32_t event =
           std::min<std::uint32_t>(before, static_cast<std::uint32_t>(events.size()));
       event-- > 0;) {
    if (!operation_of(event).stores) continue;
    const TapeEvent& one = events[event];
    if (one.addresses == kNoTapeValue) continue;
    // The last lane to store there is the one whose value stays.
    for (std::size_t lane = lanes_of_access(event); lane-- > 0;)
      if (this->address(event, lane) == address) return Store{event, lane};
  }
  return std::nullopt;
}

std::size_t Tape::lanes_of_access(std::uint32_t event) const {
  const TapeOperation& operation = operation_of(event);
  if (operation.addresses >= 0)
    return operation.operands.at(static_cast<std::size_t>(operation.addresses)).lanes();
  if (operation.loads) return operation.results.at(0).lanes();
  return operation.operands.empty() ? 0 : operation.operands.back().lanes();
}

std::uint32_t Tape::stored_value(std::uint32_t event) const {
  const TapeEvent& one = events.at(event);
  const bool by_address = operation_of(event).addresses >= 0;
  const std::size_t which = by_address ? 1 : one.operands.size() - 1;
  return which < one.operands.size() ? one.operands[which] : kNoTapeValue;
}

std::vector<TapeStep> Tape::steps() const {
  std::vector<TapeStep> steps;
  for (std::uint32_t event = 0; event < events.size(); ++event) {
    const int line = operation_of(event).line;
    // Operations without a place of their own, and arguments, belong to the line that is at work.
    const bool goes_on = !steps.empty() && (line == 0 || line == steps.back().line);
    if (!goes_on) steps.push_back({line, event, event});
    steps.back().end = event + 1;
  }
  return steps;
}

}  // namespace nereid::verify::machine
