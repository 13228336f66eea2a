#include "engine/bind/copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/bind/folded_cloth.h"
#include "engine/bind/hanging_cloth.h"
#include "engine/bind/inpaint.h"
#include "engine/bind/made_shape.h"
#include "engine/bind/nearby.h"
#include "engine/bind/vertex_work.h"
#include "engine/core/quantity.h"

namespace mannequin {
namespace {

// Matches within this fraction of the greatest distance attract inpainted weights if the normals differ by
// less than about 107 degrees (hems are perpendicular to the skin; linings face the other way).
constexpr double kCloseMatch = 0.25, kLeastPulled = -0.3;
// Cloth that hangs free is matched within so many times the distance, as long as it does not face the skin:
// it is evened out, so that no single match matters, and the hem of a skirt, inpainted, would follow the
// cloth over it instead of the legs beside it.
constexpr double kHangingMatch = 2.0;

Status check(const Surface& surface, const SourceTrees& sources) {
  if (auto status = check_surface(surface); !status) return status;
  return sources.status();
}

void name_unweighted(BoundWeights& out) {
  BindFault fault{
      "source_unweighted", {}, "", "weight the source there, or choose another one with --from", true};
  for (std::uint32_t v = 0; v < out.weights.vertices.size(); ++v)
    if (std::ranges::none_of(out.weights.vertices[v], [](const GroupWeight& w) { return w.weight > 0.0; }))
      fault.vertices.push_back(v);
  if (fault.vertices.empty()) return;
  fault.message = fmt::format("{} closest to points of the source without weights",
                              quantity(fault.vertices.size(), "vertex is", "vertices are"));
  out.faults.push_back(std::move(fault));
}

// Linings go where the cloth before them goes: they take over the weights of its outer side, and are trusted.
void follow_outer_side(const Surface& surface, const FoldedCloth& folded,
                       std::span<const std::uint32_t> linings, const std::vector<bool>& outer,
                       std::vector<char>& trusted, std::vector<std::vector<GroupWeight>>& weights) {
  std::vector<std::vector<GroupWeight>> found(linings.size());
  for_each_vertex(linings.size(), [&](std::size_t i) {
    const auto before = folded.before(linings[i]);
    if (!before) return;
    const Surface::Triangle& t = surface.triangles[before->triangle];
    if (!std::ranges::all_of(t, [&](std::uint32_t v) { return outer[v]; })) return;
    for (std::size_t k = 0; k < 3; ++k)
      add_weights(found[i], weights[t[k]], before->barycentric[static_cast<int>(k)]);
    sort_by_weight(found[i]);
  });
  for (std::size_t i = 0; i < linings.size(); ++i) {
    if (found[i].empty()) continue;
    weights[linings[i]] = std::move(found[i]);
    trusted[linings[i]] = 1;
  }
}

}  // namespace

Result<BoundWeights> copy_weights(const Surface& surface, const SourceTrees& sources) {
  if (auto status = check(surface, sources); !status) return error_of(status);
  BoundWeights out;
  out.weights.groups = sources.groups();
  out.weights.vertices.resize(surface.positions.size());
  for_each_vertex(surface.positions.size(), [&](std::size_t v) {
    const SourceTrees::Match match = sources.nearest(surface.positions[v]);
    if (match.found) out.weights.vertices[v] = sources.weights_at(match);
  });
  name_unweighted(out);
  return out;
}

Result<BoundWeights> transfer_weights(const Surface& surface, const SourceTrees& sources,
                                      const TransferOptions& options) {
  if (auto status = check(surface, sources); !status) return error_of(status);
  BoundWeights out;
  out.weights.groups = sources.groups();
  const std::size_t count = surface.positions.size();
  const std::optional<std::vector<Vec3>> made_at = places_where_made(surface, sources);
  const SourceTrees& skin = made_at ? *sources.moved() : sources;
  Surface made = surface;
  if (made_at) made.positions = *made_at;
  std::vector<std::vector<GroupWeight>> nearest(count);
  std::vector<char> trusted(count, 0), faces_away(count, 0);  // not vector<bool>: several threads write
  const std::vector<Vec3> normals = vertex_normals(made);
  std::vector<NearbyWeights> near(count);
  for_each_vertex(count, [&](std::size_t v) { near[v] = weights_near(made.positions[v], normals[v], skin); });
  std::vector<Vec3> skin_normals;
  for (const NearbyWeights& n : near) skin_normals.push_back(n.normal);
  const FoldedCloth folded(made, std::move(skin_normals));
  const double farthest = options.distance * sources.diagonal();
  const double least_cosine = std::cos(glm::radians(options.angle_degrees));
  const double close = kCloseMatch * farthest;
  std::vector<double> pull(count, 0.0), distances(count, 0.0);
  for_each_vertex(count, [&](std::size_t v) {
    if (near[v].weights.empty()) return;
    const double cosine = glm::dot(near[v].normal, normals[v]), distance = near[v].distance;
    const bool hangs = hangs_free(near[v].above);
    if (distance <= (hangs ? kHangingMatch : 1.0) * farthest) {
      trusted[v] = cosine >= (hangs ? kLeastPulled : least_cosine) ||
                   folded.outer(static_cast<std::uint32_t>(v), least_cosine);
      faces_away[v] = cosine < kLeastPulled;
    }
    if (distance <= close && cosine >= kLeastPulled)
      pull[v] = 1.0 / std::pow(std::max(distance, kSamePlace), 4.0);
    distances[v] = distance;
    nearest[v] = std::move(near[v].weights);
  });
  even_hanging_cloth(made, distances, faces_away, nearest);
  std::vector<std::uint32_t> linings;
  std::vector<bool> outer(count);
  for (std::uint32_t v = 0; v < count; ++v) {
    if (faces_away[v]) linings.push_back(v);
    outer[v] = trusted[v] || pull[v] > 0.0;
  }
  follow_outer_side(made, folded, linings, outer, trusted, nearest);
  if (options.progress && !options.progress(0.3))
    return fail(ErrorCode::bad_argument, "", "was stopped before it was done");

  const SurfaceParts parts = connected_parts(count, surface.triangles);
  std::vector<bool> matched(parts.count);
  for (std::size_t v = 0; v < count; ++v)
    if (trusted[v]) matched[parts.part[v]] = true;
  BindFault copied{"not_matched",
                   {},
                   "",
                   "check their weights; move the part closer to the body (of an .obj that lies on its back, "
                   "say which axis is up: --mesh-up), or choose another source with --from",
                   false};
  std::vector<bool> known(count);
  out.weights.vertices.resize(count);
  bool all_known = true;
  for (std::uint32_t v = 0; v < count; ++v) {
    const bool alone = !matched[parts.part[v]];
    known[v] = trusted[v] || alone;
    if (known[v]) out.weights.vertices[v] = nearest[v];
    all_known = all_known && known[v];
    if (alone) copied.vertices.push_back(v);
  }
  if (!all_known && !inpaint_weights(surface, known, pull, nearest, out.weights)) {
    out.faults.push_back({"no_solution",
                          {},
                          "weights could not be inpainted on this surface; where the source is "
                          "not close they were copied from its nearest points instead",
                          "merge vertices by distance and remove faces without area",
                          false});
    for (std::uint32_t v = 0; v < count; ++v) {
      if (known[v]) continue;
      out.weights.vertices[v] = nearest[v];
      out.faults.back().vertices.push_back(v);
    }
  }
  for (auto& weights : out.weights.vertices) weights = strongest(std::move(weights), sources.influences());
  if (!copied.vertices.empty()) {
    copied.message = fmt::format(
        "{} in parts far from the source, or facing differently; weights were copied from its nearest "
        "points",
        quantity(copied.vertices.size(), "vertex is", "vertices are"));
    out.faults.push_back(std::move(copied));
  }
  name_unweighted(out);
  return out;
}

}  // namespace mannequin
