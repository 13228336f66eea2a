// Where the viewer's glTF importer deviates from the specification.
#pragma once

#include "engine/io/gltf/document.h"
#include "engine/io/gltf/nodes.h"
#include "engine/io/note.h"

namespace mannequin::io {

// One note per fault and place: an error if the importer rejects the file, a warning if the in-world result
// differs. Only the scene is checked. Source: glTF import oracle, 1 to 24.
Notes viewer_faults(const GltfDocument& document, const GltfNodes& nodes);

}  // namespace mannequin::io
