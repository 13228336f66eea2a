#include "engine/io/definitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/io/appearance_sections.h"
#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace definitions_test {

CharacterDesc built_in() {
  auto character = read_builtin_character();
  EXPECT_TRUE(character) << character.error().message();
  return character ? std::move(*character) : CharacterDesc{};
}

std::ptrdiff_t count(const SkeletonDesc& skeleton, auto matches) {
  return std::count_if(skeleton.joints.begin(), skeleton.joints.end(), matches);
}

TEST(BuiltInSkeleton, HasEveryJointOfTheAvatar) {
  const SkeletonDesc skeleton = built_in().skeleton;
  const auto is = [](JointKind kind) { return [kind](const JointDesc& j) { return j.kind == kind; }; };
  const auto supports = [](JointSupport support) {
    return [support](const JointDesc& j) { return j.kind == JointKind::bone && j.support == support; };
  };
  EXPECT_EQ(count(skeleton, is(JointKind::bone)), 133);
  EXPECT_EQ(count(skeleton, supports(JointSupport::base)), 26);
  EXPECT_EQ(count(skeleton, supports(JointSupport::extended)), 107);
  EXPECT_EQ(count(skeleton, is(JointKind::collision_volume)), 26);
  EXPECT_EQ(count(skeleton, is(JointKind::attachment_point)), 55);
  EXPECT_EQ(
      count(skeleton, [](const JointDesc& j) { return j.kind == JointKind::attachment_point && !j.hud; }),
      47);
}

TEST(BuiltInAppearance, HasEveryParameterOnce) {
  const AppearanceDesc appearance = built_in().appearance;
  std::set<int> ids;
  for (const ParameterDesc& p : appearance.parameters) ids.insert(p.id);
  EXPECT_EQ(appearance.parameters.size(), 672u);
  EXPECT_EQ(ids.size(), 672u);
  EXPECT_TRUE(std::is_sorted(appearance.parameters.begin(), appearance.parameters.end(),
                             [](const auto& a, const auto& b) { return a.id < b.id; }));
}

TEST(BuiltInCharacter, BuildsAsDefinitions) {
  const auto character = Character::build(built_in());
  ASSERT_TRUE(character) << character.error().message();
  EXPECT_EQ(character->skeleton.size(), 206u);
  EXPECT_EQ(character->appearance.size(), 672u);
  EXPECT_EQ(character->appearance.sections().size(), 19u);
  EXPECT_EQ(character->appearance.morph_masks().size(), 7u);
}

TEST(BuiltInCharacter, DrivesInReverseOrderOfTheFile) {
  const CharacterDesc desc = built_in();
  const Character character = Character::build(desc).value();
  const Appearance& appearance = character.appearance;
  const auto male = std::ranges::find(desc.appearance.parameters, kMaleParameter, &ParameterDesc::id);
  const auto links = appearance.driven(appearance.find(kMaleParameter));
  ASSERT_EQ(links.size(), 5u);
  ASSERT_EQ(male->driven.size(), links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const DrivenDesc& stated = male->driven[links.size() - 1 - i];
    EXPECT_EQ(appearance[links[i].parameter].id, stated.parameter);
    EXPECT_EQ(links[i].min1, stated.min1);
    EXPECT_EQ(links[i].max2, stated.max2);
  }
}

