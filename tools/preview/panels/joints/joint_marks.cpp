#include "tools/preview/panels/joints/joint_marks.h"

#include <algorithm>
#include <cmath>

#include "tools/document/plain_names.h"
#include "tools/document/translation.h"
#include "tools/document/worn_names.h"
#include "tools/preview/panels/joints/bone_lines.h"
#include "tools/preview/panels/joints/joint_axes.h"
#include "tools/preview/panels/joints/label_place.h"
#include "tools/preview/panels/joints/vertex_card.h"
#include "tools/preview/panels/joints/volume_outline.h"
#include "tools/preview/panels/shared/plate_layer.h"
#include "tools/preview/panels/shared/wrapped_label.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

constexpr float kMarkReach = 9.0f;      // maximum distance of the pointer
constexpr float kSmallestLabel = 0.5f;  // of the usual letters

enum class State { plain, weighted, offset, weighted_offset };

State state_of(const Workspace& workspace, JointIndex joint) {
  const bool weighted = workspace.document.avatar().has_weights(joint);
  const bool offset =
      workspace.document.avatar().state().offsets.position[static_cast<std::size_t>(joint)].has_value();
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

// Ring: plain; disc: weighted; diamond: offset, filled if also weighted. Each with a halo for contrast.
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

// The outline of an octahedron with gaps in its edges: distinct from a diamond even without colour.
void draw_volume_mark(ImDrawList& list, ImVec2 at, float r, const Theme& theme) {
  for (const auto& [color, width] : {std::pair{theme.halo, 4.0f}, {theme.volume, 1.6f}})
    for (const float x : {-1.0f, 1.0f})
      for (const float y : {-1.0f, 1.0f}) {
        list.AddLine({at.x, at.y + y * r}, {at.x + 0.38f * x * r, at.y + 0.62f * y * r}, color, width);
        list.AddLine({at.x + x * r, at.y}, {at.x + 0.62f * x * r, at.y + 0.38f * y * r}, color, width);
      }
}

void draw_attachment_mark(ImDrawList& list, ImVec2 at, float r, const Theme& theme) {
  const auto triangle = [&](float size, ImU32 color) {
    list.AddTriangleFilled({at.x, at.y - size}, {at.x + 0.9f * size, at.y + 0.7f * size},
                           {at.x - 0.9f * size, at.y + 0.7f * size}, color);
  };
  triangle(r + 2.0f, theme.halo);
  triangle(r, theme.attachment);
}

bool has_mark(const Workspace& workspace, JointIndex joint) {
  const Joint& definition = workspace.document.character().skeleton[joint];
  switch (definition.kind) {
    case JointKind::bone:
      // Hides wings, tails and hind legs if nothing uses them.
      return workspace.view.settings.joints &&
             (!is_appendage(definition) || state_of(workspace, joint) != State::plain ||
              workspace.view.selection.has(joint));
    case JointKind::collision_volume:
      return workspace.view.settings.volumes;
    case JointKind::attachment_point:
      break;
  }
  return workspace.view.settings.attachments;
}

}  // namespace

