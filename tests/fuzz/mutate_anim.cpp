#include "tests/fuzz/mutate_anim.h"

#include "engine/io/anim_file.h"
#include "tests/fuzz/mutate.h"

namespace mannequin::fuzz {
namespace {

void change_keys(std::vector<io::AnimKey>& keys, Random& random) {
  if (keys.empty() || random.one_in(3)) keys.push_back({});
  io::AnimKey& key = keys[random.below(keys.size())];
  key.time = static_cast<std::uint16_t>(random.integer());
  key.value[random.below(3)] = static_cast<std::uint16_t>(random.integer());
  if (keys.size() > 64 || random.one_in(6)) keys.pop_back();
}

void change_anim(io::AnimFile& file, Random& random) {
  switch (random.below(8)) {
    case 0:
      file.duration = static_cast<float>(random.number());
      return;
    case 1:
      (random.one_in(2) ? file.loop_in : file.loop_out) = static_cast<float>(random.number());
      file.loop = random.integer();
      return;
    case 2:
      (random.one_in(2) ? file.ease_in : file.ease_out) = static_cast<float>(random.number());
      return;
    case 3:
      file.priority = random.integer();
      file.hand_pose = static_cast<std::uint32_t>(random.integer());
      return;
    case 4:
      if (!file.tracks.empty() && file.tracks.size() < 64)
        file.tracks.push_back(file.tracks[random.below(file.tracks.size())]);
      return;
    default:
      if (file.tracks.empty()) return;
      io::AnimTrack& track = file.tracks[random.below(file.tracks.size())];
      if (random.one_in(4))
        track.joint = mutated_text(track.joint);
      else if (random.one_in(4))
        track.priority = random.integer();
      else
        change_keys(random.one_in(2) ? track.rotations : track.positions, random);
      // A name ends at its NUL.
      std::erase(track.joint, '\0');
  }
}

}  // namespace

std::size_t mutate_anim(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  auto file = io::read_anim(std::as_bytes(std::span(data, size)), "fuzz");
  if (!file || file->old_form || random.one_in(3)) return mutate_bytes(data, size, max_size);
  for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) change_anim(*file, random);
  const std::size_t put = put_bytes(io::write_anim(*file), data, max_size);
  return put != 0 ? put : mutate_bytes(data, size, max_size);
}

}  // namespace mannequin::fuzz
