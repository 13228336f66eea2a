// What a region's layers are for the shader: steps, tables and the pictures that they read, in runs whose
// pictures fit a buffer. Private to engine/layers.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/result.h"
#include "engine/layers/paint_rules.h"
#include "shaders/layer_layout.h"

namespace mannequin {

struct LayerRun {
  std::uint32_t flags = 0;  // of its dispatch
  std::vector<layout::LayerStep> steps;
  std::vector<std::uint32_t> tables;  // words
  // Packed one after the other, all planes of each; the steps' planes count bytes from the first.
  std::vector<TexelPicturePtr> pictures;
};

// At least one run, except of an invisible region, which is 0 everywhere. `reduced`: has the pictures of
// `set`. Fails (unsupported) if the pictures of one layer exceed most_bytes.
Result<std::vector<LayerRun>> layer_runs(const SetPaint& set, const ReducedPictures& reduced,
                                         std::uint64_t most_bytes);

}  // namespace mannequin
