// After hours a batch holds no more memory than after its first frame.
#include <gtest/gtest.h>
#include <malloc.h>

#include "tests/avatar/batch_case.h"

namespace mannequin::test {
namespace {

TEST(AvatarBatchMemory, NothingGrowsOverTenThousandFrames) {
  for (const std::size_t lanes : {std::size_t{1}, kBatchLanes}) {
    BatchOptions options;
    options.lanes = lanes;
    AvatarBatch batch = make_batch(options);
    std::vector<AvatarInputs> inputs;
    std::vector<JointOffsets> offsets;
    for (std::uint32_t i = 0; i < 20; ++i) {
      inputs.push_back(random_inputs(i));
      offsets.push_back(resolve_offsets(character().skeleton, inputs[i].worn));
      batch.add_avatar();
    }
    const auto frame = [&](std::size_t n) {
      const std::size_t avatar = n % inputs.size(), given = (n + n / inputs.size()) % inputs.size();
      batch.set_sliders(avatar, inputs[given].sliders);
      batch.set_offsets(avatar, offsets[given]);
      batch.set_pose(avatar, inputs[given].pose);
      batch.set_slider((avatar + 1) % inputs.size(), 33, 0.01 * static_cast<double>(n % 100));
      batch.evaluate();
    };
    // Every avatar has had every input once.
    for (std::size_t n = 0; n < inputs.size() * inputs.size(); ++n) frame(n);
    const std::size_t bytes = batch.bytes();
    // Bytes that the program has been given and not returned; 0 under a checker with a heap of its own.
    const std::size_t in_use = mallinfo2().uordblks;
    for (std::size_t n = 0; n < 10000; ++n) frame(n);
    EXPECT_EQ(mallinfo2().uordblks, in_use);
    EXPECT_EQ(batch.bytes(), bytes);
  }
}

TEST(AvatarBatchMemory, AnAvatarCostsNoMoreThanItsRowsAndPalette) {
  AvatarBatch batch = make_batch();
  for (std::size_t i = 0; i < 160; ++i) batch.add_avatar();
  batch.evaluate();
  // 135 joints of 10 numbers, some 200 weights, 111 matrices; half as much again is room to grow.
  EXPECT_LT(batch.bytes() / 160, 20000u);
}

}  // namespace
}  // namespace mannequin::test
