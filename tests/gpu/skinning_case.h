// Random meshes, skins and palettes, the same on every run.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/mesh/skin.h"

namespace mannequin::test {

struct SkinningCase {
  Skeleton skeleton;
  Mesh mesh;
  Skin skin;
};

struct SkinningCaseOptions {
  std::uint32_t vertices = 1000;
  std::uint32_t joints = 20;
  std::uint32_t seed = 1;
  bool bind_shape = true;    // turned, stretched unevenly and moved; else the identity
  bool empty_faces = false;  // a face without vertices before, between and after the others
  bool tangents = false;     // of either handedness
  std::uint32_t morphs = 0;  // each moves about a tenth of the vertices, every second one their normals too
};

// Up to six influences per vertex in the desc, some vertices with none, some with one.
SkinningCase make_skinning_case(const SkinningCaseOptions& options);

// As of limbs: instances apart from each other, joints of one instance within a quarter turn and 30 % of
// scale.
std::vector<Mat4> make_palettes(const Skin& skin, std::uint32_t instances, std::uint32_t seed);

// instances x morphs, about half of them 0.
std::vector<float> make_morph_weights(const Mesh& mesh, std::uint32_t instances, std::uint32_t seed);

std::vector<Mat34> rounded(std::span<const Mat4> palettes);

}  // namespace mannequin::test
