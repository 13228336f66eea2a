// Tells the results what they were measured on: processor, compiler, system, GPUs and their drivers.
#pragma once

namespace mannequin::bench {

// Adds to the context of the results: cpu, cpu_targets, memory, system, compiler, compiler_flags; and where
// OpenGL is there gl_device, gl_driver.
void describe_machine();

}  // namespace mannequin::bench
