#include "engine/io/image.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_jpeg.h"

// Sides of 512 keep a run quick; nothing in the readers depends on them.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto image = io::read_image(bytes, "fuzz", {512, std::size_t{1} << 18, bytes.size()});
  if (taken(image))
    require(image->rgba.size() ==
            4 * static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height));
}
