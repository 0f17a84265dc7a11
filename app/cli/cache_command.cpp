// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/terminal.h"
#include "engine/base/json.h"
#include "engine/verify/kept.h"

namespace nereid::app {
namespace {

struct CacheArguments {
  std::string kind;
  double older_than_days = 0;
  bool json = false;
};

using Store = Result<std::unique_ptr<verify::KeptStore>>;

// Looking must forget nothing: a run may keep more, and longer, than the defaults.
Store open_store() {
  verify::KeepOptions options;
  options.days = 1e5;
  options.max_bytes = std::int64_t{1} << 60;
  return verify::KeptStore::open(options);
}

std::string size_text(std::int64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

int show(const CacheArguments& arguments) {
  const Store store = open_store();
  if (!store) return report_error(store.error());
  const auto kinds = (*store)->summary();
  if (!kinds) return report_error(kinds.error());
  const std::int64_t file_bytes = (*store)->file_bytes();
  if (arguments.json) {
    OrderedJson json = {{"schema", "nereid.cache/1"},
                        {"file", verify::kept_file().string()},
                        {"file_bytes", file_bytes},
                        {"kinds", OrderedJson::array()}};
    for (const verify::KeptSummary& each : *kinds)
      json["kinds"].push_back({{"kind", verify::kept_kind_name(each.kind)},
                               {"entries", each.entries},
                               {"bytes", each.bytes},
                               {"hits", each.hits},
                               {"oldest_s", each.oldest_s}});
    std::puts(dump_json(json).c_str());
    return kExitDone;
  }
  fmt::print("{} ({})\n{:<10}{:>10}{:>14}{:>10}{:>12}\n", verify::kept_file().string(),
             size_text(file_bytes), "kind", "entries", "size", "hits", "oldest");
  for (const verify::KeptSummary& each : *kinds)
    fmt::print("{:<10}{:>10}{:>14}{:>10}{:>12}\n", verify::kept_kind_name(each.kind), each.entries,
               size_text(each.bytes), each.hits,
               each.entries > 0 ? duration_text(each.oldest_s) : "-");
  return kExitDone;
}

int clear(const CacheArguments& arguments) {
  const Store store = open_store();
  if (!store) return report_error(store.error());
  const auto removed =
      (*store)->clear(verify::kept_kind_from_name(arguments.kind), arguments.older_than_days);
  if (!removed) return report_error(removed.error());
  if (arguments.json)
    std::puts(dump_json(OrderedJson{{"schema", "nereid.cache/1"}, {"removed", *removed}}).c_str());
  else
    fmt::print("{} entries removed\n", *removed);
  return kExitDone;
}

int check(const CacheArguments& arguments) {
  const Store store = open_store();
  if (!store) return report_error(store.error());
  const auto found = (*store)->check();
  if (!found) return report_error(found.error());
  if (arguments.json)
    std::puts(dump_json(OrderedJson{{"schema", "nereid.cache/1"},
                                    {"entries", found->entries},
                                    {"removed", found->removed}})
                  .c_str());
  else
    fmt::print("{} entries read, {} of them were not what had been stored and are removed\n",
               found->entries, found->removed);
  return found->removed == 0 ? kExitDone : kExitNo;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const verify::KeptKind kind : verify::kept_kinds())
    names.emplace_back(verify::kept_kind_name(kind));
  return names;
}

}  // namespace

void add_cache_command(CLI::App& app, int& status) {
  auto arguments = std::make_shared<CacheArguments>();
  CLI::App* command = app.add_subcommand(
      "cache", "Show, clear or check the verdicts and compilations kept between runs");
  command->require_subcommand(1);
  CLI::App* shown = command->add_subcommand("show", "Entries, size, hits and age of each kind");
  shown->callback([arguments, &status] { status = show(*arguments); });
  CLI::App* cleared = command->add_subcommand("clear", "Forget what is kept");
  cleared->add_option("--kind", arguments->kind, "Only entries of this kind")
      ->check(CLI::IsMember(kind_names()));
  cleared
      ->add_option("--older-than", arguments->older_than_days,
                   "Only entries older than so many days")
      ->check(CLI::NonNegativeNumber);
  cleared->callback([arguments, &status] { status = clear(*arguments); });
  CLI::App* checked = command->add_subcommand(
      "verify", "Read every entry, and remove what is not as it was stored");
  checked->callback([arguments, &status] { status = check(*arguments); });
  for (CLI::App* each : {shown, cleared, checked})
    each->add_flag("--json", arguments->json, "One line of JSON on standard output");
}

}  // namespace nereid::app
