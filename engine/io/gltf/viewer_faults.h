// What the viewer's glTF importer makes of a file otherwise than the specification says.
#pragma once

#include "engine/io/gltf/document.h"
#include "engine/io/gltf/nodes.h"
#include "engine/io/note.h"

namespace mannequin::io {

// One note per fault and place: an error where the importer refuses the file, a warning where what arrives
// in-world differs. Only what is in the scene is looked at. Source: glTF import oracle, 1 to 24.
Notes viewer_faults(const GltfDocument& document, const GltfNodes& nodes);

}  // namespace mannequin::io
