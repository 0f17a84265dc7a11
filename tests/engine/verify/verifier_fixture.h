// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/verify/verifier.h"

namespace nereid::verify {

/// A file of resources/verify_shelf.
std::string shelf_file(const std::string& name);
/// swish/reference.py with one of the candidates beside it.
VerifyRequest swish_request(const std::string& id, const std::string& candidate_file);
/// The same reference with candidate text.
VerifyRequest swish_text(const std::string& id, const std::string& candidate);

/// Submits all and waits; every submission must be answered exactly once, which the caller checks
/// by the size: an answer too many would show as a verdict with an id that is already there.
std::vector<std::shared_ptr<const Verdict>> judge_all(Verifier& verifier,
                                                      std::vector<VerifyRequest> requests);

std::unique_ptr<Verifier> start_verifier(int jobs = 2);

/// Process ids of this process's children that run the harness in `role` ("" = any).
std::vector<int> harness_pids(const std::string& role);
/// Children of a process.
std::vector<int> children_of(int pid);
int open_descriptors();

}  // namespace nereid::verify
