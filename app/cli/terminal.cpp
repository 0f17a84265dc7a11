// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <utility>

namespace nereid::app {
namespace {

constexpr std::chrono::milliseconds kLook(50);

volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t checkpoint_wishes = 0;

void on_interrupt(int) {
  interrupts = interrupts + 1;
  if (interrupts >= 2) ::_exit(130);
}

void on_checkpoint_wish(int) {
  checkpoint_wishes = checkpoint_wishes + 1;
}

}  // namespace

std::string duration_text(double seconds) {
  const long long whole = std::llround(seconds);
  if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole % 3600 / 60);
  if (whole >= 60) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}s", whole);
}

InterruptGuard::InterruptGuard() {
  interrupts = 0;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, &old_int_);
  ::sigaction(SIGTERM, &action, &old_term_);
  checkpoint_wishes = 0;
  action.sa_handler = on_checkpoint_wish;
  ::sigaction(SIGUSR1, &action, &old_usr1_);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &old_int_, nullptr);
  ::sigaction(SIGTERM, &old_term_, nullptr);
  ::sigaction(SIGUSR1, &old_usr1_, nullptr);
}

bool InterruptGuard::interrupted() {
  return interrupts > 0;
}

bool InterruptGuard::take_checkpoint_wish() {
  static std::sig_atomic_t taken = 0;
  const std::sig_atomic_t now = checkpoint_wishes;
  return std::exchange(taken, now) != now;
}

InterruptWatch::InterruptWatch()
    : thread_([this](const std::stop_token& over) {
        while (!over.stop_requested() && !InterruptGuard::interrupted())
          std::this_thread::sleep_for(kLook);
        if (InterruptGuard::interrupted()) stop_.request_stop();
      }) {}

}  // namespace nereid::app