// The 120 that a female avatar's editor shows, by section, and what stands beside them.
TEST(BuiltInSections, CountTheSliders) {
  const AppearanceDesc appearance = built_in().appearance;
  std::map<int, const ParameterDesc*> by_id;
  for (const ParameterDesc& p : appearance.parameters) by_id[p.id] = &p;

  const std::vector<std::pair<std::string, int>> kFemale = {
      {"Body", 3},  {"Head", 11},  {"Eyes", 11},      {"Ears", 4},      {"Nose", 11},
      {"Mouth", 9}, {"Chin", 9},   {"Torso", 12},     {"Legs", 8},      {"Eyebrows", 4},
      {"Shirt", 7}, {"Pants", 6},  {"Socks", 1},      {"Shoes", 7},     {"Jacket", 6},
      {"Skirt", 7}, {"Gloves", 2}, {"Undershirt", 4}, {"Underpants", 2}};
  ASSERT_EQ(appearance.sections.size(), kFemale.size());
  std::set<int> listed;
  std::vector<int> only_male;
  int female = 0;
  for (std::size_t s = 0; s < kFemale.size(); ++s) {
    const SectionDesc& section = appearance.sections[s];
    EXPECT_EQ(section.name, kFemale[s].first);
    int shown = 0;
    for (const int id : section.parameters) {
      EXPECT_TRUE(listed.insert(id).second) << id << " stands in two sections";
      ASSERT_TRUE(by_id.count(id)) << id;
      if (by_id[id]->sex == SexFilter::male)
        only_male.push_back(id);
      else if (id != kHoverParameter)
        ++shown;
    }
    EXPECT_EQ(shown, kFemale[s].second) << section.name;
    if (section.name != "Eyebrows") female += shown;
  }
  EXPECT_EQ(female, 120);
  EXPECT_EQ(only_male, (std::vector<int>{678, 685, 879}));
  EXPECT_EQ(appearance.sections[0].parameters, (std::vector<int>{33, 34, 637, kHoverParameter}));
  EXPECT_EQ(appearance.sections[9].parameters, (std::vector<int>{119, 757, 31, 16}));
  EXPECT_FALSE(listed.count(kMaleParameter));
  EXPECT_EQ(by_id.at(kMaleParameter)->name, "male");
}

// One slider of each section by label, so that a wrong list of the right length is noticed.
TEST(BuiltInSections, FollowTheEditorsOrder) {
  const AppearanceDesc appearance = built_in().appearance;
  const auto section = [&](const std::string& name) {
    for (const SectionDesc& s : appearance.sections)
      if (s.name == name) return s.parameters;
    return std::vector<int>{};
  };
  EXPECT_EQ(section("Torso"),
            (std::vector<int>{678, 649, 683, 756, 36, 685, 105, 507, 684, 693, 675, 38, 676, 157}));
  EXPECT_EQ(section("Legs"), (std::vector<int>{652, 692, 37, 842, 795, 879, 753, 841, 515}));
  EXPECT_EQ(section("Head"), (std::vector<int>{682, 647, 193, 646, 773, 662, 629, 1, 18, 10, 14}));
  EXPECT_EQ(section("Shirt"), (std::vector<int>{800, 801, 802, 781, 828, 840, 868}));
  EXPECT_EQ(section("Underpants"), (std::vector<int>{619, 624}));
}

// The list in the file is derived from the panels, and editing one without the other would split the two
// roads.
TEST(BuiltInSections, AreThoseThatThePanelsGive) {
  const AppearanceDesc appearance = built_in().appearance;
  const std::vector<SectionDesc> derived = appearance_sections(appearance.parameters);
  ASSERT_EQ(derived.size(), appearance.sections.size());
  for (std::size_t s = 0; s < derived.size(); ++s) {
    EXPECT_EQ(derived[s].name, appearance.sections[s].name);
    EXPECT_EQ(derived[s].parameters, appearance.sections[s].parameters) << derived[s].name;
  }
}

void expect_equal(const JointEffectDesc& a, const JointEffectDesc& b) {
  EXPECT_EQ(a.joint, b.joint);
  EXPECT_EQ(a.scale, b.scale) << a.joint;
  EXPECT_EQ(a.position, b.position) << a.joint;
}

void expect_equal(const std::vector<JointEffectDesc>& a, const std::vector<JointEffectDesc>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) expect_equal(a[i], b[i]);
}

void expect_equal(const SkeletonDesc& a, const SkeletonDesc& b) {
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) {
    const JointDesc &j = a.joints[i], &k = b.joints[i];
    SCOPED_TRACE(j.name);
    EXPECT_EQ(j.name, k.name);
    EXPECT_EQ(j.parent, k.parent);
    EXPECT_EQ(j.kind, k.kind);
    EXPECT_EQ(j.support, k.support);
    EXPECT_EQ(j.group, k.group);
    EXPECT_EQ(j.aliases, k.aliases);
    EXPECT_EQ(j.position, k.position);
    EXPECT_EQ(j.rotation_degrees, k.rotation_degrees);
    EXPECT_EQ(j.scale, k.scale);
    EXPECT_EQ(j.tail, k.tail);
    EXPECT_EQ(j.pivot, k.pivot);
    EXPECT_EQ(j.attachment_id, k.attachment_id);
    EXPECT_EQ(j.hud, k.hud);
  }
}

