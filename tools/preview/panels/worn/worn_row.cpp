#include "tools/preview/panels/worn/worn_row.h"

#include <SDL_misc.h>
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tools/document/figures.h"
#include "tools/document/file_address.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/shared/color_choice.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/key_focus.h"
#include "tools/preview/panels/shared/list_choice.h"
#include "tools/preview/panels/shared/placing.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr const char* kDragged = "worn";
constexpr float kGamma = 2.2f;  // users choose colours as displayed on the screen

void hint(const char* text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tooltip(text);
}

bool tick(const char* label, bool on, bool can, const char* why) {
  if (!can) ImGui::BeginDisabled();
  bool value = on;
  const bool changed = ImGui::Checkbox(label, &value);
  if (!can) ImGui::EndDisabled();
  hint(why);
  return changed;
}

}  // namespace

// The text of the row's badge; null for none. A refused file's reason is below its name.
const char* WornRow::badge_of(const WornFile& file) {
  if (file.refused()) return nullptr;
  if (file.unsaved) return tr("not saved");
  if (file.gone) return tr("gone");
  return file.problem.empty() ? nullptr : tr("old");
}

float WornRow::badge_width(const char* text) const {
  const float size = ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale;
  return ui_.fonts.small->CalcTextSizeA(size, 1e9f, 0.0f, text).x + px(18.0f);
}

// Marks that what is shown differs from the file on disk. Striped, so that it does not depend on colour.
void WornRow::badge(const WornFile& file, const char* text, ImVec2 right_middle) {
  const float size = ui_.fonts.small->FontSize * ImGui::GetIO().FontGlobalScale;
  const ImVec2 extent = ui_.fonts.small->CalcTextSizeA(size, 1e9f, 0.0f, text);
  const ImVec2 min(right_middle.x - extent.x - px(18.0f), right_middle.y - px(10.0f)),
      max(right_middle.x, right_middle.y + px(10.0f));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, theme().warning, px(4.0f));
  list.PushClipRect(min, max, true);
  for (float x = min.x - (max.y - min.y); x < max.x; x += px(8.0f))
    list.AddLine({x, max.y}, {x + (max.y - min.y), min.y}, theme().panel, px(2.5f));
  list.PopClipRect();
  list.AddRectFilled({min.x + px(6.0f), min.y + px(2.0f)}, {max.x - px(6.0f), max.y - px(2.0f)},
                     theme().warning);
  list.AddText(ui_.fonts.small, size, {min.x + px(9.0f), right_middle.y - 0.5f * extent.y}, theme().panel,
               text);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max))
    show_tooltip(
        file.unsaved
            ? tr("Its weights were made here, and no file has them: save them in the Bind tab.")
            : tr("Shown as it was at {}. {}", file.loaded_at,
                 file.gone ? tr("The file is no longer there.") : tr("The new file cannot be used.")));
}

// A drag handle of three lines. Dropped on another row, it takes that row's place.
void WornRow::drag_handle(const WornFile& file, std::size_t index) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size(px(22.0f), ImGui::GetFrameHeight());
  const PointerOnly arrows_below_do_it;
  ImGui::InvisibleButton("handle", size);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  for (const float y : {0.32f, 0.5f, 0.68f})
    ImGui::GetWindowDrawList()->AddLine({at.x + px(4.0f), at.y + y * size.y},
                                        {at.x + px(18.0f), at.y + y * size.y},
                                        hot ? theme().text : theme().secondary, px(1.6f));
  if (hot) show_tooltip(tr("Drag to another row. Where two files move one joint, the lower one wins here."));
  if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) {
    ImGui::SetDragDropPayload(kDragged, &index, sizeof index);
    show_tooltip(file.name);
    ImGui::EndDragDropSource();
  }
}

