// A mesh sorted for fast skinning: blocks of sixteen vertices that share one list of joints, with dense
// weights. The same table serves every fast backend. Within a block a palette matrix is the same for all
// lanes, so a kernel needs no gather: it blends the block's matrices with sixteen weights at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/aligned.h"
#include "engine/mesh/skin.h"

namespace mannequin {

inline constexpr std::size_t kBlockSize = 16;
inline constexpr std::uint32_t kWeightOne = 65535;  // the packed weights of a vertex sum to exactly this

// Offsets of the parts of one block.
struct JointBlock {
  std::uint32_t first_slot = 0;   // into JointBlocks::slots, behind those of the block before; its weights
                                  // begin at 16 x first_slot
  std::uint32_t slot_count = 0;   // at least 1
  std::uint32_t first_morph = 0;  // into JointBlocks::morphs
  std::uint32_t morph_count = 0;
};

// The effect of one morph target on one block.
struct BlockMorph {
  std::uint32_t morph = 0;        // index into Mesh::morphs()
  std::uint32_t first_delta = 0;  // into morph_deltas: x[16] y[16] z[16] of positions, then of normals
};

// All in bind space: the bind shape is applied. Per block, components are stored consecutively, sixteen
// lanes each: x[16] y[16] z[16]. Lanes past the last vertex repeat it. Immutable; any number of
// threads may read it.
struct JointBlocks {
  std::uint32_t vertex_count = 0;
  std::uint32_t palette_size = 0;
  std::uint32_t morph_count = 0;
  std::vector<JointBlock> blocks;  // those with fewer joints first
  std::vector<std::uint16_t> slots;
  AlignedVector<float> weights;         // per slot of a block, sixteen; a vertex's sum is 1
  AlignedVector<float> positions;       // metres
  AlignedVector<float> normals;         // unit, or 0; a morph's normal deltas are scaled to match
  AlignedVector<float> tangents;        // unit, or 0; empty if the mesh has none
  std::vector<std::uint16_t> mirrored;  // per block, if it has tangents: a set bit means negative handedness
  // Replace weights, normals and tangents after pack(): 65535 and 32767 represent 1.
  AlignedVector<std::uint16_t> packed_weights;
  AlignedVector<std::int16_t> packed_normals, packed_tangents;
  std::vector<BlockMorph> morphs;
  AlignedVector<float> morph_deltas;
  std::vector<std::uint32_t> remap;  // by vertex of the mesh: 16 x block + lane

  // Sizes: vertices including padding; bytes of all tables together.
  bool has_tangents() const { return !mirrored.empty(); }
  std::uint32_t place_count() const { return static_cast<std::uint32_t>(blocks.size() * kBlockSize); }
  std::size_t bytes() const;
};

// `skin` must be of this mesh. The same input gives the same blocks.
JointBlocks make_joint_blocks(const Mesh& mesh, const Skin& skin);

// Weights, normals and tangents in 16 bits: less to read when memory-bound. Moves a vertex by at most
// 1.5e-5 of the distance between the positions that its joints give it, and rotates directions by at most
// 3e-5.
void pack(JointBlocks& blocks);

// Weights of sum 1 as 16-bit numbers of sum exactly 65535, each less than one step from its true value. A
// wrong sum would move a vertex by the same fraction of its distance from the origin.
void quantise_weights(std::span<const float> weights, std::span<std::uint16_t> out);

}  // namespace mannequin
