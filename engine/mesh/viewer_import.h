// A mesh in the form used by the viewer's importer and stored by its writer: vertices in a unit
// cube, the bind shape adjusted accordingly, weights looked up by position.
#pragma once

#include <vector>

#include "engine/mesh/bind_orientation.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// A mesh as in the importer.
struct ViewerImport {
  Vec3f scale{1.0f};        // NS: size of the mesh's box, 1 along an axis shorter than 1e-5
  Vec3f translation{0.0f};  // NT: its centre; mesh position = unit position * scale + translation
  std::vector<Vec3f> positions, normals;  // per vertex, in the unit cube
  Mat4 bind_shape{1.0};                   // bind space from the unit cube
  BindOrientation orientation;
  // Per vertex, strongest first; all weights 0: none. Empty without a skin.
  std::vector<VertexInfluences> influences;
};

// The box holds the vertices: unlike in the viewer, it includes position 0 of a file only if a triangle uses
// it. Vertices closer than 1e-5 of the unit cube share the influences of the first of them in
// (x, y, z) order; at equal positions the last one in the file counts. Source: mesh oracle 7, 10-12, 17.
ViewerImport make_viewer_import(const Mesh& mesh);
ViewerImport make_viewer_import(const Mesh& mesh, const Skin& skin);

// A joint whose position in the file counts as an offset, and its distance from the avatar's default.
struct OffsetJoint {
  JointIndex joint;
  double distance;  // metres
};

// In the order of the skin's joints. Source: mesh oracle 16.
std::vector<OffsetJoint> offset_joints(const Skin& skin, const Skeleton& skeleton);

}  // namespace mannequin
