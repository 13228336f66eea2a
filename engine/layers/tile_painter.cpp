#include "engine/layers/tile_painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace mannequin {
namespace {

std::uint8_t byte_product(unsigned a, unsigned b) {
  const unsigned t = a * b + 128;
  return static_cast<std::uint8_t>((t + (t >> 8)) >> 8);
}

struct TexelRange {
  std::uint8_t least = 255, most = 0;
};

// The source texels that the tile reads.
TexelRange source_range(const LayerPicture& picture, const LayerTile& tile) {
  const TexelPicture& texels = *picture.picture;
  const auto cells = [&](std::uint32_t begin, std::uint32_t length, std::uint32_t side) {
    const std::uint64_t first = std::uint64_t{begin} * side / tile.size,
                        last = (std::uint64_t{begin} + length) * side / tile.size + 1;
    return std::pair(
        static_cast<std::uint32_t>((first == 0 ? 0 : first - 1) / LayerPicture::kCell),
        static_cast<std::uint32_t>(std::min<std::uint64_t>(last, side - 1) / LayerPicture::kCell));
  };
  const auto [left, right] = cells(tile.x, tile.width, texels.width);
  const auto [bottom, top] = cells(tile.y, tile.height, texels.height);
  TexelRange range;
  for (std::uint32_t row = bottom; row <= top; ++row)
    for (std::uint32_t column = left; column <= right; ++column) {
      const std::size_t cell = std::size_t{row} * picture.columns + column;
      range.least = std::min(range.least, picture.least[cell]);
      range.most = std::max(range.most, picture.most[cell]);
    }
  return range;
}

bool terms_differ(const MaskTerm& before, const MaskTerm& after, const LayerTile& tile) {
  if (before.picture != after.picture || before.multiply != after.multiply) return true;
  if (before.table == after.table) return false;
  if (before.picture == nullptr) return true;
  const TexelRange range = source_range(*before.picture, tile);
  for (std::size_t p = range.least; p <= range.most; ++p)
    if (before.table[p] != after.table[p]) return true;
  return false;
}

// Whether at most the tables of the terms differ.
bool differ_in_tables(const LayerPaint& a, const LayerPaint& b) {
  LayerPaint same = b;
  same.terms = a.terms;
  return a == same && a.terms.size() == b.terms.size();
}

}  // namespace

std::vector<LayerTile> layer_tiles(std::uint32_t size) {
  std::vector<LayerTile> tiles;
  const std::uint32_t width = std::min(size, LayerTile::kWidth), height = std::min(size, LayerTile::kHeight);
  for (std::uint32_t y = 0; y < size; y += height)
    for (std::uint32_t x = 0; x < size; x += width) tiles.push_back({size, x, y, width, height});
  return tiles;
}

bool leaves_tile(const LayerPaint& layer, const LayerTile& tile) {
  if (layer.blend != PaintBlend::mask || !layer.mask_from_zero) return false;
  unsigned most = 0;
  for (const MaskTerm& term : layer.terms) {
    const std::uint8_t byte =
        term.table[term.picture == nullptr ? 0 : source_range(*term.picture, tile).most];
    most = term.multiply ? byte_product(most, byte) : std::min(255u, most + byte);
  }
  return most == 0;
}

bool tile_differs(const SetPaint& before, const SetPaint& after, const LayerTile& tile) {
  if (before.size != after.size || before.invisible != after.invisible ||
      before.resets_alpha != after.resets_alpha || before.alpha != after.alpha ||
      before.visibility != after.visibility || before.layers.size() != after.layers.size())
    return true;
  const bool alpha_matters = keeps_alpha(before) || keeps_alpha(after);
  for (std::size_t i = 0; i < before.layers.size(); ++i) {
    const LayerPaint &a = before.layers[i], &b = after.layers[i];
    if (a == b || (!alpha_matters && leaves_tile(a, tile) && leaves_tile(b, tile))) continue;
    if (!differ_in_tables(a, b)) return true;
    for (std::size_t t = 0; t < a.terms.size(); ++t)
      if (terms_differ(a.terms[t], b.terms[t], tile)) return true;
  }
  return false;
}

TilePainter::TilePainter(const TexelKernels& kernels) : kernels_(kernels) {
  const std::size_t bytes = std::size_t{LayerTile::kWidth} * LayerTile::kHeight + kTexelPadding;
  for (auto& plane : planes_) plane.resize(bytes);
  for (auto& source : source_texels_) source.resize(bytes);
  mask_texels_.resize(bytes);
  term_texels_.resize(bytes);
  visible_texels_.resize(bytes);
}

