#include "engine/io/pgm.h"
#include "engine/mesh/morph_mask.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/io/small_llm.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto mask = io::read_pgm(bytes, "fuzz.pgm");
  if (!taken(mask)) return;
  require(mask->texels.size() == std::size_t{mask->width} * mask->height);
  (void)mask_weights(*mask, true, test::small_llm_mesh());
}
