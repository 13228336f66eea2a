// Which instructions the vector kernels use. A kernel is compiled once per target (with Highway) and chosen
// at run time, so that one binary runs on any x86-64.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mannequin {

// From the slowest to the fastest.
enum class CpuTarget { scalar, sse4, avx2, avx512 };

// "scalar", "sse4", "avx2", "avx512": as on the command line.
std::string_view name(CpuTarget target);
std::optional<CpuTarget> cpu_target_named(std::string_view name);

// What this program was compiled for and this processor has, slowest first; never empty.
std::vector<CpuTarget> available_cpu_targets();

// The fastest of them.
inline CpuTarget best_cpu_target() { return available_cpu_targets().back(); }

}  // namespace mannequin
