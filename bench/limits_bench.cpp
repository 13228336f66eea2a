// limit/...: a core's peak rates at each instruction set, for the
// roofline (README.md): products, and loads from the L1 cache, as
// whole vectors and as broadcast numbers. Each thread by itself.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "bench/bench_scene.h"
#include "bench/limit_kernels.h"
#include "engine/core/aligned.h"

namespace mannequin::bench {
namespace {

constexpr std::size_t kRounds = 1u << 14;
constexpr std::size_t kNumbersRead = 3072;  // 12 KB: within every L1 cache

void products(benchmark::State& state, CpuTarget target) {
  const LimitKernels& kernels = limit_kernels(target);
  std::vector<float> out(kernels.products_at_once);
  constexpr std::size_t kFew = 20;
  kernels.products(kFew, out.data());
  double difference = 0.0;
  for (const float number : out)
    difference = std::max(difference, std::abs(number - 0.5 * static_cast<double>(kFew)));
  if (!check(state, difference, 0.0, "a product")) return;
  for (auto _ : state) {
    kernels.products(kRounds, out.data());
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["products_per_second"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(kRounds * kernels.products_at_once),
      benchmark::Counter::kIsRate);
}

// whole: as vectors; else number by number. Counts load instructions.
void loads(benchmark::State& state, CpuTarget target, bool whole) {
  const LimitKernels& kernels = limit_kernels(target);
  AlignedVector<std::uint32_t> numbers(kNumbersRead);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < kNumbersRead; ++i)
    sum += numbers[i] = static_cast<std::uint32_t>((i * 2654435761u) >> 7);
  const auto run = whole ? kernels.read : kernels.broadcast;
  const std::uint32_t expected = whole ? sum : sum * static_cast<std::uint32_t>(kernels.lanes);
  if (!check(state, run(numbers.data(), kNumbersRead) == expected ? 0.0 : 1.0, 0.0, "a sum")) return;
  for (auto _ : state) {
    benchmark::DoNotOptimize(numbers.data());
    benchmark::DoNotOptimize(run(numbers.data(), kNumbersRead));
    benchmark::ClobberMemory();
  }
  const double each = static_cast<double>(kNumbersRead) / (whole ? static_cast<double>(kernels.lanes) : 1.0);
  state.counters["loads_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * each, benchmark::Counter::kIsRate);
}

const bool registered = [] {
  for (const CpuTarget target : available_cpu_targets()) {
    const auto add = [&](const char* what, auto run) {
      benchmark::RegisterBenchmark(fmt::format("limit/{}/{}", what, name(target)).c_str(), run)
          ->Threads(1)
          ->Threads(2)
          ->UseRealTime();
    };
    add("products", [=](benchmark::State& state) { products(state, target); });
    add("vector_loads", [=](benchmark::State& state) { loads(state, target, true); });
    add("broadcasts", [=](benchmark::State& state) { loads(state, target, false); });
  }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
