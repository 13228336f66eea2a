// A synthetic mesh on the built-in character, in random shapes and poses.
#pragma once

#include <vector>

#include "engine/appearance/character.h"
#include "engine/mesh/skin.h"
#include "tests/builtin_character.h"
#include "tools/scenes/synthetic_mesh.h"

namespace mannequin::test {

struct SyntheticCase {
  Mesh mesh;
  Skin skin;
};

SyntheticCase make_synthetic_case(const scenes::SyntheticMesh& options);

struct SyntheticInstances {
  std::vector<Mat4> palettes;        // instance by instance
  std::vector<Mat34> rows;           // the same in single precision
  std::vector<float> morph_weights;  // -0.5..1, some exactly 0
};

SyntheticInstances make_instances(const SyntheticCase& c, std::uint32_t count, std::uint32_t seed = 1);

}  // namespace mannequin::test
