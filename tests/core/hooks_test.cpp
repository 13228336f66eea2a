// A host's threads and memory instead of ours.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include "engine/core/aligned.h"
#include "engine/core/block_allocator.h"
#include "engine/core/job_system.h"
#include "engine/core/parallel.h"

namespace mannequin {
namespace {

// Two threads, each of which takes every other piece.
void run_on_two(void* user, std::size_t count, void (*work)(void*, std::size_t), void* context) {
  ++*static_cast<std::atomic<int>*>(user);
  std::thread other([&] {
    for (std::size_t i = 1; i < count; i += 2) work(context, i);
  });
  for (std::size_t i = 0; i < count; i += 2) work(context, i);
  other.join();
}

class HostJobs : public testing::Test {
 protected:
  void SetUp() override {
    const JobSystem system{run_on_two, &calls_, 2};
    set_job_system(&system);
  }
  void TearDown() override { set_job_system(nullptr); }
  std::atomic<int> calls_ = 0;
};

TEST_F(HostJobs, DoEveryPieceOnceOnAsManyThreadsAsTheHostHas) {
  const Parallel parallel(0);
  EXPECT_EQ(parallel.threads(), 2u);
  EXPECT_EQ(Parallel(1).threads(), 1u);
  std::vector<int> written(1000);
  parallel.for_each(written.size(), [&](std::size_t i) { ++written[i]; });
  EXPECT_EQ(written, std::vector<int>(1000, 1));
  EXPECT_EQ(calls_, 1);
  Parallel(1).for_each(5, [](std::size_t) {});
  EXPECT_EQ(calls_, 1);
}

TEST_F(HostJobs, ThrowNothingIntoTheHost) {
  const Parallel parallel(2);
  EXPECT_THROW(parallel.for_each(10,
                                 [](std::size_t i) {
                                   if (i == 3) throw std::bad_alloc();
                                 }),
               std::bad_alloc);
}

TEST_F(HostJobs, GoOnAloneWhereTheHostTakesItsThreadsAway) {
  const Parallel parallel(2);
  set_job_system(nullptr);
  std::vector<int> written(10);
  parallel.for_each(written.size(), [&](std::size_t i) { ++written[i]; });
  EXPECT_EQ(written, std::vector<int>(10, 1));
  EXPECT_EQ(calls_, 0);
}

struct HostMemory {
  std::size_t live = 0, bytes = 0;
  bool empty = false;

  static void* allocate(void* user, std::size_t bytes, std::size_t alignment) {
    auto& self = *static_cast<HostMemory*>(user);
    if (self.empty) return nullptr;
    ++self.live;
    self.bytes += bytes;
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  }
  static void release(void* user, void* memory, std::size_t bytes, std::size_t) {
    auto& self = *static_cast<HostMemory*>(user);
    --self.live;
    self.bytes -= bytes;
    std::free(memory);
  }
};

TEST(HostBlocks, ComeFromTheHostAndGoBackToIt) {
  const BlockUse before = block_use();
  HostMemory memory;
  const BlockAllocator allocator{HostMemory::allocate, HostMemory::release, &memory};
  if (before.blocks > 0) {  // other tests of this program keep some for good
    EXPECT_FALSE(set_block_allocator(&allocator));
    return;
  }
  ASSERT_TRUE(set_block_allocator(&allocator));
  {
    AlignedVector<float> floats(1000);
    EXPECT_EQ(memory.live, 1u);
    EXPECT_EQ(block_use().bytes, 4000u);
    EXPECT_FALSE(set_block_allocator(nullptr));
    memory.empty = true;
    EXPECT_THROW(AlignedVector<float>(10), std::bad_alloc);
  }
  EXPECT_EQ(memory.live, 0u);
  EXPECT_EQ(memory.bytes, 0u);
  EXPECT_TRUE(set_block_allocator(nullptr));
}

TEST(HostBlocks, NeedBothFunctions) {
  const BlockAllocator half{HostMemory::allocate, nullptr, nullptr};
  EXPECT_FALSE(set_block_allocator(&half));
}

}  // namespace
}  // namespace mannequin
