// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/verify_ray.h"
#include "app/cli/verify_report.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/verify/verifier.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxOutstanding = 256;  // requests of a batch held in memory at once

struct VerifyArguments {
  std::string candidate;
  std::string reference;
  std::string batch;
  std::string ray;
  std::string device = "auto";
  std::string policy = "full";
  std::string entry_point = "Model";
  std::optional<std::uint64_t> seed;
  int jobs = 0;
  bool json = false;
};

Result<std::string> read_source(const fs::path& file) {
  Result<std::string> text = read_file(file, 64 << 20);
  if (!text) return text;
  std::size_t bad = 0;
  if (is_utf8(*text, &bad)) return text;
  const auto line =
      1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("{}:{}: byte {} is not UTF-8; save the file as UTF-8", file.string(), line, bad)};
}

verify::VerifyRequest request_of(const VerifyArguments& arguments) {
  verify::VerifyRequest request;
  request.entry_point = arguments.entry_point;
  request.seed = arguments.seed.value_or(verify::unguessable_seed());
  request.options.device = arguments.device;
  request.options.policy =
      arguments.policy == "full" ? verify::Policy::kFull : verify::Policy::kBestSystem;
  return request;
}

// The candidate was not at fault: the verdict is no answer.
bool could_not_judge(const verify::Verdict& verdict) {
  return !verdict.accepted && !verdict.rejected_at;
}

int verify_one(const VerifyArguments& arguments) {
  verify::VerifyRequest request = request_of(arguments);
  Result<std::string> candidate = read_source(arguments.candidate);
  if (!candidate) return report_error(candidate.error());
  Result<std::string> reference = read_source(arguments.reference);
  if (!reference) return report_error(reference.error());
  request.id = fs::path(arguments.candidate).filename().string();
  request.candidate = std::move(*candidate);
  request.reference = std::move(*reference);
  auto verifier = verify::Verifier::start({.jobs = 1});
  if (!verifier) return report_error(verifier.error());
  const auto verdict = (*verifier)->verify(std::move(request));
  if (arguments.json) {
    fmt::print("{}\n", verify::to_json_text(*verdict));
  } else {
    fmt::print("{}", verdict_report(*verdict));
  }
  if (could_not_judge(*verdict))
    return report_error(
        {ErrorCode::kUnavailable, fmt::format("{}: {}: {}", arguments.candidate,
                                              verdict->reason.code, verdict->reason.message)});
  return verdict->accepted ? kExitDone : kExitNo;
}

// Prints verdicts in the order of completion and counts them. Thread-safe.
class BatchPrinter {
 public:
  explicit BatchPrinter(bool json) : json_(json) {}

  void wait_for_room() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return outstanding_ < kMaxOutstanding; });
    ++outstanding_;
  }
  void print(const verify::Verdict& verdict) {
    finish(json_ ? verify::to_json_text(verdict) : verdict_line(verdict), verdict.accepted);
  }
  // A line that is not a request still gets its one verdict.
  void print_bad_line(std::int64_t line, const std::string& problem) {
    verify::Verdict verdict;
    verdict.reason = {"bad_request", fmt::format("line {}: {}", line, problem)};
    Json object = *parse_json(verify::to_json_text(verdict));
    object["id"] = nullptr;
    object["line"] = line;
    finish(json_ ? dump_json(object) : verdict_line(verdict), false);
  }
  void wait_for_all() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return outstanding_ == 0; });
  }
  int accepted() const { return accepted_; }
  int total() const { return total_; }

 private:
  void finish(const std::string& text, bool accepted) {
    std::lock_guard lock(mutex_);
    fmt::print("{}\n", text);
    std::fflush(stdout);
    ++total_;
    if (accepted) ++accepted_;
    --outstanding_;
    changed_.notify_all();
  }

  const bool json_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int outstanding_ = 0;
  int total_ = 0;
  int accepted_ = 0;
};