std::vector<JointIndex> draw_joint_marks(const Workspace& workspace, const Camera& camera,
                                         const ViewRect& rect, const MarkStyle& style, const ImVec2& pointer,
                                         ImDrawList& list) {
  const Theme& theme = style.theme;
  const Skeleton& skeleton = workspace.document.character().skeleton;
  const DressedAvatar& avatar = workspace.document.avatar();
  const Mat4 clip = camera.clip_from_world(rect.size.x / std::max(rect.size.y, 1.0f));
  std::vector<ImVec2> at(skeleton.size());
  std::vector<bool> seen(skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    seen[j] = project(clip, rect, avatar.joint_in_world(static_cast<JointIndex>(j)), at[j]);

  const auto marked = [&](std::size_t j) {
    return seen[j] && has_mark(workspace, static_cast<JointIndex>(j));
  };
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (marked(j) && skeleton.joints()[j].kind == JointKind::collision_volume)
      draw_volume_outline(workspace, static_cast<JointIndex>(j), camera, rect, theme, style.scale, list);
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const JointIndex parent = skeleton.joints()[j].parent;
    if (!marked(j) || skeleton.joints()[j].kind != JointKind::bone || parent == kNoJoint ||
        !seen[static_cast<std::size_t>(parent)])
      continue;
    draw_bone_line(list, clip, rect, avatar.joint_in_world(parent),
                   avatar.joint_in_world(static_cast<JointIndex>(j)),
                   avatar.has_weights(static_cast<JointIndex>(j)), style.depth, theme, style.scale);
  }
  // Marks in a crowd (face, or fingers seen from afar) are smaller.
  const float pixels_per_metre = static_cast<float>(1.0 / camera.metres_per_pixel(rect.size.y));
  // The most informative marks are drawn last, on top of others in the same place.
  std::vector<JointIndex> order;
  for (std::size_t j = 0; j < skeleton.size(); ++j)
    if (marked(j)) order.push_back(static_cast<JointIndex>(j));
  std::ranges::stable_sort(order, {}, [&](JointIndex j) { return state_of(workspace, j); });
  const float reach = kMarkReach * style.scale;
  float nearest = reach;
  ImVec2 place(0.0f, 0.0f);
  for (const JointIndex joint : order) {
    const auto j = static_cast<std::size_t>(joint);
    const bool small = in_a_crowd(skeleton.joints()[j]);
    const float r = style.scale * std::clamp(pixels_per_metre * (small ? 0.005f : 0.011f) / style.scale,
                                             small ? 1.8f : 3.6f, 5.5f);
    draw_joint_mark(workspace, joint, at[j], r, theme, list);
    const float away = std::hypot(at[j].x - pointer.x, at[j].y - pointer.y);
    if (away > nearest) continue;
    nearest = away;
    place = at[j];
  }
  std::vector<JointIndex> hovered;
  if (nearest >= reach) return hovered;
  for (auto joint = order.rbegin(); joint != order.rend(); ++joint) {
    const ImVec2 p = at[static_cast<std::size_t>(*joint)];
    if (std::hypot(p.x - place.x, p.y - place.y) < 1.5f) hovered.push_back(*joint);
  }
  const float half = 8.0f * style.scale;
  for (const auto& [color, width] : {std::pair{theme.halo, 4.0f}, {theme.joint_selected, 1.5f}})
    list.AddRect({place.x - half, place.y - half}, {place.x + half, place.y + half}, color, 0.0f, 0,
                 width * style.scale);
  return hovered;
}

void draw_joint_mark(const Workspace& workspace, JointIndex joint, ImVec2 at, float radius,
                     const Theme& theme, ImDrawList& list) {
  switch (workspace.document.character().skeleton[joint].kind) {
    case JointKind::bone:
      draw_mark(list, at, radius, state_of(workspace, joint), theme);
      break;
    case JointKind::collision_volume:
      draw_volume_mark(list, at, radius + 1.0f, theme);
      break;
    case JointKind::attachment_point:
      draw_attachment_mark(list, at, radius, theme);
      break;
  }
}

