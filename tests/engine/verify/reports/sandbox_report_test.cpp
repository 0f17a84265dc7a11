// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/sandbox_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

namespace nereid::verify {
namespace {

const SandboxLayer& layer(const std::vector<SandboxLayer>& layers, const std::string& name) {
  const auto found = std::find_if(layers.begin(), layers.end(),
                                  [&](const SandboxLayer& item) { return item.name == name; });
  EXPECT_NE(found, layers.end()) << name;
  return *found;
}

SandboxFacts facts(std::map<std::string, std::string> settings = {}) {
  SandboxFacts facts;
  facts.kernel = "6.1.0";
  facts.has_seccomp = true;
  facts.settings = std::move(settings);
  return facts;
}

// Why there is no layer `name` where nothing but `active` is.
SandboxLayer missing(const std::string& name, const SandboxFacts& facts,
                     const std::vector<std::string>& active = {}) {
  const SandboxLayer found = layer(explain_layers(active, facts), name);
  EXPECT_FALSE(found.active);
  return found;
}

TEST(SandboxReport, ThisMachinesLayersAreAmongThoseThatAreExplained) {
  const auto active = try_sandbox(sandbox_library());
  ASSERT_TRUE(active) << active.error().message;
  const auto layers = explain_layers(*active, sandbox_facts());
  for (const std::string& name : *active) EXPECT_TRUE(layer(layers, name).active);
  EXPECT_TRUE(layer(layers, "rlimits").active);
  EXPECT_TRUE(layer(layers, "no_new_privs").active);
  for (const SandboxLayer& each : layers) {
    EXPECT_FALSE(each.purpose.empty()) << each.name;
    EXPECT_EQ(each.active, each.why.empty()) << each.name;
  }
}

TEST(SandboxReport, ThisMachinesFactsAgreeWithItsLayers) {
  const auto active = try_sandbox(sandbox_library());
  ASSERT_TRUE(active) << active.error().message;
  const SandboxFacts found = sandbox_facts();
  const bool landlock = std::find(active->begin(), active->end(), "landlock") != active->end();
  EXPECT_EQ(landlock, found.landlock_version > 0);
  EXPECT_EQ(found.landlock_version > 0, found.landlock_error == 0);
  EXPECT_FALSE(found.kernel.empty());
}

TEST(SandboxReport, AFileThatIsNoSandboxIsAnError) {
  const auto none = try_sandbox("/nowhere/libnereid_sandbox.so");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("/nowhere"), std::string::npos) << none.error().message;
}

TEST(SandboxReport, UserNamespacesNameTheSettingThatForbidsThem) {
  EXPECT_NE(missing("userns", facts({{"user.max_user_namespaces", "0"}}))
                .mend.find("user.max_user_namespaces="),
            std::string::npos);
  EXPECT_NE(missing("userns", facts({{"kernel.unprivileged_userns_clone", "0"}}))
                .mend.find("kernel.unprivileged_userns_clone=1"),
            std::string::npos);
  EXPECT_NE(missing("userns", facts({{"kernel.apparmor_restrict_unprivileged_userns", "1"}}))
                .mend.find("kernel.apparmor_restrict_unprivileged_userns=0"),
            std::string::npos);
  SandboxFacts confined = facts({{"user.max_user_namespaces", "96000"}});
  confined.user_namespace_error = EPERM;
  EXPECT_NE(missing("userns", confined).why.find("container"), std::string::npos);
}

TEST(SandboxReport, LandlockTellsAnOldKernelFromABootParameter) {
  SandboxFacts old = facts();
  old.landlock_error = ENOSYS;
  EXPECT_NE(missing("landlock", old).why.find("5.13"), std::string::npos);
  EXPECT_NE(missing("landlock", old).mend.find("CONFIG_SECURITY_LANDLOCK"), std::string::npos);
  SandboxFacts off = facts();
  off.landlock_error = EOPNOTSUPP;
  EXPECT_NE(missing("landlock", off).mend.find("lsm="), std::string::npos);
}

TEST(SandboxReport, LayersNameTheLayerThatTheyNeed) {
  EXPECT_NE(missing("shm", facts()).why.find("mountns"), std::string::npos);
  EXPECT_NE(missing("tmpfs", facts()).why.find("mountns"), std::string::npos);
  EXPECT_NE(missing("proc", facts(), {"userns", "mountns"}).why.find("pidns"), std::string::npos);
  EXPECT_NE(missing("proc", facts(), {"userns", "pidns", "mountns"}).mend.find("systempaths"),
            std::string::npos);
  EXPECT_NE(missing("pids", facts(), {"userns", "pidns", "mountns", "proc"}).why.find("6.14"),
            std::string::npos);
  EXPECT_NE(missing("netns", facts({{"user.max_net_namespaces", "0"}}), {"userns"})
                .mend.find("user.max_net_namespaces="),
            std::string::npos);
  SandboxFacts bare = facts();
  bare.has_seccomp = false;
  EXPECT_NE(missing("seccomp", bare).mend.find("CONFIG_SECCOMP_FILTER"), std::string::npos);
}

}  // namespace
}  // namespace nereid::verify
