// A shell around the system avatar stays around it with any slider values.
#include "engine/fit/mesh_deformer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "engine/avatar/system_avatar.h"
#include "engine/bind/surface_tree.h"
#include "engine/io/definitions.h"
#include "engine/io/llm.h"
#include "engine/mesh/parameter_morph.h"
#include "engine/wear/bound_mesh.h"
#include "tests/oracle/oracle_case.h"
#include "tools/scenes/scenes.h"

namespace mannequin {
namespace {

// The lower body, its shell, and both together on one shape.
class Shell {
 public:
  static constexpr double kApart = 0.005;

  Shell() : character_(test::character(test::CharacterSource::character_folder)) {
    const auto meshes =
        io::read_base_meshes(test::shared_path("viewer-character"), character_.appearance.body_meshes())
            .value();
    SystemAvatar avatar = SystemAvatar::build(character_, meshes).value();
    for (SystemPart& part : avatar.parts)
      if (part.type == "lowerBodyMesh") body_.emplace(bound_part(std::move(part)));
    measured_.emplace(body_->mesh, *body_->skin, body_->morphs);
  }

  // Bound as the body, vertex by vertex; attached where it was made from.
  DeformerMorphs deform(std::vector<SliderValues> shapes) {
    const MeasuredMesh* const parts[] = {&*measured_};
    const DeformerBody body(parts);
    std::vector<BodyAttachment> attachments;
    std::vector<Vec3> places, normals;
    Surface surface;
    surface.positions = body.bound;
    surface.triangles = body.triangles;
    const std::vector<Vec3> facing = vertex_normals(surface);
    for (std::uint32_t v = 0; v < body.bound.size(); ++v) {
      attachments.push_back({{v, v, v}, {1.0, 0.0, 0.0}});
      normals.push_back(facing[v]);
      places.push_back(body.bound[v] + kApart * facing[v]);
    }
    DeformerOptions options;
    options.shapes = std::move(shapes);
    start_ = places;
    return deformer_morphs(character_, body, *body_->skin, places, normals, attachments, options);
  }

  // The mean distance of the shell from the body on a shape, and the greatest difference from that.
  double mean_apart(const DeformerMorphs& morphs, const SliderValues& sliders) {
    AvatarInputs inputs;
    inputs.sliders = sliders;
    const AvatarState state = evaluate_avatar(character_, inputs);
    std::vector<Vec3f> body;
    const MeasuredMesh::At at = measured_->at(character_.appearance, state);
    measured_->place(at, body);
    std::vector<Vec3> shell = start_;
    for (const MorphTarget& target : morphs.targets) {
      const ParameterIndex p = character_.appearance.find(*parameter_of_morph(target.name));
      const double w = state.shape.weights.effective[static_cast<std::size_t>(p)];
      for (std::size_t i = 0; i < target.vertices.size(); ++i)
        shell[target.vertices[i]] += w * Vec3(target.positions[i]);
    }
    double sum = 0.0;
    for (std::size_t v = 0; v < shell.size(); ++v) {
      Mat34 blended(0.0f);
      const VertexInfluences& influences = body_->skin->influences()[v];
      for (std::size_t k = 0; k < kMaxInfluences; ++k)
        blended += influences.weight[k] * at.palette[influences.joint[k]];
      sum += glm::distance(Vec3f(Vec4f(Vec3f(shell[v]), 1.0f) * blended), body[v]);
    }
    return sum / static_cast<double>(shell.size());
  }

  const Appearance& appearance() const { return character_.appearance; }

 private:
  const Character& character_;
  std::optional<BoundMesh> body_;
  std::optional<MeasuredMesh> measured_;
  std::vector<Vec3> start_;
};

TEST(MeshDeformer, AShellFollowsTheBody) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  Shell shell;
  const DeformerMorphs morphs = shell.deform({});
  EXPECT_GT(morphs.targets.size(), 20u);
  // What is there without any parameter is no parameter's doing: hair does not move legs.
  for (const MorphTarget& target : morphs.targets)
    for (const int hair : {134, 135, 182}) EXPECT_NE(target.name, parameter_morph_name(hair));
  for (const int slider : {34, 151, 515, 516, 753, 795})  // fat, belly, hips and legs
    for (const double part : {0.0, 1.0}) {
      const ParameterIndex p = shell.appearance().find(slider);
      if (p == kNoParameter) continue;
      const ParameterDesc& desc = shell.appearance()[p];
      const SliderValues sliders = {{slider, desc.min + part * (desc.max - desc.min)}};
      EXPECT_NEAR(shell.mean_apart(morphs, sliders), Shell::kApart, 0.0006) << desc.name << " at " << part;
      // Without its morphs it would be somewhere else.
      if (slider == 795) {
        EXPECT_GT(std::abs(shell.mean_apart({}, sliders) - Shell::kApart), 0.0006);
      }
    }
}

TEST(MeshDeformer, ShapesMakeItBetter) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  Shell shell;
  std::vector<SliderValues> shapes;
  for (std::uint32_t seed = 1; seed <= 12; ++seed)
    shapes.push_back(scenes::random_shape(shell.appearance(), seed % 2 ? Sex::male : Sex::female, 40 + seed));
  const DeformerMorphs plain = shell.deform({}), fitted = shell.deform(shapes);
  double before = 0.0, after = 0.0;
  for (const SliderValues& shape : shapes) {
    before += std::abs(shell.mean_apart(plain, shape) - Shell::kApart);
    after += std::abs(shell.mean_apart(fitted, shape) - Shell::kApart);
  }
  EXPECT_LT(after, before);
}

}  // namespace
}  // namespace mannequin
