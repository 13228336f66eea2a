// load/...: a bound mesh of 110,000 vertices read from memory, in each format, and the same bytes copied.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "bench/bench_scene.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/collada_writer.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/mesh_asset_writer.h"
#include "tools/scenes/synthetic_mesh.h"

namespace mannequin::bench {
namespace {

constexpr std::size_t kVertices = 110'000;
constexpr double kPositionLimit = 1e-4;  // metres: assets have sixteen bits for the height of a body

// In two faces, since those of an asset have at most 65,536 vertices.
BoundMeshDesc large_mesh() {
  const BoundMeshDesc half =
      scenes::make_synthetic_mesh(character().skeleton, {kVertices / 2, 4, 110, 1, false});
  BoundMeshDesc whole = half;
  MeshDesc& mesh = whole.mesh;
  mesh.name = "large";
  const auto vertices = static_cast<std::uint32_t>(half.mesh.positions.size());
  const auto indices = static_cast<std::uint32_t>(half.mesh.indices.size());
  const auto influences = static_cast<std::uint32_t>(half.skin.influences.size());
  for (const Vec3f& p : half.mesh.positions) mesh.positions.push_back(p + Vec3f(0.5f, 0.0f, 0.0f));
  mesh.normals.insert(mesh.normals.end(), half.mesh.normals.begin(), half.mesh.normals.end());
  mesh.uvs.insert(mesh.uvs.end(), half.mesh.uvs.begin(), half.mesh.uvs.end());
  for (const std::uint32_t i : half.mesh.indices) mesh.indices.push_back(vertices + i);
  mesh.source_indices.clear();
  mesh.materials.push_back({"second"});
  mesh.faces.push_back({1, vertices, vertices, indices, indices});
  whole.skin.influences.insert(whole.skin.influences.end(), half.skin.influences.begin(),
                               half.skin.influences.end());
  for (std::size_t v = 1; v < half.skin.influence_begin.size(); ++v)
    whole.skin.influence_begin.push_back(influences + half.skin.influence_begin[v]);
  return whole;
}

Result<io::Bytes> written(const BoundMeshDesc& bound, std::string_view ending) {
  const Skeleton& skeleton = character().skeleton;
  if (ending == ".glb") return io::write_glb({&bound, 1}, &skeleton);
  if (ending == ".dae")
    return io::write_collada({&bound, 1}, &skeleton).map([](const std::string& text) {
      const auto bytes = std::as_bytes(std::span(text));
      return io::Bytes(bytes.begin(), bytes.end());
    });
  const Result<Mesh> mesh = Mesh::build(bound.mesh);
  if (!mesh) return error_of(mesh);
  const Result<Skin> skin = Skin::build(bound.skin, *mesh, skeleton);
  if (!skin) return error_of(skin);
  const auto assets = io::make_mesh_assets(*mesh, &*skin, skeleton, {});
  if (!assets) return error_of(assets);
  return io::write_mesh_asset(assets->front(), io::AssetNumbers::decoded);
}

// Readers may reorder vertices and move them by a bind shape, so their mean is compared.
Vec3 mean_position(const BoundMeshDesc& bound) {
  Vec3 sum(0.0);
  for (const Vec3f& p : bound.mesh.positions) sum += Vec3(bound.skin.bind_shape * Vec4(Vec3(p), 1.0));
  return sum / static_cast<double>(bound.mesh.positions.size());
}

void load(benchmark::State& state, const std::string& ending) {
  const BoundMeshDesc bound = large_mesh();
  const Result<io::Bytes> bytes = written(bound, ending);
  if (!bytes) return state.SkipWithError(bytes.error().message().c_str());
  const std::string name = "large" + ending;
  const auto read = [&] { return io::read_bound_mesh(*bytes, name, {}); };
  const auto file = read();
  if (!file) return state.SkipWithError(file.error().message().c_str());
  const BoundMeshDesc& got = file->meshes.front();
  if (got.mesh.positions.size() != kVertices || got.mesh.indices.size() != bound.mesh.indices.size() ||
      got.skin.influences.size() != bound.skin.influences.size())
    return state.SkipWithError("vertices, triangles or influences differ from the mesh that was written");
  if (!check(state, glm::distance(mean_position(got), mean_position(bound)), kPositionLimit, "mean position"))
    return;
  for (auto _ : state) benchmark::DoNotOptimize(read());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes->size()));
  state.counters["megabytes"] = static_cast<double>(bytes->size()) * 1e-6;
}

void copy(benchmark::State& state, const std::string& ending) {
  const Result<io::Bytes> bytes = written(large_mesh(), ending);
  if (!bytes) return state.SkipWithError(bytes.error().message().c_str());
  io::Bytes to = *bytes;
  for (auto _ : state) {
    std::copy(bytes->begin(), bytes->end(), to.begin());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes->size()));
}

BENCHMARK_CAPTURE(load, glb, ".glb")->Name("load/glb/verts:110000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy, glb, ".glb")->Name("load/copy_of_glb/verts:110000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, dae, ".dae")->Name("load/dae/verts:110000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy, dae, ".dae")->Name("load/copy_of_dae/verts:110000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load, asset, ".llmesh")->Name("load/llmesh/verts:110000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy, asset, ".llmesh")
    ->Name("load/copy_of_llmesh/verts:110000")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mannequin::bench
