#include "engine/fit/garment_mend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "engine/appearance/random_shape.h"
#include "engine/bind/smooth.h"
#include "engine/bind/surface.h"
#include "engine/fit/garment_costs.h"
#include "engine/fit/garment_refinement.h"
#include "engine/fit/random_pose.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/wear/bound_mesh.h"
#include "tests/fit/builtin.h"

namespace mannequin {
namespace {

BoundMeshDesc settled_builtin(std::string_view name) {
  BoundMeshDesc bound = io::read_builtin_mesh(name, Sex::female).value().meshes[0];
  retarget(bound.skin, builtin().skeleton, kStrictImporter);
  return bound;
}

Result<WornGarment> build_strict(std::span<const BoundMeshDesc> meshes) {
  WornGarment out;
  for (const BoundMeshDesc& desc : meshes) {
    Result<BoundMesh> bound = build_bound_mesh(desc, builtin().skeleton, kStrictImporter);
    if (!bound) return error_of(bound);
    out.parts.push_back({std::move(bound->mesh), std::move(*bound->skin)});
  }
  return out;
}

// The body with all that mending needs of it.
struct MendBody {
  BoundMeshDesc desc = settled_builtin("mannequin");
  WornGarment worn = build_strict({&desc, 1}).value();
  FitSurface surface = worn.surface();
  std::vector<WeightSource> sources;
  std::map<std::string, JointBind> binds = joint_binds(desc.skin);

  MendBody() {
    const WeldedSurface welded = make_surface(desc.mesh, desc.skin.bind_shape, Welding::border);
    sources.push_back({"body", welded.surface, weights_of_skin(desc.skin, welded)});
  }
};

std::vector<MendCase> random_mend_cases(std::uint32_t count, std::uint32_t seed) {
  std::vector<MendCase> cases;
  for (std::uint32_t i = 0; i < count; ++i)
    cases.push_back({random_shape(builtin().appearance, Sex::female, seed + i), {}});
  return cases;
}

// Moves weights of volumes to their bones: like a garment that was never fitted.
void bones_only(BoundMeshDesc& bound) {
  const Skeleton& skeleton = builtin().skeleton;
  std::vector<std::uint32_t> to;
  for (std::uint32_t j = 0; j < bound.skin.joint_names.size(); ++j) {
    const JointIndex joint = skeleton.find(bound.skin.joint_names[j]);
    const Joint& known = skeleton[joint];
    std::uint32_t slot = j;
    if (known.kind == JointKind::collision_volume) {
      const std::string& parent = skeleton[known.parent].name;
      const auto found = std::ranges::find(bound.skin.joint_names, parent);
      if (found != bound.skin.joint_names.end())
        slot = static_cast<std::uint32_t>(found - bound.skin.joint_names.begin());
    }
    to.push_back(slot);
  }
  for (InfluenceDesc& influence : bound.skin.influences) influence.joint = to[influence.joint];
}

void smooth_twelve_times(BoundMeshDesc& bound) {
  WeldedSurface welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
  WeightTable table = weights_of_skin(bound.skin, welded);
  smooth_weights(table, triangle_edges(welded.surface.triangles), 12, 0.5);
  const std::map<std::string, JointBind> own = joint_binds(bound.skin);
  const std::map<std::string, JointBind>* const binds[] = {&own};
  bound.skin = skin_of_weights(table, welded, bound.skin, binds);
}

// In random shapes, and poses unlike any with another seed.
std::vector<MendCase> posed_mend_cases(std::uint32_t count, std::uint32_t seed) {
  std::vector<MendCase> cases = random_mend_cases(count, seed);
  for (std::uint32_t i = 0; i < count; ++i) {
    cases[i].pose = random_pose(builtin().skeleton, seed + i);
    cases[i].pose_number = seed + i;
  }
  return cases;
}

TEST(GarmentMend, BodyStaysUnderAGarmentThatWasNeverFitted) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  bones_only(top);
  const std::vector<MendCase> cases = random_mend_cases(60, 100), others = random_mend_cases(40, 9000);
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const Result<MendedGarment> mended = mend_garment(input, pair, {});
  ASSERT_TRUE(mended) << mended.error().message();
  EXPECT_TRUE(mended->changed);
  const WornGarment worn = build_strict(mended->meshes).value();
  const MendMeasure before = measure_garment(input, pair, original, others),
                    after = measure_garment(input, pair, worn, others);
  ASSERT_GT(before.area(), 0.01);
  EXPECT_LT(after.area(), 0.1 * before.area());
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_LT(after.cases[i].depth, before.cases[i].depth + 0.0005) << i;
  // At most four influences, and no vertex farther from its place than the limit.
  const SkinDesc& skin = mended->meshes[0].skin;
  for (std::size_t v = 0; v < top.mesh.positions.size(); ++v) {
    EXPECT_LE(skin.influence_begin[v + 1] - skin.influence_begin[v], 4u);
    EXPECT_LE(glm::distance(mended->meshes[0].mesh.positions[v], top.mesh.positions[v]), 0.0101f);
  }
}

// Smoothed weights let the body through in few places of a close garment, and walls of folds cross once the
// garment follows the body again: moves outwards alone make that worse. The weights made by hand leave more.
TEST(GarmentMend, BodyStaysUnderCloseTrousersWithSmoothedWeights) {
  const MendBody body;
  BoundMeshDesc trousers = settled_builtin("trousers");
  const BoundMeshDesc clean = trousers;
  smooth_twelve_times(trousers);
  const std::vector<MendCase> cases = random_mend_cases(60, 100), others = random_mend_cases(40, 9000);
  const GarmentMendInput input{builtin(),      {},           body.surface, body.sources, body.binds,
                               {&trousers, 1}, build_strict, cases};
  const WornGarment original = build_strict({&trousers, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {}).value();
  const WornGarment worn = build_strict(mended.meshes).value();
  const double before = measure_garment(input, pair, original, others).area(),
               after = measure_garment(input, pair, worn, others).area();
  const WornGarment by_hand = build_strict({&clean, 1}).value();
  ASSERT_GT(before, 0.01);
  EXPECT_LT(after, measure_garment(input, pair, by_hand, others).area());
  EXPECT_LT(after, 0.15 * before);
  // Only cloth that is closer to the body than before moved against its normal, and by little.
  for (const float moved : mended.moved[0]) EXPECT_GE(moved, -0.0031f);
}

TEST(GarmentMend, LeavesAloneWhatFits) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  const std::vector<MendCase> cases = {{{}, {}}};
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  ASSERT_EQ(measure_garment(input, pair, original, cases).area(), 0.0);
  const Result<MendedGarment> mended = mend_garment(input, pair, {});
  ASSERT_TRUE(mended);
  EXPECT_FALSE(mended->changed);
  EXPECT_EQ(mended->meshes[0].mesh.positions, top.mesh.positions);
}

// Shapes and poses that it neither solved on nor checked.
TEST(GarmentMend, MakesNoOtherPoseWorse) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  bones_only(top);
  const std::vector<MendCase> cases = random_mend_cases(20, 100), checks = posed_mend_cases(60, 4000),
                              others = posed_mend_cases(20, 9100);
  const GarmentMendInput input{builtin(), {},           body.surface, body.sources, body.binds,
                               {&top, 1}, build_strict, cases,        checks};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {}).value();
  EXPECT_TRUE(mended.changed);
  const WornGarment worn = build_strict(mended.meshes).value();
  for (const auto& [tried, allowed] : {std::pair(&checks, 0.000501), std::pair(&others, 0.001)}) {
    const MendMeasure before = measure_garment(input, pair, original, *tried),
                      after = measure_garment(input, pair, worn, *tried);
    for (std::size_t i = 0; i < tried->size(); ++i)
      EXPECT_LE(after.cases[i].depth, before.cases[i].depth + allowed) << i;
  }
}

