#include "engine/skinning/vulkan/vulkan_skinner.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/gpu/vulkan_buffer.h"
#include "engine/gpu/vulkan_commands.h"
#include "engine/skinning/agreement.h"
#include "engine/skinning/reference.h"
#include "tests/gpu/skinning_case.h"

namespace mannequin {
namespace {

using test::make_palettes;
using test::make_skinning_case;
using test::rounded;

class VulkanSkinnerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto device = VulkanDevice::create_headless({.validation = true});
    if (!device) GTEST_SKIP() << "no Vulkan device: " << device.error().message();
    device_ = std::move(*device);
  }
  void TearDown() override {
    if (!device_) return;
    for (const std::string& message : device_->validation_messages()) ADD_FAILURE() << message;
  }

  static void expect_skins(VulkanSkinner& skinner) {
    const auto c = make_skinning_case({.vertices = 1000, .joints = 20});
    const auto id = skinner.add_mesh(c.mesh, c.skin);
    ASSERT_TRUE(id) << id.error().message();
    for (std::uint32_t frame = 0; frame < 5; ++frame) {
      const auto palettes = make_palettes(c.skin, 1 + 3 * frame, frame);
      const auto rows = rounded(palettes);
      const SkinJob job{*id, rows, 1 + 3 * frame};
      const auto status = skinner.skin({&job, 1});
      ASSERT_TRUE(status) << status.error().message();
      std::vector<SkinnedVertex> got(1000);
      std::vector<ReferenceVertex> wanted(1000);
      ASSERT_TRUE(skinner.read_back(*id, 3 * frame, got));
      skin_reference(c.mesh, c.skin,
                     std::span(palettes).subspan(3 * frame * c.skin.palette_size(), c.skin.palette_size()),
                     wanted);
      EXPECT_TRUE(compare_with_reference(got, wanted).within_limits());
    }
    skinner.remove_mesh(*id);
  }

  std::unique_ptr<VulkanDevice> device_;
};

TEST_F(VulkanSkinnerTest, ValidationListens) {
  if (!device_->validating()) GTEST_SKIP() << "vulkan-validationlayers is not installed";
  auto other = VulkanDevice::create_headless({.validation = true});
  ASSERT_TRUE(other);
  VkBufferCreateInfo nonsense{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};  // of size 0
  VkBuffer buffer = VK_NULL_HANDLE;
  (*other)->vk().CreateBuffer((*other)->device(), &nonsense, nullptr, &buffer);
  EXPECT_FALSE((*other)->validation_messages().empty());
  (*other)->vk().DestroyBuffer((*other)->device(), buffer, nullptr);
}

TEST_F(VulkanSkinnerTest, PalettesByCopyGiveTheSame) {
  for (const bool copy : {false, true}) {
    auto skinner = VulkanSkinner::create(*device_, {.copy_uploads = copy});
    ASSERT_TRUE(skinner) << skinner.error().message();
    expect_skins(**skinner);
  }
}

TEST_F(VulkanSkinnerTest, TellsWhoSeesResultsWithoutABarrier) {
  auto skinner = VulkanSkinner::create(*device_);
  ASSERT_TRUE(skinner) << skinner.error().message();
  const VulkanReaders readers = (*skinner)->readers();
  EXPECT_TRUE(readers.stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
  EXPECT_TRUE(readers.access & VK_ACCESS_SHADER_READ_BIT);
  // Naming a drawing stage on a queue that cannot draw would be an error of its own.
  EXPECT_EQ((readers.stages & VK_PIPELINE_STAGE_VERTEX_INPUT_BIT) != 0, device_->facts().graphics_queue);
  EXPECT_EQ((readers.access & VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT) != 0, device_->facts().graphics_queue);
}

TEST_F(VulkanSkinnerTest, WorksOnAHostsDeviceAndLeavesItWhole) {
  {
    auto adopted = VulkanDevice::adopt(device_->handles());
    ASSERT_TRUE(adopted) << adopted.error().message();
    EXPECT_EQ((*adopted)->facts().name, device_->facts().name);
    auto skinner = VulkanSkinner::create(**adopted);
    ASSERT_TRUE(skinner) << skinner.error().message();
    expect_skins(**skinner);
  }
  EXPECT_EQ(device_->vk().DeviceWaitIdle(device_->device()), VK_SUCCESS);
  auto own = VulkanSkinner::create(*device_);
  ASSERT_TRUE(own);
  expect_skins(**own);
}

TEST_F(VulkanSkinnerTest, AnIncompleteHostIsRefused) {
  VulkanHost host = device_->handles();
  host.queue = VK_NULL_HANDLE;
  auto adopted = VulkanDevice::adopt(host);
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().code, ErrorCode::bad_argument);
  host = device_->handles();
  host.queue_family = 1000;
  adopted = VulkanDevice::adopt(host);
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().code, ErrorCode::bad_argument);
}

