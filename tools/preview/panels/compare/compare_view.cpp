#include "tools/preview/panels/compare/compare_view.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/panels/shared/plate_layer.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr float kBarReach = 8.0f;  // maximum distance of the pointer from the bar
// Of the height of the view; less where a legend needs some, too.
constexpr float kMostForNames = 0.2f, kBesideLegend = 0.115f;
constexpr float kLeastOfLetters = 0.6f;  // of their size

}  // namespace

std::string name_of_present(const Workspace& workspace) {
  const AvatarChoice& choice = workspace.document.avatar().choice();
  switch (workspace.document.comparison.differs()) {
    case Comparison::Differs::shape:
      if (!choice.apply_parameters) return tr("rest");
      if (workspace.document.shape_file.name().empty())
        return workspace.document.shape_file.edited() ? tr("current, not saved") : tr("current, default");
      return workspace.document.shape_file.name() + (workspace.document.shape_file.edited() ? " *" : "");
    case Comparison::Differs::pose:
      return tr("pose {}", document::pose_title(choice.pose_name));
    case Comparison::Differs::worn:
      return tr("current outfit");
    case Comparison::Differs::file:
      return tr("file as it is now");
    case Comparison::Differs::modelled:
      return tr("as worn");
  }
  return {};
}

namespace {

// Vertices, where they are bound, and what they follow: a mesh that was exported again has other ones, often
// as many.
bool are_the_same(const WornMesh& x, const WornMesh& y) {
  if (!std::ranges::equal(x.bound(), y.bound())) return false;
  if (x.geometry == y.geometry) return true;
  return std::ranges::equal(x.skin.joints(), y.skin.joints()) &&
         std::ranges::equal(x.skin.inverse_binds(), y.skin.inverse_binds()) &&
         std::ranges::equal(x.skin.influences(), y.skin.influences(),
                            [](const VertexInfluences& one, const VertexInfluences& other) {
                              return one.joint == other.joint && one.weight == other.weight;
                            });
}

}  // namespace

bool show_the_same(const DressedAvatar& a, const DressedAvatar& b) {
  if (a.choice().apply_parameters != b.choice().apply_parameters || a.sex() != b.sex() ||
      !std::ranges::equal(a.visible_meshes(), b.visible_meshes(),
                          [](const WornMesh* x, const WornMesh* y) { return are_the_same(*x, *y); }))
    return false;
  const std::span<const JointTransform> one = a.state().joints, other = b.state().joints;
  for (const ParameterDesc& parameter : a.character().appearance.parameters())
    if (a.weight(parameter) != b.weight(parameter)) return false;
  return std::ranges::equal(one, other, [](const JointTransform& x, const JointTransform& y) {
    return x.world_position == y.world_position && x.world_rotation == y.world_rotation;
  });
}

float CompareView::bar_x() const {
  return ui_.view.min.x + static_cast<float>(workspace_.view.compare.bar()) * ui_.view.size.x;
}

void CompareView::lay_out() {
  const CompareLayout& comparison = workspace_.view.compare;
  ui_.other_view = ui_.view;
  if (!comparison.shown() || comparison.layout() != CompareLayout::Layout::side_by_side) return;
  ui_.other_view.size.x = ui_.view.size.x = std::max(0.5f * ui_.view.size.x, 1.0f);
  ui_.view.min.x += ui_.other_view.size.x;
}

