// A worn mesh on which slider effects are measured.
#pragma once

#include <span>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/avatar/system_morphs.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// Vertices in bind space, metres, with these weights of the mesh's morphs; without weights: unmorphed.
std::vector<Vec3f> bound_vertices(const Mesh& mesh, const Skin& skin, std::span<const float> morph_weights);

// Refers to mesh, skin and morphs, which must outlive it.
class MeasuredMesh {
 public:
  // `morphs`: of a part of the system avatar, one per mesh.morphs().
  MeasuredMesh(const Mesh& mesh, const Skin& skin, std::span<const SystemMorph> morphs = {});

  // The morphs passed in.
  const Mesh& mesh() const { return *mesh_; }
  const Skin& skin() const { return *skin_; }
  std::span<const Vec3f> bound() const { return bound_; }  // vertices in bind space, without morphs
  // Whether sliders also move its vertices by morphs.
  bool morphs() const { return !morphs_.empty(); }

  // The mesh in one state of the avatar.
  struct At {
    std::vector<Mat34> palette;
    std::vector<float> morph_weights;
  };
  // `state`: of the character that the skin was built for.
  At at(const Appearance& appearance, const AvatarState& state) const;

  // Writes the vertices in the avatar's frame, metres; reuses the memory of `out`.
  void place(const At& at, std::vector<Vec3f>& out) const;

  // How far each vertex moves between the two, metres; empty if nothing that moves the mesh differs.
  std::vector<float> movements(const At& from, const At& to) const;
  // The largest of these movements.
  double largest_movement(const At& from, const At& to) const;

 private:
  std::vector<float> skinned_movements(const At& from, const At& to) const;
  std::vector<float> morphed_movements(const At& from, const At& to) const;

  const Mesh* mesh_;
  const Skin* skin_;
  std::span<const SystemMorph> morphs_;
  std::vector<Vec3f> bound_;
};

}  // namespace mannequin
