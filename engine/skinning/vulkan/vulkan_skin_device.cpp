#include "engine/skinning/vulkan/vulkan_skin_device.h"

#include <algorithm>
#include <cstring>

#include "shaders/skin_layout.h"

namespace mannequin {
namespace {

constexpr VulkanBinding kBindings[] = {
    {layout::kSkinDispatchBinding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC},
    {layout::kSkinMeshBinding},
    {layout::kSkinPaletteBinding},
    {layout::kSkinCallBinding},
    {layout::kSkinResultBinding}};

void barrier(const VulkanFunctions& vk, VkCommandBuffer commands, VkPipelineStageFlags from,
             VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags seen) {
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  memory.srcAccessMask = written;
  memory.dstAccessMask = seen;
  vk.CmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

std::uint64_t largest_device_heap(const VkPhysicalDeviceMemoryProperties& memory) {
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
      largest = std::max<std::uint64_t>(largest, memory.memoryHeaps[i].size);
  return largest;
}

}  // namespace

Result<std::unique_ptr<VulkanSkinDevice>> VulkanSkinDevice::create(const VulkanDevice& device,
                                                                   bool copy_uploads) {
  std::unique_ptr<VulkanSkinDevice> made(new VulkanSkinDevice(device, copy_uploads));
  if (auto status = made->create_parts(); !status) return error_of(status);
  return made;
}

Status VulkanSkinDevice::create_parts() {
  auto program = VulkanProgram::create(device_, kSkinShader, kBindings);
  if (!program) return error_of(program);
  program_ = std::move(*program);
  auto transfers = VulkanCommands::create(device_);
  if (!transfers) return error_of(transfers);
  transfers_ = std::move(*transfers);
  for (Segment& segment : segments_) {
    auto commands = VulkanCommands::create(device_);
    if (!commands) return error_of(commands);
    segment.commands = std::move(*commands);
  }
  // A software device measures only the submission of work.
  if (device_.facts().software || device_.facts().timestamp_bits == 0) return {};
  VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  return vulkan_check(
      device_.vk().CreateQueryPool(device_.device(), &info, device_.allocator(), &timestamps_),
      "creating a timer");
}

VulkanSkinDevice::~VulkanSkinDevice() {
  (void)finish();
  const VulkanFunctions& vk = device_.vk();
  for (const Segment& segment : segments_)
    vk.DestroyDescriptorPool(device_.device(), segment.sets, device_.allocator());
  for (const auto& frame : frames_)
    for (const auto& segment : frame)
      vk.DestroyDescriptorPool(device_.device(), segment->sets, device_.allocator());
  vk.DestroyQueryPool(device_.device(), timestamps_, device_.allocator());
}

DeviceLimits VulkanSkinDevice::limits() const {
  const VulkanFacts& facts = device_.facts();
  DeviceLimits of_device;
  of_device.page_bytes =
      std::min<std::uint64_t>(facts.limits.maxStorageBufferRange, facts.largest_allocation);
  of_device.call_bytes = of_device.page_bytes;
  of_device.total_bytes = largest_device_heap(facts.memory);
  of_device.groups_x = facts.limits.maxComputeWorkGroupCount[0];
  of_device.groups_y = facts.limits.maxComputeWorkGroupCount[1];
  of_device.uniform_alignment = static_cast<std::uint32_t>(facts.limits.minUniformBufferOffsetAlignment);
  return stricter(of_device, DeviceLimits{});
}

Result<DeviceBuffer> VulkanSkinDevice::allocate(std::size_t bytes, std::string_view purpose) {
  auto buffer = VulkanBuffer::create(device_, bytes, VulkanMemory::device, purpose);
  if (!buffer) return error_of(buffer);
  buffers_.emplace(next_buffer_, std::move(*buffer));
  return next_buffer_++;
}

void VulkanSkinDevice::release(DeviceBuffer buffer) {
  (void)finish();  // no work in flight may use it
  buffers_.erase(buffer);
}

Status VulkanSkinDevice::write(DeviceBuffer buffer, std::size_t offset, std::span<const std::byte> bytes) {
  const VulkanFunctions& vk = device_.vk();
  const auto staging =
      VulkanBuffer::create(device_, bytes.size(), VulkanMemory::upload, "vertices being uploaded");
  if (!staging) return error_of(staging);
  std::memcpy(staging->mapped(), bytes.data(), bytes.size());
  const auto commands = transfers_->begin();
  if (!commands) return error_of(commands);
  // The previous contents may still be in use.
  barrier(vk, *commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, 0);
  const VkBufferCopy copy{0, offset, bytes.size()};
  vk.CmdCopyBuffer(*commands, staging->handle(), buffers_.at(buffer).handle(), 1, &copy);
  barrier(vk, *commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
  if (auto status = transfers_->submit(); !status) return status;
  return transfers_->wait();
}

Status VulkanSkinDevice::read(DeviceBuffer buffer, std::size_t offset, std::span<std::byte> out) {
  const VulkanFunctions& vk = device_.vk();
  if (out.size() > read_buffer_.bytes()) {
    auto made = VulkanBuffer::create(device_, out.size(), VulkanMemory::read_back, "the readback");
    if (!made) return error_of(made);
    read_buffer_ = std::move(*made);
  }
  const auto commands = transfers_->begin();
  if (!commands) return error_of(commands);
  barrier(vk, *commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
          VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
  const VkBufferCopy copy{offset, 0, out.size()};
  vk.CmdCopyBuffer(*commands, buffers_.at(buffer).handle(), read_buffer_.handle(), 1, &copy);
  barrier(vk, *commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
          VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  if (auto status = transfers_->submit(); !status) return status;
  if (auto status = transfers_->wait(); !status) return status;
  std::memcpy(out.data(), read_buffer_.mapped(), out.size());
  return {};
}

Result<std::span<std::byte>> VulkanSkinDevice::begin_batch(std::size_t bytes, bool first) {
  first_batch_ = first;
  if (hosts_ == VK_NULL_HANDLE) current_ = (current_ + 1) % segments_.size();
  active_ = hosts_ == VK_NULL_HANDLE ? &segments_[current_] : &next_recorded();
  Segment& segment = *active_;
  Status status = segment.commands ? segment.commands->wait() : Status();
  if (status) status = make_room(segment, bytes);
  if (!status) return error_of(status);
  segment.bytes = bytes;
  return std::span(segment.staging.bytes() != 0 ? segment.staging.mapped() : segment.call.mapped(), bytes);
}

void VulkanSkinDevice::begin_recording(VkCommandBuffer commands, std::uint32_t frame) {
  if (frame >= frames_.size()) frames_.resize(frame + 1);
  hosts_ = commands;
  frame_ = frame;
  recorded_ = 0;
}

VulkanSkinDevice::Segment& VulkanSkinDevice::next_recorded() {
  auto& segments = frames_[frame_];
  if (recorded_ == segments.size()) segments.push_back(std::make_unique<Segment>());
  return *segments[recorded_++];
}

Status VulkanSkinDevice::make_room(Segment& segment, std::size_t bytes) {
  if (bytes <= segment.call.bytes()) return {};
  // Grows by half, so that a growing crowd does not allocate every frame.
  const std::size_t room = bytes + bytes / 2;
  if (!copy_uploads_) {
    // Shaders read palettes many times, so they must be in device-local memory. If that is host-visible,
    // no copy is needed.
    if (auto call = VulkanBuffer::create(device_, room, VulkanMemory::device_mapped, "the palettes")) {
      segment.call = std::move(*call);
      segment.staging = {};
      return {};
    }
  }
  auto staging = VulkanBuffer::create(device_, room, VulkanMemory::upload, "the palettes");
  if (!staging) return error_of(staging);
  auto call = VulkanBuffer::create(device_, room, VulkanMemory::device, "the palettes");
  if (!call) return error_of(call);
  segment.staging = std::move(*staging);
  segment.call = std::move(*call);
  return {};
}

Status VulkanSkinDevice::make_sets(Segment& segment, std::uint32_t count) {
  const VulkanFunctions& vk = device_.vk();
  if (count <= segment.most_sets)
    return vulkan_check(vk.ResetDescriptorPool(device_.device(), segment.sets, 0), "binding descriptors");
  const std::uint32_t most = std::max(8u, 2 * count);
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, most},
                                        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4 * most}};
  VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  info.maxSets = most;
  info.poolSizeCount = 2;
  info.pPoolSizes = sizes;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  if (auto status = vulkan_check(vk.CreateDescriptorPool(device_.device(), &info, device_.allocator(), &pool),
                                 "binding descriptors");
      !status)
    return status;
  vk.DestroyDescriptorPool(device_.device(), segment.sets, device_.allocator());
  segment.sets = pool;
  segment.most_sets = most;
  return {};
}

Result<VkDescriptorSet> VulkanSkinDevice::make_set(const Segment& segment, DeviceBuffer mesh,
                                                   DeviceBuffer result) {
  const VulkanFunctions& vk = device_.vk();
  const VkDescriptorSetLayout layout = program_->set_layout();
  VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  info.descriptorPool = segment.sets;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  if (auto status =
          vulkan_check(vk.AllocateDescriptorSets(device_.device(), &info, &set), "binding descriptors");
      !status)
    return error_of(status);
  const VkBuffer call = segment.call.handle();
  const VkDescriptorBufferInfo buffers[] = {{call, 0, sizeof(layout::SkinDispatch)},
                                            {handle(mesh), 0, VK_WHOLE_SIZE},
                                            {call, 0, segment.bytes},
                                            {call, 0, segment.bytes},
                                            {handle(result), 0, VK_WHOLE_SIZE}};
  std::array<VkWriteDescriptorSet, std::size(kBindings)> writes{};
  for (std::size_t i = 0; i < writes.size(); ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstBinding = kBindings[i].binding;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = kBindings[i].type;
    writes[i].pBufferInfo = &buffers[i];
  }
  vk.UpdateDescriptorSets(device_.device(), static_cast<std::uint32_t>(writes.size()), writes.data(), 0,
                          nullptr);
  return set;
}

void VulkanSkinDevice::record_timestamp(VkCommandBuffer commands, std::uint32_t index) const {
  if (timestamps_ == VK_NULL_HANDLE || hosts_ != VK_NULL_HANDLE) return;
  const VulkanFunctions& vk = device_.vk();
  vk.CmdResetQueryPool(commands, timestamps_, index, 1);
  vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps_, index);
}

Status VulkanSkinDevice::record(Segment& segment, VkCommandBuffer commands,
                                std::span<const DeviceDispatch> dispatches) {
  const VulkanFunctions& vk = device_.vk();
  if (first_batch_) record_timestamp(commands, 0);
  if (segment.staging.bytes() != 0) {
    const VkBufferCopy copy{0, 0, segment.bytes};
    vk.CmdCopyBuffer(commands, segment.staging.handle(), segment.call.handle(), 1, &copy);
  }
  // The palettes must have arrived, and no draw or write of the previous call's results may be in flight.
  barrier(vk, commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
          VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
          VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_UNIFORM_READ_BIT);
  vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program_->pipeline());
  VkDescriptorSet set = VK_NULL_HANDLE;
  const DeviceDispatch* last = nullptr;
  for (const DeviceDispatch& dispatch : dispatches) {
    if (last == nullptr || last->mesh != dispatch.mesh || last->result != dispatch.result) {
      const auto made = make_set(segment, dispatch.mesh, dispatch.result);
      if (!made) return error_of(made);
      set = *made;
    }
    last = &dispatch;
    const auto uniforms = static_cast<std::uint32_t>(dispatch.uniforms);
    vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program_->layout(), 0, 1, &set, 1,
                             &uniforms);
    vk.CmdDispatch(commands, dispatch.groups_x, dispatch.groups_y, 1);
  }
  record_timestamp(commands, 1);
  const VulkanReaders to = readers();
  barrier(vk, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, to.stages,
          to.access);
  return {};
}

