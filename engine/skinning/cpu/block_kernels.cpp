#include "engine/skinning/cpu/block_kernels.h"

#include <hwy/cache_control.h>

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

// What a kernel reads of one block. Directions are floats, or 16-bit integers when packed.
template <typename Direction>
struct BlockVertices {
  const float* positions;
  const Direction* normals;
  const Direction* tangents;
};

struct Vector3 {
  V x, y, z;
};

HWY_INLINE Vector3 load3(D d, const float* from) {
  return {hn::Load(d, from), hn::Load(d, from + kBlockSize), hn::Load(d, from + 2 * kBlockSize)};
}

// Not scaled back to -1..1: what is loaded so is normalised in the end.
HWY_INLINE Vector3 load3(D d, const std::int16_t* from) {
  const hn::Rebind<std::int16_t, D> d16;
  const hn::Rebind<std::int32_t, D> d32;
  const auto one = [&](const std::int16_t* at) { return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, at))); };
  return {one(from), one(from + kBlockSize), one(from + 2 * kBlockSize)};
}

HWY_INLINE V load_weight(D d, const float* from) { return hn::Load(d, from); }

HWY_INLINE V load_weight(D d, const std::uint16_t* from) {
  const hn::Rebind<std::uint16_t, D> d16;
  const hn::Rebind<std::int32_t, D> d32;
  return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, from)));
}

// The sum of w_k M_k for as many vertices as there are lanes: three rows of four. A block's only joint has weight 1.
// kSlots = 0: any number.
template <std::size_t kSlots, typename Weight>
HWY_INLINE void blend(D d, const Mat34* palette, const std::uint16_t* slots, std::size_t slot_count,
                      const Weight* weights, V (&m)[12]) {
  const auto element = [&](std::size_t k, std::size_t e) { return hn::Set(d, (&palette[slots[k]][0].x)[e]); };
  if constexpr (kSlots == 1) {
    for (std::size_t e = 0; e < 12; ++e) m[e] = element(0, e);
    return;
  }
  const V first = load_weight(d, weights);
  for (std::size_t e = 0; e < 12; ++e) m[e] = hn::Mul(first, element(0, e));
  const std::size_t count = kSlots == 0 ? slot_count : kSlots;
  for (std::size_t k = 1; k < count; ++k) {
    const V w = load_weight(d, weights + k * kBlockSize);
    for (std::size_t e = 0; e < 12; ++e) m[e] = hn::MulAdd(w, element(k, e), m[e]);
  }
}

HWY_INLINE Vector3 transform(const V (&m)[12], Vector3 v) {
  const auto row = [&](std::size_t r) {
    return hn::MulAdd(v.x, m[r], hn::MulAdd(v.y, m[r + 1], hn::Mul(v.z, m[r + 2])));
  };
  return {row(0), row(4), row(8)};
}

HWY_INLINE Vector3 transform_point(const V (&m)[12], Vector3 v) {
  const auto row = [&](std::size_t r) {
    return hn::MulAdd(v.x, m[r], hn::MulAdd(v.y, m[r + 1], hn::MulAdd(v.z, m[r + 2], m[r + 3])));
  };
  return {row(0), row(4), row(8)};
}

HWY_INLINE Vector3 scaled(Vector3 v, V factor) {
  return {hn::Mul(v.x, factor), hn::Mul(v.y, factor), hn::Mul(v.z, factor)};
}

HWY_INLINE V inverse_length(D d, Vector3 v) {
  // Never 0, so that a vanishing normal stays 0 instead of becoming no number.
  const V squared = hn::Max(hn::MulAdd(v.x, v.x, hn::MulAdd(v.y, v.y, hn::Mul(v.z, v.z))), hn::Set(d, 1.2e-38f));
#if HWY_TARGET == HWY_SCALAR
  return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(squared));
