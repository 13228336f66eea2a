#include "engine/skinning/device_pages.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace mannequin {
namespace {

TEST(FreeList, JoinsNeighboursThatBecomeFree) {
  FreeList list(1000);
  const auto a = list.take(300), b = list.take(300), c = list.take(400);
  ASSERT_TRUE(a && b && c);
  EXPECT_FALSE(list.take(1));
  list.give_back(*a, 300);
  list.give_back(*c, 400);
  EXPECT_FALSE(list.take(500));
  list.give_back(*b, 300);
  EXPECT_TRUE(list.all_free());
  EXPECT_EQ(list.take(1000), 0u);
}

TEST(FreeList, NeverHandsOutTheSameTwice) {
  constexpr std::uint64_t kBytes = 4096;
  FreeList list(kBytes);
  std::vector<bool> used(kBytes);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  std::mt19937 random(1);
  for (int step = 0; step < 20000; ++step) {
    if (taken.empty() || random() % 2 == 0) {
      const std::uint64_t bytes = 1 + random() % 400;
      const auto offset = list.take(bytes);
      if (!offset) continue;
      ASSERT_LE(*offset + bytes, kBytes);
      for (std::uint64_t i = *offset; i < *offset + bytes; ++i) {
        ASSERT_FALSE(used[i]);
        used[i] = true;
      }
      taken.emplace_back(*offset, bytes);
    } else {
      std::swap(taken[random() % taken.size()], taken.back());
      const auto [offset, bytes] = taken.back();
      taken.pop_back();
      for (std::uint64_t i = offset; i < offset + bytes; ++i) used[i] = false;
      list.give_back(offset, bytes);
    }
  }
  for (const auto& [offset, bytes] : taken) list.give_back(offset, bytes);
  EXPECT_TRUE(list.all_free());
}

// A device that only counts its buffers, up to its capacity.
class CountingDevice final : public SkinDevice {
 public:
  explicit CountingDevice(std::uint64_t bytes) : left_(bytes) {}
  std::string name() const override { return "counting"; }
  DeviceLimits limits() const override { return {}; }
  Result<DeviceBuffer> allocate(std::size_t bytes, std::string_view) override {
    if (bytes > left_) return fail(ErrorCode::device, "counting", "full");
    left_ -= bytes;
    buffers_.emplace(next_, bytes);
    return next_++;
  }
  void release(DeviceBuffer buffer) override {
    left_ += buffers_.at(buffer);
    buffers_.erase(buffer);
  }
  Status write(DeviceBuffer, std::size_t, std::span<const std::byte>) override { return {}; }
  Status read(DeviceBuffer, std::size_t, std::span<std::byte>) override { return {}; }
  Result<std::span<std::byte>> begin_batch(std::size_t, bool) override { return std::span<std::byte>(); }
  Status run(std::span<const DeviceDispatch>) override { return {}; }
  Status finish() override { return {}; }
  std::optional<double> seconds() override { return std::nullopt; }

  std::uint64_t left() const { return left_; }
  const std::map<DeviceBuffer, std::size_t>& buffers() const { return buffers_; }

 private:
  std::uint64_t left_;
  std::map<DeviceBuffer, std::size_t> buffers_;
  DeviceBuffer next_ = 1;
};

TEST(DevicePages, ManyShareFewPages) {
  CountingDevice device(std::uint64_t{1} << 40);
  {
    DevicePages pages(device, {});
    std::uint64_t taken = 0;
    std::set<std::pair<DeviceBuffer, std::uint64_t>> starts;
    for (int i = 0; i < 1000; ++i) {
      const auto range = pages.take(1'000'000, "a test");
      ASSERT_TRUE(range);
      EXPECT_EQ(range->offset % kDeviceAlignment, 0u);
      EXPECT_LE(range->offset + range->bytes, device.buffers().at(range->buffer));
      EXPECT_TRUE(starts.emplace(range->buffer, range->offset).second);
      taken += range->bytes;
    }
    EXPECT_LT(pages.page_count(), 40u);
    EXPECT_LT(pages.bytes(), taken + taken / 2) << "little may lie idle";
  }
  EXPECT_TRUE(device.buffers().empty()) << "pages go with their owner";
}

TEST(DevicePages, EmptyPagesAreReleased) {
  CountingDevice device(std::uint64_t{1} << 40);
  DevicePages pages(device, {});
  std::vector<DeviceRange> ranges;
  for (int i = 0; i < 50; ++i) ranges.push_back(*pages.take(1'000'000, "a test"));
  for (const DeviceRange& range : ranges) pages.give_back(range);
  EXPECT_EQ(pages.page_count(), 0u);
  EXPECT_EQ(pages.bytes(), 0u);
  EXPECT_TRUE(device.buffers().empty());
}

TEST(DevicePages, TakesTheLastBytesThatThereAre) {
  CountingDevice device(10'000'128);
  DevicePages pages(device, {});
  ASSERT_TRUE(pages.take(4'000'000, "a test"));
  ASSERT_TRUE(pages.take(5'000'000, "a test"))
      << "a page as large as one would like is too large, its content is not";
  const auto refused = pages.take(5'000'000, "a test");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::device);
  EXPECT_TRUE(pages.take(100'000, "a test")) << "refusing one must not spoil the next";
}

TEST(DevicePages, HoldsToItsLimits) {
  CountingDevice device(std::uint64_t{1} << 40);
  DeviceLimits limits;
  limits.page_bytes = 10'000;
  limits.total_bytes = 25'000;
  DevicePages pages(device, limits);
  EXPECT_FALSE(pages.take(10'001, "a test"));
  EXPECT_TRUE(device.buffers().empty());
  std::size_t count = 0;
  while (pages.take(3'000, "a test")) ++count;
  EXPECT_GE(count, 6u);
  EXPECT_LE(pages.bytes(), 25'000u);
  for (const auto& [buffer, bytes] : device.buffers()) EXPECT_LE(bytes, 10'000u);
}

}  // namespace
}  // namespace mannequin
