// memory/...: this machine's peak memory bandwidth, for the goals stated relative to it. The size is that of
// all arrays of all threads together; bytes per second count reads and writes.
#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <memory>

#include "bench/bench_scene.h"
#include "bench/memory_kernels.h"

namespace mannequin::bench {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr float kFactor = 3.0f, kFilling = 7.0f;

struct Free {
  void operator()(float* memory) const { std::free(memory); }
};
using Floats = std::unique_ptr<float[], Free>;

// In huge pages where available: the limit sought is the memory's, not that of page tables. `shift` bytes
// keep arrays of one case from mapping to the same cache sets.
struct Array {
  Array(std::size_t count, std::size_t shift) {
    const std::size_t bytes = (count * sizeof(float) + shift + kHugePage - 1) / kHugePage * kHugePage;
    memory.reset(static_cast<float*>(std::aligned_alloc(kHugePage, bytes)));
    if (!memory) return;
    madvise(memory.get(), bytes, MADV_HUGEPAGE);
    data = memory.get() + shift / sizeof(float);
  }
  Floats memory;
  float* data = nullptr;
};

enum class Kind { copy, copy_nt, fill_nt, triad, triad_nt };
constexpr const char* kNames[] = {"copy", "copy_nt", "fill_nt", "triad", "triad_nt"};
constexpr std::size_t kArrays[] = {2, 2, 1, 3, 3};

bool is_triad(Kind kind) { return kind == Kind::triad || kind == Kind::triad_nt; }

struct Arrays {
  Kind kind;
  std::size_t count;  // floats in each
  Array to, b, c;

  Arrays(Kind which, std::size_t bytes)
      : kind(which),
        count(bytes / kArrays[static_cast<int>(kind)] / sizeof(float) / 16 * 16),
        to(count, 0),
        b(kind == Kind::fill_nt ? 0 : count, 1088),
        c(is_triad(kind) ? count : 0, 2176) {}

  // Small whole numbers, so that every result is exact.
  static float first(std::size_t i) { return static_cast<float>(i % 1021); }
  static float second(std::size_t i) { return static_cast<float>(i % 509); }

  void prepare() {
    for (std::size_t i = 0; i < count; ++i) to.data[i] = -1.0f;
    for (std::size_t i = 0; kind != Kind::fill_nt && i < count; ++i) b.data[i] = first(i);
    for (std::size_t i = 0; is_triad(kind) && i < count; ++i) c.data[i] = second(i);
  }

  void run(const MemoryKernels& kernels) {
    if (kind == Kind::copy) kernels.copy(b.data, to.data, count);
    if (kind == Kind::copy_nt) kernels.copy_nt(b.data, to.data, count);
    if (kind == Kind::fill_nt) kernels.fill_nt(kFilling, to.data, count);
    if (kind == Kind::triad) kernels.triad(b.data, c.data, kFactor, to.data, count);
    if (kind == Kind::triad_nt) kernels.triad_nt(b.data, c.data, kFactor, to.data, count);
  }

  // The largest difference from the expected values.
  double difference() const {
    double worst = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const float expected = kind == Kind::fill_nt ? kFilling
                             : is_triad(kind)      ? first(i) + kFactor * second(i)
                                                   : first(i);
      worst = std::max(worst, static_cast<double>(std::abs(to.data[i] - expected)));
    }
    return worst;
  }

  std::size_t bytes() const { return count * sizeof(float) * kArrays[static_cast<int>(kind)]; }
};

// Every thread works on its own arrays, and touches them first.
void memory(benchmark::State& state, Kind kind, std::size_t size) {
  const MemoryKernels& kernels = memory_kernels(best_cpu_target());
  Arrays arrays(kind, size / static_cast<std::size_t>(state.threads()));
  if (!arrays.to.data || !arrays.b.data || !arrays.c.data)
    return state.SkipWithError(fmt::format("no memory for {} bytes", size).c_str());
  arrays.prepare();
  arrays.run(kernels);
  if (!check(state, arrays.difference(), 0.0, "a number")) return;
  for (auto _ : state) {
    arrays.run(kernels);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(arrays.bytes()) * state.iterations());
}

const bool registered = [] {
  // Within the first, the second and the last cache of most processors, and beyond.
  constexpr std::size_t kSizes[] = {16u << 10, 256u << 10, 8u << 20, 1u << 30};
  for (const Kind kind : {Kind::copy, Kind::copy_nt, Kind::fill_nt, Kind::triad, Kind::triad_nt})
    for (const std::size_t size : kSizes) {
      const std::string name = fmt::format("memory/{}/size:{}", kNames[static_cast<int>(kind)], size);
      auto* registered_case = benchmark::RegisterBenchmark(
          name.c_str(), [=](benchmark::State& state) { memory(state, kind, size); });
      registered_case->Threads(1)->Threads(2)->UseRealTime();
    }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
