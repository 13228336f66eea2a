// A host in C lends its Vulkan device, and its allocation callbacks.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "engine/gpu/vulkan_buffer.h"
#include "engine/gpu/vulkan_commands.h"
#include "mannequin/c_vulkan.h"
#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

// Counts what a driver takes from the host.
struct CountingAllocator {
  std::atomic<long> living = 0, total = 0;
  VkAllocationCallbacks callbacks{};

  CountingAllocator() {
    callbacks.pUserData = this;
    callbacks.pfnAllocation = [](void* user, std::size_t size, std::size_t alignment,
                                 VkSystemAllocationScope) {
      return static_cast<CountingAllocator*>(user)->take(size, alignment);
    };
    callbacks.pfnFree = [](void* user, void* memory) {
      static_cast<CountingAllocator*>(user)->give_back(memory);
    };
    callbacks.pfnReallocation = [](void* user, void* old, std::size_t size, std::size_t alignment,
                                   VkSystemAllocationScope) {
      auto* self = static_cast<CountingAllocator*>(user);
      void* made = size == 0 ? nullptr : self->take(size, alignment);
      if (made && old) std::memcpy(made, old, std::min(size, self->size_of(old)));
      self->give_back(old);
      return made;
    };
  }

 private:
  static constexpr std::size_t kHead = 64;  // before each block, for its size
  void* take(std::size_t size, std::size_t alignment) {
    auto* memory = static_cast<char*>(std::aligned_alloc(kHead, (size + 2 * kHead - 1) / kHead * kHead));
    if (!memory || alignment > kHead) return nullptr;
    std::memcpy(memory, &size, sizeof size);
    ++living, ++total;
    return memory + kHead;
  }
  std::size_t size_of(void* memory) const {
    std::size_t size = 0;
    std::memcpy(&size, static_cast<char*>(memory) - kHead, sizeof size);
    return size;
  }
  void give_back(void* memory) {
    if (!memory) return;
    --living;
    std::free(static_cast<char*>(memory) - kHead);
  }
};

class CApiVulkan : public CApiTest {
 protected:
  void SetUp() override {
    CApiTest::SetUp();
    auto device = VulkanDevice::create_headless({.validation = true});
    if (!device) GTEST_SKIP() << "no Vulkan device: " << device.error().message();
    device_ = std::move(*device);
    host_.get_instance_proc_addr = device_->handles().get_instance_proc_addr;
    host_.instance = device_->handles().instance;
    host_.physical_device = device_->handles().physical_device;
    host_.device = device_->device();
    host_.queue = device_->handles().queue;
    host_.queue_family = device_->handles().queue_family;
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 1.2), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  }
  void TearDown() override {
    CApiTest::TearDown();
    if (!device_) return;
    for (const std::string& message : device_->validation_messages()) ADD_FAILURE() << message;
  }
  mannequin_skinner* make() {
    mannequin_skinner* made = nullptr;
    EXPECT_EQ(mannequin_vulkan_skinner_create(&host_, &made), MANNEQUIN_OK) << mannequin_last_error();
    return made;
  }

  std::unique_ptr<VulkanDevice> device_;
  mannequin_vulkan_host host_ = MANNEQUIN_INIT(mannequin_vulkan_host);
};

TEST_F(CApiVulkan, ReadsBackWhatTheCpuMakes) {
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> cpu = positions_;
  mannequin_skinner* vulkan = make();
  ASSERT_EQ(mannequin_skinner_skin(vulkan, avatar_, body_, 0, &out_), MANNEQUIN_OK) << mannequin_last_error();
  for (std::size_t k = 0; k < cpu.size(); ++k) ASSERT_NEAR(positions_[k], cpu[k], 1e-5);
  EXPECT_EQ(mannequin_skinner_release(vulkan), MANNEQUIN_OK);
}

TEST_F(CApiVulkan, ALogHearsIfTheDeviceIsTheProcessor) {
  std::string told;
  host_.log = {[](void* user, int32_t severity, const char* text) {
                 EXPECT_EQ(severity, MANNEQUIN_LOG_WARNING);
                 *static_cast<std::string*>(user) += text;
               },
               &told};
  EXPECT_EQ(mannequin_skinner_release(make()), MANNEQUIN_OK);
  EXPECT_EQ(told.find("[software_device]") != std::string::npos, device_->facts().software) << told;
}

