// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verify_artefacts.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/verify/artefacts.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxName = 80;

// A candidate chose the name: nothing of it may lead out of the folder.
std::string file_stem(const std::string& kernel) {
  std::string stem;
  for (const char letter : kernel) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '_';
    stem += plain ? letter : '_';
  }
  if (stem.empty()) stem = "kernel";
  return stem.substr(0, kMaxName);
}

// Each stack once, innermost place first: [file, line, column, end line, end column].
OrderedJson places_of(const verify::CompilerLevel& level) {
  OrderedJson stacks = OrderedJson::array();
  for (const verify::PlaceStack& stack : level.stacks) {
    OrderedJson list = OrderedJson::array();
    for (const verify::SourcePlace& place : stack)
      list.push_back({place.file, place.line, place.column, place.end_line, place.end_column});
    stacks.push_back(std::move(list));
  }
  return {{"rows", level.rows}, {"stacks", stacks}};
}

// Which kernel seems to do which operation of the reference.
OrderedJson links_of(const verify::Verdict& verdict) {
  OrderedJson list = OrderedJson::array();
  if (!verdict.artefacts) return list;
  for (const verify::OperationLink& link : verdict.artefacts->links) {
    const verify::SourcePlace& place = link.place;
    OrderedJson entry = {{"number", link.number},
                         {"kernel", link.kernel},
                         {"kernel_line", link.kernel_line},
                         {"launch_line", link.launch_line},
                         {"operation", link.operation}};
    entry["reference"] = {place.line, place.column, place.end_line, place.end_column};
    entry["evidence"] = link.evidence;
    entry["error"] = link.error;
    list.push_back(std::move(entry));
  }
  return list;
}

Result<OrderedJson> write_kernel(const verify::KernelArtefacts& kernel, const std::string& stem,
                                 const fs::path& folder) {
  OrderedJson files = OrderedJson::object(), lines = OrderedJson::object(),
              places = OrderedJson::object(), notes = OrderedJson::object();
  for (const verify::CompilerLevel& level : kernel.levels) {
    const std::string name = file_stem(level.level);
    if (!level.note.empty()) notes[name] = level.note;
    if (level.text.empty()) continue;
    files[name] = stem + "." + name;
    lines[name] = level.lines;
    places[name] = places_of(level);
    if (auto written = atomic_write_file(folder / (stem + "." + name), level.text); !written)
      return written.error();
  }
  if (!kernel.cubin.empty()) {
    files["cubin"] = stem + ".cubin";
    if (auto written = atomic_write_file(folder / (stem + ".cubin"), kernel.cubin); !written)
      return written.error();
  }
  return OrderedJson{{"files", files}, {"lines", lines}, {"places", places}, {"notes", notes}};
}

}  // namespace

Result<void> write_artefacts(const verify::Verdict& verdict, const fs::path& folder) {
  if (auto made = make_directories(folder); !made) return made.error();
  const Result<Json> facts = parse_json(verify::to_json_text(verdict), "verdict");
  if (!facts) return facts.error();
  OrderedJson list = OrderedJson::array();
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < verdict.kernels.size(); ++i) {
    const std::string stem = file_stem(verdict.kernels[i].name);
    const int number = ++seen[stem];
    verify::KernelArtefacts kept;
    if (verdict.artefacts && i < verdict.artefacts->kernels.size())
      kept = verdict.artefacts->kernels[i];
    Result<OrderedJson> entry =
        write_kernel(kept, number == 1 ? stem : fmt::format("{}-{}", stem, number), folder);
    if (!entry) return entry.error();
    (*entry)["facts"] = (*facts)["kernels"][i];
    list.push_back(std::move(*entry));
  }
  const OrderedJson object = {{"schema", "nereid.kernels/1"},
                              {"candidate_sha256", verdict.candidate_sha256},
                              {"roofline", (*facts)["roofline"]},
                              {"links", links_of(verdict)},
                              {"kernels", list}};
  return atomic_write_file(folder / "kernels.json", dump_json(object, 1) + "\n");
}

}  // namespace nereid::app
