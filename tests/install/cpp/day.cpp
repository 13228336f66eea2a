// Runs the code of docs/viewer-in-a-day.md, and compares what it found with what the library computes one
// avatar at a time.
#include <mannequin/engine/appearance/appearance_message.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "day_host.h"

using namespace mannequin;

Result<void> our_day();

namespace {

int g_failures = 0;

void expect(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "day: %s\n", what);
  ++g_failures;
}

constexpr std::string_view kNod =
    "HIERARCHY\nROOT mPelvis\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Xrotation Zrotation "
    "Yrotation\nJOINT mTorso\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd "
    "Site\n{\nOFFSET 0 10 "
    "0\n}\n}\n}\nMOTION\nFrames: 4\nFrame Time: 0.5\n0 40 0 0 0 0 0 0 0\n0 40 0 0 0 0 0 0 0\n0 41 0 0 0 0 0 "
    "20 0\n"
    "0 40 0 0 0 0 0 0 0\n";

Result<void> run() {
  auto definitions = io::read_builtin_character();
  if (!definitions) return error_of(definitions);
  const auto character = Character::build(std::move(*definitions));
  if (!character) return error_of(character);
  const auto file = io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {});
  if (!file) return error_of(file);
  const auto mesh = Mesh::build(file->meshes.at(0).mesh);
  if (!mesh) return error_of(mesh);
  const auto skin = Skin::build(file->meshes.at(0).skin, *mesh, character->skeleton);
  if (!skin) return error_of(skin);
  const auto assets = io::make_mesh_assets(*mesh, &*skin, character->skeleton, {});
  if (!assets) return error_of(assets);
  auto bytes = io::write_mesh_asset(assets->at(0), io::AssetNumbers::decoded);
  if (!bytes) return error_of(bytes);
  our_asset = std::move(*bytes);
  our_first_bytes =
      std::span<const std::byte>(our_asset).first(std::min<std::size_t>(4096, our_asset.size()));

  const SliderValues sliders = {{33, 1.8}, {637, 0.2}};
  our_message = make_appearance_message(character->appearance, sliders);
  our_rotations.assign(character->skeleton.size(), Quat(NAN, 0.0, 0.0, 0.0));
  const auto torso = static_cast<std::size_t>(character->skeleton.find("mTorso"));
  our_rotations[torso] = Quat(0.8, 0.0, 0.6, 0.0);
  for (const char letter : kNod) our_clip_bytes.push_back(static_cast<std::byte>(letter));
  our_click.origin = our_root_position + Vec3(20.0, 0.0, 0.0);
  our_click.direction = Vec3(-1.0, 0.0, 0.0);

  if (auto day = our_day(); !day) return day;
  expect(our_seen.blocks > 0, "the host's memory is used");
  expect(set_block_allocator(nullptr).has_value(), "all of it was given back");

  AvatarInputs inputs;
  inputs.sliders = as_others_see(character->appearance, sliders);
  inputs.pose.assign({our_rotations, our_positions, our_root_position, our_root_rotation});
  const AvatarState state = evaluate_avatar(*character, inputs);
  const auto head = static_cast<std::size_t>(character->skeleton.find("mHead"));
  expect(std::abs(our_seen.tag_height - state.joints[head].world_position.z) < 1e-5, "where the head is");
  std::vector<Mat34> palette(skin->palette_size());
  make_palette(*skin, state.joints, std::span<Mat34>(palette));
  double worst = our_seen.first_palette.size() == palette.size() ? 0.0 : 1.0;
  for (std::size_t k = 0; k < std::min(palette.size(), our_seen.first_palette.size()); ++k)
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        worst = std::max(worst, std::abs(static_cast<double>(palette[k][row][column] -
                                                             our_seen.first_palette[k][row][column])));
  expect(worst < 2e-5, "the palette of the rig");
  expect(our_seen.vertices == mesh->vertex_count(), "the vertices of a level of detail");
  expect(our_seen.frames == 31, "the frames of a second");
  expect(our_seen.touched && our_seen.shadow.holds(our_seen.hit.position), "the click hits the avatar");
  expect(our_seen.cull.volume() > 0.3 && our_seen.cull.volume() < 20.0, "the viewer's box");
  expect(our_seen.shadow.volume() > 0.1 && our_seen.shadow.volume() < 5.0, "the tight box");
  expect(our_seen.object_palette.size() == palette.size() &&
             glm::length(Vec3(our_seen.object_palette[0][0][3], our_seen.object_palette[0][1][3], 0.0) -
                         Vec3(our_object_position.x, our_object_position.y, 0.0)) < 2.0,
         "an animated object is where the object is");
  return {};
}

}  // namespace

int main() {
  if (auto ran = run(); !ran) {
    std::fprintf(stderr, "day: %s\n", ran.error().message().c_str());
    return 1;
  }
  if (g_failures == 0) std::printf("cpp: a day in a viewer holds\n");
  return g_failures == 0 ? 0 : 1;
}
