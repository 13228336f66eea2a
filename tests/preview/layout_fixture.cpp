#include "tests/preview/layout_fixture.h"

#include <algorithm>
#include <map>
#include <set>

namespace mannequin::test {

void LayoutTest::enlarge(int percent) {
  workspace().view.settings.interface_size = percent;
  tour_->settle();
}

void LayoutTest::look_again() {
  tour_->move({640, 500});
  tour_->move({642, 500});
  tour_->settle();
}

const ImGuiWindow* LayoutTest::part(const std::string& name) {
  for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
    if (each->WasActive && std::string_view(each->Name).starts_with("Right/") &&
        each->ChildId == ImHashStr(name.c_str(), 0, each->ParentWindow->ID))
      return each;
  return nullptr;
}

void LayoutTest::resize(int width, int height) {
  SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), width, height);
  tour_->settle();
}

std::size_t LayoutTest::sliders_in_sight(const char* section) {
  const ImGuiWindow* const list = part("sections");
  if (list == nullptr) return 0;
  std::set<ImGuiID> tracks;
  std::map<ImGuiID, int> seen;
  for (const SectionDesc& each : character_.appearance.sections())
    if (each.name == section)
      for (const int id : each.parameters)
        tracks.insert(ImHashStr("track", 0, ImHashData(&id, sizeof id, ImHashStr(section, 0, list->ID))));
  for (float y = list->InnerRect.Min.y + 2.0f; y < list->InnerRect.Max.y; y += 4.0f) {
    tour_->move({static_cast<int>(list->InnerRect.GetCenter().x), static_cast<int>(y)});
    const ImGuiID pointed = ImGui::GetCurrentContext()->HoveredId;
    if (tracks.contains(pointed)) ++seen[pointed];
  }
  // Whole: a track is no less than 17 units high.
  const float least = 17.0f * tour_->window().stage().interface().scale() / 4.0f - 1.0f;
  return static_cast<std::size_t>(std::ranges::count_if(
      seen, [&](const auto& each) { return static_cast<float>(each.second) >= least; }));
}

}  // namespace mannequin::test
