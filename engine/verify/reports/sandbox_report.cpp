// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox_report.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <sstream>

#include "engine/base/file.h"
#include "engine/base/unique_fd.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSettings[] = {
    "user.max_user_namespaces",
    "user.max_pid_namespaces",
    "user.max_net_namespaces",
    "user.max_ipc_namespaces",
    "user.max_mnt_namespaces",
    "kernel.unprivileged_userns_clone",
    "kernel.apparmor_restrict_unprivileged_userns",
    "kernel.seccomp.actions_avail",
};

// Runs `body` in a child; what it has written to the descriptor, until it ends.
Result<std::string> output_of_child(const std::function<void(int)>& body) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return Error{ErrorCode::kUnavailable, std::string("pipe: ") + std::strerror(errno)};
  UniqueFd reading(ends[0]), writing(ends[1]);
  const pid_t child = fork();
  if (child < 0) return Error{ErrorCode::kUnavailable, std::string("fork: ") + strerror(errno)};
  if (child == 0) {
    body(writing.get());
    _exit(0);
  }
  writing.reset();
  std::string text;
  char part[512];
  while (true) {
    const ssize_t size = read(reading.get(), part, sizeof part);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    text.append(part, static_cast<std::size_t>(size));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return text;
}

void write_all(int fd, const std::string& text) {
  // The reader sees an empty answer where this fails.
  [[maybe_unused]] const ssize_t size = write(fd, text.data(), text.size());
}

using ForkFunction = pid_t (*)(unsigned, char*, std::size_t);
using EnterFunction = int (*)(const char*, unsigned, char*, std::size_t);

// In a child: "+" and the layers, or "-" and what went wrong.
void report_layers(const fs::path& library, const fs::path& folder, int fd) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return write_all(fd, std::string("-") + dlerror());
  const auto fork_inside = reinterpret_cast<ForkFunction>(dlsym(handle, "nereid_sandbox_fork"));
  const auto enter = reinterpret_cast<EnterFunction>(dlsym(handle, "nereid_sandbox_enter"));
  if (fork_inside == nullptr || enter == nullptr)
    return write_all(fd, "-" + library.string() + " is not the sandbox library");
  char text[512] = "";
  const pid_t pid = fork_inside(0, text, sizeof text);
  if (pid < 0) return write_all(fd, std::string("-") + text);
  if (pid == 0) {
    const int failure = enter(folder.c_str(), 0, text, sizeof text);
    write_all(fd, failure == 0 ? std::string("+") + text
                               : std::string("-entering it: ") + std::strerror(failure));
    _exit(0);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
}

int user_namespace_error() {
  const Result<std::string> answer = output_of_child([](int fd) {
    const int failure = unshare(CLONE_NEWUSER) == 0 ? 0 : errno;
    write_all(fd, std::to_string(failure));
  });
  return answer && !answer->empty() ? std::atoi(answer->c_str()) : 0;
}

// "user.max_user_namespaces" is /proc/sys/user/max_user_namespaces.
fs::path setting_file(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return fs::path("/proc/sys") / name;
}

std::string setting(const SandboxFacts& facts, const std::string& name) {
  const auto found = facts.settings.find(name);
  return found == facts.settings.end() ? std::string() : found->second;
}

struct Because {
  std::string why, mend;
};

Because why_no_user_namespace(const SandboxFacts& facts) {
  if (setting(facts, "user.max_user_namespaces") == "0")
    return {"user.max_user_namespaces is 0",
            "sysctl -w user.max_user_namespaces=15000  (as administrator)"};
  if (setting(facts, "kernel.unprivileged_userns_clone") == "0")
    return {"kernel.unprivileged_userns_clone is 0",
            "sysctl -w kernel.unprivileged_userns_clone=1  (as administrator)"};
  if (setting(facts, "kernel.apparmor_restrict_unprivileged_userns") == "1")
    return {"AppArmor restricts user namespaces (as Ubuntu does since 23.10)",
            "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0  (as administrator)"};
  if (facts.user_namespace_error == EPERM || facts.user_namespace_error == ENOSYS)
    return {
        "this process may make none: a container, or another program that confines it, forbids "
        "it",
        "run the container with --security-opt seccomp=unconfined"};
  if (facts.user_namespace_error != 0)
    return {std::string("the kernel answers: ") + std::strerror(facts.user_namespace_error), ""};
  return {"namespaces of all kinds together were refused", ""};
}

Because why_no_namespace(const char* limit, bool has_user_namespace, const SandboxFacts& facts) {
  if (setting(facts, limit) == "0")
    return {std::string(limit) + " is 0",
            std::string("sysctl -w ") + limit + "=15000  (as administrator)"};
  if (!has_user_namespace) return {"without a user namespace it needs administrator rights", ""};
  return {"a container, or another program that confines this process, forbids it", ""};
}

