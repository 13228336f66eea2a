// The built-in meshes, built, and checks common to all of them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/mesh/skin.h"
#include "engine/skinning/reference.h"

namespace mannequin::test {

const Character& figure_character();

struct BuiltinMesh {
  BoundMeshDesc desc;
  Mesh mesh;
  Skin skin;
};

// "mannequin" or a garment. Read once; lives as long as the program.
const BuiltinMesh& builtin_mesh(std::string_view name, Sex sex);

// Seams of the texture have a vertex on each side: here they are one again.
struct Welded {
  std::vector<Vec3f> position;
  std::vector<std::uint32_t> place;   // vertex of the mesh -> position
  std::vector<std::uint32_t> corner;  // three per triangle
};
Welded weld(const Mesh& mesh);

// With mPelvis at its default place.
std::vector<ReferenceVertex> deformed(const BuiltinMesh& mesh, AvatarInputs inputs);

// Each edge has two sides and each side one triangle.
void expect_closed(const Welded& welded);
// The same but for hems: edges with one side, one after another around each. As positions.
std::vector<std::vector<std::uint32_t>> hems(const Welded& welded);
// Vertices - edges + triangles: 2 for each closed surface without a handle.
long euler_number(const Welded& welded);
void expect_symmetric(const Mesh& mesh);
void expect_outward_normals(const Mesh& mesh, double smallest_sine);
// Joints, influences, sums.
void expect_viewer_limits(const BuiltinMesh& mesh);
// Joints on which no vertex has weight.
std::set<std::string> idle_joints(const BuiltinMesh& mesh);
void expect_rest_as_bound(const BuiltinMesh& mesh);

}  // namespace mannequin::test
