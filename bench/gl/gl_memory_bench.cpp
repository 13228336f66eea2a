// memory/device_..._gl: the GPU's memory bandwidth through OpenGL, by its own commands and by a shader.
#include <fmt/format.h>
#include <glad/gl.h>

#include <cstdint>
#include <span>
#include <vector>

#include "bench/bench_scene.h"
#include "bench/device_case.h"
#include "bench/gl/gl_device.h"
#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_program.h"

namespace mannequin::bench {
namespace {

bool holds(benchmark::State& state, const GlBuffer& buffer, std::span<const std::uint32_t> expected) {
  std::vector<std::uint32_t> written(expected.size());
  glGetNamedBufferSubData(buffer.id(), 0, static_cast<GLsizeiptr>(expected.size_bytes()), written.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) wrong += written[i] != expected[i];
  return check(state, static_cast<double>(wrong), 0.0, "the number of words that differ");
}

template <typename Record>
void time(benchmark::State& state, const Record& record) {
  const auto several = [&] {
    for (int i = 0; i < kPerWait; ++i) record();
    glFinish();
    return true;
  };
  if (!gl_device().software) warm_up(several);
  for (auto _ : state) several();
}

// `size` counts both buffers.
void copy(benchmark::State& state, std::size_t size) {
  const auto bytes = static_cast<GLsizeiptr>(size / 2);
  const std::vector<std::uint32_t> numbers = pattern(size / 2);
  const auto from = GlBuffer::create(size / 2, numbers.data(), 0, "the source of a copy");
  if (!from) return state.SkipWithError(from.error().message().c_str());
  const auto to = GlBuffer::create(size / 2, nullptr, 0, "a copy");
  if (!to) return state.SkipWithError(to.error().message().c_str());
  glCopyNamedBufferSubData(from->id(), to->id(), 0, 0, bytes);
  if (!holds(state, *to, numbers)) return;
  time(state, [&] { glCopyNamedBufferSubData(from->id(), to->id(), 0, 0, bytes); });
  state.SetBytesProcessed(state.iterations() * kPerWait * 2 * bytes);
}

void fill(benchmark::State& state, std::size_t size) {
  const auto to = GlBuffer::create(size, nullptr, 0, "what is filled");
  if (!to) return state.SkipWithError(to.error().message().c_str());
  const auto clear = [&] {
    glClearNamedBufferData(to->id(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &kFilling);
  };
  clear();
  if (!holds(state, *to, std::vector<std::uint32_t>(size / sizeof(kFilling), kFilling))) return;
  time(state, clear);
  state.SetBytesProcessed(state.iterations() * kPerWait * static_cast<std::int64_t>(size));
}

// Sixteen bytes a thread; a source of one element fills.
void by_shader(benchmark::State& state, std::span<const std::uint32_t> source,
               std::span<const std::uint32_t> expected, std::size_t bytes) {
  const auto from = GlBuffer::create(source.size_bytes(), source.data(), 0, "a source");
  if (!from) return state.SkipWithError(from.error().message().c_str());
  const auto to = GlBuffer::create(expected.size_bytes(), nullptr, 0, "a target");
  if (!to) return state.SkipWithError(to.error().message().c_str());
  const auto program = GlProgram::create({"stream.comp"});
  if (!program) return state.SkipWithError(program.error().message().c_str());
  const StreamGroups groups = stream_groups(expected.size_bytes() / 16);
  const auto run = [&] {
    glUseProgram(program->id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, from->id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, to->id());
    glDispatchCompute(groups.wide, groups.high, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  };
  run();
  if (!holds(state, *to, expected)) return;
  time(state, run);
  state.SetBytesProcessed(state.iterations() * kPerWait * static_cast<std::int64_t>(bytes));
}

void copy_by_shader(benchmark::State& state, std::size_t size) {
  const std::vector<std::uint32_t> numbers = pattern(size / 2);
  by_shader(state, numbers, numbers, size);
}

void fill_by_shader(benchmark::State& state, std::size_t size) {
  const std::vector<std::uint32_t> one(4, kFilling);
  by_shader(state, one, std::vector<std::uint32_t>(size / sizeof(kFilling), kFilling), size);
}

using Case = void (*)(benchmark::State&, std::size_t);

void on_device(benchmark::State& state, Case run, std::size_t size) {
  const GlDevice& device = gl_device();
  if (!device.available()) return state.SkipWithError(device.missing.c_str());
  if (device.software && size > kSoftwareLimit)
    return state.SkipWithError("skipped: a software GPU has no memory of its own");
  run(state, size);
}

const bool registered = [] {
  for (const std::size_t size : {std::size_t{8} << 20, std::size_t{1} << 30})
    for (const auto& [name, run] : {std::pair<const char*, Case>{"copy", copy},
                                    {"fill", fill},
                                    {"copy_by_shader", copy_by_shader},
                                    {"fill_by_shader", fill_by_shader}}) {
      const Case measured = run;
      benchmark::RegisterBenchmark(fmt::format("memory/device_{}_gl/size:{}/threads:1", name, size).c_str(),
                                   [=](benchmark::State& state) { on_device(state, measured, size); })
          ->UseRealTime();
    }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
