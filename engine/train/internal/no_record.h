// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/record/store.h"

namespace nereid::train {

/// The record of a rank that writes none: the first one does.
class NoRecord final : public record::RunWriter {
 public:
  void write_metrics(record::MetricBatch) override {}
  void write_episodes(std::vector<record::Episode>) override {}
  void write_event(record::Event) override {}
  void write_state(record::RunState, std::string, std::int64_t) override {}
  void write_fact(std::string, std::string) override {}
  void write_checkpoint(std::int64_t, std::string) override {}
  void truncate_after(std::int64_t) override {}
  Result<void> flush() override { return {}; }
};

}  // namespace nereid::train
