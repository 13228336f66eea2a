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

// Matches within this fraction of the greatest distance attract inpainted weights unless the cloth faces the
// skin, as linings do. Hems are perpendicular to it.
constexpr double kCloseMatch = 0.25;
// Cloth that hangs free is matched within so many times the distance, as long as it does not face the skin:
// it is evened out, so that no single match matters, and the hem of a skirt, inpainted, would follow the
// cloth over it instead of the legs beside it.
constexpr double kHangingMatch = 2.0;
// Of seeking where cloth that hangs was made; each leaves a fifth of the error.
constexpr int kSettleRounds = 4;
// Of the progress of a transfer, about as long as each takes.
constexpr double kMade = 0.5, kMatched = 0.75, kSettled = 0.9;

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

// What cloth takes over from the skin below it before anything is inpainted; all per vertex.
struct ClothMatch {
  std::vector<std::vector<GroupWeight>> weights;
  std::vector<Vec3> skin_normals;
  std::vector<double> distances, pull;
  std::vector<char> trusted, faces_away, hangs;  // not vector<bool>: several threads write

  explicit ClothMatch(std::size_t count)
      : weights(count),
        skin_normals(count, Vec3(0.0)),
        distances(count, 0.0),
        pull(count, 0.0),
        trusted(count, 0),
        faces_away(count, 0),
        hangs(count, 0) {}
};

// `folded`: made of the cloth where it was matched.
ClothMatch match_cloth(const Surface& made, const SourceTrees& skin, double farthest, double least_cosine,
                       std::optional<FoldedCloth>& folded, const BindProgress& progress) {
  const std::size_t count = made.positions.size();
  ClothMatch out(count);
  const std::vector<Vec3> normals = vertex_normals(made);
  std::vector<NearbyWeights> near(count);
  const auto find = [&](std::size_t v) {
    near[v] = weights_near(made.positions[v], normals[v], skin);
    out.skin_normals[v] = near[v].normal;
    out.hangs[v] = near[v].above > kSpans;
  };
  if (!for_each_vertex(count, find, part_of(progress, 0.0, 0.7))) return out;
  folded.emplace(made, out.skin_normals, out.hangs);
  const auto judge = [&](std::size_t v) {
    if (near[v].weights.empty()) return;
    const bool hangs = out.hangs[v] != 0;
    const double distance = near[v].distance;
    const double cosine = glm::dot(hangs ? near[v].away / distance : near[v].normal, normals[v]);
    if (distance <= (hangs ? kHangingMatch : 1.0) * farthest) {
      out.trusted[v] = cosine >= (hangs ? kFacesSkin : least_cosine) ||
                       folded->outer(static_cast<std::uint32_t>(v), least_cosine);
      out.faces_away[v] = cosine < kFacesSkin;
    }
    if (distance <= kCloseMatch * farthest && cosine >= kFacesSkin)
      out.pull[v] = 1.0 / std::pow(std::max(distance, kSamePlace), 4.0);
    out.distances[v] = distance;
    out.weights[v] = std::move(near[v].weights);
  };
  for_each_vertex(count, judge, part_of(progress, 0.75, 1.0));
  return out;
}

// Linings go where the cloth before them goes: they take over the weights of its outer side, and are trusted.
void follow_outer_side(const Surface& made, const FoldedCloth& folded, ClothMatch& cloth) {
  const std::size_t count = cloth.weights.size();
  const auto is_outer = [&](std::uint32_t v) {
    return !cloth.faces_away[v] && (cloth.trusted[v] || cloth.pull[v] > 0.0);
  };
  std::vector<std::vector<GroupWeight>> found(count);
  for_each_vertex(count, [&](std::size_t v) {
    if (!cloth.faces_away[v]) return;
    const auto before = folded.before(static_cast<std::uint32_t>(v));
    if (!before) return;
    const Surface::Triangle& t = made.triangles[before->triangle];
    if (!std::ranges::all_of(t, is_outer)) return;
    for (std::size_t k = 0; k < 3; ++k)
      add_weights(found[v], cloth.weights[t[k]], before->barycentric[static_cast<int>(k)]);
    sort_by_weight(found[v]);
  });
  for (std::size_t v = 0; v < count; ++v) {
    if (found[v].empty()) continue;
    cloth.weights[v] = std::move(found[v]);
    cloth.trusted[v] = 1;
  }
}

