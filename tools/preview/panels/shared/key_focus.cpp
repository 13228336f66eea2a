#include "tools/preview/panels/shared/key_focus.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <utility>

#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr const char* kMenus = "##MainMenuBar";
// In their order in the window, from the top left. Empty: the view, which comes before what lies over it.
constexpr const char* kAreas[] = {kMenus,     "Toolbar",     "Worn strip",    "Worn",    "",
                                  "Timeline", "First start", "Last document", "History", "Random shape",
                                  "Keys",     "Guide",       "Right"};
// ImGui needs a frame or two to find the requested item.
constexpr int kLostAfter = 2;

ImGuiContext& imgui() { return *ImGui::GetCurrentContext(); }

bool popup_is_open() { return imgui().OpenPopupStack.Size > 0; }

// If Esc closed only the submenu, the pointer, which is still on its line, would open it again.
bool submenu_is_open_by_pointer() {
  const auto& open = imgui().OpenPopupStack;
  return open.Size > 1 && open.back().Window != nullptr &&
         (open.back().Window->Flags & ImGuiWindowFlags_ChildMenu) != 0 && !imgui().NavDisableMouseHover;
}

// Something is dragged or typed, which Esc ends. Not in a field with nothing in it, before or now.
bool is_busy() {
  const ImGuiInputTextState& text = imgui().InputTextState;
  const bool was_empty = text.InitialTextA.empty() || text.InitialTextA[0] == '\0';
  return imgui().ActiveId != 0 && !(text.ID == imgui().ActiveId && text.CurLenA == 0 && was_empty);
}

// Keys handled here must not reach ImGui, too.
void take_away(ImGuiKey key) { ImGui::GetIO().KeysDown[ImGui::GetKeyIndex(key)] = false; }

// A window that can be closed; one without a title is permanent, and takes no keys when it appears.
bool can_be_closed(const ImGuiWindow* window) {
  return (window->RootWindow->Flags & ImGuiWindowFlags_NoTitleBar) == 0;
}

// Opened over the others and with a close button; the topmost last.
std::vector<ImGuiWindow*> floating_windows() {
  std::vector<ImGuiWindow*> found;
  for (ImGuiWindow* window : imgui().Windows)
    if (window->WasActive && window->RootWindow == window && !window->IsFallbackWindow &&
        (window->Flags & (ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_Popup | ImGuiWindowFlags_Tooltip |
                          ImGuiWindowFlags_ChildWindow)) == 0)
      found.push_back(window);
  return found;
}

// Has its own Tab order, because it only contains text to scroll.
bool is_text_pane(const ImGuiWindow* window) {
  return (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 && window->RootWindowForNav == window;
}

}  // namespace

std::string titled(const char* english) {
  const std::string shown = tr(english);
  return shown == english ? shown : shown + "###" + english;
}

void KeyFocus::add_commands() {
  const auto add = [&](const char* name, Shortcut shortcut, const char* hint, auto run) {
    shortcut.in_text = true;
    ui_.commands.add(
        {.menu = "View", .name = name, .shortcuts = {shortcut}, .run = std::move(run), .hint = hint});
  };
  add(marked("Next area"), {.code = SDLK_TAB, .ctrl = true},
      marked(
          "The keys go to the next part of the window: menus, worn files, view, sliders, what else is open"),
      [this] { walk(1); });
  add(marked("Previous area"), {.code = SDLK_TAB, .ctrl = true, .shift = true},
      marked("The same in reverse order"), [this] { walk(-1); });
  add(marked("Menus"), {.code = SDLK_F10}, marked("The keys go to the menus"), [this] { go_to_menus(); });
}

bool KeyFocus::in_view() const {
  if (popup_is_open()) return false;
  return by_keys_ ? view_ : over_;
}

bool KeyFocus::in_panel() const {
  if (popup_is_open()) return true;
  const ImGuiIO& io = ImGui::GetIO();
  return by_keys_ ? !view_ : io.WantCaptureMouse || (io.NavActive && io.NavVisible);
}

