// Writes meshes as binary glTF 2.0 (.glb). The same input gives the same bytes.
#pragma once

#include <span>

#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/io/posed_mesh.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// Meshes with their skins, converted from the avatar's frame to Y up; read_gltf returns the same vertices,
// weights and inverse binds. A bind shape other than the identity is applied to the vertices, as glTF has
// none. Influences not above 0 are dropped, equal joints of a vertex merged, sums other than 1
// normalised; a vertex without influence keeps none. Faces become primitives with their own vertices; empty
// ones are omitted.
//
// Joint nodes: the joints that the skins name and their ancestors, by their canonical names, at their default
// positions, those in a mesh's joint_positions, or as joint_rests place them. A skin lists its own joints
// first, in their order, then missing ancestors, without weights: the viewer's importer needs the whole
// chain. Joints unknown to `skeleton`, or all of them without a skeleton, become siblings at their inverse
// binds' positions. Fails (bad_data) on: arrays of unequal length, an index outside its face, numbers that
// are not finite, more than the reader takes.
//
// looks: one per mesh, or none. Writes their vertex colours in 16 bits and embeds their images (PNG or JPEG);
// without one, writes MaterialDesc::texture as a reference. Other image formats are left out.
Result<Bytes> write_glb(std::span<const BoundMeshDesc> meshes, const Skeleton* skeleton,
                        std::span<const MeshLook> looks = {});

// The joints of a skin alone, as joint_rests place them: a skeleton to model on. Fails (bad_data) on inverse
// binds that are not finite.
Result<Bytes> write_glb_armature(const SkinDesc& joints, const Skeleton& skeleton);

// Meshes in place, without skin: the output of skinning.
Result<Bytes> write_glb(std::span<const PosedMesh> meshes, std::span<const MeshLook> looks = {});

}  // namespace mannequin::io
