#include "engine/skinning/cpu/block_kernels.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <atomic>

#include "engine/core/cpu_dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/skinning/cpu/block_kernels.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include <hwy/highway.h>

#include "engine/skinning/cpu/store_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kBlockSize>;
using V = hn::Vec<D>;

// The maximum of a block: sixteen vertices of four influences.
constexpr std::size_t kMaxSlots = kBlockSize * kMaxInfluences;

constexpr std::size_t kPerBlock = 3 * kBlockSize;  // floats of one quantity of a block

// The inputs of a kernel for one block: components of sixteen lanes each.
struct BlockVertices {
  const float* positions;
  const float* normals;
  const float* tangents;  // null if there are none
};

struct Vector3 {
  V x, y, z;
};

// count: a multiple of sixteen.
template <typename Packed>
HWY_INLINE void unpack(const Packed* from, std::size_t count, float one, float* to) {
  const D d;
  const hn::Rebind<Packed, D> d16;
  const hn::Rebind<std::int32_t, D> d32;
  for (std::size_t at = 0; at < count; at += hn::Lanes(d))
    hn::Store(hn::Mul(hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, from + at))), hn::Set(d, 1.0f / one)),
              d, to + at);
}

// How much of the blended matrices is kept in registers at once. With 32 registers: all of them, for a whole
// block. With sixteen: a row, for two vectors, which share each element that is loaded.
constexpr std::size_t kVectors = hn::MaxLanes(D()) < kBlockSize ? 2 : 1;
constexpr std::size_t kRows = kVectors == 1 ? 3 : 1;

// Rows of the sum of w_k M_k, from kFirst on. matrices: a block's, three rows of four each. kSlots = 0: any
// number. A block's only joint has weight 1.
template <std::size_t kSlots, std::size_t kFirst>
HWY_INLINE void blend(const float* const* matrices, std::size_t slot_count, const float* weights,
                      V (&rows)[kRows][4][kVectors]) {
  const D d;
  V weight[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v)
    weight[v] = kSlots == 1 ? hn::Zero(d) : hn::Load(d, weights + v * hn::Lanes(d));
  for (std::size_t r = 0; r < kRows; ++r)
    for (std::size_t c = 0; c < 4; ++c) {
      const V element = hn::Set(d, matrices[0][4 * (kFirst + r) + c]);
      for (std::size_t v = 0; v < kVectors; ++v)
        rows[r][c][v] = kSlots == 1 ? element : hn::Mul(element, weight[v]);
    }
  const std::size_t count = kSlots == 0 ? slot_count : kSlots;
  for (std::size_t k = 1; k < count; ++k) {
    for (std::size_t v = 0; v < kVectors; ++v)
      weight[v] = hn::Load(d, weights + k * kBlockSize + v * hn::Lanes(d));
    for (std::size_t r = 0; r < kRows; ++r)
      for (std::size_t c = 0; c < 4; ++c) {
        const V element = hn::Set(d, matrices[k][4 * (kFirst + r) + c]);
        for (std::size_t v = 0; v < kVectors; ++v)
          rows[r][c][v] = hn::MulAdd(element, weight[v], rows[r][c][v]);
      }
  }
}

// One component of a direction, and of a point, from a row of the matrix.
HWY_INLINE V turned(const float* from, V x_of, V y_of, V z_of) {
  const D d;
  return hn::MulAdd(
      hn::Load(d, from), x_of,
      hn::MulAdd(hn::Load(d, from + kBlockSize), y_of, hn::Mul(hn::Load(d, from + 2 * kBlockSize), z_of)));
}

HWY_INLINE V moved(const float* from, V x_of, V y_of, V z_of, V shift) {
  const D d;
  return hn::MulAdd(hn::Load(d, from), x_of,
                    hn::MulAdd(hn::Load(d, from + kBlockSize), y_of,
                               hn::MulAdd(hn::Load(d, from + 2 * kBlockSize), z_of, shift)));
}

