// What `bake --json` says about an outfit as painted, so that others can compare it byte for byte.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/layers/layer_composer.h"
#include "engine/mesh/morph_mask.h"

namespace mannequin::program {

// By region.
using Composites = std::map<std::string, std::shared_ptr<const LayerComposite>>;
using MorphMasks = std::map<std::string, MaskImage>;

// Checksums of composites, layer masks and morph masks, and the byte that each vertex of a masked morph
// reads. meshes: of the character folder, by file name; without them no morph is listed.
nlohmann::ordered_json bake_report(const OutfitPaint& paint, const Composites& composites,
                                   const LayerComposer& composer, const MorphMasks& masks,
                                   const LayerSetsDesc& layers,
                                   const std::map<std::string, BaseMeshDesc>& meshes);

}  // namespace mannequin::program
