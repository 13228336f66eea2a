#include "engine/bind/fitted.h"

#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/bind/skin_table.h"
#include "engine/bind/weight_edits.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/bind/bind_case.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

const Skeleton& fitted_skeleton() { return character(CharacterSource::builtin).skeleton; }

struct FittedCloth {
  BoundMeshDesc bound;
  WeldedSurface welded;
  WeightTable table;
};

FittedCloth fitted_cloth(std::string_view name) {
  FittedCloth cloth;
  cloth.bound = io::read_builtin_mesh(name, Sex::female).value().meshes[0];
  retarget(cloth.bound.skin, fitted_skeleton(), kStrictImporter);
  cloth.welded = make_surface(cloth.bound.mesh, cloth.bound.skin.bind_shape, Welding::border);
  cloth.table = weights_of_skin(cloth.bound.skin, cloth.welded);
  return cloth;
}

std::vector<Vec3> cloth_places(const FittedCloth& cloth, const WeightTable& table, double body_fat) {
  const auto own = joint_binds(cloth.bound.skin), avatar = joint_binds(fitted_skeleton());
  const std::map<std::string, JointBind>* binds[] = {&own, &avatar};
  SkinDesc desc = skin_of_weights(table, cloth.welded, cloth.bound.skin, binds);
  const Mesh mesh = Mesh::build(cloth.bound.mesh).value();
  const Skin skin = Skin::build(std::move(desc), mesh, fitted_skeleton()).value();
  AvatarInputs inputs;
  inputs.sliders[637] = body_fat;
  const AvatarState state = evaluate_avatar(character(CharacterSource::builtin), inputs);
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> vertices(mesh.vertex_count());
  skin_reference(mesh, skin, palette, vertices);
  std::vector<Vec3> places;
  for (const ReferenceVertex& v : vertices) places.push_back(v.position);
  return places;
}

// Mean and largest way of a vertex from Body Fat 0 to 100 %.
std::pair<double, double> answer_to_body_fat(const FittedCloth& cloth, WeightTable table) {
  limit_weights(table, 4, cloth.welded.surface, {});
  const std::vector<Vec3> thin = cloth_places(cloth, table, 0.0), fat = cloth_places(cloth, table, 1.0);
  double sum = 0.0, most = 0.0;
  for (std::size_t v = 0; v < thin.size(); ++v) {
    sum += glm::distance(thin[v], fat[v]);
    most = std::max(most, glm::distance(thin[v], fat[v]));
  }
  return {sum / static_cast<double>(thin.size()), most};
}

TEST(Fitted, AClassicShirtAnswersToBodyFatAsTheFittedOne) {
  for (const char* name : {"top", "dress", "trousers"}) {
    const FittedCloth cloth = fitted_cloth(name);
    const auto [mean, most] = answer_to_body_fat(cloth, cloth.table);
    WeightTable classic = cloth.table;
    share_with_volumes(classic, cloth.welded.surface, fitted_skeleton(), {0.0, {}});
    const auto [classic_mean, classic_most] = answer_to_body_fat(cloth, classic);
    EXPECT_LT(classic_most, 1e-4) << name << ": no volume is left";
    WeightTable fitted = classic;
    share_with_volumes(fitted, cloth.welded.surface, fitted_skeleton(), {1.0, {}});
    const auto [fitted_mean, fitted_most] = answer_to_body_fat(cloth, fitted);
    RecordProperty(std::string(name) + "_mean_ratio", std::to_string(fitted_mean / mean));
    RecordProperty(std::string(name) + "_most_ratio", std::to_string(fitted_most / most));
    EXPECT_NEAR(fitted_mean / mean, 1.0, 0.2) << name;
    EXPECT_NEAR(fitted_most / most, 1.0, 0.2) << name;
    WeightTable half = classic;
    share_with_volumes(half, cloth.welded.surface, fitted_skeleton(), {0.5, {}});
    const auto [half_mean, half_most] = answer_to_body_fat(cloth, half);
    EXPECT_GT(half_mean, 0.3 * fitted_mean) << name;
    EXPECT_LT(half_mean, 0.7 * fitted_mean) << name;
  }
}

TEST(Fitted, SumsStayAndBonesCanDiffer) {
  const FittedCloth cloth = fitted_cloth("top");
  WeightTable table = cloth.table;
  share_with_volumes(table, cloth.welded.surface, fitted_skeleton(), {std::nullopt, {{"mChest", 0.0}}});
  const auto belly = std::ranges::find(table.groups, "BELLY") - table.groups.begin();
  double on_belly = 0.0;
  for (std::size_t v = 0; v < table.vertices.size(); ++v) {
    double before = 0.0, after = 0.0;
    for (const GroupWeight& w : cloth.table.vertices[v]) before += w.weight;
    for (const GroupWeight& w : table.vertices[v]) {
      after += w.weight;
      const std::string& name = table.groups[w.group];
      EXPECT_FALSE(w.weight > 0.0 && (name == "CHEST" || name == "UPPER_BACK" || name == "LEFT_PEC")) << v;
      if (w.group == belly) on_belly += w.weight;
    }
    EXPECT_NEAR(before, after, 1e-9) << v;
  }
  EXPECT_GT(on_belly, 1.0) << "other bones stay as they are";
}

}  // namespace
}  // namespace mannequin::test