// Evens out what hangs, and lets linings follow. In the sources' other shape, cloth that hangs was made where
// its own, evened weights lead it, not where those of the nearest skin do: it is matched there again.
// `folded`: of `made`.
ClothMatch settle_cloth(const Surface& surface, const SourceTrees& sources, Surface& made, ClothMatch matched,
                        std::optional<FoldedCloth>& folded, const BindProgress& progress) {
  const bool moved = made.positions != surface.positions;
  for (int round = 0;; ++round) {
    const double from = round / (kSettleRounds + 1.0), to = (round + 1) / (kSettleRounds + 1.0);
    ClothMatch cloth = moved ? matched : std::move(matched);
    even_hanging_cloth(made, cloth.distances, cloth.faces_away, cloth.weights,
                       part_of(progress, from, 0.5 * (from + to)));
    if (round > 0) folded.emplace(made, cloth.skin_normals, cloth.hangs);
    follow_outer_side(made, *folded, cloth);
    if (!moved || round == kSettleRounds) return cloth;
    std::vector<char> changed(cloth.weights.size(), 0);
    const auto settle = [&](std::size_t v) {
      if (!cloth.trusted[v] || !is_evened_out(cloth.distances[v])) return;
      const Vec3 place =
          sources.moved(surface.positions[v], strongest(cloth.weights[v], sources.influences()));
      changed[v] = glm::distance(place, made.positions[v]) > kSamePlace;
      made.positions[v] = place;
      if (!cloth.faces_away[v]) matched.weights[v] = nearest_weights(place, *sources.moved()).weights;
    };
    if (!for_each_vertex(changed.size(), settle, part_of(progress, 0.5 * (from + to), to))) return cloth;
    if (std::ranges::none_of(changed, [](char c) { return c != 0; })) return cloth;
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
  Stoppable listener(options.progress);
  const BindProgress& progress = listener.progress();
  const auto stopped = [] { return fail(ErrorCode::bad_argument, "", "was stopped before it was done"); };
  const std::optional<std::vector<Vec3>> made_at =
      places_where_made(surface, sources, part_of(progress, 0.0, kMade));
  if (listener.stopped()) return stopped();
  const SourceTrees& skin = made_at ? *sources.moved() : sources;
  Surface made = surface;
  if (made_at) made.positions = *made_at;
  std::optional<FoldedCloth> folded;
  ClothMatch matched =
      match_cloth(made, skin, options.distance * sources.diagonal(),
                  std::cos(glm::radians(options.angle_degrees)), folded, part_of(progress, kMade, kMatched));
  if (listener.stopped()) return stopped();
  const ClothMatch cloth =
      settle_cloth(surface, sources, made, std::move(matched), folded, part_of(progress, kMatched, kSettled));
  if (progress && !progress(kSettled)) return stopped();

  const SurfaceParts parts = connected_parts(count, surface.triangles);
  std::vector<bool> trusted(parts.count);
  for (std::size_t v = 0; v < count; ++v)
    if (cloth.trusted[v]) trusted[parts.part[v]] = true;
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
    const bool alone = !trusted[parts.part[v]];
    known[v] = cloth.trusted[v] || alone;
    if (known[v]) out.weights.vertices[v] = cloth.weights[v];
    all_known = all_known && known[v];
    if (alone) copied.vertices.push_back(v);
  }
  const bool inpainted = all_known || inpaint_weights(surface, known, cloth.pull, cloth.weights, out.weights,
                                                      part_of(progress, kSettled, 1.0));
  if (listener.stopped()) return stopped();
  if (!inpainted) {
    out.faults.push_back({"no_solution",
                          {},
                          "weights could not be inpainted on this surface; where the source is "
                          "not close they were copied from its nearest points instead",
                          "merge vertices by distance and remove faces without area",
                          false});
    for (std::uint32_t v = 0; v < count; ++v) {
      if (known[v]) continue;
      out.weights.vertices[v] = cloth.weights[v];
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
