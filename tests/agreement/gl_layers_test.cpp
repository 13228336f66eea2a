// Clothing layers painted in OpenGL against the CPU: all regions, many outfits, byte by byte.
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include "engine/gpu/gl_buffer.h"
#include "engine/io/definitions.h"
#include "engine/io/layer_sets_file.h"
#include "engine/layers/gl/gl_layer_composer.h"
#include "tests/builtin_character.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

constexpr std::size_t kRegions = 11;

struct Wardrobe {
  Character character;
  LayerSets sets;
};

Wardrobe builtin_wardrobe() {
  Character character = make_builtin_character();
  LayerSets sets = io::read_builtin_layers(character.appearance).value();
  return {std::move(character), std::move(sets)};
}

// Noise below, and alpha of all kinds: none, in part, all, and a ramp between.
TexelPicturePtr texture(std::uint32_t width, std::uint32_t height, std::uint32_t components, unsigned seed) {
  std::mt19937 random(seed);
  TexelPicture picture{width, height, components, {}};
  picture.texels.reserve(components * picture.plane_size());
  for (std::uint32_t c = 0; c < components; ++c)
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint32_t quarter = 4 * x / width;
        const std::uint32_t value = c != 3 || quarter == 3 ? static_cast<std::uint32_t>(random() >> 24)
                                    : quarter == 2         ? 255 * y / height
                                                           : 255 * quarter;
        picture.texels.push_back(static_cast<std::uint8_t>(value));
      }
  return std::make_shared<const TexelPicture>(std::move(picture));
}

// Every type of item, once or twice, with textures of sizes that divide a region's and others, and every
// slider of its type anywhere.
LayerOutfit random_outfit(const Appearance& appearance, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const auto share = [&] { return static_cast<double>(below(1001)) / 1000.0; };
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 6> kSizes{
      {{64, 64}, {256, 256}, {512, 512}, {1024, 1024}, {300, 200}, {1100, 700}}};
  LayerOutfit outfit;
  outfit.sex = seed % 2 == 0 ? Sex::female : Sex::male;
  for (const std::string_view type : wearable_types()) {
    if (type == "physics" || below(4) == 0) continue;
    for (unsigned layers = 1 + below(2); layers > 0; --layers) {
      WornItem item{std::string(type), "", {}, {}};
      for (const ParameterDesc& parameter : appearance.parameters())
        if (parameter.wearable == type)
          item.sliders[parameter.id] = parameter.min + share() * (parameter.max - parameter.min);
      for (const std::string_view slot : texture_slots()) {
        if (slot.empty() || wearable_of_slot(slot) != type || below(3) == 0) continue;
        const auto [width, height] = kSizes[below(kSizes.size())];
        WornTexture& worn = item.textures[std::string(slot)];
        const unsigned kind = below(12);
        worn.kind = kind == 0 ? WornTexture::Kind::placeholder : WornTexture::Kind::picture;
        if (kind > 0) worn.picture = texture(width, height, kind < 3 ? 1 : kind < 6 ? 3 : 4, below(1000));
      }
      outfit.items.push_back(std::move(item));
    }
  }
  return outfit;
}

struct TexelDifference {
  std::size_t bytes = 0, differing = 0;
  int most = 0;
};

class GlLayersTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    auto composer = GlLayerComposer::create();
    ASSERT_TRUE(composer) << composer.error().message();
    composer_ = std::move(*composer);
  }
  void TearDown() override {
    composer_.reset();
    GlTest::TearDown();
  }

  void compare(const OutfitPaint& paint, const std::string& where) { compare(*composer_, paint, where); }
  void compare(GlLayerComposer& composer, const OutfitPaint& paint, const std::string& where) {
    cpu_.compose(paint);
    const auto changed = composer.compose(paint);
    ASSERT_TRUE(changed) << where << ": " << changed.error().message();
    ASSERT_EQ(paint.sets.size(), kRegions) << where;
    for (const SetPaint& set : paint.sets) {
      const LayerComposite& wanted = *cpu_.composites().at(set.region);
      const auto read = composer.read_back(set.region);
      ASSERT_TRUE(read) << where << ": " << read.error().message();
      ASSERT_EQ(read->size, wanted.size);
      TexelDifference of_set;
      for (std::size_t i = 0; i < wanted.rgba.size(); ++i) {
        const int apart = std::abs(int{read->rgba[i]} - int{wanted.rgba[i]});
        of_set.differing += apart > 0 ? 1 : 0;
        of_set.most = std::max(of_set.most, apart);
      }
      EXPECT_LE(of_set.most, 1) << where << ", " << set.region;
      all_.bytes += wanted.rgba.size();
      all_.differing += of_set.differing;
      all_.most = std::max(all_.most, of_set.most);
    }
  }
  void record() {
    RecordProperty("bytes", std::to_string(all_.bytes));
    RecordProperty("differing", std::to_string(all_.differing));
    RecordProperty("largest_difference", all_.most);
  }

  LayerComposer cpu_;
  std::unique_ptr<GlLayerComposer> composer_;
  TexelDifference all_;
};

