// The skins of a glTF.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/gltf/document.h"
#include "engine/io/gltf/nodes.h"
#include "engine/mesh/skin.h"

namespace mannequin::io {

// Names, inverse binds and rests of a skin's joints, in the avatar's frame; no influences. Missing inverse
// binds are the identity of glTF's frame. No joints (with a note): no skin. Fails (bad_data)
// on joints that do not exist, too few inverse binds, matrices that cannot be inverted.
Result<SkinDesc> read_skin(const GltfDocument& document, std::size_t number, const GltfNodes& nodes,
                           Notes& notes);

// The viewer supports 110 joints per mesh. Beyond that, joints without weight are dropped and the influences
// renumbered; a note says so, or that even the weighted ones are too many. `nodes`: of the skin's joints.
// Ancestors of weighted joints cause no note: valid files list them, for the importer to find.
void drop_unused_joints(const GltfModel& model, std::span<const int> nodes, SkinDesc& skin,
                        const std::string& where, Notes& notes);

}  // namespace mannequin::io
