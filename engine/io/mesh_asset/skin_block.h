// The skin of a mesh asset.
#pragma once

#include <string>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::io::mesh_asset {

// Everything but the influences, which lie with the faces. Fails (bad_data) on: no joints, names that are no
// texts, as many inverse binds as names not being there, matrices that are not 16 finite numbers. Joint
// positions of another number than the joints are left out with a note, as viewers ignore them.
Result<SkinDesc> read_skin_block(const Llsd& block, const std::string& where, Notes& notes);

// The writer's half; joint_positions must be empty or complete. Numbers are rounded to float32, as the viewer
// has them.
Llsd make_skin_block(const SkinDesc& skin);

}  // namespace mannequin::io::mesh_asset
