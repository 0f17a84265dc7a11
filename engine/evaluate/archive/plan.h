// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/evaluate/scores/report.h"
#include "engine/evaluate/scores/yardstick.h"
#include "engine/tasks/task.h"
#include "engine/verify/verifier.h"

namespace nereid::evaluate {

/// An agent of a chain: who answers, with which weights, asked how.
struct PlannedAgent {
  std::string phase;         ///< of the run: its name, and that of its episodes' phase
  std::string role;          ///< "frontend", "midend" or "backend"
  std::string weights;       ///< where they lie in the run: "phases/frontend"
  std::string weights_hash;  ///< of their file
  std::string device;        ///< that it is told to tune for
  int prompt_version = 1;
  int samples = 1;  ///< completions per task that it is asked
};

/// Everything that decides the episodes of an evaluation. Equal plans give equal episodes on the
/// same machine with the same number of threads.
struct EvaluationPlan {
  std::string subject;       ///< model, or file or folder of completions, as it was named
  std::string subject_hash;  ///< of its weights, or of its completions
  bool is_model = true;      ///< false: completions that were published
  bool extracted = false;    ///< they are sources of candidates, not answers with a block in them
  std::string tasks = "synthetic";
  std::string tasks_hash;  ///< over ids and references
  std::string split;
  std::vector<int> levels;
  int samples = 1;              ///< completions per task
  int turns = 1;                ///< answers of each completion, at most; an accepted one ends it
  int turn_prompt_version = 1;  ///< of the prompt of the turns after the first
  double temperature = 1, top_p = 1, min_p = 0;
  int top_k = 0, max_prompt_tokens = 0, max_new_tokens = 0;
  std::string prompt_format;
  std::string dtype = "float32";  ///< of the weights: "float32", "bfloat16" or "int8"
  std::uint64_t seed = 0;
  Yardstick yardstick;
  std::string agent = "none";        ///< whose prompt a model alone is asked with: "frontend"
  int prompt_version = 1;            ///< of that prompt
  std::vector<PlannedAgent> agents;  ///< of a chain, in the order in which they work; else none
  std::int64_t step = 1;             ///< of the run that the model is of; the step of all episodes
};

OrderedJson plan_json(const EvaluationPlan& plan);
/// The error names what is missing or of a newer build.
Result<EvaluationPlan> plan_from_json(const Json& json, const std::string& what);
/// "seed was 1, is 2; ...": what differs; empty for equal plans.
std::string plan_differences(const EvaluationPlan& made, const EvaluationPlan& now);
/// What one agent of the chain is asked: a plan of one answerer, whose draws no other one has.
EvaluationPlan plan_of_agent(const EvaluationPlan& plan, std::size_t agent);
/// What is asked in one turn: a plan of one answer a completion, whose draws no other turn has.
EvaluationPlan plan_of_turn(const EvaluationPlan& plan, int turn);
/// A yardstick that somebody asked for, as a plan has it: the modelled device "none" is empty.
Yardstick settled(Yardstick asked);
/// How many completions so many tasks have at most.
int rows_of(const EvaluationPlan& plan, std::size_t tasks);
std::string hash_of_tasks(const std::vector<tasks::Task>& tasks);
std::vector<ScoredTask> scored_tasks(const std::vector<tasks::Task>& tasks);
/// The strict judgement that the plan asks for.
verify::VerifyOptions strict_options(const EvaluationPlan& plan);
/// What a checker that compares outputs alone would do: the task's own inputs, and no other look at
/// the candidate.
verify::VerifyOptions outputs_options(const EvaluationPlan& plan);
/// The settings of the plan as YAML of a run, so that records of evaluations can be compared.
std::string plan_settings(const EvaluationPlan& plan, const std::string& name);

}  // namespace nereid::evaluate
