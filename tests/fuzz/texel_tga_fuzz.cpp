#include "engine/io/image/texel_tga.h"
#include "tests/fuzz/fuzz_target.h"

// Sides of 512 keep a run quick; nothing in the reader depends on them.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto picture = io::read_texel_tga(bytes, "fuzz", {512, std::size_t{1} << 18, bytes.size()});
  if (taken(picture)) require(picture->texels.size() == picture->components * picture->plane_size());
}
