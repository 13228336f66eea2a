// The system avatar's own parts on every backend, under many shapes and poses.
#include <gtest/gtest.h>

#include "engine/avatar/avatar.h"
#include "engine/avatar/system_avatar.h"
#include "engine/io/definitions.h"
#include "engine/io/llm.h"
#include "engine/skinning/agreement.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "tests/gpu/graphics.h"
#include "tests/shared_files.h"
#include "tools/scenes/scenes.h"

namespace mannequin {
namespace {

struct Figure {
  Character character;
  SystemAvatar body;
};

Result<Figure> load_figure() {
  const auto folder = test::shared_path("viewer-character");
  auto desc = io::read_character_folder(folder);
  if (!desc) return error_of(desc);
  auto character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  const auto meshes = io::read_base_meshes(folder, character->appearance.body_meshes());
  if (!meshes) return error_of(meshes);
  auto body = SystemAvatar::build(*character, *meshes);
  if (!body) return error_of(body);
  return Figure{std::move(*character), std::move(*body)};
}

// Random bodies of both sexes, each in the next of the named poses.
std::vector<AvatarState> crowd(const Character& character, std::size_t count) {
  const std::vector<scenes::NamedPose> poses = scenes::poses(character.skeleton);
  std::vector<AvatarState> states;
  for (std::size_t i = 0; i < count; ++i) {
    AvatarInputs inputs;
    inputs.sliders = scenes::random_shape(character.appearance, i % 2 ? Sex::male : Sex::female,
                                          static_cast<std::uint32_t>(i));
    inputs.pose = poses[i % poses.size()].pose;
    states.push_back(evaluate_avatar(character, inputs));
  }
  return states;
}

// All parts in one call, as a host draws an avatar.
void expect_agreement(Skinner& skinner, const Figure& figure, std::span<const AvatarState> states,
                      double direction_limit) {
  std::vector<SkinJob> jobs;
  std::vector<std::vector<Mat34>> palettes;
  std::vector<std::vector<float>> weights;
  for (const SystemPart& part : figure.body.parts) {
    const std::size_t slots = part.skin.palette_size(), morphs = part.morphs.size();
    auto& rows = palettes.emplace_back(slots * states.size());
    auto& own = weights.emplace_back(morphs * states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      make_palette(part.skin, states[i].joints, std::span<Mat34>(rows).subspan(i * slots, slots));
      morph_weights(part.morphs, figure.character.appearance, states[i].shape.weights,
                    std::span(own).subspan(i * morphs, morphs));
    }
    const auto id = skinner.add_mesh(part.mesh, part.skin);
    ASSERT_TRUE(id) << id.error().message();
    jobs.push_back({*id, rows, static_cast<std::uint32_t>(states.size()), own});
  }
  const auto status = skinner.skin(jobs);
  ASSERT_TRUE(status) << status.error().message();
  for (std::size_t p = 0; p < jobs.size(); ++p) {
    const SystemPart& part = figure.body.parts[p];
    std::vector<SkinnedVertex> got(part.mesh.vertex_count());
    std::vector<ReferenceVertex> wanted(part.mesh.vertex_count());
    std::vector<Mat4> palette(part.skin.palette_size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      ASSERT_TRUE(skinner.read_back(jobs[p].mesh, static_cast<std::uint32_t>(i), got));
      make_palette(part.skin, states[i].joints, std::span<Mat4>(palette));
      const std::size_t morphs = part.morphs.size();
      skin_reference(ReferenceInput(part.mesh, part.skin), palette,
                     std::span(weights[p]).subspan(i * morphs, morphs), wanted);
      const Agreement agreement = compare_with_reference(got, wanted);
      EXPECT_LT(agreement.relative, kPositionLimit) << part.name << ", avatar " << i;
      EXPECT_LT(agreement.normal, direction_limit) << part.name << ", avatar " << i;
    }
  }
}

class SystemAvatarAgreement : public testing::Test {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_head.llm");
    auto loaded = load_figure();
    ASSERT_TRUE(loaded) << loaded.error().message();
    figure_.emplace(std::move(*loaded));
    states_ = crowd(figure_->character, 10);
  }
  std::optional<Figure> figure_;
  std::vector<AvatarState> states_;
};

TEST_F(SystemAvatarAgreement, OnTheCpu) {
  for (const CpuTarget target : available_cpu_targets())
    for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed}) {
      SCOPED_TRACE(name(target));
      auto skinner = CpuSkinner::create({.target = target, .format = format});
      ASSERT_TRUE(skinner);
      expect_agreement(**skinner, *figure_, states_,
                       format == VertexFormat::full ? kNormalLimit : kPackedNormalLimit);
    }
}

TEST_F(SystemAvatarAgreement, OnEveryGpu) {
  std::size_t there = 0;
  for (const std::string& backend : test::Graphics::backends()) {
    auto graphics = test::Graphics::open(backend);
    if (!graphics && graphics.error().code == ErrorCode::no_device) continue;
    ASSERT_TRUE(graphics) << graphics.error().message();
    ++there;
    for (const VertexFormat format : {VertexFormat::full, VertexFormat::packed}) {
      SCOPED_TRACE(backend);
      auto skinner = (*graphics)->make_skinner({format});
      ASSERT_TRUE(skinner) << skinner.error().message();
      expect_agreement(**skinner, *figure_, states_,
                       format == VertexFormat::full ? kNormalLimit : kPackedNormalLimit);
    }
    for (const std::string& complaint : (*graphics)->complaints()) ADD_FAILURE() << complaint;
  }
  if (there == 0) GTEST_SKIP() << "no graphics device is there";
}

}  // namespace
}  // namespace mannequin