// Every remedy for the whole top makes some pose worse at the armpits or in the fold of the belly. It is held
// back there, and mends the rest.
TEST(GarmentMend, HoldsBackWhereAPoseSuffers) {
  const MendBody body;
  BoundMeshDesc top = settled_builtin("top");
  smooth_twelve_times(top);
  const std::vector<MendCase> cases = random_mend_cases(20, 100), checks = posed_mend_cases(30, 4000),
                              others = random_mend_cases(40, 9000);
  const GarmentMendInput input{builtin(), {},           body.surface, body.sources, body.binds,
                               {&top, 1}, build_strict, cases,        checks};
  const WornGarment original = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, original.surface());
  const MendedGarment mended = mend_garment(input, pair, {}).value();
  EXPECT_EQ(mended.deeper, 0u);
  EXPECT_EQ(mended.deeper_poses, 0u);
  const WornGarment worn = build_strict(mended.meshes).value();
  for (const auto* tried : {&cases, &checks}) {
    const MendMeasure before = measure_garment(input, pair, original, *tried),
                      after = measure_garment(input, pair, worn, *tried);
    for (std::size_t i = 0; i < tried->size(); ++i)
      EXPECT_LE(after.cases[i].depth, before.cases[i].depth + 0.0005) << i;
  }
  const double before = measure_garment(input, pair, original, others).area();
  ASSERT_GT(before, 0.01);
  EXPECT_LT(measure_garment(input, pair, worn, others).area(), 0.5 * before);
}

