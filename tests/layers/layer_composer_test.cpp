// Layers painted over each other, at every size and with every instruction set.
#include "engine/layers/layer_composer.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/io/definitions.h"

namespace mannequin {
namespace {

const Appearance& built_in_appearance() {
  static const Character character = Character::build(io::read_builtin_character().value()).value();
  return character.appearance;
}

TexelPicturePtr plain_texture(std::vector<std::uint8_t> color, std::uint32_t side = 4) {
  TexelPicture picture{side, side, static_cast<std::uint32_t>(color.size()), {}};
  for (const std::uint8_t value : color)
    picture.texels.insert(picture.texels.end(), picture.plane_size(), value);
  return std::make_shared<const TexelPicture>(std::move(picture));
}

TexelPicturePtr noise_texture(std::uint32_t width, std::uint32_t height, std::uint32_t components,
                              unsigned seed) {
  std::mt19937 random(seed);
  TexelPicture picture{width, height, components, {}};
  for (std::size_t i = 0; i < components * picture.plane_size(); ++i)
    picture.texels.push_back(static_cast<std::uint8_t>(random() >> 24));
  return std::make_shared<const TexelPicture>(std::move(picture));
}

// A ramp from 0 on the left to 255 on the right.
TexelPicturePtr ramp_texture(std::uint32_t side) {
  TexelPicture picture{side, side, 1, {}};
  for (std::uint32_t i = 0; i < side * side; ++i)
    picture.texels.push_back(static_cast<std::uint8_t>((i % side) * 255 / (side - 1)));
  return std::make_shared<const TexelPicture>(std::move(picture));
}

// Skin below, a shirt with a sleeve (600) cut by a collar (602) and tints over it, and an alpha item.
LayerSetsDesc two_layers() {
  LayerSetsDesc desc;
  desc.source = "test";
  LayerSetDesc set;
  set.region = "upper_body";
  LayerDesc base, shirt, hidden;
  base.name = "base";
  base.fixed_color = {200, 150, 100, 255};
  shirt.name = "upper_clothes";
  shirt.texture = "upper_shirt";
  shirt.alpha = {{600, "sleeve", false, false, 0.1f}, {602, "collar", true, false, 0.05f}};
  for (const auto& [id, color] : {std::pair(803, std::array<std::uint8_t, 4>{255, 0, 0, 255}),
                                  std::pair(804, std::array<std::uint8_t, 4>{0, 255, 0, 255}),
                                  std::pair(805, std::array<std::uint8_t, 4>{0, 0, 255, 255})})
    shirt.color.push_back({id, ColorOperation::add, {{0, 0, 0, 255}, color}});
  hidden.name = "upper alpha";
  hidden.pass = LayerPass::visibility;
  hidden.texture = "upper_alpha";
  set.layers = {base, shirt, hidden};
  desc.sets = {set};
  desc.masked_morphs = {{"Displace_Loose_Upperbody", "upper_body", "upper_clothes"}};
  return desc;
}

LayerSets built_layer_sets(LayerSetsDesc desc, std::uint32_t side = 64) {
  return LayerSets::build(std::move(desc), built_in_appearance(),
                          {{"sleeve", ramp_texture(side)}, {"collar", noise_texture(side, side, 1, 3)}})
      .value();
}

WornItem shirt_of(TexelPicturePtr texture, SliderValues sliders = {}) {
  WornItem item{"shirt", "", std::move(sliders), {}};
  item.textures["upper_shirt"] = {WornTexture::Kind::picture, std::move(texture)};
  return item;
}

std::array<int, 4> texel_of(const LayerComposer& composer, std::uint32_t x, std::uint32_t y) {
  const LayerComposite& composite = *composer.composites().at("upper_body");
  const std::uint8_t* at = composite.rgba.data() + 4 * (std::size_t{y} * composite.size + x);
  return {at[0], at[1], at[2], at[3]};
}

std::vector<std::uint8_t> composed(const LayerSets& sets, const LayerOutfit& outfit, std::uint32_t size,
                                   const LayerComposerOptions& options = {}) {
  LayerComposer composer(options);
  composer.compose(plan_paint(sets, built_in_appearance(), outfit, size));
  return composer.composites().at("upper_body")->rgba;
}

TEST(LayerComposer, AShirtCoversTheSkinAsFarAsItsSleeveGoes) {
  LayerSetsDesc desc = two_layers();
  desc.sets[0].layers[1].alpha.pop_back();
  const LayerSets sets = built_layer_sets(desc);
  LayerComposer composer;
  const LayerOutfit bare;
  composer.compose(plan_paint(sets, built_in_appearance(), bare, 64));
  EXPECT_EQ(texel_of(composer, 5, 5), (std::array<int, 4>{200, 150, 100, 255}));
  EXPECT_FALSE(composer.morph_mask(plan_paint(sets, built_in_appearance(), bare, 64).sets[0]))
      << "without a shirt no mask is applied";

  LayerOutfit dressed;
  dressed.items = {shirt_of(plain_texture({10, 20, 30}), {{800, 0.5}})};
  const OutfitPaint paint = plan_paint(sets, built_in_appearance(), dressed, 64);
  EXPECT_EQ(composer.compose(paint), std::vector<std::string>{"upper_body"});
  EXPECT_EQ(texel_of(composer, 0, 0), (std::array<int, 4>{200, 150, 100, 255})) << "beyond the sleeve";
  EXPECT_EQ(texel_of(composer, 63, 0), (std::array<int, 4>{10, 20, 30, 255})) << "under it";
  const std::optional<MaskImage> mask = composer.morph_mask(paint.sets[0]);
  ASSERT_TRUE(mask);
  EXPECT_EQ(mask->texels[0], 0);
  EXPECT_EQ(mask->texels[63], 255);
  EXPECT_EQ(composer.gathered_mask(paint.sets[0]).texels, mask->texels);
  EXPECT_TRUE(composer.compose(paint).empty()) << "nothing differs from the last time";
}

TEST(LayerComposer, TintsAlphasAndAlphaItemsAct) {
  LayerSetsDesc desc = two_layers();
  desc.sets[0].layers[1].alpha.clear();
  const LayerSets sets = built_layer_sets(desc);
  LayerComposer composer;
  LayerOutfit outfit;
  // Red 0.6 of a grey half-transparent shirt: 100 x 153 / 255 over 200 at 128 / 255.
  outfit.items = {shirt_of(plain_texture({100, 100, 100, 128}), {{803, 0.6}, {804, 0.0}, {805, 1.0}})};
  composer.compose(plan_paint(sets, built_in_appearance(), outfit, 64));
  EXPECT_EQ(texel_of(composer, 9, 9), (std::array<int, 4>{130, 75, 100, 255}));
  WornItem alpha{"alpha", "", {}, {}};
  alpha.textures["upper_alpha"] = {WornTexture::Kind::picture, plain_texture({0, 0, 0, 40})};
  outfit.items.push_back(alpha);
  composer.compose(plan_paint(sets, built_in_appearance(), outfit, 64));
  EXPECT_EQ(texel_of(composer, 9, 9), (std::array<int, 4>{130, 75, 100, 40}));
  outfit.items.back().textures["upper_alpha"] = {WornTexture::Kind::invisible, nullptr};
  composer.compose(plan_paint(sets, built_in_appearance(), outfit, 64));
  EXPECT_EQ(texel_of(composer, 9, 9), (std::array<int, 4>{0, 0, 0, 0}));
  outfit.items = {shirt_of(nullptr)};
  outfit.items[0].textures["upper_shirt"] = {WornTexture::Kind::placeholder, nullptr};
  composer.compose(plan_paint(sets, built_in_appearance(), outfit, 64));
  EXPECT_EQ(texel_of(composer, 9, 9), (std::array<int, 4>{200, 150, 100, 255}))
      << "the placeholder draws nothing";
}

// Whatever was painted before, a repaint gives the bytes of a first painting.
TEST(LayerComposer, RepaintingGivesTheBytesOfPainting) {
  const LayerSets sets = built_layer_sets(two_layers(), 128);
  LayerComposer composer;
  std::mt19937 random(7);
  const auto share = [&] { return static_cast<double>(random() % 101) / 100.0; };
  LayerOutfit outfit;
  outfit.items = {shirt_of(noise_texture(128, 128, 4, 1)), shirt_of(noise_texture(64, 64, 3, 2))};
  std::shared_ptr<const LayerComposite> held;
  std::vector<std::uint8_t> held_bytes;
  for (int step = 0; step < 40; ++step) {
    static const int kSliders[] = {800, 802, 803, 804};
    outfit.items[random() % 2].sliders[kSliders[random() % 4]] = share();
    if (step % 9 == 8) std::swap(outfit.items[0], outfit.items[1]);
    const std::uint32_t size = step < 25 ? 512 : 256;
    composer.compose(plan_paint(sets, built_in_appearance(), outfit, size));
    EXPECT_EQ(composer.composites().at("upper_body")->rgba, composed(sets, outfit, size)) << "step " << step;
    if (step == 10) held = composer.composites().at("upper_body"), held_bytes = held->rgba;
  }
  EXPECT_EQ(held->rgba, held_bytes) << "a composite that the caller holds stays as it was";
}

TEST(LayerComposer, EveryInstructionSetAndNumberOfThreadsGivesTheSameBytes) {
  for (const std::uint32_t size : {64u, 256u, 512u}) {
    LayerOutfit outfit;
    outfit.items = {shirt_of(noise_texture(64, 64, 4, 5), {{800, 0.4}, {803, 0.3}}),
                    shirt_of(noise_texture(100, 60, 4, 6), {{800, 0.2}, {804, 0.9}}),
                    shirt_of(noise_texture(1024, 1024, 3, 7), {{800, 0.1}, {802, 0.4}})};
    const LayerSets sets = built_layer_sets(two_layers());
    const std::vector<std::uint8_t> expected = composed(sets, outfit, size, {1, CpuTarget::scalar});
    for (const CpuTarget target : available_cpu_targets())
      for (const unsigned threads : {1u, 2u})
        EXPECT_EQ(composed(sets, outfit, size, {threads, target}), expected)
            << name(target) << ", size " << size;
  }
}

// Rounded products of bytes, by definition.
TEST(LayerComposer, BytesAreRoundedToTheNearest) {
  LayerSetsDesc desc = two_layers();
  desc.sets[0].layers[1].alpha.clear();
  const LayerSets sets = built_layer_sets(desc);
  const TexelPicturePtr noise = noise_texture(64, 64, 4, 11);
  LayerOutfit outfit;
  outfit.items = {shirt_of(noise)};
  const std::vector<std::uint8_t> texels = composed(sets, outfit, 64);
  const int skin[3] = {200, 150, 100};
  for (std::size_t i = 0; i < noise->plane_size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const int alpha = noise->plane(3)[i] < 2 ? 0 : noise->plane(3)[i];
      const int sum = noise->plane(static_cast<std::uint32_t>(c))[i] * alpha + skin[c] * (255 - alpha);
      ASSERT_EQ(texels[4 * i + c], (2 * sum + 255) / 510) << "texel " << i << ", alpha " << alpha;
    }
}

TEST(LayerSets, FaultsAreNamed) {
  const auto fault = [](auto change) {
    LayerSetsDesc desc = two_layers();
    change(desc);
    const auto sets = LayerSets::build(std::move(desc), built_in_appearance(), {{"sleeve", ramp_texture(8)}});
    return sets ? std::string("none") : sets.error().message();
  };
  EXPECT_NE(fault([](LayerSetsDesc&) {}).find("collar"), std::string::npos) << "a picture is missing";
  EXPECT_NE(fault([](LayerSetsDesc& d) { d.sets.push_back(d.sets[0]); }).find("twice"), std::string::npos);
  EXPECT_NE(fault([](LayerSetsDesc& d) { d.sets[0].layers[1].alpha[0].parameter = 424242; }).find("424242"),
            std::string::npos);
  EXPECT_NE(fault([](LayerSetsDesc& d) { d.sets[0].layers[1].alpha[0].parameter = 33; }).find("33"),
            std::string::npos);
  EXPECT_NE(fault([](LayerSetsDesc& d) { d.sets[0].layers[1].texture = "left_sock"; }).find("left_sock"),
            std::string::npos);
  EXPECT_NE(fault([](LayerSetsDesc& d) { d.sets[0].layers[1].color[0].values.clear(); }).find("0 colours"),
            std::string::npos);
}

}  // namespace
}  // namespace mannequin
