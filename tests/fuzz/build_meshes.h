// What the program does with meshes that a reader accepted: none of it may crash.
#pragma once

#include "engine/io/gltf_writer.h"
#include "engine/wear/outfit.h"
#include "tests/fuzz/fuzz_target.h"

namespace mannequin::fuzz {

inline void build_meshes(io::BoundMeshFile file) {
  const Skeleton& skeleton = character().skeleton;
  // What a writer takes, the reader takes.
  if (const auto written = io::write_glb(file.meshes, &skeleton))
    require(io::read_gltf(*written, "again.glb", {}).has_value());
  Outfit outfit;
  outfit.items.push_back(outfit_item(file, skeleton, true));
  (void)outfit.offsets();
  for (BoundMeshDesc& bound : file.meshes)
    for (const ImporterProfile& importer : kImporterProfiles)
      (void)build_bound_mesh(bound, skeleton, importer);
}

}  // namespace mannequin::fuzz
