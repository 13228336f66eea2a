// The effects of sliders on the vertices of the system avatar, before skinning.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/mesh/mesh.h"

namespace mannequin {

// A morph target of a part's mesh, and the parameter that drives it. Data that only morph_part needs is per
// entry of MorphTarget::vertices; worn meshes have none of it.
struct SystemMorph {
  ParameterIndex parameter = kNoParameter;
  std::optional<int> id;        // worn meshes: instead of `parameter`, as any character may wear them
  double min = 0.0, max = 1.0;  // of this member of the parameter's chain
  bool waits = false;           // needs a mask that was not given, and so does nothing
  bool masked = false;          // has a mask; the target's deltas are scaled by it
  bool clothing = false;        // its position deltas also define the loose cloth moved by wind
  std::vector<float> mask;      // empty: 1
  std::string mask_region;      // "upper_body": the region whose mask limits it; empty: none
  std::vector<Vec3f> binormals;
  std::vector<Vec2f> uvs;
};

// Weights of a mesh's morph targets, for SkinJob; 0 for parameters that the character does not have. out: one
// per target. Source: ALGORITHM 4.2, 8.3.
void morph_weights(std::span<const SystemMorph> morphs, const Appearance& appearance,
                   const ParameterWeights& weights, std::span<float> out);

// A part after morphing and before skinning, with data that only a renderer needs.
struct MorphedPart {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;    // unit if a morph moved the vertex, else as in the file
  std::vector<Vec3> binormals;  // the same; 0 if undefined
  std::vector<Vec2> uvs;
  std::vector<Vec4> clothing;  // offset of loose cloth, metres, and its mask
  // The length of the binormal before normalisation: below 0.01 it is noise.
  std::vector<double> binormal_lengths;
};

// In double precision. mesh, morphs: of one part; weights: as from morph_weights. Source: ALGORITHM
// 8.1, 8.2.
MorphedPart morph_part(const Mesh& mesh, std::span<const SystemMorph> morphs, std::span<const float> weights);

}  // namespace mannequin
