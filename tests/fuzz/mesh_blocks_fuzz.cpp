#include "tests/fuzz/mutate_llsd.h"
#include "tests/fuzz/use_asset.h"
#include "tests/io/asset_files.h"

// The bytes are a map of an asset's blocks before they are packed, since no fuzzer gets past a checksum.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto blocks = io::read_llsd(bytes, "fuzz");
  if (!blocks || blocks->value.as<io::Llsd::Map>() == nullptr) return;
  use_asset(mannequin::test::asset_bytes(*blocks->value.as<io::Llsd::Map>()));
}
