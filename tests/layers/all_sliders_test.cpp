// Every slider of the appearance editor affects our own dressed body, or says why not.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/fit/slider_effect.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/layer_sets_file.h"
#include "engine/layers/layer_composer.h"
#include "engine/layers/layer_reach.h"
#include "tests/builtin_character.h"
#include "tools/body/charts.h"

namespace mannequin {
namespace {

const LayerSets& builtin_layers() {
  static const LayerSets read = io::read_builtin_layers(test::builtin_character().appearance).value();
  return read;
}

// One item of this type, plain white in every slot, over bare skin.
LayerOutfit dressed_in(const std::string& type, Sex sex) {
  LayerOutfit outfit;
  outfit.sex = sex;
  WornItem item{type, "", {}, {}};
  static const auto white = std::make_shared<const TexelPicture>(TexelPicture{1, 1, 3, {255, 255, 255}});
  for (const std::string_view slot : texture_slots())
    if (!slot.empty() && wearable_of_slot(slot) == type && type != "skin")
      item.textures[std::string(slot)] = {WornTexture::Kind::picture, white};
  outfit.items.push_back(std::move(item));
  return outfit;
}

// Whether something built in shows this texel of the region; hair and eyes are seen whole.
bool is_on_body(const std::string& region, std::size_t texel, std::uint32_t side) {
  static const TexelPicture where = io::read_builtin_body_regions().value();
  const std::size_t x = texel % side * where.width / side, y = texel / side * where.height / side;
  const std::uint8_t part = where.plane(0)[y * where.width + x];
  if (region == "head") return part == 1;
  if (region == "upper_body") return part == 2;
  if (region == "lower_body") return part == 3;
  if (region == "skirt") {
    static const io::BoundMeshFile skirt = io::read_builtin_mesh(io::kBuiltinSkirt, Sex::female).value();
    return skirt.meshes.at(0).mesh.materials.at(0).name == "BAKED_SKIRT";  // and its map is filled by it
  }
  return region == "hair" || region == "eyes";
}

// Texels of our own body that differ between the ends of the slider.
std::size_t painted_texels(const Appearance& appearance, ParameterIndex slider, Sex sex) {
  const ParameterDesc& parameter = appearance[slider];
  LayerOutfit outfit = dressed_in(parameter.wearable, sex);
  std::map<std::string, std::vector<std::uint8_t>> low;
  std::size_t differing = 0;
  LayerComposer composer;
  for (const double weight : {parameter.min, parameter.max}) {
    outfit.items[0].sliders[parameter.id] = weight;
    composer.compose(plan_paint(builtin_layers(), appearance, outfit, 256));
    for (const auto& [region, composite] : composer.composites()) {
      if (weight == parameter.min) {
        low[region] = composite->rgba;
        continue;
      }
      for (std::size_t i = 0; i < composite->rgba.size(); i += 4)
        differing += is_on_body(region, i / 4, composite->size) &&
                             !std::equal(composite->rgba.begin() + static_cast<std::ptrdiff_t>(i),
                                         composite->rgba.begin() + static_cast<std::ptrdiff_t>(i + 4),
                                         low[region].begin() + static_cast<std::ptrdiff_t>(i))
                         ? 1
                         : 0;
    }
  }
  return differing;
}

// The built-in body of one sex, to be measured.
class OwnBody {
 public:
  explicit OwnBody(Sex sex)
      : file_(io::read_builtin_mesh("mannequin", sex).value()),
        mesh_(Mesh::build(file_.meshes.at(0).mesh).value()),
        skin_(Skin::build(file_.meshes.at(0).skin, mesh_, test::builtin_character().skeleton).value()),
        measured_(mesh_, skin_) {
    inputs_.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  }

  SliderEffect effect(ParameterIndex slider) const {
    const MeasuredMesh* const worn[] = {&measured_};
    EffectNames names;
    names.layers = &builtin_layers().desc();
    return slider_effect(test::builtin_character(), inputs_, slider, worn, names);
  }

