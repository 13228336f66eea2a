#include "crowd.h"

#include <cmath>

#include "../clip_files.h"
#include "../view.h"

using namespace mannequin;

Crowd::Crowd(Character character, Mesh mesh, Skin skin)
    : character_(std::move(character)), mesh_(std::move(mesh)), skin_(std::move(skin)) {}

Result<std::unique_ptr<Crowd>> Crowd::load(const std::string& clip_folder, int avatars) {
  // Definitions: read once, checked, shared by all avatars. A viewer reads its own character folder instead.
  auto desc = io::read_builtin_character();
  if (!desc) return error_of(desc);
  auto character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  auto file = io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {});
  if (!file) return error_of(file);
  auto mesh = Mesh::build(file->meshes[0].mesh);
  if (!mesh) return error_of(mesh);
  auto skin = Skin::build(file->meshes[0].skin, *mesh, character->skeleton);
  if (!skin) return error_of(skin);
  std::unique_ptr<Crowd> crowd(new Crowd(std::move(*character), std::move(*mesh), std::move(*skin)));

  for (const ClipBytes& clip : find_clips(clip_folder)) {
    auto read = io::read_clip(std::as_bytes(std::span(clip.bytes)), clip.name, crowd->character_.skeleton);
    if (!read) return error_of(read);
    crowd->clips_.push_back(std::move(read->clip));
  }
  if (crowd->clips_.empty()) return fail(ErrorCode::cannot_read, clip_folder, "holds no .anim and no .bvh");

  // The avatars: each its own sliders. What they wear could bring joint positions: set_offsets().
  const Skin* const skins[] = {&crowd->skin_};
  auto batch = AvatarBatch::create(crowd->character_, skins, {.capacity = static_cast<std::size_t>(avatars)});
  if (!batch) return error_of(batch);
  crowd->batch_ = std::move(*batch);
  for (int i = 0; i < avatars; ++i) {
    Slider sliders[4];
    sliders_of(i, sliders);
    SliderValues values;
    for (const Slider& slider : sliders) values[slider.id] = slider.weight;
    crowd->batch_->set_sliders(crowd->batch_->add_avatar(), values);
  }
  crowd->batch_->evaluate();  // so that root_above_ground() is known
  return crowd;
}

void Crowd::update(double seconds) {
  for (int i = 0; i < avatars(); ++i) {
    const auto avatar = static_cast<std::size_t>(i);
    const Clip& clip = clips_[avatar % clips_.size()];
    const double time = std::fmod(seconds + 0.37 * i, std::max(0.1, static_cast<double>(clip.duration())));
    evaluate_clip(clip, character_.skeleton, time, pose_);
    pose_.root_position = to_library(place_of(i, avatars()));
    pose_.root_position.z = batch_->root_above_ground(avatar);
    batch_->set_pose(avatar, pose_);
  }
  batch_->evaluate();
}

std::vector<BoundVertex> Crowd::vertices() const {
  // The reference with joints that move nothing: only the bind shape is left.
  const std::vector<Mat4> unmoved(skin_.palette_size(), Mat4(1.0));
  std::vector<ReferenceVertex> bound(mesh_.vertex_count());
  skin_reference(mesh_, skin_, unmoved, bound);
  std::vector<BoundVertex> vertices;
  for (std::size_t v = 0; v < bound.size(); ++v) {
    const VertexInfluences& by = skin_.influences()[v];
    vertices.push_back({from_library(bound[v].position),
                        from_library(bound[v].normal),
                        {by.joint[0], by.joint[1], by.joint[2], by.joint[3]},
                        {by.weight[0], by.weight[1], by.weight[2], by.weight[3]}});
  }
  return vertices;
}
