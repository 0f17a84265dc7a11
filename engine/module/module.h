// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/evaluate/scores/report.h"
#include "engine/evaluate/scores/yardstick.h"
#include "engine/module/session.h"
#include "engine/tasks/task.h"

namespace nereid {

struct ModelInfo {
  std::string architecture;
  std::int64_t parameters = 0;
  int layers = 0, hidden_size = 0, heads = 0, kv_heads = 0, vocabulary = 0, max_positions = 0;
  std::string dtype;
  std::int64_t bytes = 0;
};

struct GenerateRequest {
  std::string model = "pocket";
  std::string prompt;
  int samples = 1;
  int max_new_tokens = config::kDefaultCompletionLength;
  double temperature = 1.0;
  std::uint64_t seed = 0;
  std::string weights = "float32";  ///< of the sampler on a CPU: float32, int8
};

struct EvaluateRequest {
  /// Preset name, model folder, checkpoint folder or GGUF file; or the folder of a run, whose
  /// agents are then evaluated as a chain.
  std::string model = "pocket";
  std::vector<std::string> agents;  ///< of the run, by their phases; empty: all that have learnt
  std::string tasks = "synthetic";  ///< "synthetic" or a folder
  /// "validation" or "test", of a folder also "all". Empty: "test" of generated tasks and of the
  /// folder that the model was trained on, all of any other.
  std::string split;
  std::vector<int> levels = {1, 2};
  int tasks_per_level = 250;
  int samples = 1;  ///< completions per task
  int turns = 1;    ///< answers of each, at most
  std::vector<int> k = {1};
  std::vector<double> p = {1, 1.5, 2};  ///< of fast_p
  /// Number format of the weights: "float32", "bfloat16" or "int8" (linears in 8 bits).
  std::string dtype = "float32";
  double temperature = 1.0;  ///< 0 = greedy
  double top_p = 1.0;
  int top_k = 0;     ///< 0 = all
  double min_p = 0;  ///< share of the greatest probability that a token needs
  int max_new_tokens = config::kDefaultCompletionLength;
  std::uint64_t seed = 0;  ///< of the sampling; the tasks of a split are always the same
  int jobs = 0;
  int threads = 0;
  bool keep = true;     ///< take verdicts of earlier runs, and keep those of this one
  std::string exclude;  ///< file with the ids of tasks that are left out; empty = none
  /// Of a chain an empty modelled_device is that of the run's settings; "none": none.
  Yardstick yardstick;
  /// Folder of the record and the report: new, or an evaluation of the same to go on with. Empty:
  /// nothing is kept.
  std::filesystem::path out;
};

/// How a model is asked, for as long as it is held.
struct AskRequest {
  std::string model = "pocket";  ///< preset name, model folder, checkpoint folder or GGUF file
  std::string dtype = "float32";
  int max_new_tokens = config::kDefaultCompletionLength;
  double temperature = 1.0, top_p = 1.0;
  int threads = 0;  ///< 0 = all cores
};

/// One question; equal draws on equal weights give equal answers, whatever is asked beside it.
struct Question {
  tasks::Task task;
  std::uint64_t draw = 0;
};

struct ModelAnswer {
  std::string text;
  bool truncated = false;
};

/// A model in memory that answers tasks, asked and sampled as in an evaluation. One thread at a
/// time.
class AskedModel {
 public:
  virtual ~AskedModel() = default;
  virtual std::string weights_hash() const = 0;
  virtual std::string prompt_format() const = 0;
  /// In the order of the questions. A prompt that is too long for the model is an error of its own.
  virtual Result<std::vector<Result<ModelAnswer>>> answer(
      const std::vector<Question>& questions) = 0;
};

/// How fast a model answers on this machine, without any judging.
struct DecodeBenchRequest {
  std::string model = "pocket";     ///< as of EvaluateRequest, not a run
  std::string dtype = "float32";    ///< of the model: float32, bfloat16
  std::string weights = "float32";  ///< of the sampler on a CPU: float32, int8
  int rows = 1, prompt_tokens = 64, new_tokens = 128, repeats = 3;
  int threads = 0;  ///< 0 = all cores
};
struct DecodeBench {
  std::string device;
  int threads = 0;
  double load_seconds = 0;
  double first_seconds = 0;  ///< until the first token of a first call: weights are packed then
  struct Repeat {
    double prompt_seconds = 0, decode_seconds = 0;
    std::int64_t decoded = 0;  ///< tokens behind the first of each row
    double per_second() const {
      return decode_seconds > 0 ? static_cast<double>(decoded) / decode_seconds : 0;
    }
  };
  std::vector<Repeat> repeats;
};

/// The part of the engine that needs libtorch and Python. Loaded on first use, so that the window
/// does not wait.
class TrainingModule {
 public:
  virtual ~TrainingModule() = default;
  /// Starts a run on its own threads. `observer` must outlive the session.
  virtual Result<std::unique_ptr<train::TrainSession>> start(const config::RunConfig& config,
                                                             const train::StartOptions& options,
                                                             train::RunObserver& observer) = 0;
  /// `progress` hears how many samples are judged, on threads of the verifier. Where `cancelled`
  /// answers true it ends with kCancelled; what is judged is kept in request.out.
  virtual Result<EvaluateReport> evaluate(const EvaluateRequest& request,
                                          const std::function<void(int done, int total)>& progress,
                                          const std::function<bool()>& cancelled = {}) = 0;
  /// Loads a model to be asked.
  virtual Result<std::unique_ptr<AskedModel>> ask(const AskRequest& request) = 0;
  virtual Result<std::vector<std::string>> generate(const GenerateRequest& request) = 0;
  virtual Result<DecodeBench> bench_decode(const DecodeBenchRequest& request) = 0;
  virtual Result<ModelInfo> model_info(const std::string& model) = 0;
  /// Copies a model to a folder in Hugging Face layout, or to a file NAME.gguf; dtype "float32",
  /// "float16", "bfloat16" or "int8".
  virtual Result<void> export_model(const std::string& model, const std::filesystem::path& folder,
                                    const std::string& dtype) = 0;
};

/// libnereid_training.so: in $NEREID_MODULE_DIR, beside the program, in lib/nereid of an
/// installation. It need not exist.
std::filesystem::path training_module_file();

/// Loads that file (dlopen) with the libtorch of python_executable()'s environment, once. The
/// pointer stays valid until exit. Error kUnavailable names what is missing and the mend.
/// Thread-safe.
Result<TrainingModule*> load_training_module();

}  // namespace nereid
