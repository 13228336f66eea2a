#include "bench/layers_scene.h"

#include <string>
#include <utility>

#include "engine/io/definitions.h"
#include "engine/io/layer_sets_file.h"

namespace mannequin::bench {
namespace {

constexpr std::uint32_t kSide = 2048;  // what current viewers compose at

struct Wardrobe {
  Character character;
  LayerSets sets;
};

const Wardrobe& wardrobe() {
  static const Wardrobe made = [] {
    Character character = Character::build(io::read_builtin_character().value()).value();
    LayerSets sets = io::read_builtin_layers(character.appearance).value();
    return Wardrobe{std::move(character), std::move(sets)};
  }();
  return made;
}

// A woven picture with soft alpha at its edges, like worn textures.
TexelPicturePtr woven(std::uint32_t side, unsigned seed) {
  TexelPicture picture{side, side, 4, {}};
  for (unsigned c = 0; c < 4; ++c)
    for (unsigned y = 0; y < side; ++y)
      for (unsigned x = 0; x < side; ++x)
        picture.texels.push_back(static_cast<std::uint8_t>(
            c == 3 ? (x < 8 ? 32 * x : 255) : 128 + (((x * (c + 1)) ^ (y * seed)) & 63)));
  return std::make_shared<const TexelPicture>(std::move(picture));
}

}  // namespace

LayerOutfit everything() {
  LayerOutfit outfit;
  unsigned seed = 1;
  for (const char* type : {"skin", "hair", "eyes", "undershirt", "underpants", "socks", "shoes", "shirt",
                           "pants", "gloves", "jacket", "skirt", "tattoo"}) {
    WornItem item{type, "", {}, {}};
    for (const std::string_view slot : texture_slots())
      if (!slot.empty() && wearable_of_slot(slot) == type && item.type != "skin")
        item.textures[std::string(slot)] = {WornTexture::Kind::picture, woven(1024, seed++)};
    outfit.items.push_back(std::move(item));
  }
  outfit.items[7].sliders = {{800, 0.6}, {803, 0.8}, {804, 0.4}, {828, 0.5}};
  return outfit;
}

OutfitPaint planned(const LayerOutfit& outfit) {
  return plan_paint(wardrobe().sets, wardrobe().character.appearance, outfit, kSide);
}

std::array<OutfitPaint, 2> two_paints() {
  std::array<LayerOutfit, 2> outfits = {everything(), everything()};
  for (WornItem& item : outfits[1].items) {
    for (auto& [slot, texture] : item.textures) texture.picture = woven(1024, 77);
    item.sliders[111] = 0.7;
  }
  return {planned(outfits[0]), planned(outfits[1])};
}

void drag_slider(LayerOutfit& outfit, int slider, int step) {
  const Appearance& appearance = wardrobe().character.appearance;
  for (WornItem& item : outfit.items)
    if (item.type == appearance[appearance.find(slider)].wearable)
      item.sliders[slider] = 0.3 + 0.01 * (step % 40);
}

}  // namespace mannequin::bench
