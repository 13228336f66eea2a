// A mesh and its skin as COLLADA's <geometry> and <controller>.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/mesh/skin.h"

namespace mannequin::io::collada {

// The entries of the position array to write, and each vertex's entry.
struct PositionArray {
  std::vector<std::uint32_t> first;  // per entry: a vertex that uses it
  std::vector<std::uint32_t> entry;  // per vertex
};

PositionArray make_position_array(const BoundMeshDesc& bound);

// Fails as write_collada.
Status check_bound_mesh(const BoundMeshDesc& bound);

// `symbols`: per material. `joints`: per joint of the skin, as one word.
void append_geometry(std::string& text, const MeshDesc& mesh, const PositionArray& positions,
                     const std::string& id, std::span<const std::string> symbols);
void append_controller(std::string& text, const BoundMeshDesc& bound, const PositionArray& positions,
                       const std::string& id, const std::string& geometry,
                       std::span<const std::string> joints);

}  // namespace mannequin::io::collada
