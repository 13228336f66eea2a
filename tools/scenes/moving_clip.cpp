#include "tools/scenes/moving_clip.h"

#include "tools/scenes/random.h"

namespace mannequin::scenes {

Clip moving_clip(const Skeleton& skeleton, std::uint32_t seed) {
  Random random(seed);
  ClipDesc desc;
  desc.source = "made up";
  desc.duration = desc.loop_out = 4.0f;
  desc.loop = true;
  desc.ease_in = 0.5f;
  desc.priority = 2 + static_cast<int>(seed % 2);
  for (const Joint& joint : skeleton.joints()) {
    if (joint.kind != JointKind::bone || random.unit() < 0.5) continue;
    ClipTrackDesc track{joint.name, kClipPriority, {}, {}};
    for (int key = 0; key <= 8; ++key)
      track.rotations.push_back({0.5f * static_cast<float>(key),
                                 glm::quat(glm::normalize(Quat(1.0, random.unit() - 0.5, random.unit() - 0.5,
                                                               random.unit() - 0.5)))});
    desc.tracks.push_back(std::move(track));
  }
  return std::move(Clip::build(std::move(desc), skeleton).value());
}

std::vector<Clip> moving_clips(const Skeleton& skeleton, std::size_t count) {
  std::vector<Clip> clips;
  for (std::size_t seed = 0; seed < count; ++seed)
    clips.push_back(moving_clip(skeleton, static_cast<std::uint32_t>(seed)));
  return clips;
}

}  // namespace mannequin::scenes