bool CompareView::take_pointer(bool over_view) {
  CompareLayout& comparison = workspace_.view.compare;
  const ImGuiIO& io = ImGui::GetIO();
  comparison.hold(comparison.shown() && io.KeysDown[SDL_SCANCODE_B] && !io.WantTextInput && !io.KeyCtrl);
  const bool has_sides = comparison.layout() == CompareLayout::Layout::split ||
                         comparison.layout() == CompareLayout::Layout::side_by_side,
             at_left = comparison.layout() == CompareLayout::Layout::split
                           ? io.MousePos.x < bar_x()
                           : ui_.other_view.contains(io.MousePos);
  comparison.point_at_a(has_sides ? at_left != comparison.held()
                                  : comparison.layout() == CompareLayout::Layout::hold && comparison.held());
  near_ = comparison.shown() && comparison.layout() == CompareLayout::Layout::split && over_view &&
          std::abs(io.MousePos.x - bar_x()) < px(kBarReach);
  if (near_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    dragging_ = true;
    bar_before_ = comparison.bar();
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragging_ = false;
  if (dragging_) comparison.move_bar((io.MousePos.x - ui_.view.min.x) / ui_.view.size.x);
  if (near_ || dragging_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  return near_ || dragging_;
}

bool CompareView::key(const Shortcut& pressed) {
  if (!dragging_ || !(pressed == Shortcut{.code = SDLK_ESCAPE})) return false;
  workspace_.view.compare.move_bar(bar_before_);
  dragging_ = false;
  return true;
}

void CompareView::plate(ImDrawList& list, ImVec2 at, const std::string& text, bool to_the_left,
                        float room) const {
  const PlateLayer layer(list);
  ImGui::PushFont(ui_.fonts.small);
  const bool legend = !workspace_.view.colors.legend().title.empty();
  const float width = std::max(room - px(10.0f), px(48.0f)),
              height = (legend ? kBesideLegend : kMostForNames) * ui_.view.size.y;
  float letters = ImGui::GetFontSize(), margin = px(15.0f), edge = px(4.0f);
  const auto size_of = [&](std::string_view part) {
    return ui_.fonts.small->CalcTextSizeA(letters, FLT_MAX, 0.0f, part.data(), part.data() + part.size());
  };
  const auto broken = [&](const std::string& whole) {
    return wrapped_lines(whole, width, [&](std::string_view part) { return size_of(part).x; });
  };
  std::string lines = broken(text);
  // In smaller letters, nearer to the edge, where the legend and the avatar need the room; and only if that
  // is not enough, cut.
  const float least = kLeastOfLetters * letters;
  while (size_of(lines).y > height && letters > least) {
    letters = std::max(0.9f * letters, least);
    margin = px(3.0f);
    edge = px(2.0f);
    lines = broken(text);
  }
  for (float whole = size_of(text).x; size_of(lines).y > height && whole > width; whole -= 0.1f * width)
    lines = broken(cut_in_the_middle(text, whole, *ui_.fonts.small, letters));
  const ImVec2 size = size_of(lines);
  at.y += px(15.0f) - margin;
  ui_.names = std::max(ui_.names, size.y + margin + edge);
  if (to_the_left) at.x -= size.x;
  at.y -= size.y;
  list.AddRectFilled({at.x - px(8.0f), at.y - edge}, {at.x + size.x + px(8.0f), at.y + size.y + edge},
                     (theme().panel & 0x00ffffffu) | 0xe0000000u, px(5.0f));
  list.AddText(ui_.fonts.small, letters, at, theme().text, lines.c_str());
  ImGui::PopFont();
}

// Above what is marked in the picture, as it is to be taken hold of.
void CompareView::handle(ImDrawList& list, ImVec2 at) const {
  const PlateLayer layer(list);
  list.AddRectFilled({at.x - px(7.0f), at.y - px(14.0f)}, {at.x + px(7.0f), at.y + px(14.0f)}, theme().text,
                     px(4.0f));
  for (const float side : {-1.0f, 1.0f})
    list.AddTriangleFilled({at.x + side * px(2.0f), at.y - px(5.0f)},
                           {at.x + side * px(2.0f), at.y + px(5.0f)}, {at.x + side * px(6.0f), at.y},
                           theme().panel);
}

void CompareView::draw(ImDrawList& list) const {
  const CompareLayout& layout = workspace_.view.compare;
  if (!layout.shown()) return;
  const Comparison& comparison = workspace_.document.comparison;
  const DressedAvatar* const other = comparison.other();
  const bool same = other != nullptr && comparison.differs() != Comparison::Differs::file &&
                    comparison.differs() != Comparison::Differs::modelled &&
                    show_the_same(*other, workspace_.document.avatar());
  const std::string a = "A  " + comparison.name(workspace_.document.avatar()),
                    b = "B  " + name_of_present(workspace_) + (same ? tr(", the same as A") : "");
  const float bottom = ui_.view.min.y + ui_.view.size.y, y = bottom - px(16.0f), left = ui_.view.min.x,
              right = left + ui_.view.size.x, gap = px(16.0f);
  const auto line = [&](float x, float width) {
    list.AddLine({x, ui_.view.min.y}, {x, bottom}, theme().halo, width + px(2.0f));
    list.AddLine({x, ui_.view.min.y}, {x, bottom}, theme().text, width);
  };
  switch (layout.layout()) {
    case CompareLayout::Layout::split: {
      // Its handle is above the middle, where the place that one looks at is.
      const float x = bar_x(), middle = ui_.view.min.y + 0.25f * ui_.view.size.y;
      line(x, px(near_ || dragging_ ? 3.0f : 1.5f));
      handle(list, {x, middle});
      plate(list, {x - gap, y}, layout.held() ? b : a, true, x - gap - left);
      plate(list, {x + gap, y}, layout.held() ? a : b, false, right - x - gap);
      break;
    }
    case CompareLayout::Layout::side_by_side:
      line(left, px(1.5f));
      plate(list, {left - gap, y}, layout.held() ? b : a, true, right - left - gap);
      plate(list, {left + gap, y}, layout.held() ? a : b, false, right - left - gap);
      break;
    case CompareLayout::Layout::hold:
      plate(list, {left + gap, y}, layout.held() ? a : tr("{}  (hold B for A)", b), false,
            right - left - gap);
      break;
    case CompareLayout::Layout::onion:
      plate(list, {left + gap, y}, layout.held() ? tr("{} under {}", b, a) : tr("{} under {}", a, b), false,
            right - left - gap);
      break;
  }
}

}  // namespace mannequin::preview
