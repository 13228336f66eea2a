#include "tools/mannequin/inspect_llm.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/quantity.h"
#include "engine/io/llm.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

double largest_mm(const BaseMorph& morph) {
  double largest = 0.0;
  for (const Vec3f& p : morph.positions) largest = std::max(largest, glm::length(Vec3(p)) * 1000.0);
  return largest;
}

// For a level of detail: how many of the full mesh's vertices it needs.
std::size_t vertex_count(const BaseMeshDesc& mesh) {
  return mesh.positions.empty() ? std::size_t{1} + *std::ranges::max_element(mesh.indices)
                                : mesh.positions.size();
}

Json to_json(const BaseMeshDesc& mesh) {
  Json morphs = Json::array();
  for (const BaseMorph& morph : mesh.morphs)
    morphs.push_back({{"name", morph.name},
                      {"vertices", morph.vertices.size()},
                      {"largest_mm", number(largest_mm(morph))}});
  Json json{{"schema", 1},
            {"kind", "base_mesh"},
            {"file", mesh.source},
            {"level_of_detail", mesh.positions.empty()},
            {"vertices", vertex_count(mesh)},
            {"triangles", mesh.indices.size() / 3},
            {"weighted", !mesh.weights.empty()},
            {"joints", mesh.skin_joints},
            {"remaps", mesh.remaps.size()},
            {"morphs", std::move(morphs)}};
  return json;
}

void print_text(const BaseMeshDesc& mesh) {
  say("{}: {} vertices{}, {} triangles\n", mesh.source, vertex_count(mesh),
      mesh.positions.empty() ? " of the full mesh (a level of detail)" : "", mesh.indices.size() / 3);
  if (mesh.positions.empty()) return;
  if (mesh.weights.empty())
    say("  without weights: attached to a joint\n");
  else
    say("  joints: {}\n", fmt::join(mesh.skin_joints, ", "));
  say("  {} a position with another across a seam\n",
      quantity(mesh.remaps.size(), "vertex shares", "vertices share"));
  if (!mesh.morphs.empty()) say("  {:<40} {:>9} {:>12}\n", "morph", "vertices", "largest, mm");
  for (const BaseMorph& morph : mesh.morphs)
    say("  {:<40} {:>9} {:>12.2f}\n", morph.name, morph.vertices.size(), largest_mm(morph));
}

}  // namespace

Result<int> inspect_llm(const std::filesystem::path& file, const io::Bytes& bytes, bool as_json) {
  const Result<BaseMeshDesc> mesh = io::read_llm(bytes, file.filename().string(), io::guess_llm_kind(bytes));
  if (!mesh) return error_of(mesh);
  if (as_json)
    put_json(to_json(*mesh));
  else
    print_text(*mesh);
  return kDone;
}

}  // namespace mannequin::program