void expect_equal(const ParameterDesc& a, const ParameterDesc& b) {
  SCOPED_TRACE(a.id);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.group, b.group);
  EXPECT_EQ(a.sex, b.sex);
  EXPECT_EQ(a.wearable, b.wearable);
  EXPECT_EQ(a.cross_wearable, b.cross_wearable);
  EXPECT_EQ(a.edit_group, b.edit_group);
  EXPECT_EQ(a.edit_group_order, b.edit_group_order);
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.label_min, b.label_min);
  EXPECT_EQ(a.label_max, b.label_max);
  EXPECT_EQ(a.min, b.min);
  EXPECT_EQ(a.max, b.max);
  EXPECT_EQ(a.default_weight, b.default_weight);
  expect_equal(a.joints, b.joints);
  ASSERT_EQ(a.morphs.size(), b.morphs.size());
  for (std::size_t m = 0; m < a.morphs.size(); ++m) {
    EXPECT_EQ(a.morphs[m].mesh, b.morphs[m].mesh);
    EXPECT_EQ(a.morphs[m].morph, b.morphs[m].morph);
    EXPECT_EQ(a.morphs[m].clothing, b.morphs[m].clothing);
    EXPECT_EQ(a.morphs[m].min, b.morphs[m].min);
    EXPECT_EQ(a.morphs[m].max, b.morphs[m].max);
    expect_equal(a.morphs[m].volumes, b.morphs[m].volumes);
  }
  ASSERT_EQ(a.driven.size(), b.driven.size());
  for (std::size_t d = 0; d < a.driven.size(); ++d) {
    EXPECT_EQ(a.driven[d].parameter, b.driven[d].parameter);
    EXPECT_EQ(a.driven[d].min1, b.driven[d].min1);
    EXPECT_EQ(a.driven[d].max1, b.driven[d].max1);
    EXPECT_EQ(a.driven[d].max2, b.driven[d].max2);
    EXPECT_EQ(a.driven[d].min2, b.driven[d].min2);
  }
}

void expect_equal(const AppearanceDesc& a, const AppearanceDesc& b) {
  ASSERT_EQ(a.parameters.size(), b.parameters.size());
  for (std::size_t p = 0; p < a.parameters.size(); ++p) expect_equal(a.parameters[p], b.parameters[p]);
  ASSERT_EQ(a.sections.size(), b.sections.size());
  for (std::size_t s = 0; s < a.sections.size(); ++s) {
    EXPECT_EQ(a.sections[s].name, b.sections[s].name);
    EXPECT_EQ(a.sections[s].parameters, b.sections[s].parameters);
  }
  ASSERT_EQ(a.morph_masks.size(), b.morph_masks.size());
  for (std::size_t m = 0; m < a.morph_masks.size(); ++m) {
    EXPECT_EQ(a.morph_masks[m].parameter, b.morph_masks[m].parameter);
    EXPECT_EQ(a.morph_masks[m].mesh, b.morph_masks[m].mesh);
    EXPECT_EQ(a.morph_masks[m].layer, b.morph_masks[m].layer);
    EXPECT_EQ(a.morph_masks[m].invert, b.morph_masks[m].invert);
  }
}

TEST(BothRoads, GiveEqualDefinitions) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  const CharacterDesc ours = built_in();
  const auto theirs = read_character_folder(test::shared_path("viewer-character"));
  ASSERT_TRUE(theirs) << theirs.error().message();
  expect_equal(ours.skeleton, theirs->skeleton);
  expect_equal(ours.appearance, theirs->appearance);
}

TEST(BothRoads, TheAssetsAreWhatTheToolWrites) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  const auto theirs = read_character_folder(test::shared_path("viewer-character"));
  ASSERT_TRUE(theirs) << theirs.error().message();
  EXPECT_TRUE(write_skeleton_json(theirs->skeleton) == as_text(embedded_asset("skeleton.json")));
  EXPECT_TRUE(write_appearance_json(theirs->appearance) == as_text(embedded_asset("appearance.json")));
}

