// How far vertices of one avatar are from those of another that wears the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

// One vertex that stands out.
struct WorstPlace {
  Uuid mesh;
  std::string mesh_name;
  std::size_t vertex = 0;
  double metres = 0.0;  // as measured, which may be signed
};

struct MeshDisplacement {
  Uuid mesh;
  // By vertex; empty: the other has nothing in its place. Of another mesh there, which is matched by where
  // the two lie in bind space, not a number where it has nothing within 3 cm.
  std::vector<float> metres;
};

struct Displacements {
  std::vector<MeshDisplacement> meshes;  // those that are visible
  std::optional<WorstPlace> worst;       // none where nothing could be measured

  const MeshDisplacement* of(const Uuid& mesh) const;  // null if it was not visible
};

// Of what is visible in `to`, in the avatar's frame, as sliders' millimetres are. along_normal: by how much a
// vertex went outwards, seen from the surface in `from`; inwards is negative.
Displacements measure_displacements(const DressedAvatar& from, const DressedAvatar& to, bool along_normal);

}  // namespace mannequin::document
