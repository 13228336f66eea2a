#include "crowd.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "../clip_files.h"
#include "../view.h"

namespace {

// Every call gives a status, and the library words for what went wrong.
void check(mannequin_status status) {
  if (status != MANNEQUIN_OK) throw std::runtime_error(mannequin_last_error());
}

// What it notices of files and devices, for the person at the console.
void hear(void*, int32_t, const char* text) { std::fprintf(stderr, "%s\n", text); }
constexpr mannequin_log kLog = {hear, nullptr};

}  // namespace

Crowd::Crowd(const std::string& clip_folder, int avatars) : avatars_(avatars) {
  check(mannequin_character_builtin(&character_));
  check(mannequin_character_set_log(character_, &kLog));
  check(mannequin_meshes_builtin_body(character_, &body_));
  check(mannequin_avatar_create(character_, &model_));
  for (const ClipBytes& bytes : find_clips(clip_folder)) {
    mannequin_clip_info info = MANNEQUIN_INIT(mannequin_clip_info);
    mannequin_clip* clip = nullptr;
    check(mannequin_clip_load(character_, bytes.bytes.data(), bytes.bytes.size(), bytes.name.c_str(), &clip));
    clips_.push_back(clip);
    check(mannequin_clip_get(clip, &info));
    durations_.push_back(std::max(0.1, static_cast<double>(info.duration)));
  }
  if (clips_.empty()) throw std::runtime_error(clip_folder + ": holds no .anim and no .bvh");

  const mannequin_meshes* const sets[] = {body_};
  check(mannequin_crowd_create(sets, 1, nullptr, &crowd_));
  for (int i = 0; i < avatars; ++i) {
    Slider sliders[4];
    std::uint32_t number = 0;
    sliders_of(i, sliders);
    check(mannequin_crowd_add(crowd_, &number));
    for (const Slider& slider : sliders)
      check(mannequin_crowd_set_slider(crowd_, number, slider.id, slider.weight));
  }
  check(mannequin_crowd_evaluate(crowd_));  // so that heights are known
}

Crowd::~Crowd() {
  mannequin_skinner_release(skinner_);
  mannequin_crowd_release(crowd_);
  for (mannequin_clip* clip : clips_) mannequin_clip_release(clip);
  mannequin_avatar_release(model_);
  mannequin_meshes_release(body_);
  mannequin_character_release(character_);
}

void Crowd::skin_on(mannequin_vulkan_host host) {
  host.log = kLog;
  check(mannequin_vulkan_skinner_create(&host, &skinner_));
}

void Crowd::update(double seconds) {
  for (int i = 0; i < avatars_; ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    const std::size_t clip = number % clips_.size();
    const glm::dvec3 place = place_of(i, avatars_);
    const double upright[4] = {0, 0, 0, 1};
    double stands[3] = {place.x, place.y, 0};
    check(mannequin_crowd_get_height(crowd_, number, nullptr, &stands[2]));
    check(mannequin_avatar_set_clip(model_, clips_[clip], std::fmod(seconds + 0.37 * i, durations_[clip])));
    check(mannequin_avatar_set_root(model_, stands, upright));
    check(mannequin_crowd_set_pose(crowd_, number, model_));
  }
  check(mannequin_crowd_evaluate(crowd_));
  check(mannequin_skinner_skin_crowd(skinner_, crowd_, body_, 0));
}

mannequin_vulkan_results Crowd::results(int avatar) const {
  mannequin_vulkan_results results = MANNEQUIN_INIT(mannequin_vulkan_results);
  check(mannequin_vulkan_get_results(skinner_, body_, 0, static_cast<std::uint32_t>(avatar), &results));
  return results;
}

std::vector<std::uint32_t> Crowd::indices() const {
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  check(mannequin_mesh_get(body_, 0, &info));
  std::vector<std::uint32_t> indices(info.index_count), places(info.vertex_count);
  check(mannequin_mesh_copy_indices(body_, 0, indices.data(), indices.size()));
  check(mannequin_skinner_copy_places(skinner_, body_, 0, places.data(), places.size()));
  for (std::uint32_t& index : indices) index = places[index];
  return indices;
}
