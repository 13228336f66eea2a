// Weights transferred from the built-in body to its clothes, worn on many shapes in many poses.
#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/bind/bind.h"
#include "engine/bind/skin_table.h"
#include "engine/bind/surface_tree.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/oracle_case.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

constexpr double kAllowance = 0.002;  // metres further through the body than with the clothes' own weights
constexpr std::uint32_t kShapes = 200;
constexpr std::size_t kPoses = 20;

// A built-in mesh, welded, with a skin that can be exchanged.
struct Garment {
  BoundMeshDesc bound;
  WeldedSurface welded;
  WeightTable table;

  explicit Garment(std::string_view name) {
    bound = io::read_builtin_mesh(name, Sex::female).value().meshes[0];
    retarget(bound.skin, character(Road::builtin).skeleton, kStrictImporter);
    welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
    table = weights_of_skin(bound.skin, welded);
  }
  WeightSource source() const { return {bound.mesh.name, welded.surface, table}; }
  Skin skin(const WeightTable& weights, const std::map<std::string, JointBind>& of_source) const {
    const auto own = joint_binds(bound.skin);
    const std::map<std::string, JointBind>* binds[] = {&of_source, &own};
    return Skin::build(skin_of_weights(weights, welded, bound.skin, binds), Mesh::build(bound.mesh).value(),
                       character(Road::builtin).skeleton)
        .value();
  }
  // By surface vertex.
  std::vector<Vec3> places(const Skin& skin, std::span<const JointTransform> joints) const {
    const Mesh mesh = Mesh::build(bound.mesh).value();
    std::vector<Mat4> palette(skin.palette_size());
    make_palette(skin, joints, std::span<Mat4>(palette));
    std::vector<ReferenceVertex> vertices(mesh.vertex_count());
    skin_reference(mesh, skin, palette, vertices);
    std::vector<Vec3> out(welded.surface.positions.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) out[welded.vertex[v]] = vertices[v].position;
    return out;
  }
};

// How deep below the surface a point is; 0 outside.
double depth_below(const Surface& body, const SurfacePoint& at, const Vec3& point) {
  const Surface::Triangle& t = body.triangles[at.triangle];
  const Vec3& a = body.positions[t[0]];
  const Vec3 normal = glm::cross(body.positions[t[1]] - a, body.positions[t[2]] - a);
  const Vec3 foot = at.barycentric.x * a + at.barycentric.y * body.positions[t[1]] +
                    at.barycentric.z * body.positions[t[2]];
  const double length = glm::length(normal);
  return length > 0.0 ? std::max(0.0, -glm::dot(point - foot, normal) / length) : 0.0;
}

// Halfway between two of the named poses, from the eighth on.
Pose numbered_pose(const std::vector<scenes::NamedPose>& named, std::size_t number) {
  Pose pose = named[number % named.size()].pose;
  if (number < named.size()) return pose;
  const Pose& other = named[(3 * number + 1) % named.size()].pose;
  for (std::size_t j = 0; j < std::min(pose.rotations.size(), other.rotations.size()); ++j)
    if (pose.rotations[j] && other.rotations[j])
      pose.rotations[j] = glm::slerp(*pose.rotations[j], *other.rotations[j], 0.5);
  return pose;
}

