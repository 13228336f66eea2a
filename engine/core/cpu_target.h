// The instruction sets of the vector kernels. A kernel is compiled once per target (with Highway) and chosen
// at run time, so one binary runs on any x86-64, and one on any ARM64. WebAssembly has its vectors from
// compile time on.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mannequin {

// The x86-64 targets from slowest to fastest, then ARM64's and WebAssembly's.
enum class CpuTarget { scalar, sse4, avx2, avx512, neon, wasm };

// "scalar", "sse4", "avx2", "avx512", "neon", as on the command line, and "wasm".
std::string_view name(CpuTarget target);
std::optional<CpuTarget> cpu_target_named(std::string_view name);

// Targets compiled in and supported by this processor, slowest first; never empty.
std::vector<CpuTarget> available_cpu_targets();

// The fastest of these.
inline CpuTarget best_cpu_target() { return available_cpu_targets().back(); }

}  // namespace mannequin
