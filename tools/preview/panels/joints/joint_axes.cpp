#include "tools/preview/panels/joints/joint_axes.h"

#include <array>
#include <cmath>

namespace mannequin::preview {
namespace {

constexpr double kAxisLength = 0.08, kShortAxisLength = 0.03;  // metres: of the selected joint, of others

struct AxesView {
  const Mat4& clip;
  const ViewRect& rect;
  float scale;
  ImDrawList& list;
};

void draw_axes(const AxesView& view, const Vec3& center, const Quat& rotation, double length, bool broken) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit(0.0);
    unit[axis] = length;
    const Vec3 way = rotation * unit;
    const int pieces = broken ? 5 : 1;
    for (int piece = 0; piece < pieces; ++piece) {
      const double first = static_cast<double>(piece) / pieces,
                   last = first + (broken ? 0.5 : 1.0) / static_cast<double>(pieces);
      ImVec2 a, b;
      if (!project(view.clip, view.rect, center + first * way, a) ||
          !project(view.clip, view.rect, center + last * way, b))
        continue;
      view.list.AddLine(a, b, kAxisColors[axis], view.scale * (broken ? 1.5f : 2.0f));
    }
  }
}

}  // namespace

Quat rest_world_rotation(const Skeleton& skeleton, JointIndex joint) {
  Quat rotation(1.0, 0.0, 0.0, 0.0);
  for (; joint != kNoJoint; joint = skeleton[joint].parent)
    rotation = skeleton[joint].rest_rotation * rotation;
  return rotation;
}

void draw_joint_axes(const Workspace& workspace, const Camera& camera, const ViewRect& rect, float scale,
                     ImDrawList& list) {
  if (!workspace.view.settings.axes) return;
  const DressedAvatar& avatar = workspace.document.avatar();
  const Skeleton& skeleton = workspace.document.character().skeleton;
  const Mat4 clip = camera.clip_from_world(static_cast<double>(rect.aspect()));
  const AxesView view{clip, rect, scale, list};
  const JointIndex selected = workspace.view.selection.joint;
  const auto draw = [&](JointIndex joint, double length) {
    const Quat now = avatar.state().joints[static_cast<std::size_t>(joint)].world_rotation,
               rest = rest_world_rotation(skeleton, joint);
    const Vec3 center = avatar.joint_in_world(joint);
    draw_axes(view, center, now, length, false);
    // The same rotation has two quaternions.
    if (std::abs(glm::dot(glm::normalize(now), rest)) < 1.0 - 1e-9)
      draw_axes(view, center, rest, length, true);
  };
  if (selected != kNoJoint) return draw(selected, kAxisLength);
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (skeleton.joints()[j].kind == JointKind::bone && avatar.has_weights(static_cast<JointIndex>(j)))
      draw(static_cast<JointIndex>(j), kShortAxisLength);
}

}  // namespace mannequin::preview