VulkanReaders VulkanSkinDevice::readers() const {
  VulkanReaders to{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
  if (device_.facts().graphics_queue) {
    to.stages |= VK_PIPELINE_STAGE_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT;
    to.access |= VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT;
  }
  return to;
}

Status VulkanSkinDevice::run(std::span<const DeviceDispatch> dispatches) {
  Segment& segment = *active_;
  if (auto status = make_sets(segment, static_cast<std::uint32_t>(dispatches.size())); !status) return status;
  if (hosts_ != VK_NULL_HANDLE) {
    measured_ = false;
    return record(segment, hosts_, dispatches);
  }
  const auto commands = segment.commands->begin();
  if (!commands) return error_of(commands);
  if (auto status = record(segment, *commands, dispatches); !status) return status;
  measured_ = timestamps_ != VK_NULL_HANDLE;
  return segment.commands->submit();
}

Status VulkanSkinDevice::finish() {
  for (Segment& segment : segments_) {
    if (segment.commands == nullptr) continue;
    if (auto status = segment.commands->wait(); !status) return status;
  }
  // Commands recorded for a host have no fence of ours.
  if (frames_.empty()) return {};
  return vulkan_check(device_.vk().QueueWaitIdle(device_.handles().queue), "waiting for the queue");
}

std::optional<double> VulkanSkinDevice::seconds() {
  if (!measured_ || !finish()) return std::nullopt;
  std::array<std::uint64_t, 2> ticks{};
  if (device_.vk().GetQueryPoolResults(device_.device(), timestamps_, 0, 2, sizeof ticks, ticks.data(),
                                       sizeof ticks[0],
                                       VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT) != VK_SUCCESS)
    return std::nullopt;
  const std::uint32_t bits = device_.facts().timestamp_bits;
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return static_cast<double>((ticks[1] - ticks[0]) & mask) * device_.facts().limits.timestampPeriod * 1e-9;
}

}  // namespace mannequin
