#include "engine/skinning/cpu/block_kernels.h"

#include <hwy/cache_control.h>

#include <algorithm>

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

// The rows of the sum of w_k M_k, for a vector of vertices. matrices: a block's, three rows of four each.
// kSlots = 0: any number. A block's only joint has weight 1. All twelve sums stay in registers, even if there
// are only sixteen.
template <std::size_t kSlots>
HWY_INLINE void blend(const float* const* matrices, std::size_t slot_count, const float* weights,
                      V (&rows)[3][4]) {
  const D d;
  const V first = kSlots == 1 ? hn::Zero(d) : hn::Load(d, weights);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) {
      const V element = hn::Set(d, matrices[0][4 * r + c]);
      rows[r][c] = kSlots == 1 ? element : hn::Mul(element, first);
    }
  const std::size_t count = kSlots == 0 ? slot_count : kSlots;
  for (std::size_t k = 1; k < count; ++k) {
    const V weight = hn::Load(d, weights + k * kBlockSize);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c)
        rows[r][c] = hn::MulAdd(hn::Set(d, matrices[k][4 * r + c]), weight, rows[r][c]);
  }
}

HWY_INLINE Vector3 transform_point(const V (&rows)[3][4], const float* from) {
  const D d;
  const V x = hn::Load(d, from), y = hn::Load(d, from + kBlockSize), z = hn::Load(d, from + 2 * kBlockSize);
  const auto row = [&](const V(&m)[4]) HWY_ATTR {
    return hn::MulAdd(x, m[0], hn::MulAdd(y, m[1], hn::MulAdd(z, m[2], m[3])));
  };
  return {row(rows[0]), row(rows[1]), row(rows[2])};
}

HWY_INLINE Vector3 transform_direction(const V (&rows)[3][4], const float* from) {
  const D d;
  const V x = hn::Load(d, from), y = hn::Load(d, from + kBlockSize), z = hn::Load(d, from + 2 * kBlockSize);
  const auto row = [&](const V(&m)[4])
                       HWY_ATTR { return hn::MulAdd(x, m[0], hn::MulAdd(y, m[1], hn::Mul(z, m[2]))); };
  return {row(rows[0]), row(rows[1]), row(rows[2])};
}

HWY_INLINE Vector3 normalised(Vector3 v) {
  const D d;
  // Never 0, so that a vanishing normal stays 0 instead of becoming NaN.
  const V squared = hn::MulAdd(v.x, v.x, hn::MulAdd(v.y, v.y, hn::MulAdd(v.z, v.z, hn::Set(d, 1.2e-38f))));
#if HWY_TARGET == HWY_SCALAR
  const V inverse = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(squared));
#else
  // One Newton step improves the processor's 12 to 14 bits to full float32 precision.
  const V guess = hn::ApproximateReciprocalSqrt(squared);
  const V half = hn::Mul(hn::Mul(hn::Set(d, 0.5f), squared), guess);
  const V inverse = hn::Mul(guess, hn::NegMulAdd(half, guess, hn::Set(d, 1.5f)));