// In poses others than those that are bounded count less, and may become deeper, at a price.
TEST(GarmentMend, CountsWhatIsNotBoundedForLess) {
  const MendBody body;
  const BoundMeshDesc top = settled_builtin("top");
  std::vector<MendCase> cases = posed_mend_cases(1, 4000);
  cases.push_back(cases.front());
  cases.back().bounded = false;
  const WornGarment worn = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, worn.surface());
  const CaseMeter meter{builtin(), {}, body.surface, pair};
  const GarmentPlaces places = find_places(worn.surface(), body.surface);
  const GarmentPatches patches = make_patches(places, body.surface.bound_positions());
  const std::vector<MeasuredCase> before(cases.size());
  const GarmentCosts costs(meter, patches, cases, before, 0.0005);
  EXPECT_GT(1.0, costs.most(0));
  EXPECT_LT(1.0, costs.most(1));
  const MeasuredCase deep{{}, {{0, {}, 0.010f}}}, shallow{{}, {{0, {}, 0.0002f}}};
  EXPECT_LT(2.0 * costs.of(1, shallow), costs.of(0, shallow));
  EXPECT_LT(2.0 * costs.of(1, deep), costs.of(0, deep));
  EXPECT_LT(2.0 * costs.of(1, shallow), costs.of(1, deep));
}

// The built-in top with smoothed weights, of which single places were changed for a few cases.
struct SmoothedTop {
  explicit SmoothedTop(const GarmentMendOptions& options) {
    EXPECT_TRUE(changes.find(meter, worn.surface(), cases, options));
    EXPECT_TRUE(refine_places(field, remedies = changes.remedies(), state, [](double) { return Status(); }));
  }
  SmoothedTop(const SmoothedTop&) = delete;
  SmoothedTop& operator=(const SmoothedTop&) = delete;

  static BoundMeshDesc smoothed() {
    BoundMeshDesc out = settled_builtin("top");
    smooth_twelve_times(out);
    return out;
  }
  double standing_area(std::span<const MeasuredCase> of) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (cases[i].pose_number == 0) sum += of[i].at.area;
    return sum;
  }
  // What holds whatever is changed.
  void expect_better() const {
    EXPECT_LT(state.cost, costs.of(before));
    EXPECT_LT(standing_area(state.cases), standing_area(before));
    for (std::size_t i = 0; i < cases.size(); ++i)
      EXPECT_LT(state.cases[i].at.depth, before[i].at.depth + 0.0005) << i;
    const ChangedGarment garment = changed();
    const std::vector<MeasuredCase> again =
        meter.measure(garment.worn.surface(), cases, all_of(cases.size()), &places);
    EXPECT_EQ(area_of(again), area_of(state.cases)) << "what is remembered is true";
    for (std::uint32_t w = 0; w < places.count(); ++w)
      EXPECT_EQ(state.places[w], state.places[places.mirror[w]]);
  }
  ChangedGarment changed() const { return changes.with(state.choice, remedies, state.places).value(); }

  const MendBody body;
  const BoundMeshDesc top = smoothed();
  const std::vector<MendCase> cases = random_mend_cases(24, 100);
  const GarmentMendInput input{builtin(),  {},        body.surface, body.sources,
                               body.binds, {&top, 1}, build_strict, cases};
  const WornGarment worn = build_strict({&top, 1}).value();
  const GarmentPair pair = make_garment_pair(body.surface, worn.surface());
  const CaseMeter meter = input.meter(pair);
  const GarmentPlaces places = find_places(worn.surface(), body.surface);
  const GarmentPatches patches = make_patches(places, body.surface.bound_positions());
  GarmentChanges changes{input, pair, places, patches};
  std::vector<GarmentRemedy> remedies;
  SearchMemory memory;
  const std::vector<bool> may = std::vector<bool>(patches.count(), true);
  const std::vector<MeasuredCase> before =
      meter.measure(worn.surface(), cases, all_of(cases.size()), &places);
  const GarmentCosts costs{meter, patches, cases, before, 0.0005};
  const RemedyField field{meter, cases, places, patches, changes, costs, may, memory, 100'000'000};
  MendState state{RemedyChoice(patches.count(), 0), {}, before, costs.of(before)};
};

// They can be moved where moving a whole patch would make other cases deeper.
TEST(GarmentMend, MovesSinglePlacesOutwards) {
  GarmentMendOptions options;
  options.keep_weights = true;
  options.limit = 0.005;
  const SmoothedTop top(options);
  top.expect_better();
  EXPECT_LT(area_of(top.state.cases), 0.7 * area_of(top.before));
  const ChangedGarment garment = top.changed();
  std::size_t moved = 0;
  for (std::uint32_t w = 0; w < top.places.count(); ++w) {
    EXPECT_LE(glm::length(garment.moved[w]), options.limit + 1e-9);
    EXPECT_EQ(garment.reweighted[w], 0.0);
    moved += top.state.places[w].outwards > 0.0 ? 1 : 0;
  }
  EXPECT_GT(moved, 10u);
  EXPECT_LT(moved, top.places.count() / 2);
  EXPECT_EQ(garment.weights, MendWeights::own);
}

