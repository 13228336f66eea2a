#include "engine/bind/face.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/avatar/avatar.h"
#include "engine/bind/bind.h"
#include "engine/bind/skin_table.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/oracle/oracle_case.h"
#include "tools/scenes/scenes.h"

namespace mannequin::test {
namespace {

const Skeleton& face_skeleton() { return character(CharacterSource::builtin).skeleton; }

bool is_of_face(const ParameterDesc& parameter) {
  const auto names = {"head", "nose", "mouth", "eyes", "chin", "ears"};
  return std::ranges::any_of(
      names, [&](const char* name) { return parameter.edit_group.find(name) != std::string::npos; });
}

// mHead and the joints of the face, which are all below it.
std::vector<std::string> head_names() {
  std::vector<std::string> names = {"mHead", "HEAD"};
  for (const Joint& joint : face_skeleton().joints())
    if (joint.name.starts_with("mFace") || joint.name.starts_with("mEye")) names.push_back(joint.name);
  return names;
}

WeightSource face_body() {
  BoundMeshDesc bound = io::read_builtin_mesh("mannequin", Sex::female).value().meshes[0];
  retarget(bound.skin, face_skeleton(), kStrictImporter);
  const WeldedSurface welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
  return {"body", welded.surface, weights_of_skin(bound.skin, welded)};
}

// What lies above the neck, at these places of the body's vertices, made wider, turned and moved.
Surface other_head(const WeightSource& body, const std::vector<Vec3>& places,
                   std::vector<std::uint32_t>& from) {
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
        const Vec3 p = places[t[k]] - Vec3(0.0, 0.0, 1.75);
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

Surface other_head(const WeightSource& body, std::vector<std::uint32_t>& from) {
  return other_head(body, body.surface.positions, from);
}

// The body with the face of another, 1.067 m up.
std::vector<Vec3> places_of_another_face(std::uint32_t seed) {
  const Character& c = character(CharacterSource::builtin);
  BoundMeshDesc bound = io::read_builtin_mesh("mannequin", Sex::female).value().meshes[0];
  retarget(bound.skin, c.skeleton, kStrictImporter);
  const WeldedSurface welded = make_surface(bound.mesh, bound.skin.bind_shape, Welding::border);
  AvatarInputs inputs;
  const SliderValues drawn = scenes::random_shape(c.appearance, Sex::female, seed);
  for (const ParameterDesc& parameter : c.appearance.parameters())
    if (const auto found = drawn.find(parameter.id); found != drawn.end() && is_of_face(parameter))
      inputs.sliders[parameter.id] = found->second;
  const AvatarState state = evaluate_avatar(c, inputs);
  const Mesh mesh = Mesh::build(bound.mesh).value();
  const Skin skin = Skin::build(bound.skin, mesh, c.skeleton).value();
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> vertices(mesh.vertex_count());
  skin_reference(mesh, skin, palette, vertices);
  std::vector<Vec3> out(welded.surface.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    out[welded.vertex[v]] = vertices[v].position + Vec3(0.0, 0.0, 1.067);
  return out;
}

TEST(Face, AHeadElsewhereGetsTheWeightsOfTheSamePlaces) {
  const WeightSource body = face_body();
  std::vector<std::uint32_t> from;
  const Surface head = other_head(body, from);
  ASSERT_GT(head.positions.size(), 200u);
  BindOptions options;
  options.method = BindMethod::face;
  const BindSources sources({&body, 1});
  BindInput input{&head, nullptr, {}, &sources, {}, &face_skeleton()};
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

// How many vertices of the head, over all sliders of the face, move by more than 1 mm, and how many of them
// move in another direction than those that they came from. By the sum of the joints' own ways, which for the
// small ways of faces is as good as skinning.
struct Compared {
  std::size_t sliders = 0, vertices = 0, wrong = 0;
};

Compared compare_ways(const WeightSource& body, const std::vector<std::uint32_t>& from,
                      const WeightTable& made) {
  const Character& c = character(CharacterSource::builtin);
  const auto joints_at = [&](int slider, double weight) {
    AvatarInputs inputs;
    inputs.sliders[slider] = weight;
    return evaluate_avatar(c, inputs).joints;
  };
  Compared out;
  for (const ParameterDesc& parameter : c.appearance.parameters()) {
    if (!is_of_face(parameter)) continue;
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
      const Vec3 theirs = way(body.weights, from[v]), ours = way(made, v);
      if (glm::length(theirs) <= 1e-3 || body.surface.positions[from[v]].z < 1.7) continue;
      any = true;
      ++out.vertices;
      const double length = glm::length(ours);
      if (!(length > 0.0 && glm::dot(theirs, ours) > 0.5 * glm::length(theirs) * length)) ++out.wrong;
    }
    out.sliders += any;
  }
  return out;
}

TEST(Face, EveryFaceSliderMovesTheHeadAlike) {
  const WeightSource body = face_body();
  std::vector<std::uint32_t> from;
  const Surface head = other_head(body, from);
  BindOptions options;
  options.method = BindMethod::face;
  const BindSources sources({&body, 1});
  const BindInput input{&head, nullptr, {}, &sources, {}, &face_skeleton()};
  const auto outcome = bind_weights(input, options);
  ASSERT_TRUE(outcome);
  const Compared compared = compare_ways(body, from, outcome->weights);
  EXPECT_GT(compared.sliders, 10u);
  EXPECT_GT(compared.vertices, 10'000u);
  EXPECT_EQ(compared.wrong, 0u) << "of " << compared.vertices;
}

// Faces that look otherwise: noses, lips and eyes in other places and of other sizes.
TEST(Face, OtherFacesMoveAlikeToo) {
  const WeightSource body = face_body();
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    std::vector<std::uint32_t> from;
    const Surface head = other_head(body, places_of_another_face(seed), from);
    const auto made = face_weights(head, SourceTrees({&body, 1}), head_names());
    ASSERT_TRUE(made) << made.error().message();
    const Compared compared = compare_ways(body, from, made->bound.weights);
    RecordProperty("wrong_" + std::to_string(seed), std::to_string(compared.wrong));
    EXPECT_LE(1000 * compared.wrong, 35 * compared.vertices)
        << seed << ": " << compared.wrong << " of " << compared.vertices;
  }
}

TEST(Face, SaysThatASourceHasNoHead) {
  WeightSource body = face_body();
  body.weights.groups.assign(body.weights.groups.size(), "mChest");
  std::vector<std::uint32_t> from;
  const Surface head = other_head(face_body(), from);
  EXPECT_FALSE(face_weights(head, SourceTrees({&body, 1}), std::vector<std::string>{"mHead"}));
}

}  // namespace
}  // namespace mannequin::test