#endif
  return {hn::Mul(v.x, inverse), hn::Mul(v.y, inverse), hn::Mul(v.z, inverse)};
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
    for (std::uint32_t b = run.first_block; b < run.first_block + run.block_count; ++b) {
      const bool morphed = mesh.blocks[b].morph_count != 0 && run.morph_weights != nullptr;
      if (kPacked || morphed) {
        prepare_and_skin(run, b, morphed);
      } else {
        const std::size_t first = b * kPerBlock;
        skin(run, b, mesh.weights.data() + std::size_t{mesh.blocks[b].first_slot} * kBlockSize,
             {mesh.positions.data() + first, mesh.normals.data() + first,
              kTangents ? mesh.tangents.data() + first : nullptr});
      }
    }
  }

 private:
  // Nearly all blocks have few joints; a constant count unrolls the blend.
  static HWY_INLINE void skin(const BlockRun& run, std::uint32_t b, const float* weights,
                              const BlockVertices& vertices) {
    switch (run.mesh->blocks[b].slot_count) {
      case 1:
        return skin_block<1>(run, b, weights, vertices);
      case 2:
        return skin_block<2>(run, b, weights, vertices);
      case 3:
        return skin_block<3>(run, b, weights, vertices);
      case 4:
        return skin_block<4>(run, b, weights, vertices);
      default:
        return skin_block<0>(run, b, weights, vertices);
    }
  }

  template <std::size_t kSlots>
  static HWY_INLINE void skin_block(const BlockRun& run, std::uint32_t b, const float* weights,
                                    const BlockVertices& vertices) {
    const D d;
    const JointBlocks& mesh = *run.mesh;
    const JointBlock& block = mesh.blocks[b];
    const std::uint16_t* slots = mesh.slots.data() + block.first_slot;
    const float* matrices[kSlots == 0 ? kMaxSlots : kSlots];
    for (std::size_t k = 0; k < (kSlots == 0 ? block.slot_count : kSlots); ++k)
      matrices[k] = &run.palette[slots[k]][0].x;
    // Buffer the directions of the whole block in memory: with sixteen registers, normalising them here would
    // spill the matrix.
    alignas(64) float directions[2][kPerBlock];
    const auto keep = [&](std::size_t which, std::size_t lane, Vector3 v) HWY_ATTR {
      hn::Store(v.x, d, directions[which] + lane);
      hn::Store(v.y, d, directions[which] + kBlockSize + lane);
      hn::Store(v.z, d, directions[which] + 2 * kBlockSize + lane);
    };
    for (std::size_t lane = 0; lane < kBlockSize; lane += hn::Lanes(d)) {
      V rows[3][4];
      blend<kSlots>(matrices, block.slot_count, weights + lane, rows);
      const Vector3 position = transform_point(rows, vertices.positions + lane);
      store_xyz<kStreaming>(
          d, position.x, position.y, position.z,
          reinterpret_cast<float*>(run.instance) + (std::size_t{b} * kBlockSize + lane) * 3);
      keep(0, lane, transform_direction(rows, vertices.normals + lane));
      if constexpr (kTangents) keep(1, lane, transform_direction(rows, vertices.tangents + lane));
    }
    const auto kept = [&](std::size_t which, std::size_t lane) HWY_ATTR {
      return Vector3{hn::Load(d, directions[which] + lane),
                     hn::Load(d, directions[which] + kBlockSize + lane),
                     hn::Load(d, directions[which] + 2 * kBlockSize + lane)};
    };
    for (std::size_t lane = 0; lane < kBlockSize; lane += hn::Lanes(d)) {
      const std::size_t place = std::size_t{b} * kBlockSize + lane;
      store_direction(run, run.layout.normal_offset(), place, kept(0, lane), 0);
      if constexpr (kTangents)
        store_direction(run, run.layout.tangent_offset(), place, kept(1, lane),
                        kPacked ? mesh.mirrored[b] >> lane : 0);
    }
  }

  static HWY_INLINE void store_direction(const BlockRun& run, std::size_t offset, std::size_t place,
                                         Vector3 direction, std::uint32_t mirrored) {
    const D d;
    const Vector3 to = kUnit ? normalised(direction) : direction;
    if constexpr (kPacked)
      store<kStreaming>(hn::Rebind<std::int32_t, D>(), packed_direction(d, to, mirrored),
                        reinterpret_cast<std::int32_t*>(run.instance + offset) + place);
    else
      store_xyz<kStreaming>(d, to.x, to.y, to.z, reinterpret_cast<float*>(run.instance + offset) + place * 3);
  }

  // Unpacks the block, adds its morphs, then takes the common path. Out of line: most meshes need
  // neither.
  static HWY_NOINLINE void prepare_and_skin(const BlockRun& run, std::uint32_t b, bool morphed) {
    const JointBlocks& mesh = *run.mesh;
    const JointBlock& block = mesh.blocks[b];
    const std::size_t first = b * kPerBlock, first_weight = std::size_t{block.first_slot} * kBlockSize;
    alignas(64) float vertices[3][kPerBlock];  // positions, normals, tangents
    alignas(64) float unpacked_weights[kPacked ? kMaxSlots * kBlockSize : 1];
    const float* weights = unpacked_weights;
    if constexpr (kPacked) {
      unpack(mesh.packed_weights.data() + first_weight, block.slot_count * kBlockSize, 65535.0f,
             unpacked_weights);
      unpack(mesh.packed_normals.data() + first, kPerBlock, 32767.0f, vertices[1]);
      if constexpr (kTangents) unpack(mesh.packed_tangents.data() + first, kPerBlock, 32767.0f, vertices[2]);
      if (!morphed) return skin(run, b, weights, {mesh.positions.data() + first, vertices[1], vertices[2]});
    } else {
      weights = mesh.weights.data() + first_weight;
      std::copy_n(mesh.normals.data() + first, kPerBlock, vertices[1]);
      if constexpr (kTangents) std::copy_n(mesh.tangents.data() + first, kPerBlock, vertices[2]);
    }
    std::copy_n(mesh.positions.data() + first, kPerBlock, vertices[0]);
    add_morphs(run, block, vertices[0]);
    skin(run, b, weights, {vertices[0], vertices[1], vertices[2]});
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
