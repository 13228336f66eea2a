#include "tools/document/garment_mending.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "engine/appearance/random_shape.h"
#include "engine/fit/random_pose.h"
#include "engine/mesh/retarget.h"
#include "engine/wear/bound_mesh.h"

namespace mannequin::document {
namespace {

constexpr std::size_t kMostMendCases = 400;
constexpr std::uint32_t kCheckedShapes = 600, kWatchedPoses = 1'000, kOtherShapes = 200;
constexpr std::uint32_t kCheckedSeed = 550'000, kWatchedSeed = 770'000, kOtherSeed = 990'000;

// In poses only the shape is bounded on which garments are made: all others can't be.
bool is_default(const SliderValues& sliders) {
  return std::ranges::all_of(sliders, [](const auto& one) { return one.first == kMaleParameter; });
}

std::vector<MendCase> random_cases(const Character& character, std::span<const SweepPose> poses,
                                   std::optional<Sex> only, std::uint32_t count, std::uint32_t seed) {
  const std::vector<Sex> sexes = only ? std::vector<Sex>{*only} : std::vector<Sex>{Sex::female, Sex::male};
  std::vector<MendCase> cases;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Sex sex = sexes[i % sexes.size()];
    // Two in five use the plan's first pose, another the plan's poses in turn. The rest use random ones: a
    // fold that opens in few poses alone, such as the back of a knee, is not seen in fewer. Half of these
    // have the default shape, on which garments are made and looked at in poses.
    const std::uint32_t kind = i / 2 % 5;
    MendCase one;
    if (kind < 3) {
      const auto known = static_cast<std::uint32_t>(kind == 2 ? i / 10 % poses.size() : 0);
      one.pose_number = known;
      one.pose = poses[known].pose;
    } else {
      one.pose_number = seed + i;
      one.pose = random_pose(character.skeleton, one.pose_number);
    }
    if (kind < 4) one.sliders = random_shape(character.appearance, sex, seed + i);
    one.bounded = one.pose_number == 0 || is_default(one.sliders);
    one.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<MendCase> watched_cases(const Character& character, std::optional<Sex> only) {
  std::vector<MendCase> cases;
  for (std::uint32_t i = 0; i < kWatchedPoses; ++i) {
    MendCase one;
    one.pose_number = kWatchedSeed + i;
    one.pose = random_pose(character.skeleton, one.pose_number);
    // Even numbers are symmetric poses; both sexes get some of them.
    const Sex sex = only.value_or(i / 2 % 2 == 0 ? Sex::female : Sex::male);
    one.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<MendCase> plan_cases(std::span<const SweepShape> all_shapes,
                                 std::span<const SweepPose> all_poses) {
  const std::size_t shapes = all_shapes.size(), poses = all_poses.size();
  const std::size_t room = kMostMendCases > shapes ? kMostMendCases - shapes : 0;
  const std::size_t stride =
      shapes * (poses - 1) <= room ? 1 : (shapes * (poses - 1) + room) / std::max<std::size_t>(room, 1);
  std::vector<MendCase> cases;
  for (std::size_t s = 0; s < shapes; ++s)
    for (std::size_t p = 0; p < poses; ++p)
      if (p == 0 || (s + p) % stride == 0)
        cases.push_back({all_shapes[s].sliders, all_poses[p].pose, static_cast<std::uint32_t>(p),
                         p == 0 || is_default(all_shapes[s].sliders)});
  return cases;
}

}  // namespace

MendingCases mending_cases(const Character& character, std::span<const SweepShape> shapes,
                           std::span<const SweepPose> poses, std::optional<Sex> sex) {
  return {plan_cases(shapes, poses), random_cases(character, poses, sex, kCheckedShapes, kCheckedSeed),
          watched_cases(character, sex), random_cases(character, poses, sex, kOtherShapes, kOtherSeed)};
}

Status add_body_weights(io::BoundMeshFile body, const Skeleton& skeleton, WeightSources& sources) {
  for (BoundMeshDesc& desc : body.meshes) retarget(desc.skin, skeleton, kStrictImporter);
  return add_sources(make_bindable(std::move(body), false), "has no weights; choose a rigged body", sources);
}

Result<WornGarment> build_garment(std::span<const BoundMeshDesc> meshes, const Skeleton& skeleton,
                                  const ImporterProfile& importer) {
  WornGarment out;
  for (const BoundMeshDesc& desc : meshes) {
    Result<BoundMesh> bound = build_bound_mesh(desc, skeleton, importer);
    if (!bound) return error_of(bound);
    out.parts.push_back({std::move(bound->mesh), std::move(*bound->skin)});
  }
  return out;
}

MendSizes sizes_of(const MendedGarment& mended) {
  MendSizes out;
  for (std::size_t m = 0; m < mended.moved.size(); ++m)
    for (std::size_t v = 0; v < mended.moved[m].size(); ++v) {
      ++out.vertices;
      out.moved += mended.moved[m][v] != 0.0f ? 1u : 0u;
      out.reweighted += mended.reweighted[m][v] > 0.0f ? 1u : 0u;
      out.largest = std::max(out.largest, std::abs(static_cast<double>(mended.moved[m][v])));
    }
  return out;
}

double removed_share(const MendMeasure& before, const MendMeasure& after) {
  return before.area() > 0.0 ? 1.0 - after.area() / before.area() : 0.0;
}

double worst_increase(const MendMeasure& before, const MendMeasure& after) {
  double worst = 0.0;
  for (std::size_t i = 0; i < before.cases.size(); ++i)
    worst = std::max(worst, after.cases[i].depth - before.cases[i].depth);
  return worst;
}

}  // namespace mannequin::document
