#include "tools/preview/panels/overlay/view_overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/document/displaced_chain.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/joints/joint_marks.h"
#include "tools/preview/panels/joints/label_place.h"
#include "tools/preview/panels/overlay/standing.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/plate_layer.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

// Of the view's width, before scaling: for the legend and the note about the ground; and for a legend.
constexpr float kRoomForBoth = 360.0f, kRoomForLegend = 200.0f;

}  // namespace

// Above other labels there: the names of two compared avatars. Nearer to the edge where all room is needed.
float ViewOverlay::free_bottom() const {
  const float margin = px(ui_.view.size.x < px(kRoomForBoth) ? 4.0f : 16.0f);
  return ui_.view.min.y + ui_.view.size.y - margin - ui_.names;
}

// Half of a view may be too narrow for a legend, which is of both halves.
ViewRect ViewOverlay::room_for_legends() const {
  const ViewRect &view = ui_.view, &other = ui_.other_view;
  if (view.size.x >= px(kRoomForLegend)) return view;
  const float left = std::min(view.min.x, other.min.x);
  return {{left, view.min.y}, {view.min.x + view.size.x - left, view.size.y}};
}

// Explains what would otherwise be puzzling: standing, with the soles off the floor.
std::optional<ViewRect> ViewOverlay::ground_note(ImDrawList& list, ImVec2 pointer, float bottom,
                                                 const ViewRect& marks) const {
  if (!workspace_.view.settings.floor || workspace_.document.avatar().visible_meshes().empty())
    return std::nullopt;
  const std::string& pose = workspace_.document.avatar().choice().pose_name;
  const double floats = workspace_.document.avatar().floats();
  if ((pose != "T" && pose != "A") || std::abs(floats) < 0.005 || std::abs(floats) > 0.3) return std::nullopt;
  const StandingCause cause = why_off_ground(workspace_.document.avatar());
  const std::string height =
      floats > 0.0 ? tr("floats {:.1f} cm", 100.0 * floats) : tr("sinks {:.1f} cm", -100.0 * floats);
  std::string text = fmt::format("{} \u00b7 {}", height, cause.name);
  ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (size.x > ui_.view.size.x - px(56.0f)) {  // the pointer tells the cause, too
    text = height;
    size = ImGui::CalcTextSize(text.c_str());
  }
  const PlateLayer layer(list);
  const ImVec2 edge(px(8.0f), px(4.0f));
  ViewRect plate{{ui_.view.min.x + ui_.view.size.x - size.x - px(20.0f) - edge.x, bottom - size.y - edge.y},
                 {size.x + 2.0f * edge.x, size.y + 2.0f * edge.y}};
  if (plate.meets(marks)) plate.min.y = marks.min.y - px(4.0f) - plate.size.y;
  list.AddRectFilled(plate.min, {plate.min.x + plate.size.x, plate.min.y + plate.size.y},
                     (theme().panel & 0x00ffffffu) | 0xd8000000u, px(5.0f));
  list.AddText({plate.min.x + edge.x, plate.min.y + edge.y}, theme().text, text.c_str());
  if (!plate.contains(pointer)) return plate;
  wrapped_tooltip(cause.text);
  return plate;
}

