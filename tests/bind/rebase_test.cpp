#include "engine/bind/rebase.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/avatar/avatar.h"
#include "engine/bind/posed_skin.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/builtin_mesh.h"
#include "engine/io/shape_file.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/oracle_case.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

constexpr double kRebaseLimit = 1e-5;  // metres

std::vector<Vec3> skinned_places(const MeshDesc& desc, const SkinDesc& skin_desc,
                                 std::span<const JointTransform> joints) {
  const Mesh mesh = Mesh::build(desc).value();
  const Skin skin = Skin::build(skin_desc, mesh, character(CharacterSource::builtin).skeleton).value();
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> out(mesh.vertex_count());
  skin_reference(mesh, skin, palette, out);
  std::vector<Vec3> places;
  for (const ReferenceVertex& v : out) places.push_back(v.position);
  return places;
}

// Rebases a mesh on this avatar and says how far the skinned one is from the model.
double rebased_residual(BoundMeshDesc bound, const AvatarState& state) {
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  retarget(bound.skin, skeleton, kStrictImporter);
  const double height = bind_space_height(skeleton);
  std::vector<Vec3> targets;
  for (const Vec3f& p : bound.mesh.positions)
    targets.push_back(Vec3(bound.skin.bind_shape * Vec4(Vec3(p), 1.0)) - Vec3(0.0, 0.0, height));
  const Mesh mesh = Mesh::build(bound.mesh).value();
  const Skin skin = Skin::build(bound.skin, mesh, skeleton).value();
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  const RebaseOutcome outcome = rebase_mesh(bound.mesh, skin, palette, targets);
  const std::vector<Vec3> back = skinned_places(bound.mesh, bound.skin, state.joints);
  double worst = 0.0;
  for (std::size_t v = 0; v < back.size(); ++v) worst = std::max(worst, glm::distance(back[v], targets[v]));
  EXPECT_NEAR(outcome.residual, worst, 1e-12);
  for (const Vec3f& n : bound.mesh.normals) EXPECT_NEAR(glm::length(n), 1.0f, 1e-4f);
  return worst;
}

std::vector<SliderValues> shapes_to_rebase_on(int random) {
  const Appearance& appearance = character(CharacterSource::builtin).appearance;
  std::vector<SliderValues> shapes;
  for (std::uint32_t seed = 0; seed < static_cast<std::uint32_t>(random); ++seed)
    shapes.push_back(scenes::random_shape(appearance, seed % 2 ? Sex::male : Sex::female, 100 + seed));
  for (const char* name : {"Angela", "Brenda", "Emily"}) {
    const auto path = shared_path(std::string("fixtures/shapes/") + name + ".xml");
    if (!std::filesystem::exists(path)) continue;
    shapes.push_back(io::read_shape(io::read_file(path).value(), name, appearance).value().sliders);
  }
  return shapes;
}

TEST(Rebase, BuiltinClothesOnManyShapes) {
  const Character& c = character(CharacterSource::builtin);
  const std::vector<SliderValues> shapes = shapes_to_rebase_on(10);
  for (const std::string_view garment : io::builtin_garments())
    for (const SliderValues& sliders : shapes) {
      AvatarInputs inputs;
      inputs.sliders = sliders;
      const AvatarState state = evaluate_avatar(c, inputs);
      const io::BoundMeshFile file = io::read_builtin_mesh(garment, Sex::female).value();
      for (const BoundMeshDesc& bound : file.meshes)
        EXPECT_LE(rebased_residual(bound, state), kRebaseLimit) << garment;
    }
}

TEST(Rebase, BodiesOfOthersOnManyShapes) {
  MANNEQUIN_NEEDS_SHARED("fixtures/ruth2/Ruth2v4Body.dae");
  const Character& c = character(CharacterSource::builtin);
  for (const char* part : {"Body", "Head", "Hands", "FeetFlat", "FeetHigh", "Eyeballs"}) {
    const auto file = io::read_bound_mesh(shared_path(std::string("fixtures/ruth2/Ruth2v4") + part + ".dae"));
    ASSERT_TRUE(file);
    for (const SliderValues& sliders : shapes_to_rebase_on(10)) {
      AvatarInputs inputs;
      inputs.sliders = sliders;
      const AvatarState state = evaluate_avatar(c, inputs);
      for (const BoundMeshDesc& bound : file->meshes)
        EXPECT_LE(rebased_residual(bound, state), kRebaseLimit) << part << ", " << bound.mesh.name;
    }
  }
}

TEST(Rebase, AJointThatFlattensIsNamed) {
  BoundMeshDesc bound = io::read_builtin_mesh("top", Sex::female).value().meshes[0];
  retarget(bound.skin, character(CharacterSource::builtin).skeleton, kStrictImporter);
  const Mesh mesh = Mesh::build(bound.mesh).value();
  const Skin skin = Skin::build(bound.skin, mesh, character(CharacterSource::builtin).skeleton).value();
  std::vector<Mat4> palette(skin.palette_size(), Mat4(1.0));
  for (Mat4& matrix : palette) matrix[2] = Vec4(0.0);
  std::vector<Vec3> targets(mesh.vertex_count(), Vec3(0.0, 0.0, 1.0));
  const RebaseOutcome outcome = rebase_mesh(bound.mesh, skin, palette, targets);
  EXPECT_EQ(outcome.poor.size(), mesh.vertex_count());
  EXPECT_GT(outcome.residual, 0.5);
  for (const Vec3f& p : bound.mesh.positions) EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.z));
}

TEST(Rebase, PosedSkinsStayWhereTheyAre) {
  const Character& c = character(CharacterSource::builtin);
  const double height = bind_space_height(c.skeleton);
  AvatarInputs inputs;
  inputs.sliders = scenes::random_shape(c.appearance, Sex::female, 7);
  inputs.pose = scenes::poses(c.skeleton)[6].pose;
  const AvatarState state = evaluate_avatar(c, inputs);
  BoundMeshDesc bound = io::read_builtin_mesh("top", Sex::female).value().meshes[0];
  retarget(bound.skin, c.skeleton, kStrictImporter);
  const std::vector<Vec3> before = skinned_places(bound.mesh, bound.skin, state.joints);
  const Mesh mesh = Mesh::build(bound.mesh).value();
  const Skin skin = Skin::build(bound.skin, mesh, c.skeleton).value();
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  for (Mat4& matrix : palette) matrix[3].z += height;
  pose_mesh(bound.mesh, skin, palette);
  for (const ImporterProfile& reading : kImporterProfiles) {
    SkinDesc read = posed_skin(bound.skin, c.skeleton, state.joints, reading, height);
    retarget(read, c.skeleton, reading);
    const std::vector<Vec3> after = skinned_places(bound.mesh, read, state.joints);
    double worst = 0.0;
    for (std::size_t v = 0; v < after.size(); ++v)
      worst = std::max(worst, glm::distance(after[v], before[v]));
    EXPECT_LE(worst, kRebaseLimit);
  }
}

}  // namespace
}  // namespace mannequin::test