bool KeyFocus::keeps_escape() const { return popup_is_open() || is_busy(); }

std::vector<ImGuiWindow*> KeyFocus::areas() const {
  std::vector<ImGuiWindow*> found;
  for (const char* name : kAreas) {
    ImGuiWindow* window = *name == '\0' ? nullptr : ImGui::FindWindowByName(name);
    if (window == nullptr && *name != '\0') window = ImGui::FindWindowByName(titled(name).c_str());
    if (*name == '\0' || (window != nullptr && window->WasActive)) found.push_back(window);
  }
  return found;
}

void KeyFocus::walk(int step) {
  take_away(ImGuiKey_Tab);
  if (ImGui::GetTopMostPopupModal() != nullptr) return;
  const auto list = areas();
  ImGuiWindow* const focused = imgui().NavWindow;
  ImGuiWindow* const now = in_view() || focused == nullptr ? nullptr : focused->RootWindow;
  auto at = std::ranges::find(list, now);
  if (at == list.end()) at = std::ranges::find(list, nullptr);
  const auto count = static_cast<int>(list.size());
  const auto next = (static_cast<int>(at - list.begin()) + step + count) % count;
  if (list[static_cast<std::size_t>(next)] == nullptr)
    go_to_view();
  else
    wanted_ = list[static_cast<std::size_t>(next)];
}

void KeyFocus::go_to_menus() {
  if (ImGui::GetTopMostPopupModal() == nullptr) wanted_ = ImGui::FindWindowByName(kMenus);
}

void KeyFocus::go_to_view() {
  by_keys_ = view_ = shown_ = leaves_ = true;
  wanted_ = nullptr;
}

void KeyFocus::show_highlight() {
  imgui().NavDisableHighlight = false;
  imgui().NavDisableMouseHover = true;
}

bool KeyFocus::key(const Shortcut& pressed) {
  const bool tab = pressed == plain(SDLK_TAB), back = pressed == Shortcut{.code = SDLK_TAB, .shift = true};
  if (tab || back) {
    if (in_view() || imgui().NavWindow == nullptr) {
      walk(tab ? 1 : -1);
      return true;
    }
    by_keys_ = true;
    view_ = false;
    return true;  // ImGui moves on
  }
  if (pressed == plain(SDLK_ESCAPE) && submenu_is_open_by_pointer()) {
    ImGui::ClosePopupToLevel(0, true);
    take_away(ImGuiKey_Escape);
    return true;
  }
  if (!(pressed == plain(SDLK_ESCAPE)) || popup_is_open() || is_busy()) return false;
  const bool walked = in_panel() && (by_keys_ || ImGui::GetIO().NavVisible);
  // Leaves the text for the surrounding panel.
  if (walked && imgui().NavWindow != nullptr && is_text_pane(imgui().NavWindow)) return true;
  // Closes windows on top first, wherever the pointer is; follow_floating() handles the keys.
  const auto floating = floating_windows();
  if (!floating.empty()) ui_.escaped = floating.back();
  if (floating.empty() && !walked) return false;
  take_away(ImGuiKey_Escape);
  if (floating.empty()) go_to_view();
  return true;
}

