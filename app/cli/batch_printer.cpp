// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/batch_printer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "app/cli/terminal.h"
#include "app/cli/verify_report.h"
#include "engine/base/json.h"

namespace nereid::app {
namespace {

constexpr int kMaxOutstanding = 256;             // requests of a batch held in memory at once
constexpr std::chrono::milliseconds kLook(200);  // between looks at what ends a batch early

}  // namespace

BatchPrinter::BatchPrinter(bool json, std::int64_t total, std::stop_token interrupted)
    : json_(json),
      asked_(total),
      interrupted_(std::move(interrupted)),
      is_terminal_(::isatty(STDERR_FILENO) == 1) {}

void BatchPrinter::wait_for_room() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return outstanding_ < kMaxOutstanding; });
  ++outstanding_;
}

void BatchPrinter::print(const verify::Verdict& verdict) {
  const bool is_judged = !(interrupted_.stop_requested() && verdict.reason.code == "cancelled");
  finish(verdict.id,
         !is_judged ? std::string()
         : json_    ? verify::to_json_text(verdict)
                    : verdict_line(verdict),
         verdict.accepted);
}

void BatchPrinter::print_bad_line(std::int64_t line, const std::string& id,
                                  const std::string& problem) {
  verify::Verdict verdict;
  verdict.id = id.empty() ? fmt::format("line {}", line) : id;
  verdict.reason = {"bad_request", fmt::format("line {}: {}", line, problem)};
  Json object = *parse_json(verify::to_json_text(verdict));
  object["id"] = id.empty() ? Json(nullptr) : Json(id);
  object["line"] = line;
  finish(id, json_ ? dump_json(object) : verdict_line(verdict), false);
}

bool BatchPrinter::wait_for_all() {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, kLook, [this] { return outstanding_ == 0; })) return false;
  clear_progress();
  return true;
}

void BatchPrinter::finish(const std::string& id, const std::string& text, bool accepted) {
  std::lock_guard lock(mutex_);
  if (!text.empty()) {
    clear_progress();
    const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
                            std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
    if (!is_written && write_error_ == 0) write_error_ = errno;
    ++total_;
    if (!id.empty() && !ids_.insert(id).second) repeated_.insert(id);
    if (accepted) ++accepted_;
    show_progress();
  }
  --outstanding_;
  changed_.notify_all();
}

void BatchPrinter::show_progress() {
  if (!is_terminal_ || asked_ <= 0 || total_ >= asked_) return;
  // From the first verdict on, before which the processes and the first reference are made.
  const auto now = std::chrono::steady_clock::now();
  if (total_ == 1) first_ = now;
  const std::chrono::duration<double> spent = now - first_;
  fmt::print(stderr, "{} of {} judged, {} accepted", total_, asked_, accepted_);
  if (total_ > 1)
    fmt::print(stderr, ", about {} left",
               duration_text(spent.count() / (total_ - 1) * static_cast<double>(asked_ - total_)));
  std::fflush(stderr);
  is_shown_ = true;
}

void BatchPrinter::clear_progress() {
  if (is_shown_) std::fputs("\r\x1b[K", stderr);
  is_shown_ = false;
}

}  // namespace nereid::app