// All goes through them, and all of it comes back.
TEST_F(CApiVulkan, TheHostsAllocationCallbacksAreUsed) {
  CountingAllocator counting;
  host_.allocator = &counting.callbacks;
  mannequin_skinner* vulkan = make();
  ASSERT_EQ(mannequin_skinner_skin(vulkan, avatar_, body_, 0, &out_), MANNEQUIN_OK) << mannequin_last_error();
  // Shader, pipeline, two layouts, pools, fences, buffers and their memory.
  EXPECT_GE(counting.total, 20);
  EXPECT_GT(counting.living, 0);
  EXPECT_EQ(mannequin_skinner_release(vulkan), MANNEQUIN_OK);
  EXPECT_EQ(counting.living, 0);
}

// Two frames in flight, each in a command buffer of the host's own; nothing is submitted by the skinner.
TEST_F(CApiVulkan, RecordsIntoAHostsCommandBuffer) {
  mannequin_skinner* vulkan = make();
  std::vector<std::unique_ptr<VulkanCommands>> frames;
  for (int f = 0; f < 2; ++f) {
    auto commands = VulkanCommands::create(*device_);
    ASSERT_TRUE(commands);
    frames.push_back(std::move(*commands));
  }
  mannequin_skin_job job = MANNEQUIN_INIT(mannequin_skin_job);
  job.meshes = body_;
  job.avatar = avatar_;
  for (uint32_t n = 0; n < 6; ++n) {
    VulkanCommands& own = *frames[n % 2];
    ASSERT_TRUE(own.wait());
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 0.4 * n - 1.0), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    const auto commands = own.begin();
    ASSERT_TRUE(commands);
    ASSERT_EQ(mannequin_vulkan_record_jobs(vulkan, &job, 1, *commands, n % 2), MANNEQUIN_OK)
        << mannequin_last_error();
    ASSERT_TRUE(own.submit());
    if (n % 2 == 0) continue;  // the device may still be at it while the next one is recorded
    ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
    const std::vector<float> cpu = positions_;
    ASSERT_EQ(mannequin_skinner_read_back(vulkan, body_, 0, 0, &out_), MANNEQUIN_OK)
        << mannequin_last_error();
    for (std::size_t k = 0; k < cpu.size(); ++k) ASSERT_NEAR(positions_[k], cpu[k], 1e-5) << n;
  }
  // A larger crowd reallocates, for which the skinner waits by itself.
  mannequin_crowd* crowd = nullptr;
  const mannequin_meshes* sets[] = {body_};
  ASSERT_EQ(mannequin_crowd_create(sets, 1, nullptr, &crowd), MANNEQUIN_OK);
  for (uint32_t i = 0, number = 0; i < 3; ++i) ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  job.avatar = nullptr;
  job.crowd = crowd;
  ASSERT_TRUE(frames[0]->wait());
  const auto commands = frames[0]->begin();
  ASSERT_TRUE(commands);
  ASSERT_EQ(mannequin_vulkan_record_jobs(vulkan, &job, 1, *commands, 0), MANNEQUIN_OK)
      << mannequin_last_error();
  ASSERT_TRUE(frames[0]->submit());
  EXPECT_EQ(mannequin_skinner_read_back(vulkan, body_, 0, 2, &out_), MANNEQUIN_OK) << mannequin_last_error();
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_vulkan_record_jobs(vulkan, &job, 1, nullptr, 0));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_vulkan_record_jobs(vulkan, &job, 1, *commands, 16));
  EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED, mannequin_vulkan_record_jobs(skinner_, &job, 1, *commands, 0));
  for (const auto& frame : frames) ASSERT_TRUE(frame->wait());
  mannequin_crowd_release(crowd);
  EXPECT_EQ(mannequin_skinner_release(vulkan), MANNEQUIN_OK);
}

