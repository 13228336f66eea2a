#include "tools/document/fit_faults.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/avatar/avatar.h"
#include "engine/bind/surface_tree.h"
#include "engine/core/parallel.h"
#include "tools/document/fit_surface.h"
#include "tools/document/sight.h"

namespace mannequin::document {
namespace {

constexpr std::size_t kMostTried = 24;    // places of one region in one case
constexpr std::size_t kPosedAtOnce = 16;  // then what was found spares looking at what is less deep
constexpr std::uint32_t kNoRegion = ~0u;

// The worst places of one garment in one region so far.
struct Worst {
  std::optional<SweptFault> seen, covered;
  std::size_t cases = 0;

  double seen_depth() const { return seen ? seen->depth : 0.0; }
};
using WorstPlaces = std::map<std::pair<std::size_t, std::uint32_t>, Worst>;  // by garment and region

// The cases of all garments on one posed shape.
struct Posed {
  double depth = 0.0;
  std::vector<const SweptCase*> cases;
};

// The body's regions, by vertex.
class Regions {
 public:
  Regions(const FitSurface& body, const Skeleton& skeleton, std::span<const SweptCase> cases)
      : of_(body.vertex_count(), kNoRegion) {
    for (const SweptCase& one : cases)
      for (const std::uint32_t v : one.outside)
        if (of_[v] == kNoRegion) of_[v] = number(fit_region(body, v, skeleton));
  }
  std::uint32_t of(std::uint32_t vertex) const { return of_[vertex]; }
  const std::string& name(std::uint32_t region) const { return names_[region]; }

 private:
  std::uint32_t number(const std::string& name) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return names_.push_back(name), static_cast<std::uint32_t>(names_.size() - 1);
    return static_cast<std::uint32_t>(found - names_.begin());
  }
  std::vector<std::uint32_t> of_;
  std::vector<std::string> names_;
};

// Whether a place is inside the body, as where thighs cross. Then its openings, as a neck that another
// mesh continues, may show it to a distant eye, but to nobody who looks at the avatar. By most of eight rays,
// since some may leave through an opening.
bool is_inside(const SurfaceTree& skin, const SurfacePlace& place) {
  constexpr double kOff = 1e-4;  // metres
  int inside = 0;
  for (const double x : {-0.57, 0.61})
    for (const double y : {-0.59, 0.55})
      for (const double z : {-0.62, 0.56})
        inside += skin.crossings(place.at + kOff * place.normal, Vec3(x, y, z)) > 0 ? 1 : 0;
  return inside > 4;
}

using Places = std::vector<std::pair<double, std::uint32_t>>;  // depth and vertex, the deepest first

// Where the body is outside in a case, by region: what is deeper than what is known to be seen there.
std::map<std::uint32_t, Places> worth_looking_at(const SweptCase& one, const Regions& regions,
                                                 const WorstPlaces& known) {
  std::map<std::uint32_t, Places> places;
  for (std::size_t i = 0; i < one.outside.size(); ++i) {
    const std::uint32_t region = regions.of(one.outside[i]);
    const auto depth = static_cast<double>(one.depths[i]);
    const auto found = known.find({one.garment, region});
    if (depth > (found == known.end() ? 0.0 : found->second.seen_depth()))
      places[region].emplace_back(depth, one.outside[i]);
  }
  for (auto& [region, list] : places)
    std::ranges::stable_sort(list, std::ranges::greater(), &Places::value_type::first);
  return places;
}

SweptFault fault_of(const SweptCase& one, const std::string& region, double depth, std::uint32_t vertex,
                    bool covered, const Vec3& from) {
  return {one.garment, region, one.shape, one.pose, depth, one.at.area, 0, vertex, covered, from};
}

// Looks at posed shapes, on one thread.
class Watcher {
 public:
  Watcher(const FitScene& scene, const Regions& regions) : scene_(scene), regions_(regions) {
    for (const auto& triangle : scene.body.triangles())
      body_indices_.insert(body_indices_.end(), triangle.begin(), triangle.end());
  }

