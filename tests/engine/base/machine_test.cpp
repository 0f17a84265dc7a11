// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/machine.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace nereid {
namespace {

using Names = std::vector<std::string>;

/// A variable of the environment, put back at the end.
class Variable {
 public:
  explicit Variable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) before_ = value;
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  void set(const char* value) { ::setenv(name_, value, 1); }
  void unset() { ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(VisibleGpus, AreReadAsCudaReadsThem) {
  Variable variable("CUDA_VISIBLE_DEVICES");
  variable.unset();
  EXPECT_FALSE(visible_gpus());
  variable.set("");
  EXPECT_EQ(visible_gpus(), Names{});
  variable.set("-1");
  EXPECT_EQ(visible_gpus(), Names{});
  variable.set("3");
  EXPECT_EQ(visible_gpus(), Names{"3"});
  variable.set("2, 0,GPU-8932f937-d72c");
  EXPECT_EQ(visible_gpus(), (Names{"2", "0", "GPU-8932f937-d72c"}));
  variable.set("1,-1,0");
  EXPECT_EQ(visible_gpus(), Names{"1"});
}

TEST(VisibleGpus, NoneMeansThatThereIsNoGpu) {
  Variable variable("CUDA_VISIBLE_DEVICES");
  variable.set("");
  EXPECT_FALSE(has_gpu_file());
  EXPECT_FALSE(has_gpu_device());
}

TEST(VisibleGpus, GoToProcessesThatInheritNothingElse) {
  Variable devices("CUDA_VISIBLE_DEVICES"), order("CUDA_DEVICE_ORDER");
  devices.set("1");
  order.unset();
  EXPECT_EQ(gpu_variables(), (std::map<std::string, std::string>{{"CUDA_VISIBLE_DEVICES", "1"}}));
}

}  // namespace
}  // namespace nereid
