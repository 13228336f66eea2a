// Records what the results were measured on: processor, compiler, system, GPUs and their drivers.
#pragma once

namespace mannequin::bench {

// Adds to the context of the results: cpu, cpu_targets, memory, system, compiler,
// compiler_flags, peers; gl_device and gl_driver, vulkan_device and vulkan_driver, or
// gl_missing, vulkan_missing, with the reason if there is none. Includes only GPUs of
// the APIs listed in the environment's MANNEQUIN_BENCH_GPUS ("gl vulkan"), if it is
// set: a driver that crashes at the start must not cost the other API's results.
void describe_machine();

}  // namespace mannequin::bench
