// memory/device_..._vulkan: the GPU's memory bandwidth through Vulkan, by its own commands and by a shader;
// limit/device_products_vulkan: its products.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "bench/bench_scene.h"
#include "bench/device_case.h"
#include "bench/vulkan/bench_vulkan.h"
#include "engine/gpu/vulkan_buffer.h"
#include "engine/gpu/vulkan_commands.h"
#include "engine/gpu/vulkan_program.h"

namespace mannequin::bench {
namespace {

constexpr std::size_t kStaging = std::size_t{64} << 20;

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
  if (!memory.device.facts().software) {
    Status worked;
    warm_up([&] { return (worked = run(memory.commands, several)).has_value(); });
    if (!worked) return worked;
  }
  for (auto _ : state)
    if (const Status done = run(memory.commands, several); !done) return done;
  return {};
}

// `size` counts both buffers.
Status copy(benchmark::State& state, const Memory& memory, std::size_t size) {
  const std::vector<std::uint32_t> numbers = pattern(size / 2);
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

// A shader of two buffers, whose threads take 16 bytes each of the second.
class Stream {
 public:
  static Result<Stream> create(const VulkanDevice& device, const char* file, const VulkanBuffer& from,
                               const VulkanBuffer& to) {
    const VulkanBinding bindings[] = {{0}, {1}};
    auto program = VulkanProgram::create(device, file, bindings);
    if (!program) return error_of(program);
    Stream made(device, std::move(*program));
    if (Status status = made.bind(from, to); !status) return error_of(status);
    return made;
  }
  Stream(Stream&& other) noexcept
      : device_(other.device_),
        program_(std::move(other.program_)),
        pool_(std::exchange(other.pool_, VK_NULL_HANDLE)),
        set_(other.set_) {}
  Stream& operator=(Stream&&) = delete;
  ~Stream() { device_.vk().DestroyDescriptorPool(device_.device(), pool_, device_.allocator()); }

  void record(VkCommandBuffer commands, std::size_t threads) const {
    const VulkanFunctions& vk = device_.vk();
    vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program_->pipeline());
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program_->layout(), 0, 1, &set_, 0,
                             nullptr);
    const StreamGroups groups = stream_groups(threads);
    vk.CmdDispatch(commands, groups.wide, groups.high, 1);
    VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    written.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    written.dstAccessMask =
        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT;
    vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1,
                          &written, 0, nullptr, 0, nullptr);
  }

 private:
  Stream(const VulkanDevice& device, std::unique_ptr<VulkanProgram> program)
      : device_(device), program_(std::move(program)) {}

  Status bind(const VulkanBuffer& from, const VulkanBuffer& to) {
    const VulkanFunctions& vk = device_.vk();
    const VkDescriptorPoolSize sizes{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = 1;
    pool.poolSizeCount = 1;
    pool.pPoolSizes = &sizes;
    if (Status status = vulkan_check(
            vk.CreateDescriptorPool(device_.device(), &pool, device_.allocator(), &pool_), "a pool");
        !status)
      return status;
    const VkDescriptorSetLayout layout = program_->set_layout();
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool_;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    if (Status status =
            vulkan_check(vk.AllocateDescriptorSets(device_.device(), &info, &set_), "a set of descriptors");
        !status)
      return status;
    const VkDescriptorBufferInfo buffers[] = {{from.handle(), 0, VK_WHOLE_SIZE},
                                              {to.handle(), 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set_;
    write.descriptorCount = 2;  // in the bindings 0 and 1
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = buffers;
    vk.UpdateDescriptorSets(device_.device(), 1, &write, 0, nullptr);
    return {};
  }

  const VulkanDevice& device_;
  std::unique_ptr<VulkanProgram> program_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
};

// By `file`: each element of the target is the source's, or its last one's. `bytes`: what a run moves.
Status by_shader(benchmark::State& state, const Memory& memory, const char* file,
                 std::span<const std::uint32_t> source, std::span<const std::uint32_t> expected,
                 std::size_t threads, std::size_t bytes) {
  const auto from =
      VulkanBuffer::create(memory.device, source.size_bytes(), VulkanMemory::device, "a source");
  if (!from) return error_of(from);
  const auto to =
      VulkanBuffer::create(memory.device, expected.size_bytes(), VulkanMemory::device, "a target");
  if (!to) return error_of(to);
  if (const Status written = memory.write(*from, source); !written) return written;
  const auto stream = Stream::create(memory.device, file, *from, *to);
  if (!stream) return error_of(stream);
  const Status timed =
      time(state, memory, *to, expected, [&](VkCommandBuffer buffer) { stream->record(buffer, threads); });
  if (bytes != 0) state.SetBytesProcessed(state.iterations() * kPerWait * static_cast<std::int64_t>(bytes));
  return timed;
}

Status copy_by_shader(benchmark::State& state, const Memory& memory, std::size_t size) {
  const std::vector<std::uint32_t> numbers = pattern(size / 2);
  return by_shader(state, memory, "stream.comp", numbers, numbers, size / 2 / 16, size);
}

Status fill_by_shader(benchmark::State& state, const Memory& memory, std::size_t size) {
  const std::vector<std::uint32_t> one(4, kFilling), expected(size / sizeof(kFilling), kFilling);
  return by_shader(state, memory, "stream.comp", one, expected, size / 16, size);
}

// Each thread of `size` / 4 adds 4,096 products: eight sums of 512.
Status products(benchmark::State& state, const Memory& memory, std::size_t size) {
  const float factor = 0.5f, term = 1.0f;  // every sum tends to 2, exactly
  const std::vector<std::uint32_t> source{std::bit_cast<std::uint32_t>(factor),
                                          std::bit_cast<std::uint32_t>(term)};
  const std::vector<std::uint32_t> expected(size / 4, std::bit_cast<std::uint32_t>(8.0f * 2.0f));
  const Status timed = by_shader(state, memory, "products.comp", source, expected, size / 4, 0);
  state.counters["products_per_second"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * kPerWait * 4096.0 * static_cast<double>(size / 4),
      benchmark::Counter::kIsRate);
  return timed;
}

using Case = Status (*)(benchmark::State&, const Memory&, std::size_t);

void on_device(benchmark::State& state, Case measured, std::size_t size) {
  const BenchVulkan& vulkan = bench_vulkan();
  if (!vulkan.device) return state.SkipWithError(vulkan.missing.c_str());
  if (vulkan.device->facts().software && size >= kSoftwareLimit)
    return state.SkipWithError("skipped: a software GPU has no memory of its own, and would take minutes");
  const auto commands = VulkanCommands::create(*vulkan.device);
  if (!commands) return state.SkipWithError(commands.error().message().c_str());
  if (const Status done = measured(state, {*vulkan.device, **commands}, size); !done)
    state.SkipWithError(done.error().message().c_str());
}

void add(const std::string& name, Case measured, std::size_t size) {
  benchmark::RegisterBenchmark(fmt::format("{}/size:{}/threads:1", name, size).c_str(),
                               [=](benchmark::State& state) { on_device(state, measured, size); })
      ->UseRealTime();
}

const bool registered = [] {
  for (const std::size_t size : {std::size_t{8} << 20, std::size_t{1} << 30})
    for (const auto& [name, measured] : {std::pair<const char*, Case>{"copy", copy},
                                         {"fill", fill},
                                         {"copy_by_shader", copy_by_shader},
                                         {"fill_by_shader", fill_by_shader}})
      add(fmt::format("memory/device_{}_vulkan", name), measured, size);
  add("limit/device_products_vulkan", products, std::size_t{64} << 20);
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
