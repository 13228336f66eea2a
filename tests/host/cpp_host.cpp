#include "tests/host/cpp_host.h"

#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

Clip read_nod(const Skeleton& skeleton) {
  const std::string text = nodding_bvh();
  return io::read_clip(std::as_bytes(std::span(text)), "nod.bvh", skeleton).value().clip;
}

// A worn mesh that moves a joint, whose name is long enough to need memory of its own.
WornOffsets worn_mesh() {
  WornOffsets worn;
  worn.mesh_id = Uuid::numbered(1);
  worn.lock_scale = true;
  worn.joints.push_back({"mFaceForeheadCenter", {0.03, 0.0, 0.1}});
  return worn;
}

}  // namespace

CppHost::CppHost(unsigned threads)
    : character_(Character::build(io::read_builtin_character().value()).value()),
      file_(io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {}).value()),
      mesh_(Mesh::build(file_.meshes.at(0).mesh).value()),
      skin_(Skin::build(file_.meshes.at(0).skin, mesh_, character_.skeleton).value()),
      clip_(read_nod(character_.skeleton)),
      player_(character_.skeleton),
      skinner_(CpuSkinner::create({.threads = threads}).value()),
      id_(skinner_->add_mesh(mesh_, skin_).value()),
      palette_(skin_.palette_size()),
      vertices_(mesh_.vertex_count()) {
  inputs_.worn.push_back(worn_mesh());
  player_.start(clip_);
}

void CppHost::frame(double height, double seconds) {
  inputs_.sliders[33] = height;
  evaluate_clip(clip_, character_.skeleton, seconds, inputs_.pose);
  evaluate_and_skin();
}

void CppHost::player_frame(double height, float seconds) {
  inputs_.sliders[33] = height;
  player_.update(seconds);
  inputs_.pose = player_.pose();
  evaluate_and_skin();
}

void CppHost::evaluate_and_skin() {
  evaluate_avatar(character_, inputs_, state_);
  make_palette(skin_, state_.joints, std::span<Mat34>(palette_));
  skin(palette_, 1);
}

void CppHost::make_crowd(std::size_t avatars, unsigned threads) {
  const Skin* const skins[] = {&skin_};
  crowd_ = AvatarBatch::create(character_, skins, {.threads = threads, .capacity = avatars}).value();
  for (std::size_t i = 0; i < avatars; ++i) crowd_->add_avatar();
}

void CppHost::crowd_frame(double height, double seconds) {
  const auto avatars = static_cast<std::uint32_t>(crowd_->size());
  resolve_offsets(character_.skeleton, inputs_.worn, state_.offsets);
  for (std::uint32_t i = 0; i < avatars; ++i) {
    evaluate_clip(clip_, character_.skeleton, seconds + 0.1 * i, inputs_.pose);
    crowd_->set_slider(i, 33, height);
    crowd_->set_offsets(i, state_.offsets);
    crowd_->set_pose(i, inputs_.pose);
  }
  crowd_->evaluate();
  skin(crowd_->palettes(0), avatars);
}

void CppHost::skin(std::span<const Mat34> palettes, std::uint32_t instances) {
  const SkinJob job{id_, palettes, instances, {}};
  ASSERT_TRUE(skinner_->skin({&job, 1}));
  ASSERT_TRUE(skinner_->read_back(id_, instances - 1, vertices_));
}

}  // namespace mannequin::test
