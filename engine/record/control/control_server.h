// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "engine/base/unique_fd.h"
#include "engine/record/control/run_control.h"

namespace nereid::record {

/// Answers at the control socket of a run, on a thread of its own. Made by the process that holds
/// the lock of the run. The destructor takes the socket away.
class ControlServer {
 public:
  /// Does what is asked and says where the run stands then; called on the server's thread. `asker`:
  /// "command line, process 4242". What it returns must be in the record.
  using Handler = std::function<ControlAnswer(ControlCommand command, const std::string& asker)>;

  /// kUnavailable where the file system has no sockets.
  static Result<std::unique_ptr<ControlServer>> open(const std::filesystem::path& run_dir,
                                                     Handler handler);
  ~ControlServer();
  ControlServer(const ControlServer&) = delete;
  ControlServer& operator=(const ControlServer&) = delete;

 private:
  ControlServer(std::filesystem::path run_dir, UniqueFd socket, UniqueFd wake, Handler handler);
  void serve();
  void answer(const UniqueFd& client) const;

  const std::filesystem::path run_dir_;
  const UniqueFd socket_, wake_;  ///< a byte in `wake_` ends the thread
  const Handler handler_;
  std::thread thread_;
};

}  // namespace nereid::record
