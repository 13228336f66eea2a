#include "engine/io/bvh_reader.h"
#include "engine/io/clip_file.h"
#include "tests/fuzz/play_clip.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto bvh = io::read_bvh(text_of(bytes), "fuzz.bvh", character().skeleton);
  if (!taken(bvh)) return;
  play_clip(bvh->desc);
  (void)taken(io::read_clip(bytes, "fuzz.bvh", character().skeleton));
}
