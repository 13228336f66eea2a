// layers/...: painting skin and clothing, each case compared first with one thread of the scalar kernels.
#include <benchmark/benchmark.h>

#include "engine/io/definitions.h"
#include "engine/io/layer_sets_file.h"
#include "engine/layers/layer_composer.h"

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

// Skin, hair, eyes, underwear, socks, shoes, shirt, trousers, gloves, jacket, skirt and a tattoo.
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

// False after reporting to `state`, if the case has no time.
bool agrees(const LayerComposer& composer, const OutfitPaint& paint, benchmark::State& state) {
  LayerComposer reference({1, CpuTarget::scalar});
  reference.compose(paint);
  for (const auto& [region, composite] : reference.composites())
    if (composer.composites().at(region)->rgba != composite->rgba) {
      state.SkipWithError((region + " differs from the scalar kernels").c_str());
      return false;
    }
  return true;
}

// Every region from scratch, into allocated memory.
void all_sets(benchmark::State& state) {
  LayerOutfit outfits[2] = {everything(), everything()};
  // Nothing can be reused between the two: skin, hair and eyes, and each item's texture, differ.
  for (WornItem& item : outfits[1].items) {
    for (auto& [slot, texture] : item.textures) texture.picture = woven(1024, 77);
    item.sliders[111] = 0.7;
  }
  const OutfitPaint paints[2] = {planned(outfits[0]), planned(outfits[1])};
  LayerComposer composer({static_cast<unsigned>(state.range(0)), best_cpu_target()});
  composer.compose(paints[0]);
  if (!agrees(composer, paints[0], state)) return;
  std::size_t i = 0;
  for (auto _ : state) composer.compose(paints[++i % 2]);
}

// One slider dragged: repaints only what it affects.
void dragged(benchmark::State& state, int slider) {
  LayerOutfit outfit = everything();
  LayerComposer composer({2, best_cpu_target()});
  composer.compose(planned(outfit));
  int step = 0;
  const auto drag = [&] {
    step = (step + 1) % 40;
    for (WornItem& item : outfit.items)
      if (item.type == wardrobe().character.appearance[wardrobe().character.appearance.find(slider)].wearable)
        item.sliders[slider] = 0.3 + 0.01 * step;
    const OutfitPaint paint = planned(outfit);
    composer.compose(paint);
    return paint;
  };
  if (!agrees(composer, drag(), state)) return;
  for (auto _ : state) drag();
}

BENCHMARK(all_sets)
    ->Name("layers/all_sets/2048")
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, sleeve, 800)
    ->Name("layers/drag/sleeve_length")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, trousers, 815)
    ->Name("layers/drag/trouser_length")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, red, 803)
    ->Name("layers/drag/shirt_red")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(dragged, pigment, 111)
    ->Name("layers/drag/skin_pigment")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace mannequin::bench