// As a host would: its own commands on the same queue, with the barrier that the results ask for.
TEST_F(CApiVulkan, AHostCopiesTheResultsBehindItsOwnBarrier) {
  mannequin_skinner* vulkan = make();
  mannequin_vulkan_results results = MANNEQUIN_INIT(mannequin_vulkan_results);
  const mannequin_vertex_buffers nothing = MANNEQUIN_INIT(mannequin_vertex_buffers);
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_vulkan_get_results(vulkan, body_, 0, 0, &results));
  ASSERT_EQ(mannequin_skinner_skin(vulkan, avatar_, body_, 0, &nothing), MANNEQUIN_OK)
      << mannequin_last_error();
  ASSERT_EQ(mannequin_vulkan_get_results(vulkan, body_, 0, 0, &results), MANNEQUIN_OK)
      << mannequin_last_error();
  EXPECT_EQ(results.written_stages, static_cast<VkFlags>(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT));
  EXPECT_NE(results.visible_stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0u);

  const std::size_t bytes = results.streams.instance_stride;
  auto target = VulkanBuffer::create(*device_, bytes, VulkanMemory::read_back, "a test's copy");
  ASSERT_TRUE(target);
  auto commands = VulkanCommands::create(*device_);
  ASSERT_TRUE(commands);
  const auto recording = (*commands)->begin();
  ASSERT_TRUE(recording);
  const VulkanFunctions& vk = device_->vk();
  const VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, results.written_access,
                                VK_ACCESS_TRANSFER_READ_BIT};
  vk.CmdPipelineBarrier(*recording, results.written_stages, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &written, 0,
                        nullptr, 0, nullptr);
  const VkBufferCopy copy{results.streams.position_offset, 0, bytes};
  vk.CmdCopyBuffer(*recording, results.buffer, target->handle(), 1, &copy);
  const VkMemoryBarrier copied{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                               VK_ACCESS_HOST_READ_BIT};
  vk.CmdPipelineBarrier(*recording, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &copied,
                        0, nullptr, 0, nullptr);
  ASSERT_TRUE((*commands)->submit());
  ASSERT_TRUE((*commands)->wait());

  std::vector<uint32_t> remap(info_.vertex_count);
  ASSERT_EQ(mannequin_skinner_copy_places(vulkan, body_, 0, remap.data(), remap.size()), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_skinner_read_back(vulkan, body_, 0, 0, &out_), MANNEQUIN_OK);
  for (uint32_t v = 0; v < info_.vertex_count; ++v)
    ASSERT_EQ(std::memcmp(target->mapped() + remap[v] * std::size_t{results.streams.position_stride},
                          &positions_[3 * v], 12),
              0);
  EXPECT_EQ(mannequin_skinner_release(vulkan), MANNEQUIN_OK);
}

TEST_F(CApiVulkan, WhatAHostShouldNotDoIsRefused) {
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  mannequin_skinner* none = nullptr;
  mannequin_vulkan_results results = MANNEQUIN_INIT(mannequin_vulkan_results);
  EXPECT_REFUSED(bad, mannequin_vulkan_skinner_create(nullptr, &none));
  EXPECT_REFUSED(bad, mannequin_vulkan_skinner_create(&host_, nullptr));
  mannequin_vulkan_host host = host_;
  host.struct_size = 4;
  EXPECT_REFUSED(bad, mannequin_vulkan_skinner_create(&host, &none));
  host = host_;
  host.queue = VK_NULL_HANDLE;
  EXPECT_REFUSED(bad, mannequin_vulkan_skinner_create(&host, &none));
  host = host_;
  host.queue_family = 1000;
  EXPECT_REFUSED(bad, mannequin_vulkan_skinner_create(&host, &none));
  EXPECT_EQ(none, nullptr);
  EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED, mannequin_vulkan_get_results(skinner_, body_, 0, 0, &results));
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_vulkan_get_results(nullptr, body_, 0, 0, &results));
  mannequin_skinner* vulkan = make();
  EXPECT_REFUSED(bad, mannequin_vulkan_get_results(vulkan, body_, 0, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_vulkan_get_results(vulkan, body_, 1, 0, &results));
  EXPECT_EQ(mannequin_skinner_release(vulkan), MANNEQUIN_OK);
}

}  // namespace
}  // namespace mannequin::test