bool WornRow::head(const WornFile& file, std::size_t index) {
  bool visible = file.visible && !file.refused();
  if (file.refused()) ImGui::BeginDisabled();
  if (ImGui::Checkbox("##visible", &visible)) workspace_.document.wardrobe.show(index, visible);
  if (file.refused()) ImGui::EndDisabled();
  hint(file.refused() ? tr("There is nothing to show yet.")
                      : tr("Show in the view. Hidden meshes stay worn."));
  ImGui::SameLine(0.0f, px(4.0f));
  const float remove_x = ImGui::GetContentRegionMax().x - px(26.0f), handle_x = remove_x - px(26.0f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight(),
              width = ImGui::GetWindowPos().x - ImGui::GetScrollX() + handle_x - px(4.0f) - at.x;
  const bool open = is_open(file);
  if (ImGui::Selectable("##name", open, ImGuiSelectableFlags_AllowItemOverlap, {width, height})) {
    open_.reset();
    if (!open) open_ = workspace_.document.avatar().worn()[index];
    workspace_.view.focus_on(index);
  }
  hint(fmt::format("{}\n{}", cut_in_the_middle(file.path.string(), 0.5f * ImGui::GetIO().DisplaySize.x),
                   counted(file.vertex_count(), "vertex", "vertices"))
           .c_str());
  bool same_list = true;
  if (ImGui::BeginDragDropTarget()) {
    if (const ImGuiPayload* dragged = ImGui::AcceptDragDropPayload(kDragged)) {
      workspace_.document.wardrobe.move(*static_cast<const std::size_t*>(dragged->Data), index);
      same_list = false;
    }
    ImGui::EndDragDropTarget();
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::RenderArrow(&list, {at.x + px(2.0f), at.y + 0.5f * (height - ImGui::GetFontSize())},
                     theme().secondary, open ? ImGuiDir_Down : ImGuiDir_Right, 0.8f);
  const char* mark = badge_of(file);
  const ImVec2 name(at.x + px(20.0f), at.y + 0.5f * (height - ImGui::GetFontSize())),
      end(at.x + width - (mark != nullptr ? badge_width(mark) + px(4.0f) : 0.0f), at.y + height);
  // The tooltip has the full path.
  ImGui::PushStyleColor(ImGuiCol_Text, file.refused() ? theme().error
                                       : file.visible ? theme().text
                                                      : theme().secondary);
  list.AddText(name, ImGui::GetColorU32(ImGuiCol_Text), cut_in_the_middle(file.name, end.x - name.x).c_str());
  ImGui::PopStyleColor();
  if (mark != nullptr) badge(file, mark, {at.x + width, at.y + 0.5f * height});
  ImGui::SameLine(handle_x);
  drag_handle(file, index);
  ImGui::SameLine(remove_x);
  if (ImGui::Button("\u2715", {px(26.0f), 0.0f})) {
    workspace_.document.wardrobe.take_off(index);
    return false;
  }
  hint(tr("Take off. Undo puts it on again."));
  return same_list;
}

void WornRow::tint_and_opacity(const WornFile& file, std::size_t index) {
  Vec3f tint = glm::pow(file.tint, Vec3f(1.0f / kGamma));
  constexpr std::size_t kEnough = 500;  // points of a mesh, to know where it is in the picture
  const ColorChoice choice = choose_color(ui_, tr("tint"), &tint.x, [&] {
    std::vector<Vec3> points;
    for (const auto& mesh : file.meshes)
      for (const Vec3& at : skinned_sample(*mesh, kEnough))
        points.push_back(at + Vec3(0.0, 0.0, workspace_.document.avatar().lift()));
    return points;
  });
  if (choice.begun) workspace_.document.wardrobe.begin_look();
  if (choice.changed)
    workspace_.document.wardrobe.set_look(index, glm::pow(glm::clamp(tint, 0.0f, 1.0f), Vec3f(kGamma)),
                                          file.opacity);
  hint(tr("A colour over it, to tell meshes apart in the view"));
  go_beside(px(76.0f) + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(tr("opacity")).x);
  auto percent = static_cast<int>(std::lround(100.0f * file.opacity));
  ImGui::SetNextItemWidth(px(76.0f));
  const bool changed =
      ImGui::DragInt(tr("opacity"), &percent, 1.0f, 10, 100, "%d %%", ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemActivated()) workspace_.document.wardrobe.begin_look();
  if (changed) workspace_.document.wardrobe.set_look(index, file.tint, static_cast<float>(percent) / 100.0f);
  hint(tr("How solid it is in the view: drag, or double-click and type"));
}

// Where a file without weights hangs; false if it was attached, which changes the list.
bool WornRow::attachment(const WornFile& file, std::size_t index) {
  if (!workspace_.document.wardrobe.can_attach(index)) return true;
  const Skeleton& skeleton = workspace_.document.character().skeleton;
  const bool hangs = !file.refused() && !file.point.empty();
  if (ImGui::Button(tr("Give it weights..."), {-1.0f, 0.0f})) {
    workspace_.view.focus_on(index);
    if (const Command* bind = ui_.commands.find("Bind tab")) bind->run();
  }
  hint(tr("Clothes and bodies need weights, to go with the sliders and poses: opens the tab Bind"));
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##point", hangs ? tr("on {}", file.point).c_str() : tr("Attach to..."))) {
    hint(
        tr("The attachment point that it hangs on, with the point's position and rotation, not its size. Or "
           "drop "
           "the file on the avatar."));
    return true;
  }
  std::string chosen;
  for (const Joint& joint : skeleton.joints())
    if (joint.kind == JointKind::attachment_point &&
        list_choice(joint.name, hangs && joint.name == file.point))
      chosen = joint.name;
  ImGui::EndCombo();
  if (chosen.empty()) return true;
  (void)workspace_.document.wardrobe.attach(index, chosen);  // reported in the messages
  return false;
}

// Viewers show fewer vertices from afar; only mesh assets have all levels in one file.
void WornRow::level_of_detail(const WornFile& file, std::size_t index) {
  if (file.file == nullptr || !file.file->is_asset) return;
  const auto& vertices = file.file->level_vertices;
  const auto label = [&](io::Lod level) {
    const std::size_t count = vertices[static_cast<std::size_t>(level)];
    return count == 0 ? tr("{}: not in the file", level_name(level))
                      : fmt::format("{}: {}", level_name(level), counted(count, "vertex", "vertices"));
  };
  ImGui::SetNextItemWidth(-1.0f);
  if (!ImGui::BeginCombo("##level", label(file.reading.level).c_str())) {
    hint(tr("Its level of detail. In-world the distance decides: the further away, the lower."));
    return;
  }
  for (auto level = io::kLods.rbegin(); level != io::kLods.rend(); ++level) {
    const bool there = vertices[static_cast<std::size_t>(*level)] > 0;
    if (list_choice(label(*level), file.reading.level == *level,
                    there ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled))
      (void)workspace_.document.files.show_level(index, *level);  // reported in the messages
  }
  ImGui::EndCombo();
}

// An .obj has numbers without a unit. Its size is the best hint.
void WornRow::unit_and_up(const WornFile& file, std::size_t index) {
  if (!file.is_obj() || !file.file || file.unsaved) return;
  Vec3f low(std::numeric_limits<float>::max()), high(-low);
  for (const BoundMeshDesc& mesh : file.file->meshes)
    for (const Vec3f& place : mesh.mesh.positions) {
      low = glm::min(low, place);
      high = glm::max(high, place);
    }
  const Vec3f size = glm::max(high - low, Vec3f(0.0f));
  wrapped_hint(tr("{:.2f} m high, {:.2f} wide, {:.2f} deep", size.z, size.y, size.x));
  struct Unit {
    double metres;
    const char* name;
  };
  static constexpr std::array kUnits = {Unit{1.0, marked("metres")}, Unit{0.1, marked("decimetres")},
                                        Unit{0.01, marked("centimetres")}, Unit{0.001, marked("millimetres")},
                                        Unit{0.0254, marked("inches")}};
  io::ObjReading obj = file.reading.obj;
  const auto unit = std::ranges::find(kUnits, obj.metres_per_unit, &Unit::metres);
  const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  ImGui::SetNextItemWidth(half);
  if (ImGui::BeginCombo(
          "##unit", unit == kUnits.end() ? tr("{} m a unit", obj.metres_per_unit).c_str() : tr(unit->name))) {
    for (const Unit& each : kUnits)
      if (list_choice(tr(each.name), each.metres == obj.metres_per_unit)) obj.metres_per_unit = each.metres;
    ImGui::EndCombo();
  }
  hint(tr("An .obj does not say its unit"));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(half);
  const bool z_up = file.file->is_obj_with_z_up;
  if (ImGui::BeginCombo("##up", z_up ? tr("Z is up") : tr("Y is up"))) {
    if (list_choice(tr("Y is up"), !z_up)) obj.up = io::UpAxis::y;
    if (list_choice(tr("Z is up"), z_up)) obj.up = io::UpAxis::z;
    ImGui::EndCombo();
  }
  hint(tr("An .obj does not say which axis points up either"));
  if (obj != file.reading.obj) (void)workspace_.document.files.read_obj_as(index, obj);  // reported there
}

// What a .glb becomes depends on the importing program.
void WornRow::importer(const WornFile& file, std::size_t index) {
  if (!file.depends_on_importer()) return;
  const auto label = [](const ImporterProfile& profile) {
    return tr("imported by {} ({})", profile.name, profile.title);
  };
  ImGui::SetNextItemWidth(-1.0f);
  // The list says in full who that is; there is no room for it here.
  if (!ImGui::BeginCombo("##importer", tr("imported by {}", file.importer.name).c_str())) {
    hint(
        tr("Whose importer reads its inverse binds. A viewer rebuilds them for the avatar's joints; how, "
           "changes with "
           "the viewer. The findings say how far the results are apart."));
    return;
  }
  for (const ImporterProfile& profile : kImporterProfiles)
    if (list_choice(label(profile), file.importer == profile))
      (void)workspace_.document.files.import_as(index, profile);  // reported in the messages
  ImGui::EndCombo();
}

bool WornRow::buttons(const WornFile& file, std::size_t index) {
  bool same_list = true;
  const auto arrow = [&](const char* label, bool can, std::size_t to, const char* what) {
    if (!can) ImGui::BeginDisabled();
    if (ImGui::Button(label, {px(28.0f), 0.0f})) {
      workspace_.document.wardrobe.move(index, to);
      same_list = false;
    }
    if (!can) ImGui::EndDisabled();
    hint(what);
  };
  const std::size_t count = workspace_.document.avatar().worn().size();
  arrow("\u2191", index > 0, index - 1,
        tr("Up: loses contested joints to those below that have no asset id either"));
  ImGui::SameLine(0.0f, px(4.0f));
  arrow("\u2193", same_list && index + 1 < count, index + 1,
        tr("Down: wins contested joints over those above that have no asset id either"));
  go_beside(button_width(tr("Replace...")));
  if (ImGui::Button(tr("Replace..."))) files_.ask_for_replacement(index);
  hint(tr("Another file in its place, worn the same way. Or drop the file on this row."));
  if (!file.on_disk) return same_list;
  if (ImGui::Button(tr("Show in folder")) && SDL_OpenURL(folder_address(file.path).c_str()) != 0)
    workspace_.document.messages().report(
        Message::Kind::warning,
        tr("No file manager found. The file is in {}", file.path.parent_path().string()));
  hint(tr("In the program that shows folders here"));
  go_beside(button_width(tr("Check")));
  if (ImGui::Button(tr("Check"))) asked_findings_ = file.path;
  hint(tr("List what the uploader would say of this file alone"));
  return same_list;
}

bool WornRow::details(const WornFile& file, std::size_t index) {
  if (file.refused()) return buttons(file, index);
  if (!file.point.empty()) {
    tint_and_opacity(file, index);
    return buttons(file, index);
  }
  std::size_t joints = 0;
  for (const auto& mesh : file.meshes) joints = std::max(joints, mesh->skin.joint_count());
  wrapped_hint(tr("{}, up to {} each", counted(file.meshes.size(), "mesh", "meshes"),
                  counted(joints, "joint or volume", "joints and volumes")));
  if (tick(tr("joint positions"), file.joint_positions, file.position_count > 0,
           file.position_count > 0
               ? tr("Whether the file's joint positions count, as the uploader's tick box \"Include joint "
                    "positions\".\nThey move {} by more than 0.1 mm.",
                    counted(file.position_count, "joint", "joints"))
                     .c_str()
               : tr("The file moves no joint by more than 0.1 mm.")))
    workspace_.document.wardrobe.use_joint_positions(index, !file.joint_positions);
  if (tick(tr("lock scale"), file.lock_scale, file.joint_positions,
           file.joint_positions
               ? tr("The joints that it moves keep their default scale: thickness and size sliders stop "
                    "there, as with the uploader's \"Lock scale if joint position defined\".")
               : tr("Only with joint positions: it is about the joints that they move.")))
    workspace_.document.wardrobe.lock_scale(index, !file.lock_scale);
  level_of_detail(file, index);
  importer(file, index);
  tint_and_opacity(file, index);
  baked_faces_.draw(file, index);
  return buttons(file, index);
}

// Why it is not worn, and what to do.
void WornRow::refusal(const WornFile& file) {
  ImGui::PushStyleColor(ImGuiCol_Text, theme().error);
  wrapped_text(fmt::format("\u2715 {}", file.gone ? tr("The file is no longer there.") : file.problem));
  ImGui::PopStyleColor();
}

void WornRow::warnings(const WornFile& file, std::size_t index, const std::vector<WornConflict>& conflicts) {
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
  for (const std::string& name : file.unrigged)
    wrapped_text(tr("\u25b2 {} has no bone weights and is left out", name));
  ImGui::PopStyleColor();
  for (const WornConflict& conflict : conflicts) {
    if (conflict.winner != index && conflict.loser != index) continue;
    const bool wins = conflict.winner == index;
    const std::string& other =
        workspace_.document.avatar().worn()[wins ? conflict.loser : conflict.winner]->name;
    const std::string who = wins ? tr("wins over {}", other) : tr("loses to {}", other);
    wrapped_hint(who + (conflict.certain ? "" : tr(" (a guess)")));
    if (ImGui::IsItemHovered())
      wrapped_tooltip(tr(
          "{}: {}.\nIn-world the greatest asset id wins, whatever the order. {}Give both the same "
          "position.",
          conflict.text(workspace_.document.avatar()), conflict.reason,
          conflict.certain ? ""
                           : tr("Before the upload nobody knows the id: until then a mesh without one loses "
                                "to assets, and to those below it in this list. ")));
  }
}

void WornRow::summary(const WornFile& file, bool watched) {
  ImGui::PushStyleColor(ImGuiCol_Text, theme().secondary);
  cut_text(fmt::format("{}{}{}{}", counted(file.vertex_count(), "vertex", "vertices"),
                       file.depends_on_importer() ? tr(", by {}", file.importer.name) : std::string(),
                       watched ? tr(", watched") : "",
                       file.texture_work ? tr(", its textures are being read") : ""));
  ImGui::PopStyleColor();
}

// A spinner, since the file may take seconds.
void WornRow::reading(const Files::BeingRead& now) {
  const float r = 0.35f * ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos(), middle(at.x + r, at.y + 0.5f * ImGui::GetTextLineHeight());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto turn = static_cast<float>(6.0 * now.seconds);
  list.PathArcTo(middle, r, turn, turn + 4.5f);
  list.PathStroke(theme().accent, 0, px(2.0f));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 2.0f * r + px(6.0f));
  ImGui::TextUnformatted(tr("reading {}, {:.0f} s", now.path.filename().string(), now.seconds).c_str());
}

