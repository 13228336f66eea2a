#include "tools/preview/panels/joint_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mannequin::preview {
namespace {

constexpr float kReach = 9.0f;  // of the pointer

enum class State { plain, weighted, offset, weighted_offset };

State state_of(const Session& session, JointIndex joint) {
  const bool weighted = session.scene().has_weights(joint);
  const bool offset = session.scene().state().offsets.position[static_cast<std::size_t>(joint)].has_value();
  if (offset) return weighted ? State::weighted_offset : State::offset;
  return weighted ? State::weighted : State::plain;
}

bool in_group(const Joint& joint, std::initializer_list<std::string_view> groups) {
  return std::ranges::find(groups, joint.group) != groups.end();
}
bool in_a_crowd(const Joint& joint) {
  return in_group(joint, {"Face", "Hand", "Eyes", "Mouth", "Lips", "Ears", "Nose"});
}
bool is_appendage(const Joint& joint) { return in_group(joint, {"Wing", "Tail", "Limb", "Groin"}); }

ImU32 color_of(State state, const Theme& theme) {
  switch (state) {
    case State::plain:
      return theme.joint_plain;
    case State::weighted:
      return theme.joint_weighted;
    case State::offset:
    case State::weighted_offset:
      break;
  }
  return theme.joint_offset;
}

// Ring: plain; disc: weighted; diamond: offset, filled if also weighted. Each with a halo against any ground.
void draw_mark(ImDrawList& list, ImVec2 at, float r, State state, const Theme& theme) {
  const ImU32 color = color_of(state, theme);
  const auto diamond = [&](float size, auto&& draw) {
    draw(ImVec2(at.x, at.y - size), ImVec2(at.x + size, at.y), ImVec2(at.x, at.y + size),
         ImVec2(at.x - size, at.y));
  };
  switch (state) {
    case State::plain:
      list.AddCircle(at, r, theme.halo, 0, 4.0f);
      list.AddCircle(at, r, color, 0, 1.6f);
      break;
    case State::weighted:
      list.AddCircleFilled(at, r + 1.5f, theme.halo);
      list.AddCircleFilled(at, r, color);
      break;
    case State::offset:
      diamond(r + 1.0f, [&](auto a, auto b, auto c, auto d) { list.AddQuad(a, b, c, d, theme.halo, 4.5f); });
      diamond(r + 1.0f, [&](auto a, auto b, auto c, auto d) { list.AddQuad(a, b, c, d, color, 2.0f); });
      break;
    case State::weighted_offset:
      diamond(r + 3.0f, [&](auto a, auto b, auto c, auto d) { list.AddQuadFilled(a, b, c, d, theme.halo); });
      diamond(r + 1.5f, [&](auto a, auto b, auto c, auto d) { list.AddQuadFilled(a, b, c, d, color); });
      break;
  }
}

// An octahedron's rim, dashed, with the volume's own axes: its place and size.
void draw_volume(ImDrawList& list, const Mat4& clip, const ViewRect& rect, const Mat4& world_from_joint,
                 double lift, const Theme& theme) {
  ImVec2 corner[6];
  for (int i = 0; i < 6; ++i) {
    Vec3 p(0.0);
    p[i / 2] = i % 2 == 0 ? 1.0 : -1.0;
    if (!project(clip, rect, Vec3(world_from_joint * Vec4(p, 1.0)) + Vec3(0.0, 0.0, lift), corner[i])) return;
  }
  for (int a = 0; a < 6; ++a)
    for (int b = a + 1; b < 6; ++b) {
      if (a / 2 == b / 2) continue;
      const ImVec2 from = corner[a], along(corner[b].x - from.x, corner[b].y - from.y);
      const float length = std::max(std::hypot(along.x, along.y), 1e-3f);
      for (float t = 0.0f; t < length; t += 7.0f) {
        const float u = t / length, v = std::min(t + 4.0f, length) / length;
        list.AddLine({from.x + along.x * u, from.y + along.y * u},
                     {from.x + along.x * v, from.y + along.y * v}, (theme.volume & 0x00ffffffu) | 0xa0000000u,
                     1.0f);
      }
    }
}

}  // namespace

