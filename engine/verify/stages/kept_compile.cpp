// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/kept_compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/hash.h"
#include "engine/verify/kept/keeper.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxRecordBytes = 64ULL << 20;
constexpr std::size_t kMaxKeptCubins = 64ULL << 20;

}  // namespace

std::string compile_work(const Attempt& attempt, int records,
                         const std::vector<std::string>& leave_out,
                         const std::vector<std::string>& fitted) {
  if (attempt.keeper == nullptr || attempt.request.options.keep_artefacts) return {};
  const Result<PrivateBytes> launches = private_copy(records, kMaxRecordBytes);
  if (!launches) return {};
  return fmt::format("compile|{}|{}|{}|{}", sha256_hex(attempt.request.candidate),
                     sha256_hex(launches->span()), fmt::join(leave_out, ","),
                     fmt::join(fitted, ","));
}

// Kept as one line of JSON and the cubins behind it.
std::optional<Step> kept_compile(Attempt& attempt, const std::string& work) {
  if (work.empty()) return std::nullopt;
  const std::optional<KeptEntry> entry = attempt.keeper->compiled(work);
  if (!entry) return std::nullopt;
  const std::size_t end = entry->value.find('\n');
  if (end == std::string::npos) return std::nullopt;
  Result<Json> body = parse_json(entry->value.substr(0, end));
  Result<UniqueFd> cubins = sealed_memfd("cubins", std::string_view(entry->value).substr(end + 1));
  if (!body || !cubins) return std::nullopt;
  Step step{{EndKind::kMessage, 0, {}}, {}};
  step.message.body = std::move(*body);
  step.message.body["fds"] = {"cubins"};
  step.message.fds.push_back(std::move(*cubins));
  attempt.stage(Stage::kCompile).detail =
      fmt::format("compiled in an earlier run, {:.0f} s ago", entry->age_s);
  return step;
}

void keep_compile(const Attempt& attempt, const std::string& work, const Step& step) {
  if (work.empty() || step.end != EndKind::kMessage || step.message.fd("cubins") < 0) return;
  Json body = step.message.body;
  if (!json_value(body, "passed", false) || !json_value(body, "unfit", Json::array()).empty())
    return;
  const Result<PrivateBytes> cubins = private_copy(step.message.fd("cubins"), kMaxKeptCubins);
  if (!cubins) return;
  body.erase("fds");
  std::string answer = dump_json(body) + "\n";
  answer.append(reinterpret_cast<const char*>(cubins->data()), cubins->size());
  attempt.keeper->keep_compiled(work, answer);
}

}  // namespace nereid::verify