void KeyFocus::before_frame() {
  let_walk();
  ImGuiIO& io = ImGui::GetIO();
  for (const ImGuiKey enter : {ImGuiKey_Enter, ImGuiKey_KeyPadEnter}) {
    const int index = io.KeyMap[enter];
    if (index < 0 || !io.KeysDown[index] || io.KeysDownDuration[index] >= 0.0f) continue;
    if (imgui().ActiveId == 0 && (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0)
      io.NavInputs[ImGuiNavInput_Activate] = 1.0f;
  }
}

void KeyFocus::enter(ImGuiWindow* area) {
  by_keys_ = true;
  view_ = false;
  const auto place = places_.find(area);
  const bool known = place != places_.end() && place->second.window->WasActive;
  ImGui::FocusWindow(known ? place->second.window : area);
  if (known) {
    ImGui::SetNavID(place->second.id, place->second.layer, 0, place->second.rect);
  } else {
    imgui().NavLayer = area == ImGui::FindWindowByName(kMenus) ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
    ImGui::NavInitWindow(area, true);
  }
  lost_ = 0;
  show_highlight();
}

void KeyFocus::give_keys(const FocusRequest& wish) {
  by_keys_ = true;
  view_ = leaves_ = false;
  ImGui::FocusWindow(wish.window);
  ImGui::SetNavID(wish.id, ImGuiNavLayer_Main, 0, ImRect());
  lost_ = 0;
  show_highlight();
}

// What was focused may be gone: a file was taken off, a window was closed. Then what is above it, or else the
// first thing there, or else the view.
void KeyFocus::find_lost() {
  ImGuiContext& g = imgui();
  if (!by_keys_ || view_ || popup_is_open() || g.NavInitRequest || g.NavMoveSubmitted) return;
  lost_ = alive_ ? 0 : lost_ + 1;
  if (lost_ < kLostAfter) return;
  const auto list = areas();
  if (g.NavWindow == nullptr || std::ranges::find(list, g.NavWindow->RootWindow) == list.end() ||
      lost_ > 4 * kLostAfter) {
    go_to_view();
  } else if (lost_ == kLostAfter && g.NavId != 0) {
    ImGui::NavMoveRequestSubmit(ImGuiDir_Up, ImGuiDir_Up, ImGuiNavMoveFlags_None, ImGuiScrollFlags_None);
  } else if (lost_ == 2 * kLostAfter) {
    ImGui::FocusWindow(g.NavWindow->RootWindowForNav);
    ImGui::NavInitWindow(g.NavWindow, true);
    show_highlight();
  }
}

// Once one is closed, the view gets the keys: ImGui would give them to whatever was drawn last.
void KeyFocus::follow_floating() {
  const auto now = floating_windows();
  const auto gone = [&](const ImGuiWindow* window) { return std::ranges::find(now, window) == now.end(); };
  if (std::ranges::any_of(floating_, gone)) {
    if (by_keys_) go_to_view();
    leaves_ = true;
  }
  floating_.assign(now.begin(), now.end());
}

// In the view, keys belong to the view. If the pointer decided, it focused
// the window under it, whose keys would otherwise also move the focus in
// another one. Without a platform, as for a picture, there are none.
bool KeyFocus::walks() const {
  if (in_view() || ImGui::GetIO().KeyMap[ImGuiKey_Space] < 0) return false;
  const ImGuiWindow *const focused = imgui().NavWindow, *const pointed = imgui().HoveredWindow;
  return by_keys_ || popup_is_open() || focused == nullptr || pointed == nullptr ||
         focused->RootWindow == pointed->RootWindow;
}

void KeyFocus::let_walk() const {
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = walks() ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

void KeyFocus::begin_frame() {
  ImGuiContext& g = imgui();
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool moved = pointer.x != pointer_.x || pointer.y != pointer_.y;
  pointer_ = pointer;
  if ((moved && ImGui::IsMousePosValid(&pointer)) || ImGui::IsAnyMouseDown()) by_keys_ = shown_ = false;
  // The focused window was closed: ImGui would give its keys to whatever was drawn last.
  if (by_keys_ && !view_ && area_ != nullptr && !area_->WasActive && !popup_is_open()) go_to_view();
  follow_floating();
  if (wanted_ != nullptr) enter(std::exchange(wanted_, nullptr));
  if (ui_.focus.window != nullptr && !popup_is_open()) give_keys(std::exchange(ui_.focus, {}));
  find_lost();
  // A window opened by a key has taken the keys.
  if (by_keys_ && view_ && !leaves_ && g.NavWindow != nullptr && can_be_closed(g.NavWindow) &&
      !popup_is_open()) {
    view_ = shown_ = false;
    show_highlight();
  }
  if (leaves_ && !popup_is_open()) {
    ImGui::FocusWindow(nullptr);
    leaves_ = ImGui::GetFrameCount() < 2;
  }
  const bool tabbing = g.NavMoveSubmitted && (g.NavMoveFlags & ImGuiNavMoveFlags_Tabbing) != 0;
  if (tabbing && by_keys_) {
    // ImGui would start over, since no text is being typed.
    if (g.NavTabbingDir == 0 && alive_ && g.NavId != 0) g.NavTabbingDir = 1;
    show_highlight();
  }
  ImGui::PushItemFlag(ImGuiItemFlags_Inputable, true);  // a Tab stop of any kind
}

void KeyFocus::end_frame(bool pointer_over_view) {
  ImGui::PopItemFlag();
  ui_.escaped = nullptr;
  over_ = pointer_over_view;
  alive_ = imgui().NavIdIsAlive;
  area_ = imgui().NavWindow == nullptr || popup_is_open() ? nullptr : imgui().NavWindow->RootWindow;
  remember();
  ui_.keys_in_view = in_view();
  let_walk();
  draw_frame();
}

void KeyFocus::remember() {
  const ImGuiContext& g = imgui();
  if (!alive_ || g.NavId == 0 || g.NavWindow == nullptr || popup_is_open()) return;
  places_[g.NavWindow->RootWindow] = {g.NavWindow, g.NavId, g.NavLayer, g.NavWindow->NavRectRel[g.NavLayer]};
}

// ImGui's own frame is thin around some items and missing around others.
void KeyFocus::draw_frame() const {
  const ImGuiContext& g = imgui();
  const float width = px(theme().frame_width + 1.0f);
  if (in_view()) {
    if (!shown_) return;
    const ImVec2 end(ui_.view.min.x + ui_.view.size.x, ui_.view.min.y + ui_.view.size.y);
    const float inset = 0.5f * width + px(4.0f);  // next to the splitters
    ImGui::GetBackgroundDrawList()->AddRect({ui_.view.min.x + inset, ui_.view.min.y + inset},
                                            {end.x - inset, end.y - inset}, theme().accent, 0.0f, 0, width);
    return;
  }
  if (g.NavWindow == nullptr || g.NavId == 0 || !alive_ || g.NavDisableHighlight) return;
  ImGuiWindow& window = *g.NavWindow;
  ImRect clip = g.NavLayer == ImGuiNavLayer_Menu ? window.OuterRectClipped : window.InnerRect;
  clip.ClipWith(window.OuterRectClipped);
  ImRect rect = ImGui::WindowRectRelToAbs(&window, window.NavRectRel[g.NavLayer]);
  rect.Expand(px(2.0f) + 0.5f * width);
  rect.ClipWith({clip.Min.x + 0.5f * width, clip.Min.y + 0.5f * width, clip.Max.x - 0.5f * width,
                 clip.Max.y - 0.5f * width});
  if (rect.Min.x >= rect.Max.x || rect.Min.y >= rect.Max.y) return;
  window.DrawList->PushClipRect(clip.Min, clip.Max);
  window.DrawList->AddRect(rect.Min, rect.Max, theme().accent, ImGui::GetStyle().FrameRounding, 0, width);
  window.DrawList->PopClipRect();
}

void walk_through_table() {
  ImGuiWindow* const inner = ImGui::GetCurrentTable()->InnerWindow;
  if (inner == ImGui::GetCurrentTable()->OuterWindow) return;
  inner->Flags |= ImGuiWindowFlags_NavFlattened;
  inner->RootWindowForNav = inner->ParentWindow->RootWindowForNav;
}

bool closed_by_escape(const Ui& ui) {
  return ui.escaped != nullptr && ui.escaped == ImGui::GetCurrentWindow()->RootWindow;
}

bool pointer_is_free() {
  return !ImGui::GetIO().WantCaptureMouse && ImGui::GetTopMostPopupModal() == nullptr;
}

}  // namespace mannequin::preview
