// The layers of skin, hair, eyes and clothing: from a viewer's character folder, or our own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/layers/layer_sets.h"

namespace mannequin::io {

// The layer sets of avatar_lad.xml. `source` is the file's name for messages. Fails (bad_data) with the line.
Result<LayerSetsDesc> read_layer_sets_xml(std::string_view text, const std::string& source);

// Our own JSON, see assets/README.md.
Result<LayerSetsDesc> read_layer_sets_json(std::string_view text, const std::string& source);
std::string write_layer_sets_json(const LayerSetsDesc& desc);

// A viewer's folder: avatar_lad.xml, and the pictures that its layers name, as .tga. `appearance`: of the
// same folder. Fails as above, as LayerSets::build, and (cannot_read) on a missing picture.
Result<LayerSets> read_layer_folder(const std::filesystem::path& folder, const Appearance& appearance);

// The built-in layers without their pictures; empty
// if the program was built without them. Parsed once.
const LayerSetsDesc& builtin_layer_sets();

// The built-in layers: the viewer's rules with our own pictures, drawn for the texture maps of our own
// bodies. `appearance`: the built-in one.
Result<LayerSets> read_builtin_layers(const Appearance& appearance);

// The region that each texel of the built-in bodies' texture map belongs to, in one component: 1 head, 2
// upper body, 3 lower body.
Result<TexelPicture> read_builtin_body_regions();

}  // namespace mannequin::io
