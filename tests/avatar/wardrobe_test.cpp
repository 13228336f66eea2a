// The built-in clothes: valid meshes, accepted by the uploader, and outside the body in every shape and pose.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/fit/upload_check.h"
#include "engine/io/builtin_mesh.h"
#include "tests/avatar/builtin_figure.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

using Which = std::tuple<std::string_view, Sex>;

class Wardrobe : public testing::TestWithParam<Which> {
 protected:
  std::string_view name_ = std::get<0>(GetParam());
  Sex sex_ = std::get<1>(GetParam());
  const BuiltinMesh& garment_ = builtin_mesh(name_, sex_);
};

// The soles of boots, pieces of their own, are open inside the boot.
TEST_P(Wardrobe, IsOpenAtItsHemsAlone) {
  const Welded w = weld(garment_.mesh);
  const std::size_t open = hems(w).size(), pieces = name_ == "boots" ? 4 : 1;
  EXPECT_EQ(open, name_ == "trousers" ? 3u : 4u);
  EXPECT_EQ(euler_number(w), 2 * static_cast<long>(pieces) - static_cast<long>(open));
  EXPECT_LE(w.position.size(), 7000u);
}

TEST_P(Wardrobe, IsTheSameOnBothSides) { expect_symmetric(garment_.mesh); }

TEST_P(Wardrobe, HasNormalsThatPointOutwards) { expect_outward_normals(garment_.mesh, 0.03); }

TEST_P(Wardrobe, KeepsToTheViewersLimitsOfASkin) { expect_viewer_limits(garment_); }

// Without the bones in between, the viewer places its joints elsewhere.
TEST_P(Wardrobe, HasEveryBoneAboveItsJointsAndNoOtherThatCarriesNothing) {
  const Skeleton& skeleton = figure_character().skeleton;
  const std::vector<std::string>& names = garment_.desc.skin.joint_names;
  std::set<std::string> idle = idle_joints(garment_);
  for (const std::string& name : names) {
    const JointIndex above = skeleton[skeleton.find(name)].parent;
    if (above == kNoJoint) continue;
    EXPECT_NE(std::ranges::find(names, skeleton[above].name), names.end()) << "nothing above " << name;
    idle.erase(skeleton[above].name);
  }
  EXPECT_EQ(idle, std::set<std::string>());
}

TEST_P(Wardrobe, StaysWhereItIsBoundWhenNothingIsApplied) { expect_rest_as_bound(garment_); }

TEST_P(Wardrobe, IsTakenByTheUploaderWithNotesAtMost) {
  for (const Finding& found : check_upload({&garment_.desc, 1}, figure_character(), {}))
    // That importers differ is true of every mesh with weights on collision volumes.
    EXPECT_TRUE(found.severity == Severity::info || found.code == "importer_profile") << found.message;
  const io::BoundMeshFile file = io::read_builtin_mesh(name_, sex_).value();
  for (const io::Note& note : file.viewer_notes)
    EXPECT_EQ(note.severity, Severity::info) << note.where << ": " << note.what;
}

// A surface as it stands: the corners of its triangles, and after those what closes its hems, so that what
// the garment covers is inside: a tube that goes straight on from each hem as far as given, metres, and a fan
// across.
struct Corners {
  std::vector<Vec3> at;
  std::size_t cloth = 0;  // how many are not of what closes hems
};

Corners closed_corners(const BuiltinMesh& m, const std::vector<ReferenceVertex>& at, double beyond) {
  Corners corners;
  for (const std::uint32_t v : m.mesh.indices()) corners.at.push_back(at[v].position);
  corners.cloth = corners.at.size();
  const Welded w = weld(m.mesh);
  std::vector<Vec3> place(w.position.size());
  for (std::size_t v = 0; v < at.size(); ++v) place[w.place[v]] = at[v].position;
  for (const std::vector<std::uint32_t>& hem : hems(w)) {
    Vec3 middle(0.0), way(0.0);
    for (const std::uint32_t v : hem) middle += place[v] / static_cast<double>(hem.size());
    for (std::size_t k = 0; k < hem.size(); ++k)
      way += glm::cross(place[hem[k]] - middle, place[hem[(k + 1) % hem.size()]] - middle);
    way = beyond * glm::normalize(way);
    for (std::size_t k = 0; k < hem.size(); ++k) {
      const Vec3 a = place[hem[k]], b = place[hem[(k + 1) % hem.size()]];
      if (beyond > 0.0) corners.at.insert(corners.at.end(), {a, b, b + way, a, b + way, a + way});
      corners.at.insert(corners.at.end(), {a + way, b + way, middle + way});
    }
  }
  return corners;
}

