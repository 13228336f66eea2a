// From slider to vertices, frames do not allocate.
#include <gtest/gtest.h>

#include "tests/host/allocations.h"
#include "tests/host/c_host.h"
#include "tests/host/cpp_host.h"

namespace mannequin::test {
namespace {

// Frames whose numbers all differ; the first few may allocate.
template <typename Frame>
void expect_no_allocations(Frame&& frame) {
  const auto run = [&](int first, int last) {
    for (int n = first; n < last; ++n) frame(-1.0 + 0.05 * n, 0.04 * n);
  };
  EXPECT_GT(allocations_of([&] { run(0, 1); }), 0u);
  run(1, 3);
  EXPECT_EQ(allocations_of([&] { run(3, 40); }), 0u);
}

TEST(FrameAllocations, AreCountedInTheLibraryToo) {
  EXPECT_EQ(allocations_of([] { ::operator delete(::operator new(3)); }), 1u);
  mannequin_character* character = nullptr;
  EXPECT_GT(allocations_of([&] { mannequin_character_builtin(&character); }), 1000u);
  mannequin_character_release(character);
}

TEST(FrameAllocations, NoneInCpp) {
  CppHost host(1);
  expect_no_allocations([&](double height, double seconds) { host.frame(height, seconds); });
}

TEST(FrameAllocations, NoneInCppWithSeveralClips) {
  CppHost host(1);
  expect_no_allocations(
      [&](double height, double seconds) { host.player_frame(height, static_cast<float>(seconds)); });
}

TEST(FrameAllocations, NoneInCppForACrowd) {
  CppHost host(1);
  host.make_crowd(20, 1);
  expect_no_allocations([&](double height, double seconds) { host.crowd_frame(height, seconds); });
}

TEST(FrameAllocations, NoneInC) {
  CHost host(1);
  expect_no_allocations([&](double height, double seconds) { host.frame(height, seconds); });
}

TEST(FrameAllocations, NoneInCWithSeveralClips) {
  CHost host(1);
  expect_no_allocations([&](double height, double seconds) { host.player_frame(height, seconds); });
}

TEST(FrameAllocations, NoneInCForACrowd) {
  CHost host(1);
  host.make_crowd(20, 1);
  expect_no_allocations([&](double height, double seconds) { host.crowd_frame(height, seconds); });
}

TEST(FrameAllocations, NoneInCForAMovingCrowd) {
  CHost host(1);
  host.make_moving_crowd(5);
  expect_no_allocations([&](double, double seconds) { host.moving_crowd_frame(seconds + 0.04); });
}

}  // namespace
}  // namespace mannequin::test
