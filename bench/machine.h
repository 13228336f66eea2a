// Tells the results what they were measured on: processor, compiler, system, GPUs and their drivers.
#pragma once

namespace mannequin::bench {

// Adds to the context of the results: cpu, cpu_targets, memory, system, compiler, compiler_flags, peers;
// gl_device and gl_driver, vulkan_device and vulkan_driver, or gl_missing, vulkan_missing, which say why
// there is none.
void describe_machine();

}  // namespace mannequin::bench
