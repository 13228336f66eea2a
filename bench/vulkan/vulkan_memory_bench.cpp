// memory/device_copy_vulkan and device_fill_vulkan: the GPU's memory bandwidth through Vulkan.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "bench/bench_scene.h"
#include "bench/vulkan/bench_vulkan.h"
#include "engine/gpu/vulkan_buffer.h"
#include "engine/gpu/vulkan_commands.h"

namespace mannequin::bench {
namespace {

// Several between two waits: a wait costs as much as copying tens of megabytes.
constexpr int kPerWait = 8;
constexpr std::size_t kSoftwareLimit = std::size_t{64} << 20;
constexpr std::size_t kStaging = std::size_t{64} << 20;
constexpr std::uint32_t kFilling = 0x12345678u;

// Records with `record(VkCommandBuffer)`, submits and waits.
template <typename Record>
Status run(VulkanCommands& commands, const Record& record) {
  const Result<VkCommandBuffer> recorded = commands.begin();
  if (!recorded) return error_of(recorded);
  record(*recorded);
  if (const Status submitted = commands.submit(); !submitted) return submitted;
  return commands.wait();
}

// Makes each transfer's writes visible to the next, and to the host once the commands have run.
void settle(const VulkanDevice& device, VkCommandBuffer commands) {
  VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  written.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  written.dstAccessMask =
      VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
  device.vk().CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &written,
                                 0, nullptr, 0, nullptr);
}

// One buffer to another, through Vulkan's own command.
struct Memory {
  const VulkanDevice& device;
  VulkanCommands& commands;

  void record_copy(VkCommandBuffer buffer, const VulkanBuffer& from, const VulkanBuffer& to,
                   VkBufferCopy part) const {
    device.vk().CmdCopyBuffer(buffer, from.handle(), to.handle(), 1, &part);
    settle(device, buffer);
  }

  Status write(const VulkanBuffer& to, std::span<const std::uint32_t> numbers) const {
    const auto staging = VulkanBuffer::create(device, kStaging, VulkanMemory::upload, "what is sent");
    if (!staging) return error_of(staging);
    for (std::size_t at = 0; at < numbers.size_bytes(); at += kStaging) {
      const std::size_t bytes = std::min(kStaging, numbers.size_bytes() - at);
      std::memcpy(staging->mapped(), reinterpret_cast<const std::byte*>(numbers.data()) + at, bytes);
      const auto copy = [&](VkCommandBuffer buffer) { record_copy(buffer, *staging, to, {0, at, bytes}); };
      if (const Status done = run(commands, copy); !done) return done;
    }
    return {};
  }

  // How many words differ from the expected ones.
  Result<std::size_t> wrong(const VulkanBuffer& from, std::span<const std::uint32_t> expected) const {
    const auto staging = VulkanBuffer::create(device, kStaging, VulkanMemory::read_back, "what is read");
    if (!staging) return error_of(staging);
    std::size_t count = 0;
    for (std::size_t at = 0; at < expected.size_bytes(); at += kStaging) {
      const std::size_t bytes = std::min(kStaging, expected.size_bytes() - at);
      const auto copy = [&](VkCommandBuffer buffer) { record_copy(buffer, from, *staging, {at, 0, bytes}); };
      if (const Status done = run(commands, copy); !done) return error_of(done);
      const auto* words = reinterpret_cast<const std::uint32_t*>(staging->mapped());
      for (std::size_t i = 0; i < bytes / sizeof(*words); ++i)
        count += words[i] != expected[at / sizeof(*words) + i];
    }
    return count;
  }
};

// Checks what `record` leaves in `to`, then times it.
template <typename Record>
Status time(benchmark::State& state, const Memory& memory, const VulkanBuffer& to,
            std::span<const std::uint32_t> expected, const Record& record) {
  if (const Status done = run(memory.commands, record); !done) return done;
  const Result<std::size_t> wrong = memory.wrong(to, expected);
  if (!wrong) return error_of(wrong);
  if (!check(state, static_cast<double>(*wrong), 0.0, "the number of words that differ")) return {};
  const auto several = [&](VkCommandBuffer buffer) {
    for (int i = 0; i < kPerWait; ++i) record(buffer);
  };
  for (auto _ : state)
    if (const Status done = run(memory.commands, several); !done) return done;
  return {};
}

// `size` counts both buffers.
Status copy(benchmark::State& state, const Memory& memory, std::size_t size) {
  std::vector<std::uint32_t> numbers(size / 2 / sizeof(std::uint32_t));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  const auto from =
      VulkanBuffer::create(memory.device, size / 2, VulkanMemory::device, "the source of a copy");
  if (!from) return error_of(from);
  const auto to = VulkanBuffer::create(memory.device, size / 2, VulkanMemory::device, "a copy");
  if (!to) return error_of(to);
  if (const Status written = memory.write(*from, numbers); !written) return written;
  const Status timed = time(state, memory, *to, numbers, [&](VkCommandBuffer buffer) {
    memory.record_copy(buffer, *from, *to, {0, 0, size / 2});
  });
  state.SetBytesProcessed(state.iterations() * kPerWait * static_cast<std::int64_t>(size));
  return timed;
}

Status fill(benchmark::State& state, const Memory& memory, std::size_t size) {
  const auto to = VulkanBuffer::create(memory.device, size, VulkanMemory::device, "what is filled");
  if (!to) return error_of(to);
  const auto fill_buffer = reinterpret_cast<PFN_vkCmdFillBuffer>(
      memory.device.vk().GetDeviceProcAddr(memory.device.device(), "vkCmdFillBuffer"));
  const std::vector<std::uint32_t> expected(size / sizeof(kFilling), kFilling);
  const Status timed = time(state, memory, *to, expected, [&](VkCommandBuffer buffer) {
    fill_buffer(buffer, to->handle(), 0, VK_WHOLE_SIZE, kFilling);
    settle(memory.device, buffer);
  });
  state.SetBytesProcessed(state.iterations() * kPerWait * static_cast<std::int64_t>(size));
  return timed;
}

using Case = Status (*)(benchmark::State&, const Memory&, std::size_t);

void on_device(benchmark::State& state, Case measured, std::size_t size) {
  const BenchVulkan& vulkan = bench_vulkan();
  if (!vulkan.device) return state.SkipWithError(vulkan.missing.c_str());
  if (vulkan.device->facts().software && size > kSoftwareLimit)
    return state.SkipWithError("skipped: a software GPU has no memory of its own");
  const auto commands = VulkanCommands::create(*vulkan.device);
  if (!commands) return state.SkipWithError(commands.error().message().c_str());
  if (const Status done = measured(state, {*vulkan.device, **commands}, size); !done)
    state.SkipWithError(done.error().message().c_str());
}

const bool registered = [] {
  for (const std::size_t size : {std::size_t{8} << 20, std::size_t{1} << 30})
    for (const auto& [name, measured] : {std::pair<const char*, Case>{"copy", copy}, {"fill", fill}}) {
      const Case run_case = measured;
      benchmark::RegisterBenchmark(
          fmt::format("memory/device_{}_vulkan/size:{}/threads:1", name, size).c_str(),
          [=](benchmark::State& state) { on_device(state, run_case, size); })
          ->UseRealTime();
    }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
