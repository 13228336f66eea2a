// What plates over the view, panels and bars are made of, in what was drawn last: letters and fillings.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "tests/preview/layout_fixture.h"
#include "tools/preview/panels/shared/theme.h"

namespace mannequin::test {

constexpr ImU32 plate_of(ImU32 panel, ImU32 alpha) { return (panel & 0x00ffffffu) | alpha << 24; }

class PlatesTest : public LayoutTest {
 protected:
  const preview::ViewRect& view() { return tour_->window().stage().interface().view(); }
  float scale() { return tour_->window().stage().interface().scale(); }

  // Corners of what a list draws, in the order of drawing.
  static std::vector<const ImDrawVert*> drawn(const ImDrawList& list) {
    std::vector<const ImDrawVert*> corners;
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (unsigned i = 0; i < command.ElemCount; ++i)
        corners.push_back(&list.VtxBuffer[static_cast<int>(command.VtxOffset) +
                                          list.IdxBuffer[static_cast<int>(command.IdxOffset + i)]]);
    return corners;
  }
  // Letters of this colour below a height; spaces are none.
  static std::size_t letters(const ImDrawList& list, ImU32 color, float below = 0.0f) {
    const ImVec2 filled = ImGui::GetFontTexUvWhitePixel();
    const auto corners = drawn(list);
    return static_cast<std::size_t>(
               std::ranges::count_if(corners,
                                     [&](const ImDrawVert* each) {
                                       return each->col == color && each->pos.y > below &&
                                              (each->uv.x != filled.x || each->uv.y != filled.y);
                                     })) /
           6;
  }
  static std::size_t letters_in(const ImDrawList& list, ImU32 color, const ImRect& place) {
    const ImVec2 filled = ImGui::GetFontTexUvWhitePixel();
    return static_cast<std::size_t>(
               std::ranges::count_if(drawn(list),
                                     [&](const ImDrawVert* each) {
                                       return each->col == color && place.Contains(each->pos) &&
                                              (each->uv.x != filled.x || each->uv.y != filled.y);
                                     })) /
           6;
  }
  // Signs for what was left out of a text.
  static std::size_t ellipses(const ImDrawList& list) {
    const auto corners = drawn(list);
    std::size_t count = 0;
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
      if (const ImFontGlyph* sign = font->FindGlyphNoFallback(0x2026))
        count += static_cast<std::size_t>(std::ranges::count_if(corners, [&](const ImDrawVert* each) {
          return each->uv.x == sign->U0 && each->uv.y == sign->V0;
        }));
    return count;
  }
  // What was walked to.
  static ImRect walked_to() {
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    return ImGui::WindowRectRelToAbs(imgui.NavWindow, imgui.NavWindow->NavRectRel[imgui.NavLayer]);
  }
  static std::size_t letters_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char each) {
      return (static_cast<unsigned char>(each) & 0xc0u) != 0x80u &&
             std::isspace(static_cast<unsigned char>(each)) == 0;
    }));
  }
  // What is filled with a colour.
  static ImRect box(const ImDrawList& list, ImU32 color) {
    ImRect all(1e9f, 1e9f, -1e9f, -1e9f);
    for (const ImDrawVert* each : drawn(list))
      if (each->col == color) all.Add(each->pos);
    return all;
  }
  void expect_avatar_beside(const ImRect& plate) {
    int hidden = 0;
    for (const Vec3& point : workspace().document.avatar().outline_in_world()) {
      const Point at = tour_->place_of(point);
      hidden += plate.Contains(ImVec2(static_cast<float>(at.x), static_cast<float>(at.y))) ? 1 : 0;
    }
    EXPECT_EQ(hidden, 0);
  }
};

}  // namespace mannequin::test
