#include "engine/avatar/system_avatar.h"

#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/avatar/batch_definition.h"
#include "engine/avatar/render_joints.h"
#include "engine/skinning/agreement.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/io/small_llm.h"

namespace mannequin {
namespace {

JointDesc bone(const char* name, const char* parent, Vec3 position,
               JointSupport support = JointSupport::base) {
  JointDesc joint;
  joint.name = name;
  joint.parent = parent;
  joint.position = joint.pivot = position;
  joint.support = support;
  return joint;
}

// mRoot - mPelvis - mSpine1 (extended) - mTorso - mEyeLeft, mEyeRight, and a head that hangs on the torso.
SkeletonDesc small_avatar_skeleton() {
  SkeletonDesc desc;
  desc.joints = {bone("mPelvis", "", {0, 0, 1}),
                 bone("mSpine1", "mPelvis", {0, 0, 0.5}, JointSupport::extended),
                 bone("mTorso", "mSpine1", {0, 0, 0.1}),
                 bone("mHead", "mTorso", {0, 0, 0.3}),
                 bone("mEyeLeft", "mHead", {0.1, 0.03, 0.1}),
                 bone("mEyeRight", "mHead", {0.1, -0.03, 0.1})};
  return desc;
}

ParameterDesc morph_parameter(int id, const char* part, const char* file, const char* morph) {
  ParameterDesc p;
  p.id = id;
  p.name = morph;
  p.kind = ParameterKind::morph;
  p.min = -1.0;
  p.max = 2.0;
  p.morphs.push_back({file, morph, false, {}, -1.0, 2.0, part});
  return p;
}

AppearanceDesc small_appearance() {
  AppearanceDesc desc;
  ParameterDesc male;
  male.id = kMaleParameter;
  male.name = "male";
  male.kind = ParameterKind::driver;
  desc.parameters = {morph_parameter(1, "headMesh", "small.llm", "Bump"), male};
  desc.parameters.push_back(morph_parameter(2, "headMesh", "small.llm", "Bump"));
  desc.parameters.back().sex = SexFilter::male;
  desc.parameters.back().default_weight = 0.25;
  desc.parameters.push_back(morph_parameter(3, "eyeBallLeftMesh", "eye.llm", "Bump"));
  desc.parameters.push_back(morph_parameter(4, "eyeBallRightMesh", "eye.llm", "Bump"));
  desc.parameters.push_back(morph_parameter(5, "headMesh", "small.llm", "Absent"));
  desc.body_meshes = {{"headMesh", 0, "small.llm", "", 100.0},
                      {"headMesh", 1, "small_1.llm", "small.llm", 0.0},
                      {"eyeBallLeftMesh", 0, "eye.llm", "", 100.0},
                      {"eyeBallRightMesh", 0, "eye.llm", "", 100.0}};
  return desc;
}

std::map<std::string, BaseMeshDesc> small_meshes() {
  std::map<std::string, BaseMeshDesc> meshes;
  meshes["small.llm"] = test::small_llm_mesh();
  BaseMeshDesc& detail = meshes["small_1.llm"];
  detail.source = "small_1.llm";
  detail.indices = {0, 1, 2};
  BaseMeshDesc& eye = meshes["eye.llm"] = test::small_llm_mesh();
  eye.source = "eye.llm";
  eye.position = {};
  eye.weights.clear();
  eye.skin_joints.clear();
  return meshes;
}

Character small_character(AppearanceDesc appearance = small_appearance()) {
  return Character::build({small_avatar_skeleton(), std::move(appearance)}).value();
}

std::vector<float> weights_of(const SystemPart& part, const Character& character,
                              const SliderValues& sliders) {
  std::vector<float> out(part.morphs.size());
  morph_weights(part.morphs, character.appearance, evaluate_weights(character.appearance, sliders), out);
  return out;
}

TEST(RenderJoints, PutAncestorsInBetween) {
  const Character c = small_character();
  const std::vector<std::string> names{"mHead", "mTorso", "mEyeRight", "mEyeLeft"};
  const auto list = render_joints(c.skeleton, names, "x.llm");
  ASSERT_TRUE(list) << list.error().message();
  std::vector<std::string> got;
  for (const RenderJoint& entry : *list)
    got.push_back((entry.joint == kNoJoint ? "mRoot" : c.skeleton[entry.joint].name) +
                  (entry.named ? "" : "*"));
  // The pelvis, not the extended spine; the head once more, since the left eye stands between.
  EXPECT_EQ(got,
            (std::vector<std::string>{"mPelvis*", "mTorso", "mHead", "mEyeLeft", "mHead*", "mEyeRight"}));
  // Without the spine's own: it is no base joint.
  EXPECT_NEAR((*list)[2].pivot.z, -(1.0 + 0.1 + 0.3), 1e-12);
  EXPECT_FALSE(render_joints(c.skeleton, std::vector<std::string>{"mTail"}, "x.llm"));
}

TEST(SystemAvatarParts, AreOrdinaryMeshesAndSkins) {
  const Character c = small_character();
  const auto avatar = SystemAvatar::build(c, small_meshes());
  ASSERT_TRUE(avatar) << avatar.error().message();
  ASSERT_EQ(avatar->parts.size(), 3u);
  const SystemPart& head = avatar->parts[0];
  EXPECT_EQ(head.name, "small.llm");
  EXPECT_EQ(avatar->parts[1].name, "eye.llm");
  EXPECT_EQ(avatar->parts[2].name, "eye.llm#right");
  ASSERT_EQ(head.morphs.size(), 2u);  // the third has no morph in the file
  ASSERT_EQ(head.lods.size(), 2u);
  EXPECT_EQ(head.lods[1].indices, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(avatar->parts[1].morphs.size(), 1u);
  EXPECT_EQ(avatar->parts[1].morphs[0].parameter, c.appearance.find(3));
  EXPECT_EQ(avatar->parts[2].morphs[0].parameter, c.appearance.find(4));
  const VertexInfluences& blended = head.skin.influences()[2];
  EXPECT_EQ(blended.weight[0], 0.5f);
  EXPECT_EQ(blended.weight[1], 0.5f);
}

TEST(SystemAvatarParts, KnowHairAndSkirt) {
  for (const std::string type : {"headMesh", "hairMesh", "skirtMesh"}) {
    AppearanceDesc desc = small_appearance();
    for (ParameterDesc& parameter : desc.parameters)
      for (MorphDesc& morph : parameter.morphs)
        if (morph.part == "headMesh") morph.part = type;
    for (BodyMeshDesc& body : desc.body_meshes)
      if (body.part == "headMesh") body.part = type;
    const auto avatar = SystemAvatar::build(small_character(desc), small_meshes());
    ASSERT_TRUE(avatar) << avatar.error().message();
    EXPECT_EQ(avatar->parts[0].is_hair(), type == "hairMesh");
    EXPECT_EQ(avatar->parts[0].is_skirt(), type == "skirtMesh");
  }
}

TEST(SystemAvatarParts, StandWhereTheirJointsDo) {
  const Character c = small_character();
  const auto avatar = SystemAvatar::build(c, small_meshes());
  ASSERT_TRUE(avatar);
  AvatarInputs inputs;
  inputs.pose.root_position = {1, 2, 3};
  inputs.pose.root_rotation = glm::angleAxis(0.5, Vec3(0, 0, 1));
  inputs.pose.set_rotation(c.skeleton, 0, glm::angleAxis(0.3, Vec3(1, 0, 0)));
  inputs.pose.set_position(c.skeleton, 0, {0.1, 0.2, 0.3});
  AvatarState state = evaluate_avatar(c, inputs);
  const JointIndex eye = c.skeleton.find("mEyeLeft");
  state.joints[static_cast<std::size_t>(eye)].scale = Vec3(0.5);
  std::vector<Mat4> palette(avatar->parts[1].skin.palette_size());
  make_palette(avatar->parts[1].skin, state.joints, std::span<Mat4>(palette));
  const JointTransform& joint = state.joints[static_cast<std::size_t>(eye)];
  // The eye is attached to the joint, so it moves and rotates with it but has its own scale.
  EXPECT_LT(glm::length(Vec3(palette[0][3]) - joint.world_position), 1e-12);
  EXPECT_NEAR(glm::length(Vec3(palette[0][0])), 1.0, 1e-12);

  // mRoot's own entry, whatever the pelvis does.
  SkinDesc desc;
  desc.joint_names = {"mRoot"};
  desc.frames = {SlotFrame::root};
  desc.inverse_binds = {Mat4(1.0)};
  desc.influence_begin = {0, 1, 2, 3, 4};
  desc.influences.assign(4, {0, 1.0f});
  const auto skin = Skin::build(desc, avatar->parts[0].mesh, c.skeleton);
  ASSERT_TRUE(skin) << skin.error().message();
  palette.resize(skin->palette_size());
  make_palette(*skin, state.joints, std::span<Mat4>(palette));
  EXPECT_LT(glm::length(Vec3(palette[0][3]) - Vec3(1, 2, 3)), 1e-12);
  EXPECT_LT(glm::length(Vec3(palette[0][0]) - inputs.pose.root_rotation * Vec3(1, 0, 0)), 1e-12);
  // To worn meshes mRoot stays unknown.
  desc.frames.clear();
  EXPECT_FALSE(Skin::build(desc, avatar->parts[0].mesh, c.skeleton));
  const Skin* skins[] = {&*skin};
  EXPECT_FALSE(BatchDefinition::build(c, skins));
}

TEST(SystemAvatarParts, MorphByWeightsAndSex) {
  const Character c = small_character();
  const auto avatar = SystemAvatar::build(c, small_meshes());
  ASSERT_TRUE(avatar);
  const SystemPart& head = avatar->parts[0];
  // The other sex's parameter acts with its default.
  EXPECT_EQ(weights_of(head, c, {{1, 1.0}, {2, 2.0}}), (std::vector<float>{1.0f, 0.25f}));
  EXPECT_EQ(weights_of(head, c, {{1, 5.0}, {2, 2.0}, {80, 1.0}}), (std::vector<float>{2.0f, 2.0f}));

  const MorphedPart morphed = morph_part(head.mesh, head.morphs, std::vector<float>{1.0f, 0.0f});
  EXPECT_NEAR(morphed.positions[2].x, 0.1, 1e-7);
  EXPECT_NEAR(morphed.uvs[2].x, 0.5, 1e-7);
  const Vec3 normal = glm::normalize(Vec3(1, 0.65, 0));
  EXPECT_LT(glm::length(morphed.normals[2] - normal), 1e-6);
  EXPECT_EQ(morphed.normals[0], Vec3(1, 0, 0));
  // From the normal towards the delta's direction, made orthogonal.
  const Vec3 sum = Vec3(1, 0, 0.65), b = sum - normal * glm::dot(sum, normal);
  EXPECT_LT(glm::length(morphed.binormals[2] - glm::normalize(b)), 1e-6);
}

TEST(SystemAvatarParts, MembersOfAChainClampByThemselves) {
  AppearanceDesc appearance = small_appearance();
  appearance.parameters[0].morphs.push_back({"eye.llm", "Bump", false, {}, -3.0, 3.0, "eyeBallLeftMesh"});
  const Character c = small_character(appearance);
  const auto avatar = SystemAvatar::build(c, small_meshes());
  ASSERT_TRUE(avatar);
  EXPECT_EQ(weights_of(avatar->parts[0], c, {{1, 2.5}})[0], 2.0f);
  EXPECT_EQ(weights_of(avatar->parts[1], c, {{1, 2.5}})[0], 2.5f);
}

TEST(SystemAvatarParts, MaskedMorphsWaitForTheirMask) {
  AppearanceDesc appearance = small_appearance();
  appearance.morph_masks = {{1, "small.llm", "layer", false, "headMesh"}};
  const Character c = small_character(appearance);
  const auto waiting = SystemAvatar::build(c, small_meshes());
  ASSERT_TRUE(waiting);
  EXPECT_EQ(weights_of(waiting->parts[0], c, {{1, 1.0}})[0], 0.0f);
  SystemAvatarOptions options;
  // Vertex 2 is at (0, 1); vertex 3 is remapped to vertex 0 at (0, 0).
  options.masks["head"] = {2, 2, {51, 0, 255, 0}};
  const auto masked = SystemAvatar::build(c, small_meshes(), options);
  ASSERT_TRUE(masked);
  const SystemPart& head = masked->parts[0];
  EXPECT_EQ(weights_of(head, c, {{1, 1.0}})[0], 1.0f);
  EXPECT_NEAR(head.mesh.morphs()[0].positions[0].x, 0.1f, 1e-7f);
  EXPECT_NEAR(head.mesh.morphs()[0].positions[1].x, 0.2f * 0.2f, 1e-7f);
  EXPECT_NEAR(head.mesh.morphs()[1].positions[1].x, 0.2f, 1e-7f);
  appearance.morph_masks[0].invert = true;
  const Character inverted = small_character(appearance);
  const auto other = SystemAvatar::build(inverted, small_meshes(), options);
  ASSERT_TRUE(other);
  EXPECT_NEAR(other->parts[0].mesh.morphs()[0].positions[1].x, 0.2f * 0.8f, 1e-7f);
  options.masks = {{"tail", options.masks["head"]}};
  EXPECT_FALSE(SystemAvatar::build(c, small_meshes(), options));
  EXPECT_TRUE(check_mask("head", {2, 2, {51, 0, 255, 0}}));
  EXPECT_FALSE(check_mask("tail", {2, 2, {51, 0, 255, 0}}));
  EXPECT_FALSE(check_mask("head", {2, 2, {0}}));
  options.masks = {{"head", {2, 2, {0}}}};
  EXPECT_FALSE(SystemAvatar::build(c, small_meshes(), options));
}

TEST(SystemAvatarParts, LevelsOfDetailHaveFewerVertices) {
  const Character c = small_character();
  const auto avatar = SystemAvatar::build(c, small_meshes(), {.lod = 3, .masks = {}});
  ASSERT_TRUE(avatar) << avatar.error().message();
  const SystemPart& head = avatar->parts[0];
  EXPECT_EQ(head.name, "small_1.llm");
  EXPECT_EQ(head.mesh.vertex_count(), 3u);
  EXPECT_EQ(head.mesh.morphs()[0].vertices, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(avatar->parts[1].name, "eye.llm");
}

TEST(SystemAvatarParts, AreSkinnedAlikeByTheCpu) {
  const Character c = small_character();
  const auto avatar = SystemAvatar::build(c, small_meshes());
  ASSERT_TRUE(avatar);
  const auto cpu = std::move(*CpuSkinner::create());
  AvatarInputs inputs;
  inputs.sliders = {{1, 1.7}, {3, -1.0}, {80, 1.0}};
  inputs.pose.set_rotation(c.skeleton, 2, glm::angleAxis(0.7, Vec3(1, 0, 0)));
  const AvatarState state = evaluate_avatar(c, inputs);
  for (const SystemPart& part : avatar->parts) {
    const std::vector<float> weights = weights_of(part, c, inputs.sliders);
    std::vector<Mat34> rows(part.skin.palette_size());
    std::vector<Mat4> palette(part.skin.palette_size());
    make_palette(part.skin, state.joints, std::span<Mat34>(rows));
    make_palette(part.skin, state.joints, std::span<Mat4>(palette));
    const MeshId id = cpu->add_mesh(part.mesh, part.skin).value();
    const SkinJob job{id, rows, 1, weights};
    ASSERT_TRUE(cpu->skin({&job, 1}));
    std::vector<SkinnedVertex> got(part.mesh.vertex_count());
    std::vector<ReferenceVertex> wanted(part.mesh.vertex_count());
    ASSERT_TRUE(cpu->read_back(id, 0, got));
    skin_reference(ReferenceInput(part.mesh, part.skin), palette, weights, wanted);
    EXPECT_TRUE(compare_with_reference(got, wanted).within_limits()) << part.name;
  }
}

TEST(SystemAvatarParts, SayWhatIsWrong) {
  const auto refused = [](auto spoil) {
    AppearanceDesc appearance = small_appearance();
    std::map<std::string, BaseMeshDesc> meshes = small_meshes();
    spoil(appearance, meshes);
    const Character c = small_character(std::move(appearance));
    const auto avatar = SystemAvatar::build(c, meshes);
    EXPECT_FALSE(avatar);
    return avatar ? std::string() : avatar.error().message();
  };
  using Meshes = std::map<std::string, BaseMeshDesc>;
  EXPECT_NE(refused([](AppearanceDesc& a, Meshes&) { a.body_meshes.clear(); }).find("character folder"),
            std::string::npos);
  EXPECT_NE(refused([](AppearanceDesc&, Meshes& m) { m.erase("eye.llm"); }).find("eye.llm"),
            std::string::npos);
  EXPECT_NE(refused([](AppearanceDesc& a, Meshes&) { a.body_meshes[0].part = "tailMesh"; }).find("tailMesh"),
            std::string::npos);
  EXPECT_NE(refused([](AppearanceDesc&, Meshes& m) { m["small.llm"].weights[1] = 7.5f; }).find("vertex 1"),
            std::string::npos);
  EXPECT_NE(
      refused([](AppearanceDesc&, Meshes& m) { m["small.llm"].skin_joints[0] = "mTail"; }).find("mTail"),
      std::string::npos);
}

}  // namespace
}  // namespace mannequin
