#include "engine/io/llsd.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_llsd.h"

// What is written reads again, as the same bytes.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto read = io::read_llsd(bytes, "fuzz");
  if (!taken(read)) return;
  require(read->size <= bytes.size());
  const io::Bytes written = io::write_llsd(read->value);
  const auto again = io::read_llsd(written, "again");
  require(again.has_value() && again->size == written.size() && io::write_llsd(again->value) == written);
}
