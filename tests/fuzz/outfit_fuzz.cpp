#include "engine/io/outfit_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto outfit = io::read_outfit(bytes, "fuzz", character().appearance);
  if (!taken(outfit)) return;
  for (const auto& entry : outfit->entries)
    (void)item_weights(character().appearance, Sex::male, entry.item.type, entry.item.sliders);
}