  // The avatar in one of the sweep's shapes and poses.
  WorstPlaces look(const GarmentSweep& sweep, const Posed& posed, const WorstPlaces& known) {
    const SweptCase& first = *posed.cases.front();
    inputs_.worn.assign(sweep.worn.begin(), sweep.worn.end());
    inputs_.sliders = sweep.shapes[first.shape].sliders;
    inputs_.pose = sweep.poses[first.pose].pose;
    evaluate_avatar(scene_.character, inputs_, state_);
    return look(state_, posed, known);
  }

  // Of each region the deepest place that can be seen, and the deepest one if it is covered.
  WorstPlaces look(const AvatarState& state, const Posed& posed, const WorstPlaces& known) const {
    const Vec3 lift(0.0, 0.0, state.root_above_ground());
    const std::vector<Vec3> body = on_ground(pose_surface(scene_.body, state.joints).positions, lift);
    const mannequin::Surface around = all_around(state, body, lift);
    const SurfaceTree tree(around);
    mannequin::Surface skin;  // the body alone, and its tree: made when first asked for
    std::optional<SurfaceTree> own;
    const auto inside = [&](const SurfacePlace& place) {
      if (!own) {
        skin.positions = body;
        skin.triangles = scene_.body.triangles();
        own.emplace(skin);
      }
      return is_inside(*own, place);
    };
    const SeenFrom seen = [&](const Vec3& at, const Vec3& from) {
      return !tree.meets(at, from, kOnSurface, kOutside);
    };
    const std::vector<SurfacePlace> at = surface_places(body, body_indices_);
    WorstPlaces found;
    for (const SweptCase* one : posed.cases)
      for (const auto& [region, places] : worth_looking_at(*one, regions_, known)) {
        Worst& worst = found[{one->garment, region}];
        const std::string& name = regions_.name(region);
        const std::size_t step = places.size() / kMostTried + 1;
        for (std::size_t i = 0; i < places.size() && !worst.seen; i += step) {
          const auto [depth, vertex] = places[i];
          const std::optional<Vec3> from = seen_side(at[vertex], kOutside, seen);
          if (from && !inside(at[vertex]))
            worst.seen = fault_of(*one, name, depth, vertex, false, *from);
          else if (i == 0)
            worst.covered = fault_of(*one, name, depth, vertex, true, at[vertex].normal);
        }
      }
    return found;
  }

 private:
  static std::vector<Vec3> on_ground(std::span<const Vec3f> positions, const Vec3& lift) {
    std::vector<Vec3> out;
    for (const Vec3f& p : positions) out.push_back(Vec3(p) + lift);
    return out;
  }

  // The body with all that is worn.
  mannequin::Surface all_around(const AvatarState& state, const std::vector<Vec3>& body,
                                const Vec3& lift) const {
    mannequin::Surface all;
    const auto add = [&](std::span<const Vec3> positions, const auto& triangles) {
      const auto begin = static_cast<std::uint32_t>(all.positions.size());
      all.positions.insert(all.positions.end(), positions.begin(), positions.end());
      for (const auto& t : triangles) all.triangles.push_back({begin + t[0], begin + t[1], begin + t[2]});
    };
    add(body, scene_.body.triangles());
    for (const FitSurface& garment : scene_.garments)
      add(on_ground(pose_surface(garment, state.joints).positions, lift), garment.triangles());
    for (const auto& other : scene_.others) {
      WornMesh mesh(other);
      pose_mesh(mesh, scene_.character, state);
      std::vector<Vec3> positions(mesh.mesh.vertex_count());
      for (std::size_t v = 0; v < positions.size(); ++v) positions[v] = skinned_vertex(mesh, v) + lift;
      const auto indices = mesh.mesh.indices();
      std::vector<mannequin::Surface::Triangle> triangles;
      for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
        triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
      add(positions, triangles);
    }
    return all;
  }