// 1 / sqrt(squared).
HWY_INLINE V inverse_length(V squared) {
  const D d;
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_WASM  // which have no instruction for a guess
  return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(squared));
#else
  // Each Newton step doubles the processor's bits, 12 to 14 on x86 and 8 on ARM, up to full float32
  // precision.
  constexpr int kSteps = HWY_ARCH_ARM ? 2 : 1;
  V guess = hn::ApproximateReciprocalSqrt(squared);
  for (int step = 0; step < kSteps; ++step) {
    const V half = hn::Mul(hn::Mul(hn::Set(d, 0.5f), squared), guess);
    guess = hn::Mul(guess, hn::NegMulAdd(half, guess, hn::Set(d, 1.5f)));
  }
  return guess;
#endif
}

// 10:10:10:2; the top bits are 1 or, in mirrored lanes, -1.
HWY_INLINE auto packed_direction(D d, Vector3 v, std::uint32_t mirrored) {
  const hn::Rebind<std::int32_t, D> d32;
  // Adding 1.5 x 2^23 rounds to a whole number and leaves it, in two's complement, in the lowest bits.
  const auto ten_bits = [&](V component) {
    const V rounded = hn::MulAdd(component, hn::Set(d, 511.0f), hn::Set(d, 12582912.0f));
    return hn::And(hn::BitCast(d32, rounded), hn::Set(d32, 1023));
  };
  const auto xyz =
      hn::Or(ten_bits(v.x), hn::Or(hn::ShiftLeft<10>(ten_bits(v.y)), hn::ShiftLeft<20>(ten_bits(v.z))));
  // Bit i of `mirrored` is lane i.
  const auto bit = hn::Shl(hn::Set(d32, 1), hn::Iota(d32, 0));
  const auto is_mirrored =
      hn::Ne(hn::And(hn::Set(d32, static_cast<std::int32_t>(mirrored)), bit), hn::Zero(d32));
  const auto hand = hn::IfThenElse(is_mirrored, hn::Set(d32, static_cast<std::int32_t>(3u << 30)),
                                   hn::Set(d32, static_cast<std::int32_t>(1u << 30)));
  return hn::Or(xyz, hand);
}

// One kind of kernel: its outputs, and how they are stored.
template <bool kTangents, bool kPacked, bool kUnit, bool kStreaming>
struct Kernel {
  static void run(const BlockRun& run) {
    const JointBlocks& mesh = *run.mesh;
    const bool morphed = run.morph_weights != nullptr && !mesh.morphs.empty();
    const std::uint32_t end = run.first_block + run.block_count;
    for (std::uint32_t first = run.first_block, last = first; first < end; first = last) {
      if (morphed && mesh.blocks[first].morph_count != 0) {
        last = first + 1;
        morph_and_skin(run, first);
        continue;
      }
      const std::uint32_t slots = mesh.blocks[first].slot_count;
      do ++last;
      while (last < end && mesh.blocks[last].slot_count == slots &&
             !(morphed && mesh.blocks[last].morph_count != 0));
      skin<kPacked>(run, first, last, inputs_of(mesh, first));
    }
  }

 private:
  // What is read of the blocks from one on.
  struct Inputs {
    const float* weights;  // null if packed, like the directions
    BlockVertices vertices;
    const std::uint16_t* packed_weights;
    const std::int16_t *packed_normals, *packed_tangents;
  };
  static Inputs inputs_of(const JointBlocks& mesh, std::uint32_t block) {
    const std::size_t vertex = block * kPerBlock,
                      weight = std::size_t{mesh.blocks[block].first_slot} * kBlockSize;
    const float* positions = mesh.positions.data() + vertex;
    if constexpr (kPacked)
      return {nullptr,
              {positions, nullptr, nullptr},
              mesh.packed_weights.data() + weight,
              mesh.packed_normals.data() + vertex,
              kTangents ? mesh.packed_tangents.data() + vertex : nullptr};
    else
      return {mesh.weights.data() + weight,
              {positions, mesh.normals.data() + vertex, kTangents ? mesh.tangents.data() + vertex : nullptr},
              nullptr,
              nullptr,
              nullptr};
  }

