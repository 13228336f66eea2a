// <vertex_weights>: the joints and weights of each position.
#pragma once

#include <vector>

#include "engine/io/collada/numbers.h"
#include "engine/mesh/skin.h"

namespace mannequin::io::collada {

// The influences of every entry of the geometry's position array, as in the file.
struct PositionInfluences {
  pugi::xml_node node;
  ScratchVector<std::uint32_t> begin;  // position count + 1 entries into `influences`
  ScratchVector<InfluenceDesc> influences;
  std::vector<std::uint32_t> bind_shape;  // positions with a joint of -1, ascending

  std::span<const InfluenceDesc> of(std::size_t position) const {
    return std::span(influences).subspan(begin[position], begin[position + 1] - begin[position]);
  }
};

Result<PositionInfluences> read_vertex_weights(const Document& document, Sources& sources,
                                               NoteCollector& noticed, pugi::xml_node skin,
                                               std::size_t joint_count, std::size_t position_count,
                                               const std::string& mesh);

// Copies them to the vertices of a mesh (`source_indices`) into `skin`. Fails (bad_data) if that would
// take far more memory than the file.
Status spread_influences(const Document& document, const PositionInfluences& influences,
                         std::span<const std::uint32_t> source_indices, SkinDesc& skin);

// Notes on positions that the mesh uses: none, more than four, or weights that do not sum to 1.
void notice_weights(NoteCollector& noticed, const PositionInfluences& influences,
                    std::span<const std::uint32_t> source_indices, const std::string& mesh);

}  // namespace mannequin::io::collada