// As a host would: its own commands on the same queue, after skin() and without waiting for it.
TEST_F(VulkanSkinnerTest, AHostReadsTheBufferByItself) {
  auto skinner = VulkanSkinner::create(*device_);
  ASSERT_TRUE(skinner);
  const auto c = make_skinning_case({.vertices = 100, .tangents = true});
  const auto id = (*skinner)->add_mesh(c.mesh, c.skin);
  ASSERT_TRUE(id);
  EXPECT_EQ((*skinner)->results(*id)->buffer, VkBuffer{VK_NULL_HANDLE});
  const auto rows = rounded(make_palettes(c.skin, 3, 1));
  const SkinJob job{*id, rows, 3};
  ASSERT_TRUE((*skinner)->skin({&job, 1}));
  const auto results = (*skinner)->results(*id, 2);
  ASSERT_TRUE(results);
  EXPECT_EQ(results->instances, 3u);
  const std::size_t bytes = results->layout.instance_bytes();

  const VulkanFunctions& vk = device_->vk();
  auto target = VulkanBuffer::create(*device_, bytes, VulkanMemory::read_back, "a test");
  ASSERT_TRUE(target);
  auto commands = VulkanCommands::create(*device_);
  ASSERT_TRUE(commands);
  const auto recording = (*commands)->begin();
  ASSERT_TRUE(recording);
  VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                          VK_ACCESS_TRANSFER_READ_BIT};
  vk.CmdPipelineBarrier(*recording, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                        1, &written, 0, nullptr, 0, nullptr);
  const VkBufferCopy copy{results->offset + 2 * bytes, 0, bytes};
  vk.CmdCopyBuffer(*recording, results->buffer, target->handle(), 1, &copy);
  VkMemoryBarrier copied{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                         VK_ACCESS_HOST_READ_BIT};
  vk.CmdPipelineBarrier(*recording, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &copied,
                        0, nullptr, 0, nullptr);
  ASSERT_TRUE((*commands)->submit());
  ASSERT_TRUE((*commands)->wait());

  std::vector<SkinnedVertex> got(100), wanted(100);
  gather_results(results->layout, {target->mapped(), bytes}, results->remap, got);
  ASSERT_TRUE((*skinner)->read_back(*id, 2, wanted));
  for (std::size_t v = 0; v < got.size(); ++v) {
    EXPECT_EQ(got[v].position, wanted[v].position);
    EXPECT_EQ(got[v].tangent, wanted[v].tangent);
  }
}

TEST(VulkanWithoutDriver, SaysSo) {
  setenv("VK_ICD_FILENAMES", "/nowhere/driver.json", 1);
  setenv("VK_DRIVER_FILES", "/nowhere/driver.json", 1);
  const auto device = VulkanDevice::create_headless();
  unsetenv("VK_ICD_FILENAMES");
  unsetenv("VK_DRIVER_FILES");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().code, ErrorCode::no_device);
  EXPECT_NE(device.error().what.find("Install"), std::string::npos);
}

}  // namespace
}  // namespace mannequin
