#include "engine/mesh/attachment.h"

#include <fmt/format.h>

namespace mannequin {

Result<JointIndex> find_attachment_point(const Skeleton& skeleton, const std::string& name) {
  const JointIndex joint = skeleton.find(name);
  if (joint == kNoJoint || skeleton[joint].kind != JointKind::attachment_point)
    return fail(
        ErrorCode::bad_argument, name,
        "is not an attachment point of the body, such as \"Left Hand\"; 'mannequin joints' lists them");
  return joint;
}

Result<SkinDesc> attached_skin(const Skeleton& skeleton, const std::string& point, std::size_t vertices,
                               const Mat4& placed) {
  const Result<JointIndex> joint = find_attachment_point(skeleton, point);
  if (!joint) return error_of(joint);
  SkinDesc skin;
  skin.joint_names = {skeleton[*joint].name};
  skin.frames = {SlotFrame::unscaled};
  skin.bind_shape = placed;
  skin.inverse_binds.emplace_back(1.0);
  skin.influences.assign(vertices, {0, 1.0f});
  for (std::size_t v = 0; v <= vertices; ++v) skin.influence_begin.push_back(static_cast<std::uint32_t>(v));
  return skin;
}

}  // namespace mannequin