TEST_F(GlLayersTest, EveryRegionOfManyOutfitsIsThatOfTheCpu) {
  if (!context_) return;
  const Wardrobe wardrobe = builtin_wardrobe();
  for (const std::uint32_t size : {512u, 1024u}) {
    compare(plan_paint(wardrobe.sets, wardrobe.character.appearance, {}, size),
            "nothing at " + std::to_string(size));
    for (unsigned seed = 1; seed <= (size == 512 ? 4u : 2u); ++seed)
      compare(plan_paint(wardrobe.sets, wardrobe.character.appearance,
                         random_outfit(wardrobe.character.appearance, seed), size),
              "outfit " + std::to_string(seed) + " at " + std::to_string(size));
  }
  record();
}

TEST_F(GlLayersTest, AViewersOwnLayersAreThoseOfTheCpu) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  if (!context_) return;
  auto files = io::read_character_folder(shared_path("viewer-character"));
  ASSERT_TRUE(files) << files.error().message();
  const Character character = Character::build(std::move(*files)).value();
  auto sets = io::read_layer_folder(shared_path("viewer-character"), character.appearance);
  ASSERT_TRUE(sets) << sets.error().message();
  for (const std::uint32_t size : {512u, 1024u})
    for (unsigned seed = 11; seed <= (size == 512 ? 13u : 11u); ++seed)
      compare(plan_paint(*sets, character.appearance, random_outfit(character.appearance, seed), size),
              "outfit " + std::to_string(seed) + " at " + std::to_string(size));
  record();
}

// Whatever was painted before, and however the pictures are split.
TEST_F(GlLayersTest, RepaintingAndSplittingGiveTheBytesOfPainting) {
  if (!context_) return;
  const Wardrobe wardrobe = builtin_wardrobe();
  const Appearance& appearance = wardrobe.character.appearance;
  LayerOutfit outfit = random_outfit(appearance, 21);
  outfit.items.push_back({"shirt", "", {{800, 0.5}}, {}});
  outfit.items.back().textures["upper_shirt"] = {WornTexture::Kind::picture, texture(512, 512, 4, 5)};
  const OutfitPaint first = plan_paint(wardrobe.sets, appearance, outfit, 512);
  compare(first, "first");
  const auto again = composer_->compose(first);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->empty()) << "nothing differs";
  outfit.items.back().sliders[800] = 0.9;
  const OutfitPaint longer = plan_paint(wardrobe.sets, appearance, outfit, 512);
  const auto changed = composer_->compose(longer);
  ASSERT_TRUE(changed);
  EXPECT_EQ(*changed, std::vector<std::string>{"upper_body"}) << "a sleeve is on one region";
  compare(longer, "with a longer sleeve");

  WornItem alpha{"alpha", "", {}, {}};
  alpha.textures["upper_alpha"] = {WornTexture::Kind::invisible, nullptr};
  outfit.items.push_back(alpha);
  compare(plan_paint(wardrobe.sets, appearance, outfit, 512), "with an invisible region");
  outfit.items.pop_back();

  // The largest layer just fits, so that every region takes several runs.
  const auto split = GlLayerComposer::create({.picture_bytes = std::uint64_t{6} << 20});
  ASSERT_TRUE(split);
  compare(**split, longer, "in several runs");
  const auto tight = GlLayerComposer::create({.picture_bytes = 1000});
  ASSERT_TRUE(tight);
  const auto refused = (*tight)->compose(longer);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_EQ((*tight)->composite("head").buffer, 0u);
}

TEST_F(GlLayersTest, RegionsPaintedAlikeShareABufferAndTheHostsBindingsStay) {
  if (!context_) return;
  const Wardrobe wardrobe = builtin_wardrobe();
  const GlBuffer own = GlBuffer::create(64, nullptr, 0, "a host's buffer").value();
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, own.id());
  LayerOutfit outfit;
  compare(plan_paint(wardrobe.sets, wardrobe.character.appearance, outfit, 512), "alike");
  EXPECT_EQ(composer_->composite("aux1").buffer, composer_->composite("aux2").buffer);
  EXPECT_NE(composer_->composite("aux1").buffer, composer_->composite("head").buffer);
  GLint bound = 0;
  glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 2, &bound);
  EXPECT_EQ(static_cast<GLuint>(bound), own.id());
  // One of them alone: the other keeps what it shows.
  WornItem tattoo{"universal", "", {}, {}};
  tattoo.textures["aux1_tattoo"] = {WornTexture::Kind::picture, texture(256, 256, 4, 9)};
  outfit.items.push_back(tattoo);
  compare(plan_paint(wardrobe.sets, wardrobe.character.appearance, outfit, 512), "one alone");
  EXPECT_NE(composer_->composite("aux1").buffer, composer_->composite("aux2").buffer);
  EXPECT_FALSE(composer_->read_back("tail"));
}

}  // namespace
}  // namespace mannequin::test
