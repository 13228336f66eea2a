// Writes meshes as COLLADA 1.4.1 (.dae), in the form that the viewer's uploader reads. The same input gives
// the same bytes.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// Meshes with their skins, in the avatar's frame (Z up, metres), each in its own space with its bind shape.
// read_collada returns the same faces, vertices, weights, bind shapes and inverse binds, except for what the
// format's readers change: vertices with equal position, normal and texture coordinates are merged, vertices
// without a triangle and weights not above 0 are left out, faces are sorted by material, and characters
// invalid in XML ids become underscores. Not written: tangents, morphs, lock_scale and pelvis_offset.
// Vertices that share an entry of the position array do so again; if none do, those of equal position and
// weights share one.
//
// The joint list is the skin's own, ancestors or not; only above 110 joints, where the uploader skins
// nothing, are those without weight left out. Joint nodes: as write_glb. Fails (bad_data) on: arrays of
// unequal length, an index outside its face, a mesh without triangles, numbers that are not finite, a joint
// that its skin does not have, more than the reader takes.
//
// `gltf_binds`: the inverse binds are those of a glTF file as they stand there, for other joints than the
// avatar's. The document says so, and read_collada notes it (importer_profile).
Result<std::string> write_collada(std::span<const BoundMeshDesc> meshes, const Skeleton* skeleton,
                                  bool gltf_binds = false);

// The joints of a skin alone, as joint_rests place them: a skeleton to model on.
Result<std::string> write_collada_armature(const SkinDesc& joints, const Skeleton& skeleton);

}  // namespace mannequin::io