// Values that no shipped file has, so that a field that is never written is noticed.
TEST(DefinitionsJson, ReadsBackWhatItWrites) {
  SkeletonDesc skeleton;
  JointDesc bone;
  bone.name = "mOne \"quoted\" \xC3\xA9";
  bone.support = JointSupport::extended;
  bone.group = "Wing";
  bone.aliases = {"a", "b\\c"};
  bone.position = Vec3(0.1, 1.0 / 3.0, -1e-7);
  bone.rotation_degrees = Vec3(1, 2, 3);
  bone.scale = Vec3(2, 3, 4);
  bone.tail = Vec3(5, 6, 7);
  bone.pivot = Vec3(8, 9, 1e5 / 7);
  JointDesc volume = bone, point;
  volume.name = "VOLUME";
  volume.kind = JointKind::collision_volume;
  volume.parent = bone.name;
  volume.aliases.clear();
  volume.pivot = Vec3(0.0);
  point.name = "Point";
  point.kind = JointKind::attachment_point;
  point.attachment_id = 17;
  point.hud = true;
  point.parent = "mScreen";
  point.rotation_degrees = Vec3(90, 0, 0.25);
  skeleton.joints = {bone, volume, point};
  const auto skeleton_back = read_skeleton_json(write_skeleton_json(skeleton), "s.json");
  ASSERT_TRUE(skeleton_back) << skeleton_back.error().message();
  expect_equal(skeleton, *skeleton_back);

  AppearanceDesc appearance;
  ParameterDesc skeletal;
  skeletal.id = 7;
  skeletal.name = "skeletal";
  skeletal.label = "";
  skeletal.group = 3;
  skeletal.sex = SexFilter::male;
  skeletal.wearable = "shape";
  skeletal.cross_wearable = true;
  skeletal.edit_group = "panel";
  skeletal.edit_group_order = 3.2;
  skeletal.min = -1.0 / 3.0;
  skeletal.max = 2.0 / 3.0;
  skeletal.default_weight = 0.1;
  skeletal.joints = {{"mOne", Vec3(0.1, 0.2, 0.3), Vec3(-0.0, 1e-9, 4)}, {"mTwo", Vec3(0), Vec3(0)}};
  ParameterDesc morph = skeletal;
  morph.id = 8;
  morph.kind = ParameterKind::morph;
  morph.label_min = "less";
  morph.label_max = "more";
  morph.joints.clear();
  morph.morphs = {
      {"a.llm", "One", true, {{"BELLY", Vec3(1, 2, 3), Vec3(0)}, {"HEAD", Vec3(0), Vec3(0, 0, 9)}}, -2, 2},
      {"b.llm", "Two", false, {}, morph.min, morph.max}};
  ParameterDesc driver = skeletal;
  driver.id = 9;
  driver.kind = ParameterKind::driver;
  driver.joints.clear();
  driver.driven = {{7, 0.1, 0.2, 0.3, 0.4}, {8, -1.0 / 3.0, 0, 0, 2.0 / 3.0}};
  appearance.parameters = {skeletal, morph, driver};
  appearance.sections = {{"Empty", {}}, {"All", {9, 7}}};
  appearance.morph_masks = {{8, "a.llm", "layer", true}, {8, "b.llm", "other", false}};
  const auto back = read_appearance_json(write_appearance_json(appearance), "a.json");
  ASSERT_TRUE(back) << back.error().message();
  expect_equal(appearance, *back);
}

TEST(DefinitionsJson, FillsInWhatIsLeftOut) {
  const auto appearance = read_appearance_json(R"({"schema": 1, "parameters": [
      {"id": 1, "name": "driven", "kind": "texture_color", "group": 1, "min": 0, "max": 1, "default": 0},
      {"id": 2, "name": "driver", "kind": "driver", "group": 0, "min": -2, "max": 3, "default": 0,
       "driven": [{"parameter": 1}]}]})",
                                               "a.json");
  ASSERT_TRUE(appearance) << appearance.error().message();
  const ParameterDesc& driver = appearance->parameters[1];
  EXPECT_EQ(driver.label, "driver");
  EXPECT_EQ(driver.sex, SexFilter::both);
  ASSERT_EQ(driver.driven.size(), 1u);
  EXPECT_EQ(driver.driven[0].min1, -2);
  EXPECT_EQ(driver.driven[0].max1, 3);
  EXPECT_EQ(driver.driven[0].max2, 3);
  EXPECT_EQ(driver.driven[0].min2, 3);
}

