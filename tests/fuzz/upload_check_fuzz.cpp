#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

// What the uploader would say of a file that the reader took: every finding has its words.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const auto file = io::read_gltf(bytes, "fuzz.glb", {});
  if (!taken(file)) return;
  for (const bool joint_positions : {false, true})
    for (const Finding& finding : check_upload(file->meshes, character(), {joint_positions}))
      require(!finding.code.empty() && !finding.message.empty());
}
