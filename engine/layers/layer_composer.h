// Paints outfits: the composites of all regions, and the masks that limit clothing morphs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/cpu_target.h"
#include "engine/layers/layer_paint.h"
#include "engine/mesh/morph_mask.h"

namespace mannequin {

// One region as painted. R, G, B, A per texel, straight alpha; rows from v = 0 upwards.
struct LayerComposite {
  std::uint32_t size = 0;  // texels per side
  std::vector<std::uint8_t> rgba;
};

// How a composer works; does not affect the result.
struct LayerComposerOptions {
  unsigned threads = 0;  // 0: all
  CpuTarget target = best_cpu_target();
};

// Caches composites and repaints only what differs from them. One thread at a time; owns its threads.
class LayerComposer {
 public:
  // Paints as these options say.
  explicit LayerComposer(const LayerComposerOptions& options = {});
  ~LayerComposer();
  LayerComposer(LayerComposer&&) noexcept;
  LayerComposer& operator=(LayerComposer&&) noexcept;

  // Paints every region of `paint`. The LayerSets it came from must outlive the next call. Returns the
  // regions whose texels may have changed. Throws std::bad_alloc. Source: ALGORITHM-layers 3, 4.
  std::vector<std::string> compose(const OutfitPaint& paint);

  // The last composites; regions painted alike may share one.
  // Later calls do not modify composites held by the caller.
  const std::map<std::string, std::shared_ptr<const LayerComposite>>& composites() const;

  // The mask of paint.layers[layer], which must have one; rows from v = 0 upwards. Source:
  // ALGORITHM-layers 3.6.
  MaskImage layer_mask(const SetPaint& paint, std::size_t layer) const;

  // What the viewer applies to the masked morphs of this region during
  // appearance editing: the mask of the uppermost item. None: no such layer
  // is drawn, and the morphs have no effect. Source: ALGORITHM-layers 6.2.
  std::optional<MaskImage> morph_mask(const SetPaint& paint) const;

  // The content of a baked texture: 255 without such a layer. Source: ALGORITHM-layers 6.3.
  MaskImage gathered_mask(const SetPaint& paint) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// Converts a composite, whose first row is the bottom, to a picture stored top row first, and back. rgba:
// size x size x 4 bytes.
std::vector<std::uint8_t> flipped_rows(const std::vector<std::uint8_t>& rgba, std::uint32_t size);

}  // namespace mannequin