ViewRect draw_selection(const Workspace& workspace, const Camera& camera, const ViewRect& rect,
                        const MarkStyle& style, const ImVec2& pointer, std::span<const ViewRect> taken,
                        ImDrawList& list) {
  const Theme& theme = style.theme;
  const auto px = [&](float n) { return n * style.scale; };
  const Mat4 clip = camera.clip_from_world(rect.size.x / std::max(rect.size.y, 1.0f));
  const Selection& selection = workspace.view.selection;
  const Skeleton& skeleton = workspace.document.character().skeleton;
  const auto frame = [&](JointIndex joint, float half, ImVec2& at) {
    if (!project(clip, rect, workspace.document.avatar().joint_in_world(joint), at)) return false;
    for (const auto& [color, width] : {std::pair{theme.halo, 4.5f}, {theme.joint_selected, 2.0f}})
      list.AddRect({at.x - half, at.y - half}, {at.x + half, at.y + half}, color, 0.0f, 0, px(width));
    return true;
  };
  const auto label = [&](ImVec2 at, const std::string& whole, const std::string& brief) {
    const bool shortened = takes_too_much(ImGui::CalcTextSize(whole.c_str()), rect);
    const std::string& text = shortened ? brief : whole;
    // In a view that is narrow relative to the interface it takes more lines, so that none of it is cut; and
    // it shrinks, so that it does not lie over what else is read there.
    float part = shortened ? brief_letters(ImGui::CalcTextSize(brief.c_str()), rect) : 1.0f;
    std::string lines;
    ImVec2 size;
    const auto place = [&] {
      lines = wrapped_label(text, (rect.size.x - px(20.0f)) / part);
      size = ImGui::CalcTextSize(lines.c_str());
      size = {part * size.x, part * size.y};
      return label_place(at, size, rect, pointer, taken, style.scale);
    };
    LabelPlace there = place();
    while (!there.free && part > kSmallestLabel) {
      part = std::max(0.9f * part, kSmallestLabel);
      there = place();
    }
    const ImVec2 corner = there.corner;
    const PlateLayer layer(list);
    const ViewRect plate{{corner.x - px(5.0f), corner.y - px(2.0f)}, {size.x + px(10.0f), size.y + px(4.0f)}};
    list.AddRectFilled(plate.min, {plate.min.x + plate.size.x, plate.min.y + plate.size.y},
                       (theme.panel & 0x00ffffffu) | 0xe0000000u, px(4.0f));
    list.AddText(ImGui::GetFont(), part * ImGui::GetFontSize(), corner, theme.text, lines.c_str());
    return plate;
  };
  draw_joint_axes(workspace, camera, rect, style.scale, list);
  ImVec2 at;
  for (const JointIndex joint : selection.added) (void)frame(joint, px(7.0f), at);
  const bool joint_seen = selection.joint != kNoJoint && frame(selection.joint, px(10.0f), at);
  // No labels while the rings or the brush need the space.
  const bool told = !workspace.view.settings.rings && !workspace.view.settings.paints;
  if (joint_seen && !selection.vertex && told) {
    const std::string name = both_names(skeleton[selection.joint]);
    return label(at, name, name);
  }
  const auto point = workspace.view.selected_vertex_in_world();
  if (!point || !project(clip, rect, *point, at)) return {};
  for (const auto& [color, width] : {std::pair{theme.halo, 5.0f}, {theme.joint_selected, 2.0f}}) {
    list.AddCircle(at, px(9.0f), color, 0, px(width));
    for (const auto& [x, y] : {std::pair{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}})
      list.AddLine({at.x + px(9.0f) * x, at.y + px(9.0f) * y}, {at.x + px(17.0f) * x, at.y + px(17.0f) * y},
                   color, px(width));
  }
  const WornMesh& mesh = *workspace.view.selected_mesh();
  return told ? label(at, workspace.view.selected_vertex_text(),
                      brief_vertex(name_told_apart(workspace.document.avatar().worn(), mesh),
                                   *selection.vertex, vertex_weights(mesh, *selection.vertex), skeleton))
              : ViewRect{};
}

std::string joint_summary(const Workspace& workspace, std::span<const JointIndex> joints) {
  std::string text;
  for (const JointIndex joint : joints) {
    const Joint& definition = workspace.document.character().skeleton[joint];
    const auto& offset =
        workspace.document.avatar().state().offsets.position[static_cast<std::size_t>(joint)];
    text += (text.empty() ? "" : "\n") + both_names(definition);
    if (offset)
      text += tr(" \u00b7 moved {:.2f} mm by a worn mesh",
                 1000.0 * glm::length(offset->value - definition.default_position));
    text +=
        workspace.document.avatar().has_weights(joint) ? tr(" \u00b7 has weights") : tr(" \u00b7 no weights");
  }
  return text;
}

}  // namespace mannequin::preview
