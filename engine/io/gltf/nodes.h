// The node hierarchy of a glTF, with world transforms.
#pragma once

#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/gltf/document.h"
#include "engine/math/types.h"
#include "engine/mesh/file_joint.h"

namespace mannequin::io {

struct GltfNodes {
  std::vector<Mat4> world_from_node;  // glTF's frame, every node of the file
  std::vector<std::size_t> in_scene;  // depth first, in reading order
};

// Fails (bad_data) on a node that is its own ancestor or has two parents.
// Ignores missing children, roots and scenes with a note; uses the first
// scene instead of a missing one, or all roots if there are no scenes.
Result<GltfNodes> read_nodes(const GltfDocument& document, Notes& notes);

// The scene's nodes with their positions in our frame; bones are those of the file's skins.
std::vector<FileJoint> list_joints(const GltfDocument& document, const GltfNodes& nodes);

// glTF's node name; "node_7" for one without.
std::string node_name(const GltfDocument& document, std::size_t node);

}  // namespace mannequin::io
