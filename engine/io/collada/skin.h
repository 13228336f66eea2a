// <skin>: joints, inverse binds, bind shape and weights as a SkinDesc.
#pragma once

#include "engine/io/collada/geometry.h"
#include "engine/io/collada/joint_nodes.h"
#include "engine/mesh/skin.h"

namespace mannequin::io::collada {

// The geometry deformed by a controller, through any morphs in between. Fails (bad_data) if there is none.
Result<pugi::xml_node> skinned_geometry(const Document& document, pugi::xml_node controller);

// The skin of `controller` for the vertices of `geometry`. Weights are read by the offsets of their inputs;
// joint -1 (the bind shape) is dropped. Fails (bad_data) on mismatched counts and indices out of
// range. Source: mesh oracle 2, 10, 11, 14-17.
Result<SkinDesc> read_skin(const Document& document, Sources& sources, NoteCollector& noticed,
                           const JointNodes& nodes, pugi::xml_node controller, const Geometry& geometry);

}  // namespace mannequin::io::collada
