#include "engine/avatar/avatar.h"
#include "engine/io/pose_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto pose = io::read_pose(text_of(bytes), "fuzz.json", character().skeleton);
  if (taken(pose)) (void)evaluate_avatar(character(), {.sliders = {}, .worn = {}, .pose = std::move(*pose)});
}
