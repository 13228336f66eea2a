#include "engine/io/offsets_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto worn = io::read_offsets(text_of(bytes), "fuzz.json");
  if (taken(worn)) (void)resolve_offsets(character().skeleton, *worn);
}