  // Blocks `first` to before `last`, which have the same number of joints. Nearly all have few: a constant
  // number unrolls the blend.
  template <bool kUnpack>
  static HWY_INLINE void skin(const BlockRun& run, std::uint32_t first, std::uint32_t last,
                              const Inputs& inputs) {
    switch (run.mesh->blocks[first].slot_count) {
      case 1:
        return skin_blocks<kUnpack, 1>(run, first, last, inputs);
      case 2:
        return skin_blocks<kUnpack, 2>(run, first, last, inputs);
      case 3:
        return skin_blocks<kUnpack, 3>(run, first, last, inputs);
      case 4:
        return skin_blocks<kUnpack, 4>(run, first, last, inputs);
      default:
        return skin_blocks<kUnpack, 0>(run, first, last, inputs);
    }
  }

  // Everything that the loop needs again for each block is a local variable: what has an address, a store of
  // results might change, so that it would be read again.
  template <bool kUnpack, std::size_t kSlots>
  static HWY_INLINE void skin_blocks(const BlockRun& run, std::uint32_t first, std::uint32_t last,
                                     Inputs from) {
    const JointBlock& begin = run.mesh->blocks[first];
    const std::size_t slot_count = kSlots == 0 ? begin.slot_count : kSlots;
    const std::uint16_t* slots = run.mesh->slots.data() + begin.first_slot;
    const std::uint16_t* mirrored = kPacked && kTangents ? run.mesh->mirrored.data() + first : nullptr;
    const Mat34* const palette = run.palette;
    const std::size_t place = std::size_t{first} * kBlockSize;
    float* positions = reinterpret_cast<float*>(run.instance) + place * 3;
    std::byte* normals = run.instance + run.layout.normal_offset() + place * kDirectionBytes;
    std::byte* tangents = run.instance + run.layout.tangent_offset() + place * kDirectionBytes;
    for (std::uint32_t left = last - first; left != 0; --left) {
      const float* matrices[kSlots == 0 ? kMaxSlots : kSlots];
      for (std::size_t k = 0; k < slot_count; ++k) matrices[k] = &palette[slots[k]][0].x;
      alignas(64) float unpacked_weights[kUnpack ? (kSlots == 0 ? kMaxSlots : kSlots) * kBlockSize : 1];
      alignas(64) float unpacked[kUnpack ? kDirections : 1][kPerBlock];
      if constexpr (kUnpack) {
        unpack(from.packed_weights, slot_count * kBlockSize, 65535.0f, unpacked_weights);
        unpack(from.packed_normals, kPerBlock, 32767.0f, unpacked[0]);
        if constexpr (kTangents) unpack(from.packed_tangents, kPerBlock, 32767.0f, unpacked[1]);
        from.weights = unpacked_weights;
        from.vertices.normals = unpacked[0];
        if constexpr (kTangents) from.vertices.tangents = unpacked[1];
        from.packed_weights += slot_count * kBlockSize;
        from.packed_normals += kPerBlock;
        if constexpr (kTangents) from.packed_tangents += kPerBlock;
      }
      skin_block<kSlots>(matrices, slot_count, from.weights, from.vertices, positions, normals, tangents,
                         mirrored != nullptr ? *mirrored++ : 0);
      from.vertices.positions += kPerBlock;
      if constexpr (!kUnpack) {
        from.weights += slot_count * kBlockSize;
        from.vertices.normals += kPerBlock;
        if constexpr (kTangents) from.vertices.tangents += kPerBlock;
      }
      slots += slot_count;
      positions += kPerBlock;
      normals += kBlockSize * kDirectionBytes;
      tangents += kBlockSize * kDirectionBytes;
    }
  }

