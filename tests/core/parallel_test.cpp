#include "engine/core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace mannequin {
namespace {

TEST(Parallel, DoesEveryPieceOnceAndShowsWhatItWrote) {
  for (const unsigned threads : {0u, 1u, 2u, 64u}) {
    const Parallel parallel(threads);
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
      std::vector<int> written(count);
      parallel.for_each(count, [&](std::size_t i) { ++written[i]; });
      EXPECT_EQ(written, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(Parallel, NeverTakesMoreThreadsThanTheMachineHas) {
  EXPECT_GE(Parallel(0).threads(), 1u);
  EXPECT_EQ(Parallel(1).threads(), 1u);
  EXPECT_LE(Parallel(1000).threads(), Parallel(0).threads());
}

TEST(Parallel, OneThreadIsTheCallers) {
  const std::thread::id caller = std::this_thread::get_id();
  Parallel(1).for_each(10, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(Parallel, SeveralWorkAtOnce) {
  std::atomic<int> done = 0;
  std::thread threads[2];
  for (std::thread& thread : threads)
    thread = std::thread([&] { Parallel(2).for_each(500, [&](std::size_t) { ++done; }); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace mannequin
