// How far vertices of one avatar are from those of another wearing the same things.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

// An extreme vertex.
struct WorstPlace {
  Uuid mesh;
  std::string mesh_name;
  std::size_t vertex = 0;
  double metres = 0.0;  // as measured, which may be signed
};

struct MeshDisplacement {
  Uuid mesh;
  // By vertex; empty: the other has no counterpart. If the other wears a different mesh, matches by position
  // in bind space, and gives NaN where it has nothing within 3 cm.
  std::vector<float> metres;
};

struct Displacements {
  std::vector<MeshDisplacement> meshes;  // the visible ones
  std::optional<WorstPlace> worst;       // none if nothing could be measured

  const MeshDisplacement* of(const Uuid& mesh) const;  // null if it was not visible
};

// For what is visible in `to`, in the avatar's frame, like the sliders' millimetres. along_normal: how far a
// vertex moved outwards relative to the surface in `from`; inwards is negative.
Displacements measure_displacements(const DressedAvatar& from, const DressedAvatar& to, bool along_normal);

}  // namespace mannequin::document
