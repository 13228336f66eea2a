// From which side a place on what is worn can be seen.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tools/document/picking.h"

namespace mannequin::document {

// World.
struct SurfacePlace {
  Vec3 at{0.0}, normal{0.0};  // normal: unit
};

// By vertex. Normals are of the triangles around it, by their size, and point away from the avatar's axis
// where there are none.
std::vector<SurfacePlace> surface_places(std::span<const Vec3> positions,
                                         std::span<const std::uint32_t> indices);

// Metres. An eye that is so far from a place is outside of all that is worn, and sees it as others do; nearer
// it may be under a skirt.
inline constexpr double kOutside = 2.0;

// Whether an eye in the unit direction `from` sees a place, world.
using SeenFrom = std::function<bool(const Vec3& place, const Vec3& from)>;

// The direction from which an eye this many metres away sees a place: straight above its surface, else the
// one nearest to that; none where the surface would be seen edge-on, or from below the ground. None: no side
// shows it.
std::optional<Vec3> seen_side(const SurfacePlace& place, double distance, const SeenFrom& seen);

struct Sight {
  std::size_t vertex = 0;           // to look at: another than was asked for where that one is covered
  Vec3 at{0.0};                     // where it is, world
  Vec3 from{1.0, 0.0, 0.0};         // unit, from there towards the eye
  double distance = 0.0;            // of the eye, metres
  const WornMesh* cover = nullptr;  // what lies over the vertex that was asked for; null: nothing
  std::vector<const WornMesh*> through = {};  // it is seen through these, if they are drawn see-through
};

// For a vertex as shown, with the eye this many metres away: straight above its surface if nothing visible
// covers it to the outside, else from the free side nearest to that. Where every side is covered, through the
// other meshes that cover it; where the vertex's own does, as an arm over an armpit, from nearer, through
// others if need be; or else of the nearest vertex that can be seen and lies over something else, as skin
// does over the cloth that it came through. Where even its own mesh lies close over it, through all of them.
Sight best_sight(Surface& surface, const DressedAvatar& avatar, const WornMesh& mesh, std::size_t vertex,
                 double distance);

}  // namespace mannequin::document