// Where a limb was modelled, dashed, and where it will be in-world.
void ViewOverlay::displaced_limbs(ImDrawList& list, float scale) const {
  const Mat4 clip =
      workspace_.view.camera().clip_from_world(double{ui_.view.size.x} / double{ui_.view.size.y});
  const ImU32 halo = (theme().halo & 0x00ffffffu) | 0x80000000u;
  std::vector<ViewRect> taken;  // by names, which are not written over one another
  const auto limb = [&](const std::vector<Vec3>& points, ImU32 color, bool dashed, const char* name) {
    ImVec2 from, to;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (!project(clip, ui_.view, points[i - 1], from) || !project(clip, ui_.view, points[i], to)) return;
      const float length = std::hypot(to.x - from.x, to.y - from.y);
      const int pieces = dashed ? std::clamp(static_cast<int>(length / (5.0f * scale)), 1, 200) | 1 : 1;
      for (int piece = 0; piece < pieces; piece += 2) {
        const auto at = [&](int number) {
          const float part = static_cast<float>(number) / static_cast<float>(pieces);
          return ImVec2(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
        };
        list.AddLine(at(piece), at(piece + 1), halo, 4.5f * scale);
        list.AddLine(at(piece), at(piece + 1), color, 2.5f * scale);
      }
      list.AddCircleFilled(to, 4.0f * scale, color);
    }
    const ImVec2 size = ImGui::CalcTextSize(name), nowhere(-1e6f, -1e6f);
    const ImVec2 corner = label_place(to, size, ui_.view, nowhere, taken, scale).corner;
    const float edge = 4.0f * scale;
    const ViewRect plate{{corner.x - edge, corner.y}, {size.x + 2.0f * edge, size.y}};
    const PlateLayer layer(list);
    list.AddRectFilled(plate.min, {plate.min.x + plate.size.x, plate.min.y + plate.size.y},
                       (theme().panel & 0x00ffffffu) | 0xd8000000u, edge);
    list.AddText(corner, color, name);
    taken.push_back(plate);
  };
  for (const document::DisplacedChain& chain :
       document::displaced_chains(workspace_.document.avatar(), workspace_.document.findings().list())) {
    limb(chain.worn, theme().text, false, tr("in-world"));
    limb(chain.modelled, theme().warning, true, tr("as modelled"));
  }
}

void ViewOverlay::draw(const ViewRect& triad) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(ui_.view.min, {ui_.view.min.x + ui_.view.size.x, ui_.view.min.y + ui_.view.size.y});
  const bool over = ui_.view.contains(ImGui::GetIO().MousePos) && pointer_is_free();
  const ImVec2 nowhere(-1e6f, -1e6f);
  const ImVec2 pointer = over ? ImGui::GetIO().MousePos : nowhere;
  // In views that are small relative to the interface they would cover everything.
  const float scale = std::min(ui_.scale, std::min(ui_.view.size.x, ui_.view.size.y) / 480.0f);
  const MarkStyle style{theme(), scale, ui_.depth};
  hovered_ = draw_joint_marks(workspace_, workspace_.view.camera(), ui_.view, style, pointer, list);
  displaced_limbs(list, scale);
  const float bottom = free_bottom();
  // At the right, where a card may ask something.
  const ImVec2 end(ui_.view.min.x + ui_.view.size.x, ui_.view.min.y + ui_.view.size.y);
  const ViewRect card{{end.x - ui_.card.x, end.y - ui_.card.y}, ui_.card},
      names{{ui_.view.min.x, end.y - ui_.names}, {ui_.view.size.x, ui_.names}};
  const ViewRect room = room_for_legends();
  list.PushClipRect(room.min, {room.min.x + room.size.x, room.min.y + room.size.y});
  const ViewRect marks = marks_.draw(list, room, bottom, card);
  const float above_card = std::min(bottom, card.min.y);
  // Colours come first where both would cover the legs.
  const bool for_legend =
      ui_.view.size.x < px(kRoomForBoth) && !workspace_.view.colors.legend().title.empty();
  const auto note = for_legend ? std::nullopt : ground_note(list, pointer, above_card, marks);
  const Timeline& timeline = workspace_.document.timeline();
  const FigureRoom figure(ui_.view,
                          timeline.has_clip() && timeline.playing()
                              ? std::vector<glm::dvec2>()
                              : workspace_.view.camera_control.uncovered_outline(),
                          ui_.scale);
  const ViewRect legend =
      legend_.draw(list, over, room, note ? note->min.y - px(8.0f) : above_card, marks, figure);
  list.PopClipRect();
  const ViewRect ground = note.value_or(ViewRect{});
  ui_.below = figure.covered({marks, ground, legend, card, names}, ui_.below);
  const std::array taken{marks, ground, legend, card, names, triad};
  measures_.draw(list, taken);
  plate_ = draw_selection(workspace_, workspace_.view.camera(), ui_.view, style, pointer, taken, list);
  list.PopClipRect();
}

}  // namespace mannequin::preview
