#include "tools/preview/panels/joints/volume_outline.h"

#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace mannequin::preview {
namespace {

constexpr int kPoints = 48;

// On the unit sphere: the circle about `center` spanned by `u` and `v`.
struct Circle {
  Vec3 center{0.0}, u{1.0, 0.0, 0.0}, v{0.0, 1.0, 0.0};
};

// The sphere's silhouette for an eye at `eye`, or infinitely far away in that direction.
std::optional<Circle> rim(const Vec3& eye, bool far_away) {
  const double away = glm::length(eye);
  if (away < 1e-9 || (!far_away && away <= 1.0)) return std::nullopt;  // there is none from inside
  const Vec3 axis = eye / away;
  const double height = far_away ? 0.0 : 1.0 / away, radius = std::sqrt(1.0 - height * height);
  const Vec3 aside = std::abs(axis.z) < 0.9 ? Vec3(0.0, 0.0, 1.0) : Vec3(1.0, 0.0, 0.0);
  const Vec3 u = glm::normalize(glm::cross(axis, aside));
  return Circle{height * axis, radius * u, radius * glm::cross(axis, u)};
}

}  // namespace

void draw_volume_outline(const Workspace& workspace, JointIndex volume, const Camera& camera,
                         const ViewRect& rect, const Theme& theme, float scale, ImDrawList& list) {
  const DressedAvatar& avatar = workspace.document.avatar();
  Mat4 world_from_sphere = avatar.state().joints[static_cast<std::size_t>(volume)].world_from_joint();
  world_from_sphere[3].z += avatar.lift();
  const Mat4 clip = camera.clip_from_world(static_cast<double>(rect.aspect()));
  const auto draw = [&](const Circle& circle, float width, ImU32 alpha) {
    std::array<ImVec2, kPoints> points;
    for (int i = 0; i < kPoints; ++i) {
      const double angle = glm::two_pi<double>() * i / kPoints;
      const Vec3 p = circle.center + std::cos(angle) * circle.u + std::sin(angle) * circle.v;
      if (!project(clip, rect, Vec3(world_from_sphere * Vec4(p, 1.0)), points[static_cast<std::size_t>(i)]))
        return;
    }
    list.AddPolyline(points.data(), kPoints, (theme.halo & 0x00ffffffu) | 0x60000000u, ImDrawFlags_Closed,
                     scale * (width + 1.5f));
    list.AddPolyline(points.data(), kPoints, (theme.volume & 0x00ffffffu) | alpha, ImDrawFlags_Closed,
                     scale * width);
  };
  const bool weighted = avatar.has_weights(volume);
  if (workspace.view.settings.octahedra) {
    // As viewers draw them: its corners are the ends of the ellipsoid's axes.
    const Vec3 ends[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const float width = scale * (weighted || workspace.view.selection.has(volume) ? 1.8f : 1.0f);
    for (int axis = 0; axis < 3; ++axis)
      for (int corner = 0; corner < 4; ++corner) {
        const Vec3 from = ((corner & 1) != 0 ? -1.0 : 1.0) * ends[axis],
                   to = ((corner & 2) != 0 ? -1.0 : 1.0) * ends[(axis + 1) % 3];
        ImVec2 a, b;
        if (!project(clip, rect, Vec3(world_from_sphere * Vec4(from, 1.0)), a) ||
            !project(clip, rect, Vec3(world_from_sphere * Vec4(to, 1.0)), b))
          continue;
        list.AddLine(a, b, (theme.volume & 0x00ffffffu) | (weighted ? 0xe0000000u : 0x80000000u), width);
      }
    return;
  }
  const Mat4 sphere_from_world = glm::inverse(world_from_sphere);
  const Vec4 eye = camera.orthographic ? Vec4(-camera.forward(), 0.0) : Vec4(camera.position(), 1.0);
  if (const auto outline = rim(Vec3(sphere_from_world * eye), camera.orthographic))
    draw(*outline, weighted ? 1.8f : 1.0f, weighted ? 0xe0000000u : 0x80000000u);
  if (!workspace.view.selection.has(volume)) return;
  const Vec3 x(1.0, 0.0, 0.0), y(0.0, 1.0, 0.0), z(0.0, 0.0, 1.0);
  for (const Circle& ring : {Circle{Vec3(0.0), x, y}, Circle{Vec3(0.0), y, z}, Circle{Vec3(0.0), z, x}})
    draw(ring, 1.0f, 0xc0000000u);
}

}  // namespace mannequin::preview
