#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto desc = io::read_skeleton_json(text_of(bytes), "fuzz.json");
  if (!taken(desc)) return;
  require(io::read_skeleton_json(io::write_skeleton_json(*desc), "again").has_value());
  (void)taken(Skeleton::build(std::move(*desc)));
}
