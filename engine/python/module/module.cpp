// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled half of the Python package `nereid`: verifier, extraction and reward formulas. The
// package's Python files hold what its users see.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "engine/python/module/module_paths.h"
#include "engine/python/module/verifier_handle.h"
#include "engine/reward/reward.h"

namespace py = pybind11;

namespace nereid::python {
namespace {

using WithoutLock = py::call_guard<py::gil_scoped_release>;

/// An Error on its way to Python.
struct Failure {
  Error error;
};

PyObject* exception_type(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return PyExc_ValueError;
    case ErrorCode::kNotFound:
      return PyExc_FileNotFoundError;
    case ErrorCode::kPermissionDenied:
      return PyExc_PermissionError;
    case ErrorCode::kTimeout:
      return PyExc_TimeoutError;
    case ErrorCode::kNoSpace:
      return PyExc_OSError;
    case ErrorCode::kCorrupt:
    case ErrorCode::kUnsupported:
    case ErrorCode::kUnavailable:
    case ErrorCode::kCancelled:
    case ErrorCode::kInternal:
      return PyExc_RuntimeError;
  }
  return PyExc_RuntimeError;
}

void translate(std::exception_ptr problem) {
  try {
    if (problem) std::rethrow_exception(problem);
  } catch (const Failure& failure) {
    PyErr_SetString(exception_type(failure.error.code), failure.error.message.c_str());
  }
}

std::unique_ptr<VerifierHandle> open_verifier(int jobs, std::filesystem::path python,
                                              std::filesystem::path harness,
                                              std::filesystem::path work_dir) {
  auto handle = VerifierHandle::start(with_module_paths({.jobs = jobs,
                                                         .python = std::move(python),
                                                         .harness = std::move(harness),
                                                         .work_dir = std::move(work_dir)}));
  if (!handle) throw Failure{handle.error()};
  return std::move(*handle);
}

void submit(VerifierHandle& handle, std::uint64_t ticket, verify::VerifyRequest request) {
  if (auto queued = handle.submit(ticket, std::move(request)); !queued)
    throw Failure{queued.error()};
}

reward::Reward score(const std::string& verdict_json, const reward::RewardSettings& settings) {
  const auto verdict = verify::verdict_from_json_text(verdict_json);
  if (!verdict)
    throw Failure{{ErrorCode::kInvalidArgument, "reward: expected a verdict nereid.verdict/1"}};
  const auto formula = reward::find_reward(settings.name);
  if (!formula) throw Failure{formula.error()};
  return (*formula)(*verdict, settings);
}

// Sources go in as bytes: a completion may hold what is not UTF-8, and that is for the verifier to
// judge.
void bind_request(py::module_& module) {
  module.def("unguessable_seed", &nereid::verify::unguessable_seed);
  using verify::VerifyOptions;
  using verify::VerifyRequest;
  py::class_<VerifyOptions>(module, "Options")
      .def_readwrite("multi_input", &VerifyOptions::multi_input)
      .def_readwrite("thorough", &VerifyOptions::thorough)
      .def_property(
          "inputs",
          [](const VerifyOptions& options) {
            return std::string(verify::input_scope_name(options.inputs));
          },
          [](VerifyOptions& options, std::string_view name) {
            options.inputs = verify::input_scope_from_name(name).value_or(options.inputs);
          })
      .def_readwrite("staged_evaluation", &VerifyOptions::staged_evaluation)
      .def_readwrite("calibrated_timing", &VerifyOptions::calibrated_timing)
      .def_readwrite("timing", &VerifyOptions::timing)
      .def_property(
          "timing_method",
          [](const VerifyOptions& options) {
            return std::string(verify::timing_method_name(options.timing_method));
          },
          [](VerifyOptions& options, std::string_view name) {
            options.timing_method =
                verify::timing_method_from_name(name).value_or(options.timing_method);
          })
      .def_readwrite("compiled_baseline", &VerifyOptions::compiled_baseline)
      .def_readwrite("audit", &VerifyOptions::audit)
      .def_property(
          "policy",
          [](const VerifyOptions& options) {
            return options.policy == verify::Policy::kFull ? "full" : "best-system";
          },
          [](VerifyOptions& options, std::string_view name) {
            options.policy = name == "full" ? verify::Policy::kFull : verify::Policy::kBestSystem;
          })
      .def_readwrite("device", &VerifyOptions::device)
      .def_readwrite("compile_limit", &VerifyOptions::compile_limit_s)
      .def_readwrite("run_limit", &VerifyOptions::run_limit_s);
  py::class_<VerifyRequest>(module, "Request")
      .def(py::init<>())
      .def_readwrite("id", &VerifyRequest::id)
      .def_readwrite("task_id", &VerifyRequest::task_id)
      .def_readwrite("reference", &VerifyRequest::reference)
      .def_readwrite("candidate", &VerifyRequest::candidate)
      .def_readwrite("entry_point", &VerifyRequest::entry_point)
      .def_readwrite("seed", &VerifyRequest::seed)
      .def_readonly("options", &VerifyRequest::options);
}

void bind_verifier(py::module_& module) {
  using verify::LaneStats;
  using verify::StageTimes;
  using verify::VerifierStats;
  py::class_<LaneStats>(module, "Lane",
                        "A part of a candidate's way that only so many travel at once.")
      .def_readonly("name", &LaneStats::name)
      .def_readonly("slots", &LaneStats::slots)
      .def_readonly("waiting", &LaneStats::waiting)
      .def_readonly("active", &LaneStats::active)
      .def_readonly("passes", &LaneStats::passes)
      .def_readonly("use", &LaneStats::use)
      .def_readonly("busy_s", &LaneStats::busy_s)
      .def_readonly("waited_s", &LaneStats::waited_s);
  py::class_<StageTimes>(module, "StageTimes", "How long one stage took.")
      .def_readonly("name", &StageTimes::name)
      .def_readonly("count", &StageTimes::count)
      .def_readonly("rejected", &StageTimes::rejected)
      .def_readonly("total_s", &StageTimes::total_s)
      .def_readonly("p50_ms", &StageTimes::p50_ms)
      .def_readonly("p95_ms", &StageTimes::p95_ms);
  py::class_<VerifierStats>(module, "Stats", "Counts of one verifier at one moment.")
      .def_readonly("submitted", &VerifierStats::submitted)
      .def_readonly("finished", &VerifierStats::finished)
      .def_readonly("accepted", &VerifierStats::accepted)
      .def_readonly("cancelled", &VerifierStats::cancelled)
      .def_readonly("cached", &VerifierStats::cached)
      .def_readonly("queued", &VerifierStats::queued)
      .def_readonly("waiting_for_reference", &VerifierStats::waiting_for_reference)
      .def_readonly("active", &VerifierStats::active)
      .def_readonly("restarts", &VerifierStats::restarts)
      .def_readonly("candidates_per_second", &VerifierStats::candidates_per_second)
      .def_readonly("uptime_s", &VerifierStats::uptime_s)
      .def_readonly("lanes", &VerifierStats::lanes)
      .def_readonly("stages", &VerifierStats::stages)
      .def_readonly("sandbox", &VerifierStats::sandbox)
      .def("__repr__", [](const VerifierStats& stats) {
        return py::str("Stats(submitted={}, finished={}, cached={}, queued={}, active={})")
            .format(stats.submitted, stats.finished, stats.cached, stats.queued, stats.active);
      });
  py::class_<VerifierHandle>(module, "VerifierHandle")
      .def(py::init(&open_verifier), py::arg("jobs"), py::arg("python"), py::arg("harness"),
           py::arg("work_dir"), WithoutLock())
      .def("submit", &submit, WithoutLock())
      .def(
          "take",
          [](VerifierHandle& handle) {
            std::vector<std::pair<std::uint64_t, std::string>> taken;
            for (Finished& one : handle.take())
              taken.emplace_back(one.ticket, std::move(one.verdict_json));
            return taken;
          },
          WithoutLock())
      .def("cancel_all", &VerifierHandle::cancel_all, WithoutLock())
      .def("stats", &VerifierHandle::stats, WithoutLock())
      .def("close", &VerifierHandle::close, WithoutLock());
}

void bind_completion(py::module_& module) {
  module.def("extract", [](const std::string& completion) {
    const verify::Extraction found = verify::extract_candidate(completion);
    return py::make_tuple(py::bytes(found.code), found.begin, found.end, found.blocks,
                          found.problem);
  });
  module.def("verdict_without_candidate", [](const std::string& id, const std::string& code) {
    return verify::to_json_text(verify::verdict_without_candidate(id, code));
  });
}

void bind_reward(py::module_& module) {
  const reward::RewardSettings standard;
  module.def("reward_names", &reward::reward_names);
  module.def(
      "reward",
      [](const std::string& verdict_json, std::string name, double failure, double speedup_cap,
         std::string role, bool partial_credit) {
        const reward::Reward reward = score(verdict_json, {.name = std::move(name),
                                                           .failure = failure,
                                                           .speedup_cap = speedup_cap,
                                                           .role = std::move(role),
                                                           .partial_credit = partial_credit});
        return std::pair(reward.total, reward.parts);
      },
      py::arg("verdict_json"), py::arg("formula") = standard.name, py::kw_only(),
      py::arg("failure") = standard.failure, py::arg("speedup_cap") = standard.speedup_cap,
      py::arg("role") = standard.role, py::arg("partial_credit") = standard.partial_credit);
}

}  // namespace
}  // namespace nereid::python

PYBIND11_MODULE(_nereid, module) {
  using namespace nereid::python;
  py::register_exception_translator(&translate);
  bind_request(module);
  bind_verifier(module);
  bind_completion(module);
  bind_reward(module);
}
