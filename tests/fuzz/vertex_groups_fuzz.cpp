#include "engine/io/mpfb/vertex_groups.h"
#include "tests/fuzz/mutate_json.h"
#include "tests/fuzz/small_rig.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  BaseMesh mesh = triangle();
  if (!taken(io::read_mpfb_vertex_groups(text_of(bytes), "fuzz.json", mesh))) return;
  for (const auto& [name, vertices] : mesh.groups)
    for (std::size_t i = 0; i < vertices.size(); ++i)
      require(vertices[i] < mesh.positions.size() && (i == 0 || vertices[i - 1] < vertices[i]));
  bind_rig(two_bones(), mesh, {});
}