TEST(GarmentTransfer, NoVertexGoesFurtherThroughTheBodyThanWithHandMadeWeights) {
  const Character& c = character(Road::builtin);
  const Garment body("mannequin");
  const WeightSource source = body.source();
  const auto body_binds = joint_binds(body.bound.skin);
  const Skin body_skin = body.skin(body.table, body_binds);
  const auto poses = scenes::poses(c.skeleton);
  for (const std::string_view name : io::builtin_garments()) {
    const Garment garment(name);
    BindOptions options;
    BindInput input{&garment.welded.surface, nullptr, {}, {&source, 1}, {}};
    const auto outcome = bind_weights(input, options);
    ASSERT_TRUE(outcome) << outcome.error().message();
    EXPECT_TRUE(outcome->unweighted().empty()) << name;
    const Skin transferred = garment.skin(outcome->weights, body_binds),
               by_hand = garment.skin(garment.table, joint_binds(garment.bound.skin));
    const SurfaceTree at_rest(body.welded.surface);
    std::vector<SurfacePoint> nearest;
    for (const Vec3& p : garment.welded.surface.positions) nearest.push_back(*at_rest.nearest(p));
    double worst = 0.0;
    for (std::uint32_t shape = 0; shape < kShapes; ++shape) {
      AvatarInputs inputs;
      inputs.sliders = scenes::random_shape(c.appearance, Sex::female, 1000 + shape);
      inputs.pose = numbered_pose(poses, shape % kPoses);
      const AvatarState state = evaluate_avatar(c, inputs);
      Surface posed{body.places(body_skin, state.joints), body.welded.surface.triangles, {}};
      const std::vector<Vec3> ours = garment.places(transferred, state.joints),
                              theirs = garment.places(by_hand, state.joints);
      std::optional<SurfaceTree> tree;
      for (std::size_t v = 0; v < ours.size(); ++v) {
        if (depth_below(posed, nearest[v], ours[v]) <= depth_below(posed, nearest[v], theirs[v]) + kAllowance)
          continue;
        // The nearest point may be another one by now.
        if (!tree) tree.emplace(posed);
        const auto here = tree->nearest(ours[v]), there = tree->nearest(theirs[v]);
        worst = std::max(worst, depth_below(posed, *here, ours[v]) - depth_below(posed, *there, theirs[v]));
      }
    }
    RecordProperty(std::string(name) + "_mm", std::to_string(1000.0 * worst));
    EXPECT_LE(worst, kAllowance) << name << ": " << 1000.0 * worst << " mm";
  }
}

// A third of the body cut away: what is inpainted there, against what was there.
TEST(GarmentTransfer, AThirdOfTheSourceCutAway) {
  const Garment body("mannequin");
  WeightSource source = body.source();
  // Every third slice of 12 cm, so that no joint is lost as a whole.
  std::vector<bool> gone(source.surface.positions.size());
  std::size_t count = 0;
  for (std::size_t v = 0; v < gone.size(); ++v) {
    gone[v] = static_cast<int>(source.surface.positions[v].z / 0.12) % 3 == 1;
    count += gone[v];
  }
  EXPECT_GT(count, gone.size() / 4);
  std::erase_if(source.surface.triangles, [&](const Surface::Triangle& t) {
    return std::ranges::any_of(t, [&](std::uint32_t v) { return gone[v]; });
  });
  TransferOptions trusting;
  trusting.distance = 0.003;  // only what is really there
  const auto inpainted = transfer_weights(body.welded.surface, {&source, 1}, trusting);
  const auto copied = copy_weights(body.welded.surface, {&source, 1}, Nearest::face);
  ASSERT_TRUE(inpainted && copied);
  const auto mean_error = [&](const WeightTable& table) {
    double sum = 0.0;
    for (std::size_t v = 0; v < gone.size(); ++v) {
      if (!gone[v]) continue;
      std::map<std::string, double> difference;
      for (const GroupWeight& w : table.vertices[v]) difference[table.groups[w.group]] += w.weight;
      for (const GroupWeight& w : body.table.vertices[v]) difference[body.table.groups[w.group]] -= w.weight;
      double of_vertex = 0.0;
      for (const auto& [name, d] : difference) of_vertex += std::abs(d);
      sum += of_vertex / static_cast<double>(std::max<std::size_t>(1, difference.size()));
    }
    return sum / static_cast<double>(count);
  };
  const double ours = mean_error(inpainted->weights), theirs = mean_error(copied->weights);
  RecordProperty("inpainted", std::to_string(ours));
  RecordProperty("copied", std::to_string(theirs));
  EXPECT_LT(ours, 0.1) << "copied: " << theirs;
  EXPECT_LT(ours, theirs);
}

}  // namespace
}  // namespace mannequin::test