  template <std::size_t kSlots>
  static HWY_INLINE void skin_block(const float* const* matrices, std::size_t slot_count,
                                    const float* weights, const BlockVertices& vertices, float* positions,
                                    std::byte* normals, std::byte* tangents, std::uint32_t mirrored) {
    const D d;
    SkinnedBlock skinned;
    for (std::size_t lane = 0; lane < kBlockSize; lane += kVectors * hn::Lanes(d)) {
      if constexpr (kRows == 1) {
        skin_rows<kSlots, 2>(matrices, slot_count, weights, vertices, lane, skinned);
        skin_rows<kSlots, 1>(matrices, slot_count, weights, vertices, lane, skinned);
      }
      skin_rows<kSlots, 0>(matrices, slot_count, weights, vertices, lane, skinned);
    }
    for (std::size_t lane = 0; lane < kBlockSize; lane += hn::Lanes(d)) {
      const auto at = [&](std::size_t row)
                          HWY_ATTR { return hn::Load(d, skinned.components[0][row] + lane); };
      store_xyz<kStreaming>(d, at(0), at(1), at(2), positions + 3 * lane);
    }
    if constexpr (kUnit)
      for (std::size_t which = 0; which < kDirections; ++which)
        for (std::size_t lane = 0; lane < kBlockSize; lane += hn::Lanes(d)) {
          float* length = skinned.lengths[which] + lane;
          hn::Store(inverse_length(hn::Load(d, length)), d, length);
        }
    store_directions(skinned, 0, 0, normals);
    if constexpr (kTangents) store_directions(skinned, 1, mirrored, tangents);
  }

  static constexpr std::size_t kDirectionBytes = kPacked ? 4 : 12;
  static constexpr std::size_t kDirections = kTangents ? 2 : 1;

  // What is computed for a block, by row: positions, then each direction; and the directions' squared
  // lengths, later the inverse of their lengths.
  struct SkinnedBlock {
    alignas(64) float components[1 + kDirections][3][kBlockSize];
    alignas(64) float lengths[kDirections][kBlockSize];
  };

  template <std::size_t kSlots, std::size_t kFirst>
  static HWY_INLINE void skin_rows(const float* const* matrices, std::size_t slot_count, const float* weights,
                                   const BlockVertices& vertices, std::size_t first_lane,
                                   SkinnedBlock& skinned) {
    const D d;
    V rows[kRows][4][kVectors];
    // Keeps compilers from loading vertices only once for all rows, and then spilling them to the stack.
    if constexpr (kRows == 1) std::atomic_signal_fence(std::memory_order_acq_rel);
    blend<kSlots, kFirst>(matrices, slot_count, weights + first_lane, rows);
    for (std::size_t v = 0; v < kVectors; ++v)
      for (std::size_t r = kRows; r-- > 0;) {
        const std::size_t lane = first_lane + v * hn::Lanes(d);
        const V(&row)[4][kVectors] = rows[r];
        hn::Store(moved(vertices.positions + lane, row[0][v], row[1][v], row[2][v], row[3][v]), d,
                  skinned.components[0][kFirst + r] + lane);
        for (std::size_t which = 0; which < kDirections; ++which) {
          const V component = turned((which == 0 ? vertices.normals : vertices.tangents) + lane, row[0][v],
                                     row[1][v], row[2][v]);
          hn::Store(component, d, skinned.components[1 + which][kFirst + r] + lane);
          if constexpr (kUnit) {
            float* length = skinned.lengths[which] + lane;
            // Never 0, so that a vanishing normal stays 0 instead of becoming NaN.
            const V sum = kFirst + r == 2 ? hn::Set(d, 1.2e-38f) : hn::Load(d, length);
            hn::Store(hn::MulAdd(component, component, sum), d, length);
          }
        }
      }
  }

