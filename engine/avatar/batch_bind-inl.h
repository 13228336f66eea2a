// From world matrices to the palette of a rig that one avatar wears. Uses the same products and sums in the
// same order as the code that writes palettes along with their joints, so the results are bit-identical.
// Included once per CPU target.
#if defined(MANNEQUIN_BATCH_BIND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MANNEQUIN_BATCH_BIND_INL
#undef MANNEQUIN_BATCH_BIND_INL
#else
#define MANNEQUIN_BATCH_BIND_INL
#endif

#include <hwy/highway.h>

#include "engine/avatar/batch_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void apply_binds(std::span<const RigBind> binds, const std::uint32_t* slots, const float* world,
                 float* HWY_RESTRICT out) {
  for (const RigBind& output : binds) {
    const float* m = world + std::size_t{slots[output.joint]} * 12;
    const float* bind = output.bind;
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t r = 0; r < 12; r += 4)
      for (std::size_t c = 0; c < 4; ++c)
        out[r + c] =
            m[r + 2] * bind[8 + c] + (m[r + 1] * bind[4 + c] + (m[r] * bind[c] + (c == 3 ? m[r + 3] : 0.0f)));
#else
    const hn::CappedTag<float, 4> d;
    const auto b0 = hn::LoadU(d, bind), b1 = hn::LoadU(d, bind + 4), b2 = hn::LoadU(d, bind + 8);
    const auto last = hn::Not(hn::FirstN(d, 3));
    for (std::size_t r = 0; r < 12; r += 4) {
      const auto row = hn::Load(d, m + r);
      const auto place = hn::IfThenElseZero(last, row);
      const auto sum =
          hn::MulAdd(hn::Set(d, m[r + 2]), b2,
                     hn::MulAdd(hn::Set(d, m[r + 1]), b1, hn::MulAdd(hn::Set(d, m[r]), b0, place)));
      hn::Store(sum, d, out + r);
    }
#endif
    out += 12;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#endif
