#include "tests/fuzz/mutate_json.h"
#include "tests/fuzz/use_appearance.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto desc = io::read_appearance_json(text_of(bytes), "fuzz.json");
  if (!taken(desc)) return;
  require(io::read_appearance_json(io::write_appearance_json(*desc), "again").has_value());
  use_appearance(std::move(*desc));
}