std::vector<JointIndex> draw_joint_marks(const Session& session, const Camera& camera, const ViewRect& rect,
                                         const Theme& theme, const ImVec2& pointer, ImDrawList& list) {
  const Skeleton& skeleton = session.character().skeleton;
  const Scene& scene = session.scene();
  const Mat4 clip = camera.clip_from_world(rect.size.x / std::max(rect.size.y, 1.0f));
  std::vector<ImVec2> at(skeleton.size());
  std::vector<bool> seen(skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    seen[j] = project(clip, rect, scene.joint_in_world(static_cast<JointIndex>(j)), at[j]);

  if (session.view().volumes)
    for (std::size_t j = 0; j < skeleton.size(); ++j)
      if (skeleton.joints()[j].kind == JointKind::collision_volume)
        draw_volume(list, clip, rect, scene.state().joints[j].world_from_joint(), scene.lift(), theme);
  if (!session.view().joints) return {};

  const auto is_bone = [&](std::size_t j) {
    if (skeleton.joints()[j].kind != JointKind::bone || !seen[j]) return false;
    // Wings, tails and hind legs are in the way where nothing uses them.
    return !is_appendage(skeleton.joints()[j]) ||
           state_of(session, static_cast<JointIndex>(j)) != State::plain;
  };
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const JointIndex parent = skeleton.joints()[j].parent;
    if (!is_bone(j) || parent == kNoJoint || !seen[static_cast<std::size_t>(parent)]) continue;
    const ImVec2 from = at[static_cast<std::size_t>(parent)];
    const bool weighted = scene.has_weights(static_cast<JointIndex>(j));
    list.AddLine(from, at[j], (theme.halo & 0x00ffffffu) | 0x80000000u, weighted ? 3.5f : 2.5f);
    list.AddLine(from, at[j], (theme.joint_plain & 0x00ffffffu) | (weighted ? 0xd0000000u : 0x90000000u),
                 weighted ? 1.8f : 1.0f);
  }
  // Marks in a crowd (face, fingers seen from afar) are drawn smaller.
  const float pixels_per_metre = static_cast<float>(1.0 / camera.metres_per_pixel(rect.size.y));
  // What has most to tell is drawn last, over what lies at the same place.
  std::vector<JointIndex> order;
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (is_bone(j)) order.push_back(static_cast<JointIndex>(j));
  std::ranges::stable_sort(order, {}, [&](JointIndex j) { return state_of(session, j); });
  float nearest = kReach;
  ImVec2 place(0.0f, 0.0f);
  for (const JointIndex joint : order) {
    const auto j = static_cast<std::size_t>(joint);
    const bool small = in_a_crowd(skeleton.joints()[j]);
    const float r = std::clamp(pixels_per_metre * (small ? 0.005f : 0.011f), small ? 1.8f : 3.6f, 5.5f);
    draw_mark(list, at[j], r, state_of(session, joint), theme);
    const float away = std::hypot(at[j].x - pointer.x, at[j].y - pointer.y);
    if (away > nearest) continue;
    nearest = away;
    place = at[j];
  }
  std::vector<JointIndex> hovered;
  if (nearest >= kReach) return hovered;
  for (auto joint = order.rbegin(); joint != order.rend(); ++joint) {
    const ImVec2 p = at[static_cast<std::size_t>(*joint)];
    if (std::hypot(p.x - place.x, p.y - place.y) < 1.5f) hovered.push_back(*joint);
  }
  list.AddRect({place.x - 8, place.y - 8}, {place.x + 8, place.y + 8}, theme.halo, 0.0f, 0, 4.0f);
  list.AddRect({place.x - 8, place.y - 8}, {place.x + 8, place.y + 8}, theme.joint_selected, 0.0f, 0, 1.5f);
  return hovered;
}

void draw_joint_mark(const Session& session, JointIndex joint, ImVec2 at, float radius, const Theme& theme,
                     ImDrawList& list) {
  draw_mark(list, at, radius, state_of(session, joint), theme);
}

void draw_selection(const Session& session, const Camera& camera, const ViewRect& rect, const Theme& theme,
                    ImDrawList& list) {
  const Mat4 clip = camera.clip_from_world(rect.size.x / std::max(rect.size.y, 1.0f));
  const Selection& selection = session.selection();
  std::string name;
  ImVec2 at;
  if (selection.joint != kNoJoint) {
    if (!project(clip, rect, session.scene().joint_in_world(selection.joint), at)) return;
    list.AddRect({at.x - 10, at.y - 10}, {at.x + 10, at.y + 10}, theme.halo, 0.0f, 0, 4.5f);
    list.AddRect({at.x - 10, at.y - 10}, {at.x + 10, at.y + 10}, theme.joint_selected, 0.0f, 0, 2.0f);
    name = session.character().skeleton[selection.joint].name;
  } else if (const auto point = session.selected_vertex_in_world()) {
    if (!project(clip, rect, *point, at)) return;
    for (const auto& [color, width] : {std::pair{theme.halo, 5.0f}, {theme.joint_selected, 2.0f}}) {
      list.AddCircle(at, 9.0f, color, 0, width);
      for (const auto& [x, y] : {std::pair{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}})
        list.AddLine({at.x + 9.0f * x, at.y + 9.0f * y}, {at.x + 17.0f * x, at.y + 17.0f * y}, color, width);
    }
    name = fmt::format("vertex {}", *selection.vertex);
  } else {
    return;
  }
  const ImVec2 size = ImGui::CalcTextSize(name.c_str()), text(at.x + 22.0f, at.y - 0.5f * size.y);
  list.AddRectFilled({text.x - 5.0f, text.y - 2.0f}, {text.x + size.x + 5.0f, text.y + size.y + 2.0f},
                     (theme.panel & 0x00ffffffu) | 0xd8000000u, 4.0f);
  list.AddText(text, theme.text, name.c_str());
}

std::string joint_summary(const Session& session, std::span<const JointIndex> joints) {
  std::string text;
  for (const JointIndex joint : joints) {
    const Joint& definition = session.character().skeleton[joint];
    const auto& offset = session.scene().state().offsets.position[static_cast<std::size_t>(joint)];
    text += (text.empty() ? "" : "\n") + definition.name;
    if (offset)
      text += fmt::format(" \u00b7 moved {:.2f} mm by a worn mesh",
                          1000.0 * glm::length(offset->value - definition.default_position));
    text += session.scene().has_weights(joint) ? " \u00b7 has weights" : " \u00b7 no weights";
  }
  return text;
}

}  // namespace mannequin::preview