void WornRow::draw_reading_new() {
  for (const Files::BeingRead& each : workspace_.document.files.being_read())
    if (each.row == nullptr) reading(each);
}

void WornRow::follow() {
  const auto open = open_.lock();
  if (open == nullptr) return;
  const auto& worn = workspace_.document.avatar().worn();
  if (const auto row = document::row_of_same(worn, *open)) open_ = worn[*row];
}

bool WornRow::draw(std::size_t index, const std::vector<WornConflict>& conflicts) {
  // A copy of the pointer, since actions here may change the list.
  const std::shared_ptr<WornFile> file = workspace_.document.avatar().worn()[index];
  ImGui::PushID(static_cast<int>(index));
  const bool was_open = is_open(*file);
  const float top = ImGui::GetCursorPosY();
  bool same_list = head(*file, index);
  if (same_list) {
    ImGui::Indent(px(30.0f));
    ImGui::PushFont(ui_.fonts.small);
    const bool watched = file->is_watched() && workspace_.view.settings.watch_files;
    if (file->refused())
      refusal(*file);
    else if (!one_line_ || is_open(*file))
      summary(*file, watched);
    for (const Files::BeingRead& each : workspace_.document.files.being_read())
      if (each.row == file.get()) reading(each);
    same_list = attachment(*file, index);
    if (same_list) unit_and_up(*file, index);
    if (same_list && file->refused())
      wrapped_hint(watched ? tr("watched: reloaded automatically after the next valid save")
                           : tr("F5 tries it again"));
    if (same_list && is_open(*file)) same_list = details(*file, index);
    if (same_list) warnings(*file, index, conflicts);
    // Scrolls to what was unfolded, but not past the row's own name; also in the next picture, when the row
    // that it folded no longer takes room above it.
    const bool unfolds = !was_open && is_open(*file);
    if (same_list && (unfolds || (was_unfolded_ && is_open(*file))))
      ImGui::SetScrollY(
          std::min(top, std::max(ImGui::GetScrollY(), ImGui::GetCursorPosY() - ImGui::GetWindowHeight())));
    if (is_open(*file)) was_unfolded_ = unfolds;
    ImGui::PopFont();
    ImGui::Unindent(px(30.0f));
  }
  ImGui::Spacing();
  ImGui::PopID();
  return same_list;
}

}  // namespace mannequin::preview
