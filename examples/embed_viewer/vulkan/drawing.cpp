#include "drawing.h"

#include <array>
#include <cstring>

#include "../view.h"

namespace {

constexpr VkFormat kColor = VK_FORMAT_R8G8B8A8_UNORM, kDepth = VK_FORMAT_D32_SFLOAT;
constexpr std::uint32_t kVertexShader[] =
#include "body.vert.h"
    ;
constexpr std::uint32_t kFragmentShader[] =
#include "body.frag.h"
    ;

struct PushConstants {
  glm::mat4 clip_from_world;
  glm::vec4 color;
};

template <std::size_t kWords>
VkShaderModule shader_of(VkDevice device, const std::uint32_t (&words)[kWords]) {
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = sizeof words;
  info.pCode = words;
  VkShaderModule shader = VK_NULL_HANDLE;
  vk_check(vkCreateShaderModule(device, &info, nullptr, &shader), "taking a shader");
  return shader;
}

}  // namespace

Drawing::Drawing(const Device& device, VkExtent2D size, const std::vector<std::uint32_t>& indices)
    : device_(device),
      size_(size),
      color_(device, kColor, size, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
             VK_IMAGE_ASPECT_COLOR_BIT),
      depth_(device, kDepth, size, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, VK_IMAGE_ASPECT_DEPTH_BIT),
      indices_(device, indices.size() * sizeof indices[0], VK_BUFFER_USAGE_INDEX_BUFFER_BIT),
      pixels_(device, VkDeviceSize{4} * size.width * size.height, VK_BUFFER_USAGE_TRANSFER_DST_BIT),
      index_count_(static_cast<std::uint32_t>(indices.size())) {
  std::memcpy(indices_.mapped, indices.data(), indices.size() * sizeof indices[0]);
  make_pass();
  make_pipeline();
  VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.queueFamilyIndex = device_.family;
  vk_check(vkCreateCommandPool(device_.device, &pool, nullptr, &pool_), "making commands");
}

Drawing::~Drawing() {
  vkDestroyCommandPool(device_.device, pool_, nullptr);
  vkDestroyPipeline(device_.device, pipeline_, nullptr);
  vkDestroyPipelineLayout(device_.device, layout_, nullptr);
  vkDestroyFramebuffer(device_.device, target_, nullptr);
  vkDestroyRenderPass(device_.device, pass_, nullptr);
}

