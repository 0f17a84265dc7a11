// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/data_parts.h"
#include "app/cli/terminal.h"
#include "engine/base/json.h"
#include "engine/data/sift.h"

namespace nereid::app {
namespace {

struct SiftRequest {
  data::SiftPlan plan;
  std::string policy = "full";
  std::uint64_t seed = 1;
  bool json = false;
};

void print_summary(const SiftRequest& request, const data::SiftSummary& summary) {
  fmt::print("{}: {} right of {}\n", request.plan.out.string(), summary.right, summary.rows);
  if (summary.from_before > 0)
    fmt::print("{} of them judged before the interruption\n", summary.from_before);
  for (const auto& [reason, count] : summary.refused)
    fmt::print("refused, {}: {}\n", reason, count);
  for (const auto& [reason, count] : summary.not_made)
    fmt::print("nothing to judge, {}: {}\n", reason, count);
  if (summary.repeated > 0) fmt::print("the same again: {}\n", summary.repeated);
}

void print_json(const SiftRequest& request, const data::SiftSummary& summary) {
  fmt::print("{}\n", dump_json(OrderedJson{{"out", request.plan.out.string()},
                                           {"rows", summary.rows},
                                           {"right", summary.right},
                                           {"refused", summary.refused},
                                           {"not_made", summary.not_made},
                                           {"repeated", summary.repeated}}));
}

int sift(SiftRequest& request) {
  data::SiftPlan& plan = request.plan;
  plan.options.policy =
      request.policy == "full" ? verify::Policy::kFull : verify::Policy::kBestSystem;
  plan.seed = verify::secret_seed(request.seed);
  const InterruptWatch stop;
  DataProgress line;
  const auto summary = data::sift_answers(
      plan,
      [&](const data::SiftProgress& progress) {
        line.show(progress.share,
                  fmt::format("{} judged, {} right", progress.done, progress.right));
      },
      stop.token());
  line.end();
  if (!summary) {
    if (summary.error().code != ErrorCode::kCancelled) return report_error(summary.error());
    return report_error(
        {ErrorCode::kCancelled, "cancelled; the same command goes on where this one stopped"});
  }
  request.json ? print_json(request, *summary) : print_summary(request, *summary);
  return kExitDone;
}

void add_command(CLI::App& group, int& status, bool make, const char* name, const char* help) {
  const auto request = std::make_shared<SiftRequest>();
  data::SiftPlan& plan = request->plan;
  plan.make = make;
  plan.options.timing = false;
  CLI::App* command = group.add_subcommand(name, help);
  command
      ->add_option("sources", plan.sources,
                   make ? "Tasks: folders, reference files, beyond-tritonrl, or tables"
                        : "Answers: pairs.jsonl or another table, or run folders")
      ->required();
  command->add_option("--out", plan.out, "Folder to make; it must not be there")->required();
  if (make)
    command->add_option("--limit", plan.make_limit_s, "Seconds for making one answer")
        ->check(CLI::Range(1.0, 3600.0));
  else
    command->add_option("--references", plan.references,
                        "KernelBench folder that run folders answer");
  command->add_option("--jobs", plan.verifier.jobs, "Answers at once (0: cores but one)")
      ->check(CLI::Range(0, 256));
  command->add_option("--device", plan.options.device, "auto, cpu or cuda[:N]");
  command
      ->add_option("--policy", request->policy,
                   "full: kernels do all the compute; best-system: torch may compute on the "
                   "way (flagged) and go on from what kernels store")
      ->check(CLI::IsMember({"full", "best-system"}));
  command->add_option("--seed", request->seed,
                      "Of inputs and parameters, mixed with this installation's secret");
  command->add_flag("--json", request->json, "The result as one JSON object");
  command->callback([request, &status] { status = sift(*request); });
}

}  // namespace

void add_data_sift(CLI::App& group, int& status) {
  add_command(group, status, /*make=*/false, "judge",
              "Judges the answers of a data set by the verifier: keeps what is right, and the "
              "others with their reasons");
  add_command(group, status, /*make=*/true, "make",
              "Makes answers to tasks by torch's Inductor, without a GPU, and keeps what the "
              "verifier finds right");
}

}  // namespace nereid::app
