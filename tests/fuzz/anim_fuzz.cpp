#include <algorithm>

#include "tests/fuzz/mutate_anim.h"
#include "tests/fuzz/play_clip.h"

// What is taken is written back byte for byte.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto file = io::read_anim(bytes, "fuzz.anim");
  if (!taken(file)) return;
  require(std::ranges::equal(io::write_anim(*file), bytes));
  play_clip(io::decode_anim(*file));
}
