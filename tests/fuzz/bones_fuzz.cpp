#include "engine/io/bones_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  if (const auto bones = io::read_bones(text_of(bytes), "fuzz.json"); taken(bones))
    require(!bones->empty() && bones->size() <= io::kMaxBones);
}