  const FitScene& scene_;
  const Regions& regions_;
  std::vector<std::uint32_t> body_indices_;
  AvatarInputs inputs_;
  AvatarState state_;
};

std::vector<Posed> deepest_first(std::span<const SweptCase> cases) {
  std::map<std::pair<std::size_t, std::size_t>, Posed> by_case;
  for (const SweptCase& one : cases) {
    if (!one.at.vertex || one.at.depth <= kOutsideAbove) continue;  // it would say 0.0 mm
    Posed& posed = by_case[{one.shape, one.pose}];
    posed.depth = std::max(posed.depth, one.at.depth);
    posed.cases.push_back(&one);
  }
  std::vector<Posed> list;
  for (auto& [at, posed] : by_case) list.push_back(std::move(posed));
  std::ranges::stable_sort(list, std::ranges::greater(), &Posed::depth);
  return list;
}

bool can_add(const Posed& posed, const Regions& regions, const WorstPlaces& known) {
  return std::ranges::any_of(
      posed.cases, [&](const SweptCase* one) { return !worth_looking_at(*one, regions, known).empty(); });
}

void take(std::optional<SweptFault>& worst, std::optional<SweptFault>& found) {
  if (found && (!worst || found->depth > worst->depth)) worst = std::move(found);
}

// Of each place what is seen, and what is deeper and covered; what is seen first, then by depth.
std::vector<SweptFault> ranked(WorstPlaces& worst) {
  std::vector<SweptFault> faults;
  for (auto& [place, its] : worst) {
    if (its.covered && its.covered->depth <= its.seen_depth()) its.covered.reset();
    for (std::optional<SweptFault>* each : {&its.seen, &its.covered})
      if (*each) {
        (*each)->cases = its.cases;
        faults.push_back(std::move(**each));
      }
  }
  std::ranges::stable_sort(faults, {},
                           [](const SweptFault& fault) { return std::pair(fault.covered, -fault.depth); });
  return faults;
}

}  // namespace

std::vector<SweptFault> worst_faults(const FitScene& scene, const AvatarState& state,
                                     std::span<const SweptCase> cases) {
  const Regions regions(scene.body, scene.character.skeleton, cases);
  const Watcher watcher(scene, regions);
  WorstPlaces worst;
  for (const Posed& posed : deepest_first(cases)) worst.merge(watcher.look(state, posed, {}));
  for (auto& [place, its] : worst) its.cases = 1;
  return ranked(worst);
}

std::vector<SweptFault> worst_faults(const GarmentSweep& sweep, const SweptGarments& swept,
                                     const std::vector<std::shared_ptr<const WornGeometry>>& others,
                                     const std::function<bool(std::size_t done, std::size_t all)>& progress) {
  const Regions regions(sweep.body, sweep.character.skeleton, swept.cases);
  const std::vector<Posed> all = deepest_first(swept.cases);
  const FitScene scene{sweep.character, sweep.body, sweep.garments, others};
  const Parallel parallel(sweep.threads);
  std::vector<Watcher> watchers;
  for (std::size_t t = 0; t < parallel.threads(); ++t) watchers.emplace_back(scene, regions);
  WorstPlaces worst;
  std::size_t begin = 0;
  while (begin < all.size() && progress(begin, all.size())) {
    std::vector<const Posed*> now;
    for (; begin < all.size() && now.size() < kPosedAtOnce; ++begin)
      if (can_add(all[begin], regions, worst)) now.push_back(&all[begin]);
    std::vector<WorstPlaces> found(now.size());
    std::atomic<std::size_t> next = 0;
    parallel.for_each(watchers.size(), [&](std::size_t thread) {
      for (std::size_t i = next++; i < now.size(); i = next++)
        found[i] = watchers[thread].look(sweep, *now[i], worst);
    });
    for (WorstPlaces& one : found)
      for (auto& [place, its] : one) {
        take(worst[place].seen, its.seen);
        take(worst[place].covered, its.covered);
      }
  }
  // Nothing that was measured is lost.
  for (; begin < all.size(); ++begin)
    for (const SweptCase* one : all[begin].cases)
      for (const auto& [region, places] : worth_looking_at(*one, regions, worst)) {
        std::optional<SweptFault> found = fault_of(*one, regions.name(region), places.front().first,
                                                   places.front().second, false, Vec3(1.0, 0.0, 0.0));
        take(worst[{one->garment, region}].seen, found);
      }
  for (const SweptCase& one : swept.cases) {
    std::set<std::uint32_t> here;
    for (const std::uint32_t v : one.outside) here.insert(regions.of(v));
    for (const std::uint32_t region : here)
      if (const auto found = worst.find({one.garment, region}); found != worst.end()) ++found->second.cases;
  }
  return ranked(worst);
}

}  // namespace mannequin::document