// The same with their weights; those beside them get half of that.
TEST(GarmentMend, GivesSinglePlacesOtherWeights) {
  GarmentMendOptions options;
  options.keep_shape = true;
  const SmoothedTop top(options);
  top.expect_better();
  const ChangedGarment garment = top.changed();
  std::size_t whole = 0, part = 0;
  for (std::uint32_t w = 0; w < top.places.count(); ++w) {
    EXPECT_EQ(garment.moved[w], Vec3(0.0));
    EXPECT_EQ(garment.reweighted[w], top.state.places[w].weights > 0 ? top.state.places[w].share : 0.0);
    whole += garment.reweighted[w] == 1.0 ? 1 : 0;
    part += garment.reweighted[w] == 0.5 ? 1 : 0;
  }
  EXPECT_GT(whole, 10u);
  EXPECT_GT(part, 10u);
  EXPECT_LT(whole + part, top.places.count() / 2);
  EXPECT_NE(garment.weights, MendWeights::own)
      << "mend would say that new weights come from the garment itself";
  const SkinDesc& skin = garment.meshes[0].skin;
  for (std::size_t v = 0; v < garment.meshes[0].mesh.positions.size(); ++v) {
    if (!(garment.reweighted[top.places.of[v]] > 0.0)) continue;
    double sum = 0.0;
    for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i)
      sum += skin.influences[i].weight;
    EXPECT_NEAR(sum, 1.0, 1e-5);
    EXPECT_LE(skin.influence_begin[v + 1] - skin.influence_begin[v], kMaxInfluences);
  }
}

// The built-in top without its volumes, on a few shapes.
struct BonesOnlyTop {
  BonesOnlyTop() { bones_only(desc); }
  BonesOnlyTop(const BonesOnlyTop&) = delete;
  BonesOnlyTop& operator=(const BonesOnlyTop&) = delete;
  MendedGarment mend(const GarmentMendOptions& options) const {
    const GarmentMendInput input{builtin(),  {},         body.surface, body.sources,
                                 body.binds, {&desc, 1}, build_strict, cases};
    const GarmentPair pair = make_garment_pair(body.surface, build_strict({&desc, 1}).value().surface());
    return mend_garment(input, pair, options).value();
  }

  const MendBody body;
  BoundMeshDesc desc = settled_builtin("top");
  const std::vector<MendCase> cases = random_mend_cases(8, 300);
};

// A large garment would take minutes. What was found until then is a result like any other.
TEST(GarmentMend, EndsEarlyWhereSoMuchWasMeasuredAndSaysSo) {
  const BonesOnlyTop top;
  GarmentMendOptions options;
  EXPECT_FALSE(top.mend(options).spent) << "so few cases are measured quickly";
  options.most_searched = 1;
  const MendedGarment mended = top.mend(options);
  EXPECT_TRUE(mended.spent);
  EXPECT_TRUE(mended.changed);
  EXPECT_EQ(mended.deeper, 0u);
  EXPECT_LT(mended.after.area(), mended.before.area());
}

TEST(GarmentMend, SaysWhyNothingCanBeDone) {
  const BonesOnlyTop top;
  GarmentMendOptions options;
  options.keep_weights = true;
  options.limit = 0.0;
  const MendedGarment mended = top.mend(options);
  EXPECT_FALSE(mended.changed);
  EXPECT_GT(mended.before.area(), 0.0);
  EXPECT_EQ(mended.after.area(), mended.before.area());
  EXPECT_GT(mended.remains.too_deep, 0u);
  EXPECT_EQ(mended.remains.open, 0u);
  EXPECT_EQ(mended.meshes[0].mesh.positions, top.desc.mesh.positions);
}

TEST(GarmentMend, KeepsWhatItIsToldTo) {
  const BonesOnlyTop top;
  GarmentMendOptions options;
  options.keep_shape = true;
  const MendedGarment weights = top.mend(options);
  EXPECT_EQ(weights.meshes[0].mesh.positions, top.desc.mesh.positions);
  options.keep_shape = false;
  options.keep_weights = true;
  const MendedGarment shape = top.mend(options);
  EXPECT_EQ(shape.meshes[0].skin.joint_names, top.desc.skin.joint_names);
  EXPECT_NE(shape.meshes[0].mesh.positions, top.desc.mesh.positions);
}

}  // namespace
}  // namespace mannequin
