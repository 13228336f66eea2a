// The skin of a mesh asset.
#pragma once

#include <string>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset.h"

namespace mannequin::io::mesh_asset {

// Everything but the influences, which are stored with the faces. Fails (bad_data) on: no joints, names that
// are not strings, a wrong number of inverse binds, matrices that are not 16 finite numbers. Joint
// positions whose number differs from the joints' are dropped with a note, as viewers ignore them.
Result<SkinDesc> read_skin_block(const Llsd& block, const std::string& where, Notes& notes);

// For the writer; joint_positions must be empty or complete. Numbers are rounded to float32, as in the
// viewer.
Llsd make_skin_block(const SkinDesc& skin);

}  // namespace mannequin::io::mesh_asset