#else
  // One Newton step takes the processor's 12 to 14 bits to all that float32 has.
  const V guess = hn::ApproximateReciprocalSqrt(squared);
  const V half = hn::Mul(hn::Mul(hn::Set(d, 0.5f), squared), guess);
  return hn::Mul(guess, hn::NegMulAdd(half, guess, hn::Set(d, 1.5f)));
#endif
}

// 10:10:10:2; the top bits are 1 or, in mirrored lanes, -1.
HWY_INLINE auto packed_direction(D d, Vector3 v, std::uint32_t mirrored) {
  const hn::Rebind<std::int32_t, D> d32;
  const auto ten_bits = [&](V component) {
    return hn::And(hn::NearestInt(hn::Mul(component, hn::Set(d, 511.0f))), hn::Set(d32, 1023));
  };
  const auto xyz = hn::Or(ten_bits(v.x), hn::Or(hn::ShiftLeft<10>(ten_bits(v.y)), hn::ShiftLeft<20>(ten_bits(v.z))));
  // Bit i of `mirrored` stands for lane i.
  const auto bit = hn::Shl(hn::Set(d32, 1), hn::Iota(d32, 0));
  const auto is_mirrored = hn::Ne(hn::And(hn::Set(d32, static_cast<std::int32_t>(mirrored)), bit), hn::Zero(d32));
  const auto hand = hn::IfThenElse(is_mirrored, hn::Set(d32, static_cast<std::int32_t>(3u << 30)),
                                   hn::Set(d32, static_cast<std::int32_t>(1u << 30)));
  return hn::Or(xyz, hand);
}

// One kind of kernel: what comes out, and how it is stored.
template <bool kTangents, bool kPacked, bool kStreaming>
struct Kernel {
  using Direction = std::conditional_t<kPacked, std::int16_t, float>;

  static void run(const BlockRun& run) {
    const JointBlocks& mesh = *run.mesh;
    for (std::uint32_t b = run.first_block; b < run.first_block + run.block_count; ++b) {
      const std::size_t first = std::size_t{b} * 3 * kBlockSize;
      BlockVertices<Direction> vertices{mesh.positions.data() + first, nullptr, nullptr};
      if constexpr (kPacked) {
        vertices.normals = mesh.packed_normals.data() + first;
        if constexpr (kTangents) vertices.tangents = mesh.packed_tangents.data() + first;
      } else {
        vertices.normals = mesh.normals.data() + first;
        if constexpr (kTangents) vertices.tangents = mesh.tangents.data() + first;
      }
      if (mesh.blocks[b].morph_count != 0 && run.morph_weights != nullptr)
        skin_morphed(run, b, vertices);
      else
        skin(run, b, vertices);
    }
  }

 private:
  // Few joints are what nearly all blocks have; knowing their number unrolls the blend.
  template <typename Given>
  static HWY_INLINE void skin(const BlockRun& run, std::uint32_t b, const BlockVertices<Given>& vertices) {
    switch (run.mesh->blocks[b].slot_count) {
      case 1: return skin_block<1>(run, b, vertices);
      case 2: return skin_block<2>(run, b, vertices);
      case 3: return skin_block<3>(run, b, vertices);
      case 4: return skin_block<4>(run, b, vertices);
      default: return skin_block<0>(run, b, vertices);
    }
  }

