// The reference: linear-blend skinning in its plain form, in double precision, for comparison.
#pragma once

#include <span>

#include "engine/mesh/skin.h"

namespace mannequin {

// A vertex after skinning.
struct ReferenceVertex {
  Vec3 position;  // avatar's world frame, metres
  Vec3 normal;    // unit, unless ReferenceInput says otherwise; 0 if the blended normal vanishes
  Vec3 tangent;   // the same; 0 if the mesh has none
};

// The data of a mesh and its skin. Refers to them; owns nothing.
struct ReferenceInput {
  ReferenceInput() = default;
  // Of both, which must outlive this.
  ReferenceInput(const Mesh& mesh, const Skin& skin);

  Mat4 bind_shape{1.0};
  std::span<const Vec3f> positions, normals;
  std::span<const Vec4f> tangents;  // empty for none
  std::span<const VertexInfluences> influences;
  std::span<const MorphTarget> morphs;
  bool unit_directions =
      true;  // see ResultOptions; off: directions are unit in bind space, and then only blended
};

// palette: skin.palette_size() matrices; morph_weights: one per morph target, or empty for all 0; out: one
// per vertex of the mesh. Source: ALGORITHM 12.3.
void skin_reference(const ReferenceInput& input, std::span<const Mat4> palette,
                    std::span<const float> morph_weights, std::span<ReferenceVertex> out);
void skin_reference(const Mesh& mesh, const Skin& skin, std::span<const Mat4> palette,
                    std::span<ReferenceVertex> out);

}  // namespace mannequin