// A closed surface, asked for what is inside.
class Inside {
 public:
  explicit Inside(Corners corners) : at_(std::move(corners.at)), cloth_(corners.cloth) {
    for (Vec3& place : at_) place = kTurned * place;
    for (std::size_t t = 0; t < at_.size(); t += 3) {
      const Vec3 low = glm::min(glm::min(corner(t), corner(t + 1)), corner(t + 2));
      const Vec3 high = glm::max(glm::max(corner(t), corner(t + 1)), corner(t + 2));
      for (int y = cell(low.y); y <= cell(high.y); ++y)
        for (int z = cell(low.z); z <= cell(high.z); ++z) cells_[{y, z}].push_back(t);
    }
  }

  // How often the surface goes round p: what a ray from p leaves minus what it enters. 0: p is outside.
  int turns(const Vec3& place) const {
    const Vec3 p = kTurned * place;
    const auto found = cells_.find({cell(p.y), cell(p.z)});
    if (found == cells_.end()) return 0;
    int turns = 0;
    for (const std::size_t t : found->second) {
      const Vec3 c[] = {corner(t) - p, corner(t + 1) - p, corner(t + 2) - p};
      double area[3];
      for (std::size_t k = 0; k < 3; ++k)
        area[k] = c[(k + 1) % 3].y * c[(k + 2) % 3].z - c[(k + 1) % 3].z * c[(k + 2) % 3].y;
      const auto [least, most] = std::minmax({area[0], area[1], area[2]});
      if (least < 0.0 && most > 0.0) continue;
      const double sum = area[0] + area[1] + area[2];
      if (sum != 0.0 && (area[0] * c[0].x + area[1] * c[1].x + area[2] * c[2].x) / sum > 0.0)
        turns += sum > 0.0 ? 1 : -1;
    }
    return turns;
  }

  struct Nearest {
    double distance = 1e9;
    bool cloth = false;  // and not an opening
  };
  Nearest nearest(const Vec3& place) const {
    const Vec3 p = kTurned * place;
    Nearest least;
    for (std::size_t t = 0; t < at_.size(); t += 3) {
      const Vec3 a = corner(t) - p;
      if (glm::length(a) > least.distance + 0.1) continue;
      const double away = distance(a, corner(t + 1) - p, corner(t + 2) - p);
      if (away < least.distance) least = {away, t < cloth_};
    }
    return least;
  }

 private:
  static constexpr double kCell = 0.01;
  // So no edge of a mesh is parallel to the rays.
  static inline const Mat3 kTurned =
      glm::mat3_cast(glm::angleAxis(0.37, glm::normalize(Vec3(0.3, 0.5, 0.8))));

  static int cell(double x) { return static_cast<int>(std::floor(x / kCell)); }
  const Vec3& corner(std::size_t c) const { return at_[c]; }

  // Of a triangle from the origin.
  static double distance(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = glm::cross(b - a, c - a);
    const Vec3 corners[] = {a, b, c};
    bool above = true;
    double edge = 1e9;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 from = corners[k], along = corners[(k + 1) % 3] - from;
      above = above && glm::dot(glm::cross(along, -from), normal) >= 0.0;
      const double part = glm::dot(-from, along) / std::max(glm::dot(along, along), 1e-18);
      edge = std::min(edge, glm::length(from + std::clamp(part, 0.0, 1.0) * along));
    }
    return above && glm::length(normal) > 1e-12 ? std::abs(glm::dot(a, normal)) / glm::length(normal) : edge;
  }

  std::vector<Vec3> at_;
  std::size_t cloth_;
  std::map<std::pair<int, int>, std::vector<std::size_t>> cells_;
};

// What the garment covers on the body as both are made: every third vertex, but not at the hems.
std::vector<std::uint32_t> covered_vertices(const BuiltinMesh& body, const BuiltinMesh& garment, Sex sex) {
  AvatarInputs standing;
  standing.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  const std::vector<ReferenceVertex> skin = deformed(body, standing);
  const Inside cloth(closed_corners(garment, deformed(garment, standing), 0.0));
  std::vector<std::uint32_t> covered;
  for (std::uint32_t v = 0; v < skin.size(); v += 3)
    if (cloth.turns(skin[v].position) > 0 && cloth.nearest(skin[v].position).distance > 0.002)
      covered.push_back(v);
  return covered;
}

