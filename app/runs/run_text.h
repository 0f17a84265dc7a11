// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/runs/run_controller.h"
#include "app/runs/top_bar.h"
#include "widgets/feed/run_feed.h"

namespace nereid::app {

/// The top bar for a run of this process.
RunLine lineOf(const RunStatus& status, const record::RunInfo& info);
/// The top bar for a recorded run or one of another process, from its record.
RunLine lineOf(const widgets::RunFeed& feed);
/// The top bar when no run is open.
RunLine emptyLine();

/// "record: 2,688 episodes, 31 MB, saved"
QString recordText(const widgets::RunFeed& feed, bool isLive);
/// "verifier: 9.8 candidates/s, sandbox landlock seccomp userns rlimits"
QString verifierText(const widgets::RunFeed& feed);
/// "pocket": the last part of the model's path in a run's settings; empty if they cannot be read.
QString modelName(const std::string& settingsYaml);
/// "policy: pocket 0.98 M · 6,160 tok/s · checkpoint at step 80"; `model` is modelName's.
QString policyText(const widgets::RunFeed& feed, const QString& model);

/// Of the record of an evaluation: its samples, judged or not.
qint64 samplesOf(const record::RunInfo& info);

}  // namespace nereid::app
