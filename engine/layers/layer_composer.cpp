#include "engine/layers/layer_composer.h"

#include <algorithm>
#include <cassert>

#include "engine/core/parallel.h"
#include "engine/layers/tile_painter.h"
#include "engine/platform/threads.h"

namespace mannequin {

struct LayerComposer::Work {
  explicit Work(const LayerComposerOptions& options)
      : kernels(&texel_kernels(options.target)), parallel(options.threads) {}

  const TexelKernels* kernels;
  Parallel parallel;
  OutfitPaint last;
  std::map<std::string, std::shared_ptr<LayerComposite>> made;
  std::map<std::string, std::shared_ptr<const LayerComposite>> shown;
  ReducedPictures reduced;
  std::vector<std::unique_ptr<TilePainter>> painters;  // unused
  Mutex lock;

  std::unique_ptr<TilePainter> take() {
    const Lock locked(lock);
    if (painters.empty()) return std::make_unique<TilePainter>(*kernels);
    std::unique_ptr<TilePainter> painter = std::move(painters.back());
    painters.pop_back();
    return painter;
  }
  void put_back(std::unique_ptr<TilePainter> painter) {
    const Lock locked(lock);
    painters.push_back(std::move(painter));
  }
  template <typename Paint>
  void for_each(std::size_t count, Paint paint) {
    parallel.for_each(count, [&](std::size_t i) {
      std::unique_ptr<TilePainter> painter = take();
      paint(*painter, i);
      put_back(std::move(painter));
    });
  }

  // The remaining work for one region.
  struct Task {
    const SetPaint* paint;
    LayerComposite* into;
    LayerTile tile;
  };

  // The composite to paint into, and whether it still holds what `before` painted.
  bool prepare(const std::string& region, const SetPaint* before, const SetPaint& after) {
    std::shared_ptr<LayerComposite>& composite = made[region];
    shown.erase(region);
    const std::size_t bytes = std::size_t{4} * after.size * after.size;
    // Shared: held by the caller, or by another region that was painted alike.
    const bool usable = composite != nullptr && composite.use_count() == 1 && composite->size == after.size;
    if (usable) return before != nullptr;
    const std::shared_ptr<LayerComposite> old = composite;
    composite = std::make_shared<LayerComposite>();
    composite->size = after.size;
    if (old != nullptr && old->size == after.size && before != nullptr) {
      composite->rgba = old->rgba;
      return true;
    }
    composite->rgba.resize(bytes);
    return false;
  }
};

LayerComposer::LayerComposer(const LayerComposerOptions& options) : work_(std::make_unique<Work>(options)) {}
LayerComposer::~LayerComposer() = default;
LayerComposer::LayerComposer(LayerComposer&&) noexcept = default;
LayerComposer& LayerComposer::operator=(LayerComposer&&) noexcept = default;

std::vector<std::string> LayerComposer::compose(const OutfitPaint& paint) {
  Work& work = *work_;
  std::vector<std::string> changed;
  std::vector<Work::Task> tasks;
  std::vector<std::pair<std::string, std::string>> alike;
  for (std::size_t i = 0; i < paint.sets.size(); ++i) {
    const SetPaint& set = paint.sets[i];
    const SetPaint* before = work.last.find(set.region);
    if (before != nullptr && work.shown.contains(set.region) && before->draws_like(set)) continue;
    changed.push_back(set.region);
    const auto twin = std::find_if(paint.sets.begin(), paint.sets.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const SetPaint& other) { return other.draws_like(set); });
    if (twin != paint.sets.begin() + static_cast<std::ptrdiff_t>(i)) {
      alike.emplace_back(set.region, twin->region);
      continue;
    }
    const bool kept = work.prepare(set.region, before, set);
    for (const LayerTile& tile : layer_tiles(set.size))
      if (!kept || tile_differs(*before, set, tile))
        tasks.push_back({&set, work.made[set.region].get(), tile});
  }
  work.reduced = reduced_pictures(paint.sets, work.reduced);
  work.for_each(tasks.size(), [&](TilePainter& painter, std::size_t t) {
    painter.paint(*tasks[t].paint, work.reduced, tasks[t].tile, tasks[t].into->rgba);
  });
  for (const auto& [region, twin] : alike) {
    work.shown.erase(region);
    work.made[region] = work.made[twin];
  }
  work.last = paint;
  for (const SetPaint& set : paint.sets) work.shown[set.region] = work.made[set.region];
  return changed;
}

const std::map<std::string, std::shared_ptr<const LayerComposite>>& LayerComposer::composites() const {
  return work_->shown;
}

MaskImage LayerComposer::layer_mask(const SetPaint& paint, std::size_t layer) const {
  assert(layer < paint.layers.size() && paint.layers[layer].has_mask);
  MaskImage mask{paint.size, paint.size, {}};
  mask.texels.resize(std::size_t{paint.size} * paint.size);
  const ReducedPictures reduced = reduced_pictures({&paint, 1});
  const std::vector<LayerTile> tiles = layer_tiles(paint.size);
  work_->for_each(tiles.size(), [&](TilePainter& painter, std::size_t t) {
    painter.paint_mask(paint, layer, reduced, tiles[t], mask.texels);
  });
  return mask;
}

std::optional<MaskImage> LayerComposer::morph_mask(const SetPaint& paint) const {
  for (std::size_t i = paint.layers.size(); i-- > 0;)
    if (paint.layers[i].masks_morph && paint.layers[i].has_mask) return layer_mask(paint, i);
  return std::nullopt;
}

MaskImage LayerComposer::gathered_mask(const SetPaint& paint) const {
  MaskImage gathered{paint.size, paint.size, {}};
  gathered.texels.assign(std::size_t{paint.size} * paint.size, 255);
  for (std::size_t i = 0; i < paint.layers.size(); ++i) {
    const LayerPaint& layer = paint.layers[i];
    const bool covered =
        std::any_of(paint.layers.begin() + static_cast<std::ptrdiff_t>(i) + 1, paint.layers.end(),
                    [&](const LayerPaint& other) { return other.layer == layer.layer; });
    if (!layer.masks_morph || !layer.has_mask || covered) continue;
    const MaskImage mask = layer_mask(paint, i);
    for (std::size_t t = 0; t < mask.texels.size(); ++t)
      gathered.texels[t] = static_cast<std::uint8_t>((gathered.texels[t] * (mask.texels[t] + 1)) >> 8);
  }
  return gathered;
}

std::vector<std::uint8_t> flipped_rows(const std::vector<std::uint8_t>& rgba, std::uint32_t size) {
  std::vector<std::uint8_t> flipped(rgba.size());
  const std::size_t row = std::size_t{4} * size;
  for (std::uint32_t y = 0; y < size; ++y)
    std::copy_n(rgba.begin() + static_cast<std::ptrdiff_t>(row * y), row,
                flipped.begin() + static_cast<std::ptrdiff_t>(row * (size - 1 - y)));
  return flipped;
}

}  // namespace mannequin
