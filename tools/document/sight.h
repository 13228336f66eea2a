// From which side a place on what is worn can be seen.
#pragma once

#include "tools/document/picking.h"

namespace mannequin::document {

struct Sight {
  std::size_t vertex = 0;           // to look at: another than was asked for where that one is covered
  Vec3 at{0.0};                     // where it is, world
  Vec3 from{1.0, 0.0, 0.0};         // unit, from there towards the eye
  double distance = 0.0;            // of the eye, metres
  bool is_seen = true;              // false: neither it nor anything near it can be seen
  const WornMesh* cover = nullptr;  // what lies over the vertex that was asked for; null: nothing
};

// For a vertex as shown, from an eye this many metres away: straight above its surface if nothing visible
// lies in between, else from the free side nearest to that, or from nearer. Where every side is covered, as
// in an armpit, of the same mesh's nearest vertex that can be seen and lies over something else, as skin does
// over the cloth that it came through. Not from below the ground.
Sight best_sight(Surface& surface, const DressedAvatar& avatar, const WornMesh& mesh, std::size_t vertex,
                 double distance);

}  // namespace mannequin::document