 private:
  io::BoundMeshFile file_;
  Mesh mesh_;
  Skin skin_;
  MeasuredMesh measured_;
  AvatarInputs inputs_;
};

// From the neck downwards at the side of the trunk, where it is not open.
TEST(AllSliders, NoLengthOfAJacketLeavesAGapAtTheWaist) {
  const Appearance& appearance = test::builtin_character().appearance;
  const TexelPicture where = io::read_builtin_body_regions().value();
  constexpr std::uint32_t kSide = 1024;
  const body::Chart trunk = body::chart_of(body::Piece::trunk, false);
  const auto column = static_cast<std::size_t>((trunk.low.x + 0.75 * trunk.size.x) * kSide);
  const auto bottom = static_cast<std::size_t>(trunk.low.y * kSide) + 2,
             top = static_cast<std::size_t>((trunk.low.y + 0.6 * trunk.size.y) * kSide);
  LayerComposer composer;
  std::size_t shortest = kSide, longest = 0;
  for (int percent = 0; percent <= 100; ++percent) {
    LayerOutfit outfit = dressed_in("jacket", Sex::female);
    outfit.items[0].sliders = {{608, 0.01 * percent}, {835, 0.0}, {836, 0.0}};  // red
    composer.compose(plan_paint(builtin_layers(), appearance, outfit, kSide));
    std::size_t painted = 0, after_bare = 0;
    bool bare = false;
    for (std::size_t y = top; y > bottom; --y) {
      const std::uint8_t part =
          where.plane(0)[y * where.height / kSide * where.width + column * where.width / kSide];
      const auto& rgba = composer.composites().at(part == 2 ? "upper_body" : "lower_body")->rgba;
      const bool red = rgba[4 * (y * kSide + column) + 1] < 40;
      bare = bare || !red;
      painted += red ? 1 : 0;
      after_bare += red && bare ? 1 : 0;
    }
    EXPECT_EQ(after_bare, 0u) << percent;
    shortest = std::min(shortest, painted);
    longest = std::max(longest, painted);
  }
  EXPECT_LT(shortest, (top - bottom) / 4);
  EXPECT_EQ(longest, top - bottom) << "the longest covers the whole trunk";
}

TEST(AllSliders, ChangeSomethingOrSayWhyNot) {
  const Appearance& appearance = test::builtin_character().appearance;
  const OwnBody female(Sex::female), male(Sex::male);
  std::set<int> seen, ignored, painting, moving;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters) {
      const ParameterIndex p = appearance.find(id);
      ASSERT_NE(p, kNoParameter);
      seen.insert(id);
      const Sex sex = appearance[p].sex == SexFilter::male ? Sex::male : Sex::female;
      const SliderEffect effect = (sex == Sex::male ? male : female).effect(p);
      const LayerReach layers = layer_reach(builtin_layers().desc(), appearance, p);
      SCOPED_TRACE(section.name + ", " + slider_label(appearance[p]) + " (" + std::to_string(id) + ")");
      if (layers.ignored) {
        ignored.insert(id);
        EXPECT_NE(effect.reason.find("no longer draw"), std::string::npos) << effect.reason;
        continue;
      }
      if (!layers.paints.empty()) {
        painting.insert(id);
        EXPECT_GT(painted_texels(appearance, p, sex), 10u);
        continue;
      }
      if (id == kMaleParameter || id == kHoverParameter)
        continue;  // the sex, and the height above the ground
      if (effect.why == DeadReason::none)
        moving.insert(id);
      else
        EXPECT_FALSE(effect.reason.empty());
    }
  // 120 of a female avatar's editor, three more of a male one, the sex, Hover, and eyebrows from hair.
  EXPECT_EQ(seen.size(), 128u);
  // The others are of the face and the system body's surface, and each says so.
  EXPECT_GE(moving.size(), 50u);
  // Folds that today's viewers do not draw: Shirt, Pants and Jacket Wrinkles.
  EXPECT_EQ(ignored, (std::set<int>{868, 869, 877}));
  for (const int id : {800, 801, 802, 781, 814, 815, 617, 616, 606, 608, 607, 780, 609,
                       858, 859, 860, 861, 862, 93,  844, 603, 604, 605, 779, 619, 624})
    EXPECT_TRUE(painting.contains(id)) << id;
}

TEST(LayerReach, SaysWhichSlidersMaskMorphsAndWhichWaitForAMask) {
  const Appearance& appearance = test::builtin_character().appearance;
  std::set<int> limiting, waiting;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters) {
      const LayerReach reach = layer_reach(builtin_layers().desc(), appearance, appearance.find(id));
      if (reach.limits_morphs) limiting.insert(id);
      if (reach.needs_mask) waiting.insert(id);
    }
  for (const int id : {800, 801, 802, 781, 814, 815}) EXPECT_TRUE(limiting.contains(id)) << id;
  for (const int id : {606, 607, 780, 616, 617, 858}) EXPECT_FALSE(limiting.contains(id)) << id;
  for (const int id : {828, 840, 816, 625, 638, 815}) EXPECT_TRUE(waiting.contains(id)) << id;
  EXPECT_FALSE(waiting.contains(33));
}

TEST(BuiltinLayers, SleevesCollarsAndLegsEndWhereTheirSlidersSay) {
  const Appearance& appearance = test::builtin_character().appearance;
  const LayerComposer composer;
  const auto covered = [&](const char* type, const char* region, SliderValues sliders) {
    LayerOutfit outfit = dressed_in(type, Sex::female);
    outfit.items[0].sliders = std::move(sliders);
    const OutfitPaint paint = plan_paint(builtin_layers(), appearance, outfit, 256);
    const MaskImage mask = composer.morph_mask(*paint.find(region)).value();
    std::size_t sum = 0;
    for (const std::uint8_t texel : mask.texels) sum += texel > 127 ? 1 : 0;
    return sum;
  };
  // Each further end of a slider covers more.
  for (const int id : {800, 801, 802, 781}) {
    std::size_t last = 0;
    for (const double weight : {0.0, 0.3, 0.6, 1.0}) {
      SliderValues sliders = {{800, 0.9}, {801, 1.0}, {802, 1.0}, {781, 1.0}};
      sliders[id] = weight;
      const std::size_t now = covered("shirt", "upper_body", sliders);
      EXPECT_GE(now, last) << id << " at " << weight;
      if (weight == 1.0) {
        sliders[id] = 0.0;
        EXPECT_GT(now, covered("shirt", "upper_body", sliders)) << id;
      }
      last = now;
    }
  }
  EXPECT_GT(covered("pants", "lower_body", {{814, 1.0}, {815, 1.0}}),
            covered("pants", "lower_body", {{814, 1.0}, {815, 0.3}}));
  EXPECT_GT(covered("pants", "lower_body", {{814, 1.0}, {815, 0.3}}),
            covered("pants", "lower_body", {{814, 0.2}, {815, 0.3}}));
}

}  // namespace
}  // namespace mannequin