  // mirrored: bit i is lane i.
  static HWY_INLINE void store_directions(const SkinnedBlock& skinned, std::size_t which,
                                          std::uint32_t mirrored, std::byte* to) {
    const D d;
    for (std::size_t lane = 0; lane < kBlockSize; lane += hn::Lanes(d)) {
      const auto at = [&](std::size_t row) HWY_ATTR {
        const V component = hn::Load(d, skinned.components[1 + which][row] + lane);
        return kUnit ? hn::Mul(component, hn::Load(d, skinned.lengths[which] + lane)) : component;
      };
      if constexpr (kPacked)
        store<kStreaming>(hn::Rebind<std::int32_t, D>(),
                          packed_direction(d, {at(0), at(1), at(2)}, mirrored >> lane),
                          reinterpret_cast<std::int32_t*>(to) + lane);
      else
        store_xyz<kStreaming>(d, at(0), at(1), at(2), reinterpret_cast<float*>(to) + 3 * lane);
    }
  }

  // Unpacks the block, adds its morphs, then takes the common path. Out of line: few blocks have morphs.
  static HWY_NOINLINE void morph_and_skin(const BlockRun& run, std::uint32_t b) {
    const JointBlock& block = run.mesh->blocks[b];
    const Inputs from = inputs_of(*run.mesh, b);
    alignas(64) float vertices[3][kPerBlock];  // positions, normals, tangents
    alignas(64) float unpacked_weights[kPacked ? kMaxSlots * kBlockSize : 1];
    const float* weights = kPacked ? unpacked_weights : from.weights;
    std::copy_n(from.vertices.positions, kPerBlock, vertices[0]);
    if constexpr (kPacked) {
      unpack(from.packed_weights, block.slot_count * kBlockSize, 65535.0f, unpacked_weights);
      unpack(from.packed_normals, kPerBlock, 32767.0f, vertices[1]);
      if constexpr (kTangents) unpack(from.packed_tangents, kPerBlock, 32767.0f, vertices[2]);
    } else {
      std::copy_n(from.vertices.normals, kPerBlock, vertices[1]);
      if constexpr (kTangents) std::copy_n(from.vertices.tangents, kPerBlock, vertices[2]);
    }
    add_morphs(run, block, vertices[0]);
    skin<false>(run, b, b + 1, {weights, {vertices[0], vertices[1], vertices[2]}, nullptr, nullptr, nullptr});
  }

  // to: positions, then normals.
  static void add_morphs(const BlockRun& run, const JointBlock& block, float* to) {
    const D d;
    for (std::uint32_t i = block.first_morph; i < block.first_morph + block.morph_count; ++i) {
      const BlockMorph& entry = run.mesh->morphs[i];
      const float weight = run.morph_weights[entry.morph];
      if (weight == 0.0f) continue;
      const float* delta = run.mesh->morph_deltas.data() + entry.first_delta;
      const V w = hn::Set(d, weight);
      for (std::size_t at = 0; at < 2 * kPerBlock; at += hn::Lanes(d))
        hn::Store(hn::MulAdd(w, hn::Load(d, delta + at), hn::Load(d, to + at)), d, to + at);
    }
  }
};

template <bool kTangents, bool kStreaming>
BlockKernel kernel_for(const ResultLayout& layout) {
  if (layout.format == VertexFormat::packed) return &Kernel<kTangents, true, true, kStreaming>::run;
  return layout.unit_directions ? &Kernel<kTangents, false, true, kStreaming>::run
                                : &Kernel<kTangents, false, false, kStreaming>::run;
}

BlockKernel block_kernel(const ResultLayout& layout, bool streaming) {
  if (layout.tangents) return streaming ? kernel_for<true, true>(layout) : kernel_for<true, false>(layout);
  return streaming ? kernel_for<false, true>(layout) : kernel_for<false, false>(layout);
}

}  // namespace mannequin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mannequin {

BlockKernel block_kernel(CpuTarget target, const ResultLayout& layout, bool streaming) {
  return MANNEQUIN_AT_TARGET(target, block_kernel)(layout, streaming);
}

void finish_streaming() { hwy::FlushStream(); }

}  // namespace mannequin
#endif