constexpr const char* kTinySkeleton = R"(<?xml version="1.0"?>
<linden_skeleton version="2.0" num_bones="2" num_collision_volumes="1">
  <bone name="mA" pos="0 0 1" rot="0 0 0" scale="1 1 1" pivot="0 0 1" aliases=" hip  avatar_mA ">
    <collision_volume name="V" pos="+.5 -1e-2 0" rot="0 8 0" scale="1 2 3"/>
    <bone name="mB" pos="0 0 1" rot="0 0 0" scale="1 1 1" pivot="0 0 1" support="extended" group="Wing"/>
  </bone>
</linden_skeleton>)";

TEST(SkeletonXml, FillsInWhatIsMissing) {
  const auto skeleton = read_skeleton_xml(kTinySkeleton, "s.xml");
  ASSERT_TRUE(skeleton) << skeleton.error().message();
  ASSERT_EQ(skeleton->joints.size(), 3u);
  EXPECT_EQ(skeleton->joints[0].aliases, (std::vector<std::string>{"hip", "avatar_mA"}));
  EXPECT_EQ(skeleton->joints[0].support, JointSupport::base);
  EXPECT_EQ(skeleton->joints[0].tail, Vec3(0.0));
  EXPECT_EQ(skeleton->joints[1].parent, "mA");
  EXPECT_EQ(skeleton->joints[1].position, Vec3(0.5, -0.01, 0));
  EXPECT_EQ(skeleton->joints[2].support, JointSupport::extended);
}

Result<AppearanceDesc> read_lad(const std::string& body) {
  SkeletonDesc skeleton;
  return read_lad_xml("<linden_avatar version=\"2.0\">\n" + body + "</linden_avatar>", "avatar_lad.xml",
                      skeleton);
}

TEST(LadXml, FillsInWhatIsMissing) {
  const auto read = read_lad(R"(<skeleton>
      <param id="1" name="One_Two"><param_skeleton><bone name="mA" scale="1 0 0"/><bone name="mA" scale="2 0 0"/>
        </param_skeleton></param>
      <param id="2" name="b" label="B" value_min="0.5" value_max="2" group="7" edit_group_order="0.5"><param_skeleton/>
        </param></skeleton>
    <layer_set><layer><param id="4" name="t" value_default="9"><param_alpha/></param></layer></layer_set>
    <driver_parameters><param id="3" name="c" value_min="-1" value_max="4" sex="male"><param_driver>
        <driven id="1"/><driven id="2" min1="0" max1="1"/></param_driver></param></driver_parameters>)");
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_EQ(read->parameters.size(), 4u);
  const ParameterDesc &one = read->parameters[0], &two = read->parameters[1], &driver = read->parameters[2];
  EXPECT_EQ(one.name, "one_two");
  EXPECT_EQ(one.label, "One_Two");
  EXPECT_EQ(one.label_min, "Less");
  EXPECT_EQ(one.label_max, "More");
  EXPECT_EQ(one.min, 0.0);
  EXPECT_EQ(one.max, 1.0);
  EXPECT_EQ(one.group, 0);
  EXPECT_EQ(one.edit_group_order, 0.0);
  EXPECT_EQ(two.edit_group_order, 0.5);
  EXPECT_EQ(two.group, 0) << "an unknown group counts as a slider";
  EXPECT_EQ(two.default_weight, 0.0) << "only a default that is given is clamped";
  EXPECT_EQ(read->parameters[3].default_weight, 1.0);
  EXPECT_EQ(read->parameters[3].edit_group_order, 2.0) << "the number of parameters loaded before";
  EXPECT_EQ(read->parameters[3].kind, ParameterKind::texture_alpha);
  EXPECT_EQ(driver.sex, SexFilter::male);
  ASSERT_EQ(driver.driven.size(), 2u);
  EXPECT_EQ(driver.driven[0].min1, -1);
  EXPECT_EQ(driver.driven[0].max1, 4);
  EXPECT_EQ(driver.driven[1].max1, 1);
  EXPECT_EQ(driver.driven[1].max2, 4) << "not the max1 that is given";
  EXPECT_EQ(driver.driven[1].min2, 4);
}

