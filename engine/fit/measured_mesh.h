// A worn mesh as slider effects are measured on it.
#pragma once

#include <span>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/avatar/system_morphs.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// Vertices in bind space, metres, under these weights of the mesh's morphs; no weights: as the mesh is.
std::vector<Vec3f> bound_vertices(const Mesh& mesh, const Skin& skin, std::span<const float> morph_weights);

// Refers to mesh, skin and morphs, which must live as long.
class MeasuredMesh {
 public:
  // `morphs`: of a part of the system avatar, one per mesh.morphs().
  MeasuredMesh(const Mesh& mesh, const Skin& skin, std::span<const SystemMorph> morphs = {});

  // The one given.
  const Skin& skin() const { return *skin_; }
  std::span<const Vec3f> bound() const { return bound_; }  // vertices in bind space, without morphs
  // Whether sliders also move its vertices by morphs.
  bool morphs() const { return !morphs_.empty(); }

  // The mesh under one state of the avatar.
  struct At {
    std::vector<Mat34> palette;
    std::vector<float> morph_weights;
  };
  // `state`: of the character that the skin was built for.
  At at(const Appearance& appearance, const AvatarState& state) const;

  // The most that any vertex moves from one to the other, metres.
  double largest_movement(const At& from, const At& to) const;

 private:
  double largest_skinned_movement(const At& from, const At& to) const;
  double largest_morphed_movement(const At& from, const At& to) const;

  const Mesh* mesh_;
  const Skin* skin_;
  std::span<const SystemMorph> morphs_;
  std::vector<Vec3f> bound_;
};

}  // namespace mannequin
