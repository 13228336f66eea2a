#include "engine/bind/face.h"

#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/bind/bind.h"
#include "engine/bind/skin_table.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

const Skeleton& face_skeleton() { return character(Road::builtin).skeleton; }

WeightSource face_body() {
  BoundMeshDesc bound = io::read_builtin_mesh("mannequin", Sex::female).value().meshes[0];
  retarget(bound.skin, face_skeleton(), kStrictImporter);
  const WeldedSurface welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
  return {"body", welded.surface, weights_of_skin(bound.skin, welded)};
}

// What lies above the neck, made wider, turned and moved.
Surface other_head(const WeightSource& body, std::vector<std::uint32_t>& from) {
  Surface head;
  std::vector<std::uint32_t> place(body.surface.positions.size(), kNoVertex);
  const double angle = 0.3;
  for (const Surface::Triangle& t : body.surface.triangles) {
    Surface::Triangle moved;
    if (!std::ranges::all_of(t, [&](std::uint32_t v) { return body.surface.positions[v].z > 1.66; }))
      continue;
    for (std::size_t k = 0; k < 3; ++k) {
      if (place[t[k]] == kNoVertex) {
        place[t[k]] = static_cast<std::uint32_t>(head.positions.size());
        from.push_back(t[k]);
        const Vec3 p = body.surface.positions[t[k]] - Vec3(0.0, 0.0, 1.75);
        head.positions.push_back(Vec3(0.4, 0.3, 0.9) +
                                 1.3 * Vec3(std::cos(angle) * p.x - std::sin(angle) * p.y,
                                            1.04 * (std::sin(angle) * p.x + std::cos(angle) * p.y), p.z));
      }
      moved[k] = place[t[k]];
    }
    head.triangles.push_back(moved);
  }
  head.edges = triangle_edges(head.triangles);
  return head;
}

TEST(Face, AHeadElsewhereGetsTheWeightsOfTheSamePlaces) {
  const WeightSource body = face_body();
  std::vector<std::uint32_t> from;
  const Surface head = other_head(body, from);
  ASSERT_GT(head.positions.size(), 200u);
  BindOptions options;
  options.method = BindMethod::face;
  BindInput input{&head, nullptr, {}, {&body, 1}, {}, &face_skeleton()};
  const auto outcome = bind_weights(input, options);
  ASSERT_TRUE(outcome) << outcome.error().message();
  EXPECT_TRUE(outcome->unweighted().empty());
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t v = 0; v < from.size(); ++v) {
    if (body.surface.positions[from[v]].z < 1.7) continue;  // the neck is not the head's
    ++count;
    std::map<std::string, double> difference;
    for (const GroupWeight& w : outcome->weights.vertices[v])
      difference[outcome->weights.groups[w.group]] += w.weight;
    for (const GroupWeight& w : body.weights.vertices[from[v]])
      difference[body.weights.groups[w.group]] -= w.weight;
    double worst = 0.0;
    for (const auto& [name, d] : difference) worst = std::max(worst, std::abs(d));
    sum += worst;
  }
  EXPECT_LT(sum / static_cast<double>(count), 0.1);
}

// A weight for weight sum of each joint's own way under a slider: for the small ways of faces as good as
// skinning.
TEST(Face, EveryFaceSliderMovesTheHeadAlike) {
  const Character& c = character(Road::builtin);
  const WeightSource body = face_body();
  std::vector<std::uint32_t> from;
  const Surface head = other_head(body, from);
  BindOptions options;
  options.method = BindMethod::face;
  BindInput input{&head, nullptr, {}, {&body, 1}, {}, &face_skeleton()};
  const auto outcome = bind_weights(input, options);
  ASSERT_TRUE(outcome);
  const auto joints_at = [&](int slider, double weight) {
    AvatarInputs inputs;
    inputs.sliders[slider] = weight;
    return evaluate_avatar(c, inputs).joints;
  };
  std::size_t compared = 0, wrong = 0, sliders = 0;
  for (const ParameterDesc& parameter : c.appearance.parameters()) {
    if (parameter.edit_group.find("head") == std::string::npos &&
        parameter.edit_group.find("nose") == std::string::npos &&
        parameter.edit_group.find("mouth") == std::string::npos &&
        parameter.edit_group.find("eyes") == std::string::npos &&
        parameter.edit_group.find("chin") == std::string::npos &&
        parameter.edit_group.find("ears") == std::string::npos)
      continue;
    const auto low = joints_at(parameter.id, parameter.min), high = joints_at(parameter.id, parameter.max);
    const auto way = [&](const WeightTable& table, std::size_t v) {
      Vec3 moved(0.0);
      for (const GroupWeight& w : table.vertices[v]) {
        const JointIndex joint = c.skeleton.find(table.groups[w.group]);
        if (joint == kNoJoint || !c.skeleton[joint].name.starts_with("mFace")) continue;
        const auto j = static_cast<std::size_t>(joint);
        moved += w.weight * (high[j].world_position - low[j].world_position);
      }
      return moved;
    };
    bool any = false;
    for (std::size_t v = 0; v < from.size(); ++v) {
      const Vec3 theirs = way(body.weights, from[v]), ours = way(outcome->weights, v);
      if (glm::length(theirs) <= 1e-3 || body.surface.positions[from[v]].z < 1.7) continue;
      any = true;
      ++compared;
      const double length = glm::length(ours);
      if (!(length > 0.0 && glm::dot(theirs, ours) > 0.5 * glm::length(theirs) * length)) ++wrong;
    }
    sliders += any;
  }
  EXPECT_GT(sliders, 10u);
  EXPECT_LE(100 * wrong, compared) << wrong << " of " << compared;
}

TEST(Face, SaysThatASourceHasNoHead) {
  WeightSource body = face_body();
  body.weights.groups.assign(body.weights.groups.size(), "mChest");
  std::vector<std::uint32_t> from;
  const Surface head = other_head(face_body(), from);
  EXPECT_FALSE(face_weights(head, {&body, 1}, std::vector<std::string>{"mHead"}));
}

}  // namespace
}  // namespace mannequin::test