TEST(LadXml, LastEntryOfABoneCounts) {
  auto appearance = read_lad(R"(<skeleton><param id="1" name="a"><param_skeleton>
      <bone name="mA" scale="1 0 0" offset="1 1 1"/><bone name="mB" scale="9 9 9"/><bone name="mA" scale="0 2 0"/>
      </param_skeleton></param></skeleton>)");
  ASSERT_TRUE(appearance) << appearance.error().message();
  auto skeleton_desc = read_skeleton_xml(kTinySkeleton, "s.xml");
  ASSERT_TRUE(skeleton_desc) << skeleton_desc.error().message();
  const auto character = Character::build({std::move(*skeleton_desc), std::move(*appearance)});
  ASSERT_TRUE(character) << character.error().message();
  Vec3 sum(0.0), moved(0.0);
  for (const JointEffect& effect : character->appearance.effects(0))
    if (effect.joint == character->skeleton.find("mA")) sum += effect.scale, moved += effect.position;
  EXPECT_EQ(sum, Vec3(0, 2, 0));
  EXPECT_EQ(moved, Vec3(0.0));
}

TEST(LadXml, SharedParametersJoinTheFirstOfTheirId) {
  const auto read = read_lad(R"(<mesh type="headMesh" lod="0" file_name="head.llm">
      <param id="1" name="Morph" group="1" value_min="-1"><param_morph><volume_morph name="HEAD" pos="0 0 1"/></param_morph>
        </param></mesh>
    <mesh type="eyelashMesh" lod="0" file_name="lash.llm">
      <param id="1" name="Morph" shared="1" value_min="-2"><param_morph/></param>
      <param id="5" name="Alone" shared="1" clothing_morph="true"><param_morph/></param></mesh>
    <morph_masks><mask morph_name="morph" body_region="head" layer="facialhair"/></morph_masks>)");
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_EQ(read->parameters.size(), 2u);
  const std::vector<MorphDesc>& chain = read->parameters[0].morphs;
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[0].mesh, "head.llm");
  EXPECT_EQ(chain[0].morph, "Morph");
  EXPECT_EQ(chain[0].min, -1);
  ASSERT_EQ(chain[0].volumes.size(), 1u);
  EXPECT_EQ(chain[0].volumes[0].scale, Vec3(0.0));
  EXPECT_EQ(chain[1].mesh, "lash.llm");
  EXPECT_EQ(chain[1].min, -2);
  EXPECT_EQ(read->parameters[0].group, 1) << "the first gives what is common";
  EXPECT_TRUE(read->parameters[1].morphs[0].clothing);
  ASSERT_EQ(read->morph_masks.size(), 1u);
  EXPECT_EQ(read->morph_masks[0].parameter, 1);
  EXPECT_EQ(read->morph_masks[0].mesh, "head.llm");
}

TEST(CharacterFolder, SaysWhatIsMissing) {
  const auto none = read_character_folder("no/such/folder");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::cannot_read);
  EXPECT_NE(none.error().message().find("no/such/folder"), std::string::npos);

  const auto folder = std::filesystem::path(::testing::TempDir()) / "mannequin_character_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto empty = read_character_folder(folder);
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().message().find("avatar_skeleton.xml: there is no such file; give a viewer's"),
            std::string::npos)
      << empty.error().message();

  std::ofstream(folder / "avatar_skeleton.xml") << kTinySkeleton;
  const auto half = read_character_folder(folder);
  ASSERT_FALSE(half);
  EXPECT_NE(half.error().message().find("avatar_lad.xml: there is no such file"), std::string::npos)
      << half.error().message();
  std::filesystem::remove_all(folder);
}

}  // namespace definitions_test
}  // namespace mannequin::io
