#include "tools/preview/panels/joints/bone_lines.h"

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

constexpr float kPiece = 5.0f;  // interface units before scaling; in dotted lines every second one is a gap
constexpr int kMostPieces = 400;

bool hidden(const Mat4& clip_from_world, const DepthImage& depth, const Vec3& at) {
  const Vec4 clip = clip_from_world * Vec4(at, 1.0);
  return depth.hides(0.5 + 0.5 * clip.x / clip.w, 0.5 + 0.5 * clip.y / clip.w, 0.5 + 0.5 * clip.z / clip.w);
}

}  // namespace

void draw_bone_line(ImDrawList& list, const Mat4& clip_from_world, const ViewRect& rect, const Vec3& from,
                    const Vec3& to, bool weighted, const DepthImage& depth, const Theme& theme, float scale) {
  ImVec2 a, b;
  if (!project(clip_from_world, rect, from, a) || !project(clip_from_world, rect, to, b)) return;
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  const int pieces = std::clamp(static_cast<int>(length / (kPiece * scale)), 1, kMostPieces);
  const ImU32 halo = (theme.halo & 0x00ffffffu) | 0x80000000u;
  const ImU32 color = (theme.joint_plain & 0x00ffffffu) | (weighted ? 0xe0000000u : 0x90000000u);
  const float width = scale * (weighted ? 2.2f : 1.0f);
  const auto line = [&](const ImVec2& p, const ImVec2& q) {
    list.AddLine(p, q, halo, width + 1.6f * scale);
    list.AddLine(p, q, color, width);
  };
  ImVec2 run_began = a, at = a;
  bool seen_before = false;
  for (int i = 0; i < pieces; ++i) {
    ImVec2 next;
    if (!project(clip_from_world, rect, glm::mix(from, to, (i + 1.0) / pieces), next)) return;
    const bool seen = !hidden(clip_from_world, depth, glm::mix(from, to, (i + 0.5) / pieces));
    if (seen && !seen_before) run_began = at;
    if (!seen && seen_before) line(run_began, at);
    if (!seen && i % 2 == 0) {
      const ImVec2 middle(0.5f * (at.x + next.x), 0.5f * (at.y + next.y));
      const float radius = scale * (weighted ? 1.5f : 1.0f);
      list.AddCircleFilled(middle, radius + 0.8f * scale, halo, 8);
      list.AddCircleFilled(middle, radius, color, 8);
    }
    seen_before = seen;
    at = next;
  }
  if (seen_before) line(run_began, at);
}

}  // namespace mannequin::preview
