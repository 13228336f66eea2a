#include "tools/document/fit_faults.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/avatar/avatar.h"
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

  double seen_depth() const { return seen ? seen->depth : kOutsideAbove; }
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
  Regions(const FitSurface& body, const Skeleton& skeleton, const SweptGarments& swept)
      : of_(body.vertex_count(), kNoRegion) {
    for (const SweptCase& one : swept.cases)
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

// Looks at posed shapes, on one thread.
class Watcher {
 public:
  Watcher(const GarmentSweep& sweep, const SweptGarments& swept, const Regions& regions)
      : sweep_(sweep), swept_(swept), regions_(regions) {
    for (const GarmentPair& pair : swept.pairs) meters_.emplace_back(pair);
    for (const FitSurface* surface : surfaces()) {
      std::vector<std::uint32_t>& indices = indices_.emplace_back();
      for (const auto& triangle : surface->triangles())
        indices.insert(indices.end(), triangle.begin(), triangle.end());
    }
    inputs_.worn.assign(sweep.worn.begin(), sweep.worn.end());
  }

  // The deepest place of each region that can be seen, if it is deeper than what `known` has, and the deepest
  // one if it is covered.
  WorstPlaces look(const Posed& posed, const std::vector<std::shared_ptr<const WornGeometry>>& others,
                   const WorstPlaces& known) {
    const SweptCase& first = *posed.cases.front();
    inputs_.sliders = sweep_.shapes[first.shape].sliders;
    inputs_.pose = sweep_.poses[first.pose].pose;
    evaluate_avatar(sweep_.character, inputs_, state_);
    std::vector<PosedSurface> shown;
    std::vector<RayMesh> around;
    for (const FitSurface* surface : surfaces()) {
      shown.push_back(pose_surface(*surface, state_.joints));
      around.emplace_back(shown.back().positions, indices_[around.size()]);
    }
    for (const auto& other : others) {
      WornMesh mesh(other);
      pose_mesh(mesh, sweep_.character, state_);
      std::vector<Vec3f> positions(mesh.mesh.vertex_count());
      for (std::size_t v = 0; v < positions.size(); ++v) positions[v] = Vec3f(skinned_vertex(mesh, v));
      around.emplace_back(std::move(positions), mesh.mesh.indices());
    }
    const Vec3 lift(0.0, 0.0, state_.root_above_ground());
    std::vector<Vec3> positions;
    for (const Vec3f& p : shown.front().positions) positions.push_back(Vec3(p) + lift);
    const std::vector<SurfacePlace> at = surface_places(positions, indices_.front());
    WorstPlaces found;
    for (const SweptCase* one : posed.cases) {
      GarmentMeter& meter = meters_[one->garment];
      const PosedSurface& body = shown.front();
      meter.measure(body.positions, body.normals, shown[1 + one->garment].positions);
      for (auto& [region, places] : places_by_region(*one, meter)) {
        const auto before = known.find({one->garment, region});
        const double least = before == known.end() ? kOutsideAbove : before->second.seen_depth();
        std::erase_if(places, [&](const auto& place) { return place.first <= least; });
        if (places.empty()) continue;
        const auto fault = [&](const std::pair<double, std::uint32_t>& place, bool covered) {
          return SweptFault{one->garment, regions_.name(region), one->shape, one->pose,
                            place.first,  one->at.area,          0,          place.second,
                            covered};
        };
        Worst& worst = found[{one->garment, region}];
        const std::size_t step = places.size() / kMostTried + 1;
        for (std::size_t i = 0; i < places.size() && !worst.seen; i += step)
          if (is_seen(at[places[i].second], lift, around))
            worst.seen = fault(places[i], false);
          else if (i == 0)
            worst.covered = fault(places[i], true);
      }
    }
    return found;
  }

 private:
  using Places = std::vector<std::pair<double, std::uint32_t>>;  // depth and vertex, the deepest first

  std::vector<const FitSurface*> surfaces() const {
    std::vector<const FitSurface*> all{&sweep_.body};
    for (const FitSurface& garment : sweep_.garments) all.push_back(&garment);
    return all;
  }

  std::map<std::uint32_t, Places> places_by_region(const SweptCase& one, const GarmentMeter& meter) const {
    std::map<std::uint32_t, Places> places;
    for (std::size_t i = 0; i < meter.vertices().size(); ++i) {
      const std::uint32_t vertex = swept_.pairs[one.garment].counted()[i];
      const double depth = meter.vertices()[i].outside;
      if (depth > kOutsideAbove && std::ranges::binary_search(one.outside, vertex))
        places[regions_.of(vertex)].emplace_back(depth, vertex);
    }
    for (auto& [region, list] : places)
      std::ranges::stable_sort(list, std::ranges::greater(), &Places::value_type::first);
    return places;
  }

  bool is_seen(const SurfacePlace& place, const Vec3& lift, const std::vector<RayMesh>& around) const {
    return seen_side(place, kOutside,
                     [&](const Vec3& at, const Vec3& from) {
                       return std::ranges::none_of(around, [&](const RayMesh& mesh) {
                         return mesh.nearest({at - lift, from}, kOutside).has_value();
                       });
                     })
        .has_value();
  }

  const GarmentSweep& sweep_;
  const SweptGarments& swept_;
  const Regions& regions_;
  std::vector<std::vector<std::uint32_t>> indices_;  // of surfaces()
  std::vector<GarmentMeter> meters_;
  AvatarInputs inputs_;
  AvatarState state_;
};

std::vector<Posed> deepest_first(const SweptGarments& swept) {
  std::map<std::pair<std::size_t, std::size_t>, Posed> by_case;
  for (const SweptCase& one : swept.cases) {
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

// Whether it may have something that is deeper than what is known to be seen.
bool can_add(const Posed& posed, const SweptGarments& swept, const Regions& regions,
             const WorstPlaces& known) {
  return std::ranges::any_of(posed.cases, [&](const SweptCase* one) {
    return std::ranges::any_of(one->outside, [&](std::uint32_t v) {
      const auto found = known.find({one->garment, regions.of(v)});
      const double most = std::min(one->at.depth, static_cast<double>(swept.worst[one->garment][v]));
      return found == known.end() || most > found->second.seen_depth();
    });
  });
}

void take(std::optional<SweptFault>& worst, std::optional<SweptFault>& found) {
  if (found && (!worst || found->depth > worst->depth)) worst = std::move(found);
}

}  // namespace

std::vector<SweptFault> worst_faults(const GarmentSweep& sweep, const SweptGarments& swept,
                                     const std::vector<std::shared_ptr<const WornGeometry>>& others,
                                     const std::function<bool()>& stopped) {
  const Regions regions(sweep.body, sweep.character.skeleton, swept);
  const std::vector<Posed> all = deepest_first(swept);
  const Parallel parallel(sweep.threads);
  std::vector<Watcher> watchers;
  for (std::size_t t = 0; t < parallel.threads(); ++t) watchers.emplace_back(sweep, swept, regions);
  WorstPlaces worst;
  for (std::size_t begin = 0; begin < all.size() && !stopped();) {
    std::vector<const Posed*> now;
    for (; begin < all.size() && now.size() < kPosedAtOnce; ++begin)
      if (can_add(all[begin], swept, regions, worst)) now.push_back(&all[begin]);
    std::vector<WorstPlaces> found(now.size());
    std::atomic<std::size_t> next = 0;
    parallel.for_each(watchers.size(), [&](std::size_t thread) {
      for (std::size_t i = next++; i < now.size(); i = next++)
        found[i] = watchers[thread].look(*now[i], others, worst);
    });
    for (WorstPlaces& one : found)
      for (auto& [place, its] : one) {
        take(worst[place].seen, its.seen);
        take(worst[place].covered, its.covered);
      }
  }
  for (const SweptCase& one : swept.cases) {
    std::set<std::uint32_t> here;
    for (const std::uint32_t v : one.outside) here.insert(regions.of(v));
    for (const std::uint32_t region : here)
      if (const auto found = worst.find({one.garment, region}); found != worst.end()) ++found->second.cases;
  }
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

}  // namespace mannequin::document
