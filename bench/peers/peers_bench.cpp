// skin/glm/... and skin/ogre/...: other implementations, on our own cases' meshes and avatars, compared with
// the same reference.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>

#include "bench/bench_scene.h"
#include "bench/peers/glm_skin.h"
#include "bench/peers/peer_mesh.h"
#ifdef MANNEQUIN_HAS_OGRE
#include "bench/peers/ogre_skin.h"
#endif
#include "engine/skinning/agreement.h"

namespace mannequin::bench {
namespace {

bool agrees(benchmark::State& state, const PeerResult& result, double normal_limit) {
  return check(state, result.position, kPositionLimit, "a position") &&
         check(state, result.normal, normal_limit, "a normal") &&
         check(state, result.tangent, kNormalLimit, "a tangent");
}

// Bytes: vertices read and written, as for our own backends.
void count(benchmark::State& state, const PeerMesh& mesh, std::size_t bytes_per_vertex) {
  const double vertices = static_cast<double>(state.iterations()) * static_cast<double>(mesh.vertices.size());
  state.counters["vertices_per_second"] = benchmark::Counter(vertices, benchmark::Counter::kIsRate);
  state.counters["bytes_per_second"] =
      benchmark::Counter(vertices * static_cast<double>(bytes_per_vertex), benchmark::Counter::kIsRate);
  state.counters["influences"] = mesh.influences;
}

template <typename Vertex>
void glm_case(benchmark::State& state, const BoundMesh& bound) {
  const PeerMesh mesh = make_peer_mesh(bound);
  const std::vector<glm::mat4> palette(mesh.palette.begin(), mesh.palette.end());
  std::vector<Vertex> out(mesh.vertices.size());
  glm_skin(mesh.vertices, palette, out);
  const std::size_t tangent_offset = sizeof(Vertex) > sizeof(GlmVertexPn) ? 6 : 0;
  const PeerResult result =
      compare(mesh, &out.front().position.x, sizeof(Vertex) / sizeof(float), 3, tangent_offset);
  if (!agrees(state, result, kNormalLimit)) return;
  for (auto _ : state) {
    glm_skin(mesh.vertices, palette, out);
    benchmark::ClobberMemory();
  }
  count(state, mesh, sizeof(PeerVertex) + sizeof(Vertex));
}

#ifdef MANNEQUIN_HAS_OGRE
// OGRE normalises normals with the processor's approximate reciprocal root,
// accurate to 1.5 x 2^-12 (Intel's manual on RSQRTPS), without a refinement
// step. Their lengths are off by that much; their directions are not.
constexpr double kOgreLengthLimit = 1.5 / 4096.0 + 1e-6;

double worst_length(const PeerMesh& mesh, const float* skinned) {
  double worst = 0.0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const float* normal = skinned + v * 6 + 3;
    worst = std::max(worst, std::abs(glm::length(Vec3(normal[0], normal[1], normal[2])) - 1.0));
  }
  return worst;
}

void ogre_case(benchmark::State& state, const BoundMesh& bound) {
  const PeerMesh mesh = make_peer_mesh(bound);
  OgreSkin ogre(mesh);
  ogre.skin();
  if (!agrees(state, compare(mesh, ogre.result(), 6, 3, 0), kNormalLimit) ||
      !check(state, worst_length(mesh, ogre.result()), kOgreLengthLimit, "the length of a normal"))
    return;
  for (auto _ : state) {
    ogre.skin();
    benchmark::ClobberMemory();
  }
  count(state, mesh, (6 + 4) * sizeof(float) + 4 + 6 * sizeof(float));
}
#endif

struct PeerCase {
  const char* name;
  void (*run)(benchmark::State&, const BoundMesh&);
};
constexpr PeerCase kPeers[] = {
    {"skin/glm/scalar/pn", glm_case<GlmVertexPn>},
    {"skin/glm/scalar/pnt", glm_case<GlmVertexPnt>},
#ifdef MANNEQUIN_HAS_OGRE
    {"skin/ogre/sse/pn", ogre_case},
#endif
};

// With the same clock as our own cases.
void add(const PeerCase& peer, const std::string& mesh, const std::function<BoundMesh()>& make) {
  benchmark::RegisterBenchmark(fmt::format("{}/{}/avatars:1/threads:1", peer.name, mesh).c_str(),
                               [run = peer.run, make](benchmark::State& state) { run(state, make()); })
      ->UseRealTime();
}

const bool registered = [] {
  for (const PeerCase& peer : kPeers) {
    for (const std::size_t vertices : {1000u, 5000u, 20000u, 100000u, 500000u})
      add(peer, fmt::format("verts:{}/infl:4", vertices), [=] { return synthetic(vertices, 4, 110); });
    add(peer, "mesh:mannequin", [] { return mannequin_body(); });
  }
  return true;
}();

}  // namespace
}  // namespace mannequin::bench