void TilePainter::start(const SetPaint& set, const ReducedPictures& reduced, const LayerTile& tile) {
  set_ = &set;
  reduced_ = &reduced;
  tile_ = tile;
  keeps_alpha_ = keeps_alpha(set);
  alpha_of_ = nullptr;  // that of another tile
  for (std::size_t c = 0; c < 4; ++c) std::memset(planes_[c].data(), c == 3 ? 255 : 0, tile.texels());
}

void TilePainter::paint(const SetPaint& set, const ReducedPictures& reduced, const LayerTile& tile,
                        std::span<std::uint8_t> rgba) {
  start(set, reduced, tile);
  if (set.invisible) {
    for (auto& plane : planes_) std::memset(plane.data(), 0, tile.texels());
  } else {
    for (const LayerPaint& layer : set.layers) draw(layer);
    if (set.resets_alpha) finish_alpha();
  }
  for (std::uint32_t y = 0; y < tile.height; ++y) {
    const std::size_t from = std::size_t{y} * tile.width, to = std::size_t{tile.y + y} * tile.size + tile.x;
    const std::uint8_t* const rows[4] = {planes_[0].data() + from, planes_[1].data() + from,
                                         planes_[2].data() + from, planes_[3].data() + from};
    kernels_.interleave(rgba.data() + 4 * to, rows, tile.width);
  }
}

void TilePainter::paint_mask(const SetPaint& set, std::size_t layer, const ReducedPictures& reduced,
                             const LayerTile& tile, std::span<std::uint8_t> texels) {
  start(set, reduced, tile);
  const LayerPaint& wanted = set.layers[layer];
  if (!wanted.mask_from_zero)
    for (std::size_t i = 0; i < layer; ++i) draw(set.layers[i]);
  make_mask(wanted);
  const std::uint8_t* mask = materialised(mask_, mask_texels_.data());
  for (std::uint32_t y = 0; y < tile.height; ++y)
    std::memcpy(texels.data() + std::size_t{tile.y + y} * tile.size + tile.x,
                mask + std::size_t{y} * tile.width, tile.width);
}

void TilePainter::draw(const LayerPaint& layer) {
  if (!keeps_alpha_ && leaves_tile(layer, tile_)) return;
  mask_ = {};
  alpha_of_ = nullptr;
  if (layer.has_mask) make_mask(layer);
  for (const PaintSource& source : layer.sources) draw_source(layer, source);
}

std::uint8_t* TilePainter::materialised(Run& run, std::uint8_t* into) const {
  if (run.texels == nullptr)
    std::memset(into, run.value, tile_.texels());
  else if (run.texels != into)
    std::memcpy(into, run.texels, tile_.texels());
  run.texels = into;
  return into;
}

void TilePainter::make_mask(const LayerPaint& layer) {
  mask_ = layer.mask_from_zero ? Run{} : Run{planes_[3].data(), 0};
  for (const MaskTerm& term : layer.terms) {
    const Run value = term.picture == nullptr
                          ? Run{nullptr, term.table[0]}
                          : fetch(term.picture->picture, 0, term_texels_.data(), term.table.data());
    combine_mask(value, term.multiply);
  }
  for (const PaintPlane& factor : layer.factors)
    if (mask_.texels != nullptr || mask_.value != 0)
      combine_mask(fetch_alpha(factor.picture, factor.plane), true);
  combine_mask({nullptr, layer.mask_factor}, true);
  if (keeps_alpha_ && mask_.texels != planes_[3].data()) {
    Run alpha = mask_;
    materialised(alpha, planes_[3].data());
  }
}

void TilePainter::combine_mask(const Run& with, bool multiply) {
  const std::size_t count = tile_.texels();
  if (mask_.texels == nullptr && with.texels == nullptr) {
    mask_.value = multiply ? byte_product(mask_.value, with.value)
                           : static_cast<std::uint8_t>(std::min(255, mask_.value + with.value));
    return;
  }
  const std::uint8_t nothing = multiply ? 255 : 0, everything = multiply ? 0 : 255;
  if (mask_.texels == nullptr && mask_.value == everything) return;
  if (with.texels == nullptr && with.value == nothing) return;
  if (with.texels == nullptr && with.value == everything) {
    mask_ = with;
    return;
  }
  if (mask_.texels == nullptr && mask_.value == nothing) {
    Run copy = with;
    materialised(copy, mask_texels_.data());
    mask_ = copy;
    return;
  }
  std::uint8_t* mask = materialised(mask_, mask_texels_.data());
  Run other = with;
  const std::uint8_t* term =
      other.texels != nullptr ? other.texels : materialised(other, term_texels_.data());
  (multiply ? kernels_.multiply : kernels_.add)(mask, term, count);
}

