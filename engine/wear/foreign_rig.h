// Meshes on other programs' rigs (Mixamo's, VRM's, a game's), with none of the avatar's joints: they can be
// displayed and checked, but not worn.
#pragma once

#include "engine/mesh/skin.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// Tells such a rig from a misspelt joint: at least three joints have weight, and none at all is the avatar's.
bool is_of_another_rig(const BoundMeshDesc& bound, const Skeleton& skeleton);

// Such a mesh as its own file shows it, bound rigidly to mRoot, so that no slider or pose deforms it. Drops
// its morph targets.
BoundMeshDesc as_its_file_shows(BoundMeshDesc bound, const Skeleton& skeleton);

}  // namespace mannequin
