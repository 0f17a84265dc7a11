// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/module/module.h"

namespace nereid::app {
namespace {

struct ModelOptions {
  std::string model = "pocket";
  std::string out;
  std::string dtype = "float32";
  std::string prompt_file;
  GenerateRequest request;
  bool json = false;
};

OrderedJson info_json(const std::string& model, const ModelInfo& info) {
  return {{"model", model},
          {"architecture", info.architecture},
          {"parameters", info.parameters},
          {"layers", info.layers},
          {"hidden_size", info.hidden_size},
          {"heads", info.heads},
          {"kv_heads", info.kv_heads},
          {"vocabulary", info.vocabulary},
          {"max_positions", info.max_positions},
          {"dtype", info.dtype},
          {"bytes", info.bytes}};
}

int show_info(ModelOptions& options) {
  auto module = load_training_module();
  if (!module) return report_error(module.error());
  const auto info = (*module)->model_info(options.model);
  if (!info) return report_error(info.error());
  if (options.json) {
    fmt::print("{}\n", dump_json(info_json(options.model, *info)));
    return kExitDone;
  }
  fmt::print("{:<14} {}\n", "model", options.model);
  fmt::print("{:<14} {}\n", "architecture", info->architecture);
  fmt::print("{:<14} {}\n", "parameters", info->parameters);
  fmt::print("{:<14} {} layers, hidden size {}, {} heads ({} for keys and values)\n", "shape",
             info->layers, info->hidden_size, info->heads, info->kv_heads);
  fmt::print("{:<14} {} tokens, at most {} in a row\n", "vocabulary", info->vocabulary,
             info->max_positions);
  fmt::print("{:<14} {}, {} bytes\n", "weights", info->dtype, info->bytes);
  return kExitDone;
}

/// The prompt of --prompt, of a file, or of standard input ("-").
Result<std::string> prompt_text(const ModelOptions& options) {
  if (options.prompt_file.empty()) return options.request.prompt;
  if (options.prompt_file != "-") return read_file(options.prompt_file);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

int generate(ModelOptions& options) {
  const Result<std::string> prompt = prompt_text(options);
  if (!prompt) return report_error(prompt.error());
  if (prompt->empty()) {
    return report_error(
        {ErrorCode::kInvalidArgument,
         "the prompt is empty; give --prompt TEXT or --prompt-file FILE (- reads standard input)"});
  }
  options.request.model = options.model;
  options.request.prompt = *prompt;
  auto module = load_training_module();
  if (!module) return report_error(module.error());
  const auto texts = (*module)->generate(options.request);
  if (!texts) return report_error(texts.error());
  for (std::size_t i = 0; i < texts->size(); ++i) {
    if (options.json) {
      fmt::print("{}\n", dump_json(OrderedJson{{"sample", i}, {"completion", (*texts)[i]}}));
    } else {
      if (texts->size() > 1) fmt::print("--- sample {} of {}\n", i + 1, texts->size());
      fmt::print("{}\n", (*texts)[i]);
    }
  }
  return kExitDone;
}

/// Loads a model, which checks it, and writes it to a folder that holds none yet.
int copy_model(ModelOptions& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path out = options.out;
  if (fs::exists(out / "config.json", ignored) || fs::is_regular_file(out, ignored)) {
    return report_error(
        {ErrorCode::kInvalidArgument, options.out + " already holds a model; choose another name"});
  }
  auto module = load_training_module();
  if (!module) return report_error(module.error());
  const auto done = (*module)->export_model(options.model, options.out, options.dtype);
  if (!done) return report_error(done.error());
  if (options.json) {
    const OrderedJson line = {
        {"model", options.model}, {"folder", options.out}, {"dtype", options.dtype}};
    fmt::print("{}\n", dump_json(line));
  } else {
    fmt::print("wrote {} ({})\n", options.out, options.dtype);
  }
  return kExitDone;
}

using Options = std::shared_ptr<ModelOptions>;

CLI::App* add_action(CLI::App& model, const Options& options, int& status, const char* name,
                     const char* help, const char* what, int (*action)(ModelOptions&)) {
  CLI::App* command = model.add_subcommand(name, help);
  command->add_option("MODEL", options->model, what)->capture_default_str();
  command->add_flag("--json", options->json, "Print machine-readable lines only");
  command->callback([options, &status, action] { status = action(*options); });
  return command;
}

void add_generate(CLI::App& model, const Options& options, int& status) {
  CLI::App* command = add_action(model, options, status, "generate", "Complete a prompt",
                                 "\"pocket\", a model folder or a GGUF file", generate);
  GenerateRequest& request = options->request;
  command->add_option("--prompt", request.prompt, "The prompt, special tokens included");
  command->add_option("--prompt-file", options->prompt_file,
                      "File with the prompt; - reads standard input");
  command->add_option("--samples", request.samples, "Completions to draw")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command->add_option("--max-new-tokens", request.max_new_tokens, "Length limit")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command->add_option("--temperature", request.temperature, "0 takes the best token")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  command->add_option("--seed", request.seed, "Seed of the draws")->capture_default_str();
  command
      ->add_option("--weights", request.weights,
                   "How the sampler on a CPU holds the weights; int8 is faster and off by at most "
                   "1/254 of the greatest of 32 neighbours")
      ->check(CLI::IsMember({"float32", "int8"}))
      ->capture_default_str();
}

void add_copy(CLI::App& model, const Options& options, int& status, const char* name,
              const char* help, const char* what) {
  CLI::App* command = add_action(model, options, status, name, help, what, copy_model);
  command->get_option("MODEL")->required();
  command->add_option("FOLDER", options->out, "Folder to write, or a file NAME.gguf")->required();
  command
      ->add_option("--dtype", options->dtype,
                   "Type of the written weights; int8 in a GGUF file is Q8_0")
      ->check(CLI::IsMember({"float32", "float16", "bfloat16", "int8"}))
      ->capture_default_str();
}

}  // namespace

void add_model_command(CLI::App& app, int& status) {
  CLI::App* model = app.add_subcommand("model", "Show, try, export or import a model");
  model->require_subcommand(1);
  const auto options = std::make_shared<ModelOptions>();
  add_action(*model, options, status, "info", "Show a model's shape and size",
             "\"pocket\", a model folder or a GGUF file", show_info);
  add_generate(*model, options, status);
  add_copy(*model, options, status, "export",
           "Write a model in Hugging Face layout or as a GGUF file",
           "\"pocket\", a model folder, a checkpoint folder or a GGUF file");
  add_copy(*model, options, status, "import", "Check a model and write it as a Hugging Face folder",
           "Folder with config.json, model.safetensors and tokenizer.json, or a GGUF file");
}

}  // namespace nereid::app