  template <std::size_t kSlots, typename Given>
  static HWY_INLINE void skin_block(const BlockRun& run, std::uint32_t b, const BlockVertices<Given>& vertices) {
    const D d;
    const JointBlocks& mesh = *run.mesh;
    const JointBlock& block = mesh.blocks[b];
    const std::uint16_t* slots = mesh.slots.data() + block.first_slot;
    const auto* weights = [&] {
      if constexpr (kPacked)
        return mesh.packed_weights.data() + std::size_t{block.first_slot} * kBlockSize;
      else
        return mesh.weights.data() + std::size_t{block.first_slot} * kBlockSize;
    }();
    [[maybe_unused]] const V unscale = hn::Set(d, 1.0f / static_cast<float>(kWeightOne));
    for (std::size_t lane = 0; lane < kBlockSize; lane += hn::Lanes(d)) {
      V m[12];
      blend<kSlots>(d, run.palette, slots, block.slot_count, weights + lane, m);
      Vector3 position = transform_point(m, load3(d, vertices.positions + lane));
      // Packed weights sum to 65535; directions are normalised in any case.
      if constexpr (kPacked && kSlots != 1) position = scaled(position, unscale);
      const std::size_t place = std::size_t{b} * kBlockSize + lane;
      store_xyz<kStreaming>(d, position.x, position.y, position.z,
                            reinterpret_cast<float*>(run.instance) + place * 3);
      store_direction(run, run.layout.normal_offset(), place, transform(m, load3(d, vertices.normals + lane)), 0);
      if constexpr (kTangents)
        store_direction(run, run.layout.tangent_offset(), place, transform(m, load3(d, vertices.tangents + lane)),
                        kPacked ? mesh.mirrored[b] >> lane : 0);
    }
  }

  static HWY_INLINE void store_direction(const BlockRun& run, std::size_t offset, std::size_t place, Vector3 direction,
                                         std::uint32_t mirrored) {
    const D d;
    const Vector3 unit = scaled(direction, inverse_length(d, direction));
    if constexpr (kPacked)
      store<kStreaming>(hn::Rebind<std::int32_t, D>(), packed_direction(d, unit, mirrored),
                        reinterpret_cast<std::int32_t*>(run.instance + offset) + place);
    else
      store_xyz<kStreaming>(d, unit.x, unit.y, unit.z, reinterpret_cast<float*>(run.instance + offset) + place * 3);
  }

  // Adds up the block's morphs first. Out of line: most blocks of most meshes have none.
  static HWY_NOINLINE void skin_morphed(const BlockRun& run, std::uint32_t b,
                                        const BlockVertices<Direction>& vertices) {
    constexpr std::size_t kPerBlock = 3 * kBlockSize;
    const D d;
    alignas(64) float moved[3][kPerBlock];  // positions, normals, tangents
    for (std::size_t i = 0; i < kPerBlock; ++i) {
      moved[0][i] = vertices.positions[i];
      moved[1][i] = unpacked(vertices.normals[i]);
      if constexpr (kTangents) moved[2][i] = unpacked(vertices.tangents[i]);
    }
    const JointBlocks& mesh = *run.mesh;
    const JointBlock& block = mesh.blocks[b];
    for (std::uint32_t i = block.first_morph; i < block.first_morph + block.morph_count; ++i) {
      const float weight = run.morph_weights[mesh.morphs[i].morph];
      if (weight == 0.0f) continue;
      const float* delta = mesh.morph_deltas.data() + mesh.morphs[i].first_delta;
      const V w = hn::Set(d, weight);
      for (std::size_t at = 0; at < 2 * kPerBlock; at += hn::Lanes(d))
        hn::Store(hn::MulAdd(w, hn::Load(d, delta + at), hn::Load(d, &moved[0][0] + at)), d, &moved[0][0] + at);
    }
    skin(run, b, BlockVertices<float>{moved[0], moved[1], moved[2]});
  }

  static float unpacked(float value) { return value; }
  static float unpacked(std::int16_t value) { return static_cast<float>(value) / 32767.0f; }
};

BlockKernel block_kernel(const ResultLayout& layout, bool streaming) {
  const auto with_stores = [&]<bool kTangents, bool kPacked>() -> BlockKernel {
    return streaming ? &Kernel<kTangents, kPacked, true>::run : &Kernel<kTangents, kPacked, false>::run;
  };
  if (layout.format == VertexFormat::packed)
    return layout.tangents ? with_stores.template operator()<true, true>() : with_stores.template operator()<false, true>();
  return layout.tangents ? with_stores.template operator()<true, false>() : with_stores.template operator()<false, false>();
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
