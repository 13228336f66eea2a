#include "engine/core/cpu_target.h"

#include <array>
#include <utility>

#include "engine/core/cpu_dispatch.h"

namespace mannequin {
namespace {

constexpr std::array<std::pair<CpuTarget, std::string_view>, 6> kNames{{{CpuTarget::scalar, "scalar"},
                                                                        {CpuTarget::sse4, "sse4"},
                                                                        {CpuTarget::avx2, "avx2"},
                                                                        {CpuTarget::avx512, "avx512"},
                                                                        {CpuTarget::neon, "neon"},
                                                                        {CpuTarget::wasm, "wasm"}}};

}  // namespace

std::string_view name(CpuTarget target) { return kNames[static_cast<std::size_t>(target)].second; }

std::optional<CpuTarget> cpu_target_named(std::string_view name) {
  for (const auto& [target, its_name] : kNames)
    if (name == its_name) return target;
  return std::nullopt;
}

std::vector<CpuTarget> available_cpu_targets() {
  std::vector<CpuTarget> targets{CpuTarget::scalar};
  const auto usable = hwy::SupportedTargets() & HWY_TARGETS;
  if ((usable & HWY_SSE4) != 0) targets.push_back(CpuTarget::sse4);
  if ((usable & HWY_AVX2) != 0) targets.push_back(CpuTarget::avx2);
  if ((usable & HWY_NEON) != 0) targets.push_back(CpuTarget::neon);
  if ((usable & HWY_WASM) != 0) targets.push_back(CpuTarget::wasm);
  if ((usable & HWY_AVX3) != 0) targets.push_back(CpuTarget::avx512);
  return targets;
}

}  // namespace mannequin
