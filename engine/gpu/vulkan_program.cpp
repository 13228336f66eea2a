#include "engine/gpu/vulkan_program.h"

#include <fmt/format.h>

#include <vector>

#include "engine/gpu/embedded_shader.h"

namespace mannequin {

Result<std::unique_ptr<VulkanProgram>> VulkanProgram::create(const VulkanDevice& device,
                                                             std::string_view file_name,
                                                             std::span<const VulkanBinding> bindings) {
  std::unique_ptr<VulkanProgram> made(new VulkanProgram(device));
  if (auto status = made->make_layout(bindings); !status) return error_of(status);
  if (auto status = made->make_pipeline(file_name); !status) return error_of(status);
  return made;
}

VulkanProgram::~VulkanProgram() {
  const VulkanFunctions& vk = device_.vk();
  vk.DestroyPipeline(device_.device(), pipeline_, device_.allocator());
  vk.DestroyPipelineLayout(device_.device(), layout_, device_.allocator());
  vk.DestroyDescriptorSetLayout(device_.device(), set_layout_, device_.allocator());
}

Status VulkanProgram::make_layout(std::span<const VulkanBinding> bindings) {
  const VulkanFunctions& vk = device_.vk();
  std::vector<VkDescriptorSetLayoutBinding> all;
  for (const VulkanBinding& binding : bindings)
    all.push_back({binding.binding, binding.type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  set.bindingCount = static_cast<std::uint32_t>(all.size());
  set.pBindings = all.data();
  if (auto status = vulkan_check(
          vk.CreateDescriptorSetLayout(device_.device(), &set, device_.allocator(), &set_layout_),
          "creating a pipeline layout");
      !status)
    return status;
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &set_layout_;
  return vulkan_check(vk.CreatePipelineLayout(device_.device(), &layout, device_.allocator(), &layout_),
                      "creating a pipeline layout");
}

Status VulkanProgram::make_pipeline(std::string_view file_name) {
  const VulkanFunctions& vk = device_.vk();
  const auto words = embedded_shader(fmt::format("{}.spv", file_name));
  if (words.empty())
    return fail(ErrorCode::device, fmt::format("shader '{}'", file_name),
                "It is not part of this program; rebuild it.");
  VkShaderModuleCreateInfo code{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  code.codeSize = words.size();
  code.pCode = reinterpret_cast<const std::uint32_t*>(words.data());  // embedded files are 16-byte aligned
  VkShaderModule shader = VK_NULL_HANDLE;
  if (auto status = vulkan_check(vk.CreateShaderModule(device_.device(), &code, device_.allocator(), &shader),
                                 "creating a shader module");
      !status)
    return status;
  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader;
  info.stage.pName = "main";
  info.layout = layout_;
  const VkResult result =
      vk.CreateComputePipelines(device_.device(), VK_NULL_HANDLE, 1, &info, device_.allocator(), &pipeline_);
  vk.DestroyShaderModule(device_.device(), shader, device_.allocator());
  return vulkan_check(result, fmt::format("compiling '{}'", file_name));
}

}  // namespace mannequin
