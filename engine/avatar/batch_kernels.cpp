#include "engine/avatar/batch_kernels.h"

#include "engine/core/cpu_dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/avatar/batch_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/avatar/batch_bind-inl.h"
#include "engine/avatar/batch_pose-inl.h"
#include "engine/avatar/batch_pose_alone-inl.h"
#include "engine/avatar/batch_shape-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mannequin {
namespace HWY_NAMESPACE {

constexpr BatchKernels kBatchKernels{weigh_group, weigh_lane, weigh_by_hand, shape_group, shape_lane,
                                     shape_rows,  pose_group, pose_lane,     apply_binds, rotation_places()};

}  // namespace HWY_NAMESPACE
}  // namespace mannequin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mannequin {

const BatchKernels& batch_kernels(CpuTarget target) { return MANNEQUIN_AT_TARGET(target, kBatchKernels); }

}  // namespace mannequin
#endif
