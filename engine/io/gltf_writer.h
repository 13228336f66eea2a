// Meshes out, as binary glTF 2.0 (.glb). The same input gives the same bytes.
#pragma once

#include <span>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/io/posed_mesh.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// Meshes with their skins, turned from the avatar's frame to Y up; read_gltf gives back the same vertices,
// weights and inverse binds. A bind shape that is not the identity is worked into the vertices, as glTF has
// none. Influences that are not above 0 go, equal joints of a vertex are added up, sums other than 1 are
// divided out; a vertex without influence keeps none. Faces become primitives with their own vertices; empty
// ones are left out.
//
// Joint nodes: the joints that the skins name and their ancestors, by their canonical names, at their default
// places or where a mesh's joint_positions put them. Joints that `skeleton` does not know, or all of them
// without a skeleton, stand side by side, where their inverse bind puts them. Fails (bad_data) on: arrays of
// unequal length, an index outside its face, numbers that are not finite.
Result<Bytes> write_glb(std::span<const BoundMeshDesc> meshes, const Skeleton* skeleton);

// Meshes as they stand, without skin: the output of skinning.
Result<Bytes> write_glb(std::span<const PosedMesh> meshes);

}  // namespace mannequin::io
