// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/advise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nereid::app {

void add_advisor_options(CLI::App& command, AdvisorChoice& choice) {
  command
      .add_option("--advisor", choice.settings,
                  "Settings file, or the name of a preset, whose advisor is asked")
      ->type_name("SETTINGS");
  command
      .add_option("--set", choice.overrides,
                  "A setting of the advisor, such as advisor.url=http://localhost:8000/v1; may be "
                  "given again")
      ->type_name("advisor.KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

Result<config::AdvisorSettings> advisor_settings(const AdvisorChoice& choice,
                                                 const config::AdvisorSettings& present) {
  config::RunConfig config;
  config.advisor = present;
  if (!choice.settings.empty()) {
    Result<config::RunConfig> loaded = config::load_settings(choice.settings);
    if (!loaded) return loaded.error();
    config.advisor = loaded->advisor;
  }
  for (const std::string& assignment : choice.overrides)
    if (!assignment.starts_with("advisor."))
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("--set {}: only settings of the advisor count here, such as "
                               "advisor.url",
                               assignment)};
  if (Result<void> applied = config::apply_overrides(config, choice.overrides); !applied)
    return applied.error();
  return config.advisor;
}

std::string advice_line(const advise::Advice& advice) {
  const std::vector<std::string> found = advise::suspicions(advice);
  return fmt::format("Advisor ({}; advice, decides nothing): {}{}{}", advice.model,
                     found.empty() ? "suspects nothing" : "suspects ", fmt::join(found, ", "),
                     advice.explanation.empty() ? "" : ": " + advice.explanation);
}

}  // namespace nereid::app
