#include "tests/fuzz/use_asset.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) { use_asset(bytes); }
