#include "engine/bind/across_meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/bind/surface_tree.h"
#include "engine/core/quantity.h"
#include "engine/skeleton/joint_sides.h"

namespace mannequin {
namespace {

constexpr char kNoCounterpart[] = "no_counterpart";
constexpr double kCounterpart = 0.02;  // metres from the mirror image, in another mesh

// A place in another mesh.
struct Counterpart {
  std::size_t mesh = 0;
  SurfacePoint place;
};

// The place nearest to the mirror image of a point of mesh `own`, on the side that is mirrored.
std::optional<Counterpart> counterpart(const Vec3& point, std::size_t own, std::span<const SurfaceTree> trees,
                                       const Mirroring& mirroring) {
  std::optional<Counterpart> found;
  for (std::size_t m = 0; m < trees.size(); ++m) {
    if (m == own) continue;
    const auto place = trees[m].nearest(mirroring.image(point), found ? found->place.distance : kCounterpart);
    if (place && mirroring.side(place->position) > 0.0) found = Counterpart{m, *place};
  }
  return found;
}

}  // namespace

void set_no_counterpart(std::vector<std::uint32_t> vertices, BindFaults& faults) {
  std::erase_if(faults, [](const BindFault& fault) { return fault.code == kNoCounterpart; });
  if (vertices.empty()) return;
  std::string message =
      fmt::format("{} no counterpart on the other side; the weights there were not mirrored",
                  quantity(vertices.size(), "vertex has", "vertices have"));
  faults.push_back({kNoCounterpart, std::move(vertices), std::move(message),
                    "put both sides into one file, or mirror the other way round with --mirror-from", false});
}

void mirror_meshes(std::span<BindOutcome> meshes, std::span<const Surface* const> surfaces,
                   const BindOptions& options) {
  std::vector<SurfaceTree> trees;
  for (const Surface* surface : surfaces) trees.emplace_back(*surface);
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const auto fault = std::ranges::find(meshes[m].faults, kNoCounterpart, &BindFault::code);
    if (fault == meshes[m].faults.end()) continue;
    WeightTable& table = meshes[m].weights;
    std::vector<std::uint32_t> alone;
    for (const std::uint32_t v : fault->vertices) {
      const auto found = counterpart(surfaces[m]->positions[v], m, trees, *options.mirror);
      if (!found) {
        alone.push_back(v);
        continue;
      }
      const WeightTable& other = meshes[found->mesh].weights;
      const Surface::Triangle& corners = surfaces[found->mesh]->triangles[found->place.triangle];
      std::vector<GroupWeight> weights;
      for (std::size_t k = 0; k < 3; ++k)
        for (const GroupWeight& w : other.vertices[corners[k]])
          add_weights(weights, {{group_named(table, mirrored_name(other.groups[w.group])), w.weight}},
                      found->place.barycentric[static_cast<int>(k)]);
      sort_by_weight(weights);
      table.vertices[v] = std::move(weights);
    }
    set_no_counterpart(std::move(alone), meshes[m].faults);
    if (options.limit > 0) limit_weights(table, options.limit, *surfaces[m], {});
    if (options.normalise) normalise_weights(table);
    if (!options.keep_empty && options.method != BindMethod::empty) drop_empty_groups(table);
  }
}

void weld_meshes(std::span<BindOutcome> meshes, std::span<const Surface* const> surfaces, double distance,
                 const BindOptions& options, std::span<const WeightSource> others) {
  WeightTable all;
  Surface joined;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    std::vector<std::uint32_t> place;
    for (const std::string& name : meshes[m].weights.groups) place.push_back(group_named(all, name));
    for (std::vector<GroupWeight> weights : meshes[m].weights.vertices) {
      for (GroupWeight& w : weights) w.group = place[w.group];
      all.vertices.push_back(std::move(weights));
    }
    joined.positions.insert(joined.positions.end(), surfaces[m]->positions.begin(),
                            surfaces[m]->positions.end());
  }
  if (meshes.size() > 1) {
    weld_weights(all, joined, distance);
    if (options.limit > 0) limit_weights(all, options.limit, joined, {});
    if (options.normalise) normalise_weights(all);
  }
  weld_to(all, joined, others, distance);
  std::size_t first = 0;
  for (BindOutcome& mesh : meshes) {
    const std::size_t count = mesh.weights.vertices.size();
    // Groups added by another mesh need not be kept here, but those kept before stay.
    const std::vector<std::string> had = mesh.weights.groups;
    mesh.weights.groups = all.groups;
    std::copy_n(all.vertices.begin() + static_cast<std::ptrdiff_t>(first), count,
                mesh.weights.vertices.begin());
    first += count;
    drop_empty_groups(mesh.weights);
    if (options.keep_empty || options.method == BindMethod::empty)
      for (const std::string& name : had) group_named(mesh.weights, name);
  }
}

}  // namespace mannequin
