// Reads chosen joints and local values, and writes weights in bulk.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/c_api/handles.h"
#include "engine/c_api/matrices.h"
#include "engine/c_api/vertex_buffers.h"
#include "mannequin/c_viewer.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

mannequin_status check_chosen(const Skeleton& skeleton, const std::uint32_t* joints,
                              std::uint32_t joint_count, std::int32_t layout, const float* out,
                              std::size_t count) {
  if (!joints && joint_count > 0) return null_argument("joints");
  if (!out) return null_argument("out");
  if (const auto status = check_layout(layout); status != MANNEQUIN_OK) return status;
  const std::size_t needed = joint_count * floats_per_matrix(layout);
  if (count < needed) return short_buffer(needed, count, "floats");
  for (std::uint32_t k = 0; k < joint_count; ++k)
    if (const auto status = check_joint(skeleton, joints[k]); status != MANNEQUIN_OK) return status;
  return MANNEQUIN_OK;
}

mannequin_status check_weights(const Appearance& appearance, const double* weights, std::uint32_t count) {
  if (!weights) return null_argument("weights");
  if (count != appearance.size())
    return report(MANNEQUIN_BAD_ARGUMENT, "count is " + std::to_string(count) + ": the character has " +
                                              std::to_string(appearance.size()) + " parameters.");
  for (std::uint32_t p = 0; p < count; ++p)
    if (std::isinf(weights[p]))
      return report(MANNEQUIN_BAD_ARGUMENT, "weights[" + std::to_string(p) +
                                                "] is infinite; use NaN for parameters that are not set.");
  return MANNEQUIN_OK;
}

// Of the transmitted parameters; the others keep theirs.
void assign(const Appearance& appearance, const double* weights, SliderValues& out) {
  const auto parameters = appearance.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (!Appearance::is_transmitted(parameters[p])) continue;
    if (std::isnan(weights[p]))
      out.erase(parameters[p].id);
    else
      out[parameters[p].id] = weights[p];
  }
}

}  // namespace

mannequin_status mannequin_avatar_set_weights(mannequin_avatar* avatar, const double* weights,
                                              uint32_t count) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    const Appearance& appearance = object->character->character.appearance;
    if (const auto status = check_weights(appearance, weights, count); status != MANNEQUIN_OK) return status;
    assign(appearance, weights, object->inputs.sliders);
    object->eased.reset();
    object->shape_changed();
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_set_weights(mannequin_crowd* crowd, uint32_t number, const double* weights,
                                             uint32_t count) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    const Appearance& appearance = object->character->character.appearance;
    if (const auto status = check_weights(appearance, weights, count); status != MANNEQUIN_OK) return status;
    if (object->members.empty()) {
      // The batch also unsets parameters that are not transmitted.
      std::erase_if(object->shapes[number].sliders, [&](const auto& slider) {
        return !Appearance::is_transmitted(appearance[appearance.find(slider.first)]);
      });
      assign(appearance, weights, object->shapes[number].sliders);
      object->shapes[number].is_eased = false;
    }
    object->batch->set_sliders(number, std::span(weights, count));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_copy_matrices_of(const mannequin_avatar* avatar, const uint32_t* joints,
                                                   uint32_t joint_count, int32_t layout, float* out,
                                                   size_t count) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (const auto status =
            check_chosen(object->character->character.skeleton, joints, joint_count, layout, out, count);
        status != MANNEQUIN_OK)
      return status;
    if (!object->evaluated) return not_evaluated();
    for (std::uint32_t k = 0; k < joint_count; ++k)
      write_matrix(to_mat34(object->state.joints[joints[k]].world_from_joint()), layout,
                   out + k * floats_per_matrix(layout));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_copy_matrices_of(const mannequin_crowd* crowd, uint32_t number,
                                                  const uint32_t* joints, uint32_t joint_count,
                                                  int32_t layout, float* out, size_t count) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_mixed(*object); status != MANNEQUIN_OK) return status;
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    if (const auto status =
            check_chosen(object->character->character.skeleton, joints, joint_count, layout, out, count);
        status != MANNEQUIN_OK)
      return status;
    if (const auto status = check_evaluated(*object); status != MANNEQUIN_OK) return status;
    const std::span<const Mat34> world = object->batch->world_matrices(number);
    for (std::uint32_t k = 0; k < joint_count; ++k)
      write_matrix(world[joints[k]], layout, out + k * floats_per_matrix(layout));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_avatar_copy_local(const mannequin_avatar* avatar, float* positions,
                                             float* rotations, float* scales, uint32_t joint_count) {
  return with<AvatarObject>(avatar, [&](const auto& object) -> mannequin_status {
    if (!object->evaluated) return not_evaluated();
    const std::vector<JointTransform>& joints = object->state.joints;
    if (joint_count < joints.size()) return short_buffer(joints.size(), joint_count, "joints");
    for (std::size_t j = 0; j < joints.size(); ++j) {
      write_vector(Vec3f(joints[j].position), positions, j);
      write_vector(Vec3f(joints[j].scale), scales, j);
      if (!rotations) continue;
      const Quat& q = joints[j].rotation;
      const double xyzw[4] = {q.x, q.y, q.z, q.w};
      std::transform(xyzw, xyzw + 4, rotations + j * 4, [](double n) { return static_cast<float>(n); });
    }
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_crowd_copy_local(const mannequin_crowd* crowd, uint32_t number, float* positions,
                                            float* scales, uint32_t joint_count) {
  return with<CrowdObject>(crowd, [&](const auto& object) -> mannequin_status {
    if (const auto status = check_number(*object, number); status != MANNEQUIN_OK) return status;
    if (const auto status = check_evaluated(*object); status != MANNEQUIN_OK) return status;
    const std::size_t joints = object->character->character.skeleton.size();
    if (joint_count < joints) return short_buffer(joints, joint_count, "joints");
    for (std::size_t j = 0; j < joints; ++j) {
      if (positions)
        write_vector(object->batch->local_position(number, static_cast<JointIndex>(j)), positions, j);
      if (scales) write_vector(object->batch->local_scale(number, static_cast<JointIndex>(j)), scales, j);
    }
    return MANNEQUIN_OK;
  });
}