void TilePainter::blend(std::uint8_t* plane, const Run& source, std::uint8_t color, const Run& mask) {
  const std::size_t count = tile_.texels();
  if (mask.texels == nullptr && mask.value == 0) return;
  if (mask.texels == nullptr && mask.value == 255) {
    if (source.texels == nullptr)
      std::memset(plane, byte_product(source.value, color), count);
    else
      kernels_.scale(plane, source.texels, color, count);
    return;
  }
  Run over = mask, from = source;
  const std::uint8_t* m = over.texels != nullptr ? over.texels : materialised(over, term_texels_.data());
  if (from.texels == nullptr && (from.value == 255 || from.value == 0 || color == 255))
    return kernels_.mix_plain(plane, byte_product(from.value, color), m, count);
  if (from.texels == nullptr) materialised(from, source_texels_[3].data());
  if (color == 255) return kernels_.mix_picture(plane, from.texels, m, count);
  kernels_.mix(plane, from.texels, color, m, count);
}

void TilePainter::draw_source(const LayerPaint& layer, const PaintSource& source) {
  if (layer.blend == PaintBlend::mask && mask_.texels == nullptr && mask_.value == 0) return;
  const std::size_t count = tile_.texels();
  Run run[4];
  for (Run& plain : run) plain = {nullptr, 255};
  const TexelPicturePtr& picture = source.picture;
  const std::array<SourceChannel, 4> channels = source_channels(source);
  // Alpha first: its buffer may be needed for a plain colour only after it was used.
  if (channels[3].has_plane) run[3] = fetch_alpha(picture, channels[3].plane);
  for (std::size_t c = 0; c < 3; ++c)
    run[c] = !channels[c].has_plane ? Run{nullptr, channels[c].value}
             : c > 0 && channels[c].plane == channels[0].plane
                 ? run[0]
                 : fetch(picture, channels[c].plane, source_texels_[c].data(), nullptr);
  const Run alpha = run[3];
  const std::uint8_t opacity = layer.color[3];
  const bool tests = layer.alpha_test && picture != nullptr;
  if (tests && alpha.texels == nullptr && alpha.value * opacity <= 260) return;

  Run mask = layer.blend == PaintBlend::mask ? mask_ : Run{nullptr, 255};
  if (layer.blend == PaintBlend::normal) {
    if (alpha.texels != nullptr && opacity != 255) {
      // The product of both alphas does not fit a byte, so both are applied at once.
      for (std::size_t c = 0; c < 4; ++c) {
        if (c == 3 && !keeps_alpha_) continue;
        Run from = run[c];
        const std::uint8_t* texels = c == 3                   ? alpha.texels
                                     : from.texels != nullptr ? from.texels
                                                              : materialised(from, source_texels_[c].data());
        kernels_.mix_tinted(planes_[c].data(), texels, layer.color[c], alpha.texels, opacity, count);
      }
      return;
    }
    mask = alpha.texels != nullptr ? alpha : Run{nullptr, byte_product(alpha.value, opacity)};
  }
  if (tests && alpha.texels != nullptr && (mask.texels != nullptr || mask.value != 0)) {
    Run all = mask;
    const std::uint8_t* m = all.texels != nullptr ? all.texels : materialised(all, term_texels_.data());
    kernels_.pass_visible(term_texels_.data(), m, alpha.texels, opacity, count);
    mask = {term_texels_.data(), 0};
  }
  for (std::size_t c = 0; c < 3; ++c) blend(planes_[c].data(), run[c], layer.color[c], mask);
  if (keeps_alpha_) blend(planes_[3].data(), alpha, opacity, mask);
}

void TilePainter::finish_alpha() {
  mask_ = {nullptr, 255};
  if (set_->alpha)
    combine_mask(fetch(set_->alpha->picture, set_->alpha->plane, term_texels_.data(), nullptr), true);
  for (const PaintPlane& plane : set_->visibility)
    combine_mask(fetch(plane.picture, plane.plane, term_texels_.data(), nullptr), true);
  Run alpha = mask_;
  materialised(alpha, planes_[3].data());
}

TilePainter::Run TilePainter::fetch_alpha(const TexelPicturePtr& picture, std::uint32_t plane) {
  if (alpha_of_ != picture.get()) alpha_ = fetch(picture, plane, visible_texels_.data(), nullptr);
  alpha_of_ = picture.get();
  return alpha_;
}