Because why_no_landlock(const SandboxFacts& facts) {
  if (facts.landlock_error == EOPNOTSUPP)
    return {"the kernel has it, but it was not switched on at boot",
            "add landlock to the kernel's boot parameter lsm= (the present list is in "
            "/sys/kernel/security/lsm), e.g. lsm=landlock,lockdown,yama,apparmor, and start again"};
  if (facts.landlock_error == ENOSYS)
    return {"kernel " + facts.kernel + " was built without it, or is older than 5.13",
            "a kernel from 5.13 on with CONFIG_SECURITY_LANDLOCK=y"};
  return {std::string("the kernel answers: ") + std::strerror(facts.landlock_error), ""};
}

Because why_not(const std::string& name, const std::vector<std::string>& active,
                const SandboxFacts& facts) {
  const auto has = [&active](const char* layer) {
    return std::find(active.begin(), active.end(), layer) != active.end();
  };
  if (name == "userns") return why_no_user_namespace(facts);
  if (name == "pidns") return why_no_namespace("user.max_pid_namespaces", has("userns"), facts);
  if (name == "netns") return why_no_namespace("user.max_net_namespaces", has("userns"), facts);
  if (name == "ipcns") return why_no_namespace("user.max_ipc_namespaces", has("userns"), facts);
  if (name == "mountns") return why_no_namespace("user.max_mnt_namespaces", has("userns"), facts);
  if (name == "landlock") return why_no_landlock(facts);
  if (name == "seccomp" && !facts.has_seccomp)
    return {"the kernel has no filters of system calls", "a kernel with CONFIG_SECCOMP_FILTER=y"};
  if (name == "pids" && has("proc"))
    return {"kernel " + facts.kernel +
                " has one pid_max for all, only from 6.14 on one for each "
                "pid namespace",
            "a kernel from 6.14 on; RLIMIT_NPROC and the judge's clock hold until "
            "then"};
  if (!has("mountns")) return {"it needs a mount namespace (mountns)", ""};
  if ((name == "proc" || name == "pids") && !has("pidns"))
    return {"it needs a pid namespace (pidns)", ""};
  if (name == "proc" || name == "pids")
    return {"this container hides parts of /proc, so that none of its own can be mounted",
            "run the container with --security-opt systempaths=unconfined"};
  return {"the kernel refused it", ""};
}

struct LayerRow {
  const char* name;
  const char* purpose;
};
constexpr LayerRow kLayers[] = {
    {"userns", "no right outside, even for root"},
    {"pidns", "sees and signals none but its own processes; ends with all of them"},
    {"netns", "no network"},
    {"ipcns", "no shared memory or semaphores of others"},
    {"mountns", "mounts of its own"},
    {"proc", "a /proc that shows only its own processes"},
    {"shm", "a /dev/shm of its own"},
    {"tmpfs", "files in a bounded memory file system that ends with it"},
    {"pids", "at most 400 processes, even for root"},
    {"rlimits", "bounded memory, file size, descriptors and CPU time"},
    {"no_new_privs", "gains no right by starting a program"},
    {"landlock", "reads and writes only the folders it needs"},
    {"seccomp", "uses only the system calls it needs"},
};

}  // namespace

Result<std::vector<std::string>> try_sandbox(const fs::path& library) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-doctor");
  if (!folder) return folder.error();
  const Result<std::string> answer =
      output_of_child([&](int fd) { report_layers(library, folder->path(), fd); });
  if (!answer) return answer.error();
  if (answer->empty() || answer->front() != '+')
    return Error{ErrorCode::kUnavailable,
                 "the sandbox cannot be entered: " +
                     (answer->empty() ? std::string("the child ended early") : answer->substr(1))};
  std::vector<std::string> layers;
  std::istringstream names(answer->substr(1));
  for (std::string name; std::getline(names, name, ',');) layers.push_back(name);
  return layers;
}

SandboxFacts sandbox_facts() {
  SandboxFacts facts;
  utsname names = {};
  if (uname(&names) == 0) facts.kernel = names.release;
  errno = 0;
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  facts.landlock_version = version > 0 ? static_cast<int>(version) : 0;
  facts.landlock_error = version > 0 ? 0 : errno;
  for (const char* name : kSettings) {
    Result<std::string> value = read_file(setting_file(name), 4096);
    if (!value) continue;
    while (!value->empty() && value->back() == '\n') value->pop_back();
    facts.settings[name] = *value;
  }
  facts.has_seccomp = facts.settings.count("kernel.seccomp.actions_avail") > 0;
  facts.user_namespace_error = user_namespace_error();
  return facts;
}

std::vector<SandboxLayer> explain_layers(const std::vector<std::string>& active,
                                         const SandboxFacts& facts) {
  std::vector<SandboxLayer> layers;
  for (const LayerRow& row : kLayers) {
    SandboxLayer layer;
    layer.name = row.name;
    layer.purpose = row.purpose;
    layer.active = std::find(active.begin(), active.end(), layer.name) != active.end();
    if (!layer.active) {
      Because because = why_not(layer.name, active, facts);
      layer.why = std::move(because.why);
      layer.mend = std::move(because.mend);
    }
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace nereid::verify
