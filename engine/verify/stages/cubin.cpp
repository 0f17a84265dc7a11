// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/cubin.h"

#include <elf.h>

#include <cstring>
#include <map>
#include <optional>
#include <string_view>

namespace nereid::verify {
namespace {

constexpr std::uint16_t kMachineCuda = 190;
constexpr std::uint64_t kMaxSections = 65536;
constexpr std::string_view kTextPrefix = ".text.";
constexpr std::string_view kSharedPrefix = ".nv.shared.";

// Records of .nv.info: format byte, attribute byte, then two bytes of value or of payload size.
// Names as printed by `cuobjdump -elf`.
constexpr std::uint8_t kFormatSized = 4;
constexpr std::uint8_t kAttrFrameSize = 0x11;
constexpr std::uint8_t kAttrRegisterCount = 0x2F;

Error corrupt(const char* what) {
  return {ErrorCode::kCorrupt, std::string("cubin: ") + what};
}

template <class T>
std::optional<T> read_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// The C string at `offset` of a string table; empty if it is not ended inside.
std::string_view string_at(std::span<const std::byte> table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const auto* text = reinterpret_cast<const char*>(table.data() + offset);
  const std::size_t length = strnlen(text, table.size() - offset);
  return length == table.size() - offset ? std::string_view() : std::string_view(text, length);
}

struct Section {
  Elf64_Shdr header = {};
  std::string_view name;
  std::span<const std::byte> data;
};

std::span<const std::byte> section_data(std::span<const std::byte> bytes,
                                        const Elf64_Shdr& header) {
  if (header.sh_type == SHT_NOBITS || header.sh_offset > bytes.size() ||
      header.sh_size > bytes.size() - header.sh_offset)
    return {};
  return bytes.subspan(header.sh_offset, header.sh_size);
}

Result<std::vector<Section>> read_sections(std::span<const std::byte> bytes) {
  const auto file = read_at<Elf64_Ehdr>(bytes, 0);
  if (!file || std::memcmp(file->e_ident, ELFMAG, SELFMAG) != 0 ||
      file->e_ident[EI_CLASS] != ELFCLASS64 || file->e_machine != kMachineCuda)
    return corrupt("not a 64-bit CUDA ELF file");
  if (file->e_shentsize != sizeof(Elf64_Shdr) || file->e_shnum > kMaxSections)
    return corrupt("odd section table");
  std::vector<Section> sections(file->e_shnum);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::uint64_t step = i * sizeof(Elf64_Shdr);
    if (file->e_shoff > bytes.size()) return corrupt("the section table leaves the file");
    const auto header = read_at<Elf64_Shdr>(bytes, file->e_shoff + step);
    if (!header) return corrupt("the section table leaves the file");
    sections[i] = {*header, {}, section_data(bytes, *header)};
  }
  if (file->e_shstrndx >= sections.size()) return corrupt("no section names");
  const auto names = sections[file->e_shstrndx].data;
  for (Section& section : sections) section.name = string_at(names, section.header.sh_name);
  return sections;
}

const Section* find_section(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections)
    if (section.name == name) return &section;
  return nullptr;
}

std::string symbol_name(const std::vector<Section>& sections, std::uint32_t index) {
  const Section* symbols = find_section(sections, ".symtab");
  const Section* names = find_section(sections, ".strtab");
  if (symbols == nullptr || names == nullptr) return {};
  const auto symbol =
      read_at<Elf64_Sym>(symbols->data, static_cast<std::uint64_t>(index) * sizeof(Elf64_Sym));
  return symbol ? std::string(string_at(names->data, symbol->st_name)) : std::string();
}

using Kernels = std::map<std::string, CubinKernel>;

// One kernel per code section; its shared memory is the size of the section of that name.
Kernels kernels_of(const std::vector<Section>& sections) {
  Kernels kernels;
  for (const Section& section : sections) {
    if (!section.name.starts_with(kTextPrefix)) continue;
    const std::string name(section.name.substr(kTextPrefix.size()));
    kernels[name].name = name;
    kernels[name].registers = static_cast<int>(section.header.sh_info >> 24);
  }
  for (const Section& section : sections) {
    if (!section.name.starts_with(kSharedPrefix)) continue;
    const auto found = kernels.find(std::string(section.name.substr(kSharedPrefix.size())));
    if (found != kernels.end())
      found->second.shared_bytes = static_cast<std::int64_t>(section.header.sh_size & 0xFFFFFFFF);
  }
  return kernels;
}

void apply_record(const std::vector<Section>& sections, std::uint8_t attribute,
                  std::span<const std::byte> payload, Kernels& kernels) {
  if (attribute != kAttrFrameSize && attribute != kAttrRegisterCount) return;
  const auto symbol = read_at<std::uint32_t>(payload, 0);
  const auto value = read_at<std::uint32_t>(payload, 4);
  if (!symbol || !value) return;
  const auto found = kernels.find(symbol_name(sections, *symbol));
  if (found == kernels.end()) return;
  if (attribute == kAttrFrameSize) found->second.stack_bytes = *value;
  if (attribute == kAttrRegisterCount) found->second.registers = static_cast<int>(*value & 0xFFFF);
}

void apply_info(const std::vector<Section>& sections, std::span<const std::byte> info,
                Kernels& kernels) {
  while (info.size() >= 4) {
    const auto format = static_cast<std::uint8_t>(info[0]);
    const auto attribute = static_cast<std::uint8_t>(info[1]);
    const std::uint16_t size = *read_at<std::uint16_t>(info, 2);
    info = info.subspan(4);
    if (format != kFormatSized) continue;
    if (size > info.size()) return;
    apply_record(sections, attribute, info.first(size), kernels);
    info = info.subspan(size);
  }
}

}  // namespace

Result<std::vector<CubinKernel>> read_cubin(std::span<const std::byte> bytes) {
  Result<std::vector<Section>> sections = read_sections(bytes);
  if (!sections) return sections.error();
  Kernels kernels = kernels_of(*sections);
  if (kernels.empty()) return corrupt("it holds no kernel");
  if (const Section* info = find_section(*sections, ".nv.info"))
    apply_info(*sections, info->data, kernels);
  std::vector<CubinKernel> list;
  for (auto& [name, kernel] : kernels) list.push_back(std::move(kernel));
  return list;
}

}  // namespace nereid::verify
