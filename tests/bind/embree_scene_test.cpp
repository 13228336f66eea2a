#include "engine/bind/embree_scene.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

namespace mannequin {
namespace {

// Embree can limit how many threads the process uses, for everybody.
TEST(EmbreeScene, LeavesThreadsToOthers) {
  const EmbreeScene scene;
  using tbb::global_control;
  EXPECT_EQ(global_control::active_value(global_control::max_allowed_parallelism),
            static_cast<std::size_t>(tbb::info::default_concurrency()));
}

}  // namespace
}  // namespace mannequin