Result<verify::VerifyRequest> parse_line(const VerifyArguments& arguments,
                                         const std::string& line) {
  Result<Json> object = parse_json(line, "request");
  if (!object) return object.error();
  for (const char* key : {"id", "reference", "candidate"})
    if (!object->is_object() || !object->contains(key) || !(*object)[key].is_string())
      return Error{ErrorCode::kInvalidArgument, fmt::format("expected a text under \"{}\"", key)};
  verify::VerifyRequest request = request_of(arguments);
  request.id = (*object)["id"];
  request.reference = (*object)["reference"];
  request.candidate = (*object)["candidate"];
  request.entry_point = json_value(*object, "entry_point", arguments.entry_point);
  request.task_id = json_value(*object, "task", std::string());
  return request;
}

int verify_batch(const VerifyArguments& arguments) {
  std::ifstream file(arguments.batch, std::ios::binary);
  if (!file) return report_error(file_error("opening", arguments.batch, errno));
  auto verifier = verify::Verifier::start({.jobs = arguments.jobs});
  if (!verifier) return report_error(verifier.error());
  BatchPrinter printer(arguments.json);
  std::int64_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    printer.wait_for_room();
    Result<verify::VerifyRequest> request = parse_line(arguments, line);
    if (!request) {
      printer.print_bad_line(number, request.error().message);
      continue;
    }
    (*verifier)->submit(std::move(*request),
                        [&printer](const auto& verdict) { printer.print(*verdict); });
  }
  printer.wait_for_all();
  verifier->reset();
  if (!arguments.json) fmt::print("{} of {} accepted\n", printer.accepted(), printer.total());
  return printer.accepted() == printer.total() ? kExitDone : kExitNo;
}

int verify_over_ray(const VerifyArguments& arguments) {
  if (arguments.batch.empty())
    return report_error({ErrorCode::kInvalidArgument, "verify: --ray needs --batch FILE.jsonl"});
  return verify_batch_over_ray({.address = arguments.ray,
                                .batch = arguments.batch,
                                .device = arguments.device,
                                .policy = arguments.policy,
                                .entry_point = arguments.entry_point,
                                .seed = arguments.seed.value_or(verify::unguessable_seed()),
                                .jobs = arguments.jobs,
                                .json = arguments.json});
}

int run_verify(const VerifyArguments& arguments) {
  if (!arguments.ray.empty()) return verify_over_ray(arguments);
  if (!arguments.batch.empty()) return verify_batch(arguments);
  if (arguments.candidate.empty() || arguments.reference.empty())
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: expected CANDIDATE.py --reference REFERENCE.py, or --batch "
                         "FILE.jsonl; see `nereid verify --help`"});
  return verify_one(arguments);
}

}  // namespace

void add_verify_command(CLI::App& app, int& status) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand("verify", "Judge a Triton kernel against its reference");
  command->add_option("candidate", arguments->candidate, "Python file with class ModelNew");
  command->add_option("--reference", arguments->reference, "Python file with class Model");
  command->add_option("--batch", arguments->batch,
                      "File with one {\"id\", \"reference\", \"candidate\"} object a line");
  command->add_option("--ray", arguments->ray,
                      "Judge the batch on the nodes of the Ray cluster at this address");
  command->add_option("--device", arguments->device, "auto, cpu or cuda[:N]");
  command->add_option("--policy", arguments->policy, "full: kernels do all the compute")
      ->check(CLI::IsMember({"full", "best-system"}));
  command->add_option("--entry-point", arguments->entry_point, "Class of the reference");
  command->add_option(
      "--seed", arguments->seed,
      "Seed of inputs and parameters (default: a random one, named in the verdict)");
  command->add_option("--jobs", arguments->jobs, "Candidates judged at once (0: cores but one)");
  command->add_flag("--json", arguments->json, "Verdicts as JSON lines on standard output");
  command->callback([arguments, &status] { status = run_verify(*arguments); });
}

}  // namespace nereid::app