struct Exposure {
  double share = 0.0, deepest = 0.0;  // of what is covered; metres
};

// What comes out of a hem is not exposed.
constexpr double kBeyond = 0.300;

Exposure exposure(const BuiltinMesh& body, const BuiltinMesh& garment,
                  const std::vector<std::uint32_t>& covered, const AvatarInputs& inputs) {
  const std::vector<ReferenceVertex> skin = deformed(body, inputs);
  const Inside cloth(closed_corners(garment, deformed(garment, inputs), kBeyond)),
      flesh(closed_corners(body, skin, 0.0));
  Exposure all;
  for (const std::uint32_t v : covered) {
    if (cloth.turns(skin[v].position) != 0) continue;
    // Where limbs intersect, the skin is invisible.
    if (flesh.turns(skin[v].position + 0.0015 * skin[v].normal) != 0) continue;
    const Inside::Nearest through = cloth.nearest(skin[v].position);
    if (!through.cloth) continue;  // it came out of an opening
    all.share += 1.0 / static_cast<double>(covered.size());
    all.deepest = std::max(all.deepest, through.distance);
  }
  return all;
}

// The most that may show in any of the shapes, and how deep, by garment; what is measured, and a tenth. The
// worst are lowered arms that fold the skin behind the armpit, a fat belly that folds in a squat, and narrow
// hips whose thighs cross in a stride: one side of a skirt cannot be before the other leg.
struct Limits {
  std::string_view garment;
  Exposure upright, moving, walking;  // T, A, stand, arms up; sit, squat, twisted; walk
  double mean;
};
constexpr Limits kLimits[] = {
    {"top", {0.0102, 0.0094}, {0.0333, 0.0202}, {0.0137, 0.0158}, 0.0035},
    {"trousers", {0.0110, 0.0022}, {0.0172, 0.0081}, {0.0082, 0.0051}, 0.0019},
    {"dress", {0.0063, 0.0059}, {0.0076, 0.0081}, {0.2249, 0.0356}, 0.0074},
    {"boots", {}, {}, {}, 0.0},
};

TEST_P(Wardrobe, StaysAroundTheBody) {
  const Character& character = figure_character();
  const BuiltinMesh& body = builtin_mesh("mannequin", sex_);
  const std::vector<std::uint32_t> covered = covered_vertices(body, garment_, sex_);
  ASSERT_GT(covered.size(), 200u);
  std::vector<scenes::NamedShape> shapes = scenes::shapes(character.appearance);
  std::erase_if(shapes, [&](const scenes::NamedShape& shape) {
    const auto male = shape.sliders.find(kMaleParameter);
    return (male != shape.sliders.end() && male->second > 0.5) != (sex_ == Sex::male);
  });
  const Limits& limits = *std::ranges::find(kLimits, name_, &Limits::garment);

  double sum = 0.0;
  std::size_t looks = 0;
  for (const scenes::NamedShape& shape : shapes) {
    for (const scenes::NamedPose& pose : scenes::poses(character.skeleton)) {
      AvatarInputs inputs;
      inputs.sliders = shape.sliders;
      inputs.pose = pose.pose;
      const Exposure out = exposure(body, garment_, covered, inputs);
      const bool moving = pose.name == "sit" || pose.name == "squat" || pose.name.starts_with("twisted");
      const Exposure& most = pose.name == "walk" ? limits.walking : moving ? limits.moving : limits.upright;
      EXPECT_LE(out.share, most.share) << shape.name << ", " << pose.name;
      EXPECT_LE(out.deepest, most.deepest) << shape.name << ", " << pose.name;
      sum += out.share;
      ++looks;
    }
  }
  EXPECT_LE(sum / static_cast<double>(looks), limits.mean);
}

INSTANTIATE_TEST_SUITE_P(All, Wardrobe,
                         testing::Combine(testing::ValuesIn(io::builtin_garments().begin(),
                                                            io::builtin_garments().end()),
                                          testing::Values(Sex::female, Sex::male)),
                         [](const auto& which) {
                           return std::string(std::get<0>(which.param)) +
                                  (std::get<1>(which.param) == Sex::male ? "_male" : "_female");
                         });

}  // namespace
}  // namespace mannequin::test