void Drawing::make_pass() {
  std::array<VkAttachmentDescription, 2> attachments{};
  for (VkAttachmentDescription& attachment : attachments) {
    attachment.samples = VK_SAMPLE_COUNT_1_BIT;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    attachment.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  }
  attachments[0].format = kColor;
  attachments[0].storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  attachments[0].finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  attachments[1].format = kDepth;
  attachments[1].storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  attachments[1].finalLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  const VkAttachmentReference color{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  const VkAttachmentReference depth{1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass{};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &color;
  subpass.pDepthStencilAttachment = &depth;
  // The pixels are copied afterwards.
  const VkSubpassDependency copied{0,
                                   VK_SUBPASS_EXTERNAL,
                                   VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                   VK_PIPELINE_STAGE_TRANSFER_BIT,
                                   VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                   VK_ACCESS_TRANSFER_READ_BIT,
                                   0};
  VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
  info.attachmentCount = static_cast<std::uint32_t>(attachments.size());
  info.pAttachments = attachments.data();
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = 1;
  info.pDependencies = &copied;
  vk_check(vkCreateRenderPass(device_.device, &info, nullptr, &pass_), "making a pass");
  const VkImageView views[] = {color_.view, depth_.view};
  VkFramebufferCreateInfo target{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
  target.renderPass = pass_;
  target.attachmentCount = 2;
  target.pAttachments = views;
  target.width = size_.width;
  target.height = size_.height;
  target.layers = 1;
  vk_check(vkCreateFramebuffer(device_.device, &target, nullptr, &target_), "making a pass");
}

void Drawing::make_pipeline() {
  const VkPushConstantRange push{VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                                 sizeof(PushConstants)};
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.pushConstantRangeCount = 1;
  layout.pPushConstantRanges = &push;
  vk_check(vkCreatePipelineLayout(device_.device, &layout, nullptr, &layout_), "making a pipeline");

  std::array<VkPipelineShaderStageCreateInfo, 2> stages{};
  stages[0] = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
  stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
  stages[0].module = shader_of(device_.device, kVertexShader);
  stages[0].pName = "main";
  stages[1] = stages[0];
  stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
  stages[1].module = shader_of(device_.device, kFragmentShader);
  // Two streams, as the results have them: positions and normals, three floats each.
  const VkVertexInputBindingDescription streams[] = {{0, 12, VK_VERTEX_INPUT_RATE_VERTEX},
                                                     {1, 12, VK_VERTEX_INPUT_RATE_VERTEX}};
  const VkVertexInputAttributeDescription attributes[] = {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0},
                                                          {1, 1, VK_FORMAT_R32G32B32_SFLOAT, 0}};
  VkPipelineVertexInputStateCreateInfo vertices{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  vertices.vertexBindingDescriptionCount = 2;
  vertices.pVertexBindingDescriptions = streams;
  vertices.vertexAttributeDescriptionCount = 2;
  vertices.pVertexAttributeDescriptions = attributes;
  VkPipelineInputAssemblyStateCreateInfo triangles{
      VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
  triangles.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  const VkViewport all{0, 0, static_cast<float>(size_.width), static_cast<float>(size_.height), 0, 1};
  const VkRect2D whole{{0, 0}, size_};
  VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
  viewport.viewportCount = viewport.scissorCount = 1;
  viewport.pViewports = &all;
  viewport.pScissors = &whole;
  VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.lineWidth = 1.0f;
  VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  depth.depthTestEnable = depth.depthWriteEnable = VK_TRUE;
  depth.depthCompareOp = VK_COMPARE_OP_LESS;
  VkPipelineColorBlendAttachmentState opaque{};
  opaque.colorWriteMask = 0xf;
  VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  blend.attachmentCount = 1;
  blend.pAttachments = &opaque;
  VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
  info.stageCount = 2;
  info.pStages = stages.data();
  info.pVertexInputState = &vertices;
  info.pInputAssemblyState = &triangles;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.layout = layout_;
  info.renderPass = pass_;
  const VkResult made =
      vkCreateGraphicsPipelines(device_.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_);
  for (const auto& stage : stages) vkDestroyShaderModule(device_.device, stage.module, nullptr);
  vk_check(made, "making a pipeline");
}

void Drawing::record(VkCommandBuffer commands, const Crowd& crowd) const {
  VkClearValue clear[2]{};
  clear[0].color = {{0.16f, 0.17f, 0.19f, 1.0f}};
  clear[1].depthStencil = {1.0f, 0};
  VkRenderPassBeginInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
  pass.renderPass = pass_;
  pass.framebuffer = target_;
  pass.renderArea = {{0, 0}, size_};
  pass.clearValueCount = 2;
  pass.pClearValues = clear;
  vkCmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_);
  vkCmdBindIndexBuffer(commands, indices_.buffer, 0, VK_INDEX_TYPE_UINT32);
  const float aspect = static_cast<float>(size_.width) / static_cast<float>(size_.height);
  PushConstants push{clip_from_world(crowd.avatars(), aspect, false), {}};
  // No barrier of ours: on this queue the vertex input sees what skinning wrote (visible_stages).
  for (int i = 0; i < crowd.avatars(); ++i) {
    const mannequin_vulkan_results results = crowd.results(i);
    const mannequin_result_streams& at = results.streams;
    const VkDeviceSize instance = (static_cast<std::uint32_t>(i) - at.first_instance) * at.instance_stride;
    const VkBuffer buffers[] = {results.buffer, results.buffer};
    const VkDeviceSize offsets[] = {at.position_offset + instance, at.normal_offset + instance};
    vkCmdBindVertexBuffers(commands, 0, 2, buffers, offsets);
    push.color = glm::vec4(colour_of(i), 1.0f);
    vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                       sizeof push, &push);
    vkCmdDrawIndexed(commands, index_count_, 1, 0, 0, 0);
  }
  vkCmdEndRenderPass(commands);
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {size_.width, size_.height, 1};
  vkCmdCopyImageToBuffer(commands, color_.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels_.buffer, 1,
                         &copy);
  const VkMemoryBarrier to_host{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                                VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host,
                       0, nullptr, 0, nullptr);
}

std::vector<unsigned char> Drawing::frame(const Crowd& crowd) {
  vk_check(vkResetCommandPool(device_.device, pool_, 0), "recording");
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = pool_;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  vk_check(vkAllocateCommandBuffers(device_.device, &info, &commands), "recording");
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  vk_check(vkBeginCommandBuffer(commands, &begin), "recording");
  record(commands, crowd);
  vk_check(vkEndCommandBuffer(commands), "recording");
  VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  vk_check(vkQueueSubmit(device_.queue, 1, &submit, VK_NULL_HANDLE), "drawing");
  vk_check(vkQueueWaitIdle(device_.queue), "drawing");
  vkFreeCommandBuffers(device_.device, pool_, 1, &commands);
  const auto* pixels = static_cast<const unsigned char*>(pixels_.mapped);
  return {pixels, pixels + std::size_t{4} * size_.width * size_.height};
}