TilePainter::Run TilePainter::fetch(const TexelPicturePtr& picture, std::uint32_t plane, std::uint8_t* into,
                                    const std::uint8_t* table) {
  const TexelPicture& from = *picture_for(*reduced_, picture, tile_.size);
  const std::uint8_t* texels = from.plane(plane).data();
  const std::uint32_t ratio = enlargement(from, tile_.size);
  if (ratio == 0) return fetch_stretched(from, texels, into, table);
  if (ratio > 1) return fetch_enlarged(from, texels, into, table, ratio);
  for (std::uint32_t y = 0; y < tile_.height; ++y) {
    const std::uint8_t* row = texels + std::size_t{tile_.y + y} * from.width + tile_.x;
    std::uint8_t* to = into + std::size_t{y} * tile_.width;
    if (table == nullptr)
      std::memcpy(to, row, tile_.width);
    else
      for (std::uint32_t x = 0; x < tile_.width; ++x) to[x] = table[row[x]];
  }
  const bool constant = std::memcmp(into, into + 1, tile_.texels() - 1) == 0;
  return constant ? Run{nullptr, into[0]} : Run{into, 0};
}

TilePainter::Run TilePainter::fetch_enlarged(const TexelPicture& picture, const std::uint8_t* plane,
                                             std::uint8_t* into, const std::uint8_t* table,
                                             std::uint32_t ratio) {
  const std::uint32_t columns = tile_.width / ratio + 2, rows = tile_.height / ratio + 2;
  const auto clamped = [](std::int64_t at, std::uint32_t side) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, std::int64_t{side} - 1));
  };
  block_.resize(std::size_t{columns} * rows + kTexelPadding);
  row_.resize(columns + kTexelPadding);
  const std::int64_t left = std::int64_t{tile_.x / ratio} - 1, bottom = std::int64_t{tile_.y / ratio} - 1;
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint8_t* row = plane + clamped(bottom + y, picture.height) * picture.width;
    std::uint8_t* to = block_.data() + std::size_t{y} * columns;
    // Only the outermost columns can lie beyond the picture.
    to[0] = row[clamped(left, picture.width)];
    std::memcpy(to + 1, row + left + 1, columns - 2);
    to[columns - 1] = row[clamped(left + columns - 1, picture.width)];
    if (table == nullptr) continue;
    for (std::uint32_t x = 0; x < columns; ++x) to[x] = table[to[x]];
  }
  if (std::memcmp(block_.data(), block_.data() + 1, std::size_t{columns} * rows - 1) == 0)
    return {nullptr, block_[0]};
  // Whole vectors of up to 32 texels of the picture, each enlarged eight times at most.
  std::uint8_t line[LayerTile::kWidth + 8 * 2 * 32];
  for (std::uint32_t y = 0; y < tile_.height; ++y) {
    // Row (y + 1/2) / ratio - 1/2 of the picture, relative to the block.
    const std::uint32_t at = 2 * y + 1 + ratio, below = at / (2 * ratio), part = at % (2 * ratio);
    const std::uint8_t* row = block_.data() + std::size_t{below} * columns;
    kernels_.lerp_rows(row_.data(), row, row + columns, static_cast<std::uint16_t>(2 * ratio - part),
                       static_cast<std::uint16_t>(part), columns);
    kernels_.enlarge(line, row_.data(), ratio, columns - 1);
    std::memcpy(into + std::size_t{y} * tile_.width, line + ratio / 2, tile_.width);
  }
  return {into, 0};
}

TilePainter::Run TilePainter::fetch_stretched(const TexelPicture& picture, const std::uint8_t* plane,
                                              std::uint8_t* into, const std::uint8_t* table) {
  struct Place {
    std::size_t first, second;
    float part;
  };
  const auto place = [&](std::uint32_t i, std::uint32_t side) {
    const float at =
        (static_cast<float>(i) + 0.5f) * static_cast<float>(side) / static_cast<float>(tile_.size) - 0.5f;
    const float low = std::floor(at), last = static_cast<float>(side - 1);
    return Place{static_cast<std::size_t>(std::clamp(low, 0.0f, last)),
                 static_cast<std::size_t>(std::clamp(low + 1.0f, 0.0f, last)), at - low};
  };
  const auto texel = [&](std::size_t y, std::size_t x) {
    const std::uint8_t p = plane[y * picture.width + x];
    return static_cast<float>(table == nullptr ? p : table[p]);
  };
  std::vector<Place> columns;
  for (std::uint32_t x = 0; x < tile_.width; ++x) columns.push_back(place(tile_.x + x, picture.width));
  std::uint8_t* to = into;
  for (std::uint32_t y = 0; y < tile_.height; ++y) {
    const Place row = place(tile_.y + y, picture.height);
    for (const Place& column : columns) {
      const float low = texel(row.first, column.first) * (1.0f - column.part) +
                        texel(row.first, column.second) * column.part,
                  high = texel(row.second, column.first) * (1.0f - column.part) +
                         texel(row.second, column.second) * column.part;
      const float rounded =
          low * (1.0f - row.part) + high * row.part + 0.5f;  // cut off below, as the viewer does
      *to++ = static_cast<std::uint8_t>(rounded);
    }
  }
  return {into, 0};
}

}  // namespace mannequin
