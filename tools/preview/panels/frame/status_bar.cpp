#include "tools/preview/panels/frame/status_bar.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/preview/panels/navigation/navigation.h"
#include "tools/preview/panels/shared/wrapped_label.h"

namespace mannequin::preview {
namespace {

constexpr ImGuiWindowFlags kStatusFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoBringToFrontOnFocus |
                                          ImGuiWindowFlags_NoScrollWithMouse;

// Before scaling: its height, what is free at its ends and between its texts.
constexpr float kHeight = 28.0f, kEnds = 12.0f, kGap = 10.0f, kTop = 6.0f;
constexpr float kTwoLineLetters = 13.0f / 15.0f;        // of the usual letters: two lines are as high as it
constexpr float kFactsFrom = 0.29f, kHintFrom = 0.57f;  // of its width
constexpr float kEarliestHint = 0.48f;                  // the same, where it would not fit otherwise
constexpr double kLongTime = 8888.0;                    // milliseconds: as wide as they get
constexpr std::chrono::duration<double> kNews{12.0};    // that a message is given for reading

float width_of(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

// As many of the parts between the dots as fit; empty: not even the first.
template <typename Fits>
std::string parts_that(Fits&& fit, std::string text) {
  while (!text.empty() && !fit(text)) {
    const std::size_t dot = text.rfind(" \u00b7 ");
    text.resize(dot == std::string::npos ? 0 : dot);
  }
  return text;
}

std::string whole_parts(std::string text, float room) {
  return parts_that([room](const std::string& part) { return width_of(part) <= room; }, std::move(text));
}

// In whole pixels, as Dear ImGui counts the width of a line that it may have to cut; part of one would hold a
// line here and not there.
std::string lines_of(const std::string& text, float room) { return wrapped_label(text, std::floor(room)); }

// Of two lines.
std::string whole_parts_of_lines(std::string text, float room) {
  ImGui::SetWindowFontScale(kTwoLineLetters);
  text = parts_that(
      [room](const std::string& part) {
        std::string wrapped = lines_of(part, room);
        if (std::ranges::count(wrapped, '\n') > 1) return false;
        std::ranges::replace(wrapped, '\n', ' ');
        return wrapped == part;  // else a word is cut in two
      },
      std::move(text));
  ImGui::SetWindowFontScale(1.0f);
  return text;
}

}  // namespace

const Message* StatusBar::last_message() const {
  const auto& messages = workspace_.document.messages().list();
  if (messages.empty() || messages.back().past) return nullptr;
  const std::uint64_t until = messages.back().until;
  return until == 0 || until == workspace_.document.history().recorded() ? &messages.back() : nullptr;
}

std::string StatusBar::facts(const std::string& hovered) const {
  if (!hovered.empty()) return hovered.substr(0, hovered.find('\n'));
  const DressedAvatar& avatar = workspace_.document.avatar();
  std::size_t offsets = 0, weighted = 0;
  for (std::size_t j = 0; j < workspace_.document.character().skeleton.size(); ++j) {
    if (avatar.state().offsets.position[j]) ++offsets;
    if (avatar.has_weights(static_cast<JointIndex>(j))) ++weighted;
  }
  return tr("Viewer height {:.2f} m \u00b7 {} \u00b7 {} weighted{}", avatar.state().size.height,
            counted(avatar.visible_vertices(), "vertex", "vertices"), counted(weighted, "joint", "joints"),
            offsets == 0 ? "" : tr(", {} moved", offsets));
}

std::string StatusBar::trust(double milliseconds) const {
  const Scene& scene = workspace_.view.scene();
  std::string text =
      tr("{:.0f} ms \u00b7 {}", milliseconds, scene.backend() == "gl" ? tr("OpenGL") : scene.backend());
  if (const auto& error = scene.live_error())
    text += tr(" \u00b7 {} {:.5f} mm off the reference", error->within_limits() ? "\u2713" : "\u2715",
               error->position_mm);
  return text;
}

ImU32 StatusBar::trust_color() const {
  const auto& error = workspace_.view.scene().live_error();
  if (!error) return theme().secondary;
  return error->within_limits() ? theme().good : theme().error;
}

float StatusBar::message_room(float width) const {
  return width - 2.0f * px(kEnds) - width_of(trust(kLongTime)) - px(kGap);
}

bool StatusBar::overdue() const { return grown_ && Clock::now() - told_since_ > kNews; }

float StatusBar::height() const { return px(kHeight); }

bool StatusBar::field(float from, float to, const std::string& text, ImU32 color) {
  const ImVec2 corner = ImGui::GetWindowPos(), at(corner.x + from, corner.y + px(kTop)),
               end(corner.x + to - px(kGap), at.y + px(24.0f)), size = ImGui::CalcTextSize(text.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, end, end.x, end.x, text.c_str(), nullptr, &size);
  ImGui::PopStyleColor();
  const bool pointed = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end);
  if (pointed && size.x > end.x - at.x) show_tooltip(text);
  return pointed;
}

// In smaller letters, on two lines where one does not hold it, as a bar that became higher would move all
// above it; a tooltip has what does not fit on the second one.
bool StatusBar::lines(float from, float to, const std::string& text, ImU32 color) {
  ImGui::SetWindowFontScale(kTwoLineLetters);
  const float room = to - from - px(kGap), line = ImGui::GetTextLineHeight();
  const std::string wrapped = lines_of(text, room);
  const std::size_t first = std::min(wrapped.find('\n'), wrapped.size());
  std::string rest = wrapped.substr(std::min(first + 1, wrapped.size()));
  std::ranges::replace(rest, '\n', ' ');
  const float height = rest.empty() ? line : 2.0f * line;
  const ImVec2 corner = ImGui::GetWindowPos(), at(corner.x + from, corner.y + 0.5f * (px(kHeight) - height)),
               second(at.x, at.y + line), end(at.x + room, at.y + height),
               size = ImGui::CalcTextSize(rest.c_str());
  ImGui::GetWindowDrawList()->AddText(at, color, wrapped.substr(0, first).c_str());
  if (!rest.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), second, end, end.x, end.x, rest.c_str(), nullptr,
                              &size);
    ImGui::PopStyleColor();
  }
  ImGui::SetWindowFontScale(1.0f);
  const bool pointed = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end);
  if (pointed && size.x > room) show_tooltip(text);
  return pointed;
}

bool StatusBar::draw(ImVec2 size, const FrameTimes& times, const std::string& hovered) {
  ImGui::SetNextWindowPos({0.0f, size.y - height()});
  ImGui::SetNextWindowSize({size.x, height()});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_raised);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(kEnds), px(kTop)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));  // else a low one leaves the window
  ImGui::Begin("Status", nullptr, kStatusFlags);
  ImGui::PushFont(ui_.fonts.small);
  bool pressed = false;
  const std::string told = facts(hovered), trusted = trust(times.milliseconds);
  const std::string moves =
      tr(Navigation::hint(workspace_.view.settings.controls, workspace_.view.settings.touchpad));
  // By the longest time, so that it stays where it is.
  const float least_right = size.x - width_of(trust(kLongTime)) - px(kEnds) - px(kGap);
  float hint_from = kHintFrom * size.x;
  while (hint_from > kEarliestHint * size.x && whole_parts_of_lines(moves, least_right - hint_from) != moves)
    hint_from -= 0.01f * size.x;
  const float start = px(kEnds), facts_from = kFactsFrom * size.x,
              right = std::max(hint_from, size.x - width_of(trusted) - px(kEnds));
  // Fixed positions, so that no text displaces another: but the last message has the room of what is shown,
  // too, while it is new and nothing is pointed at in the picture, and a warning or an error all of it; and
  // what is shown has that of a message while there is none.
  float facts_at = facts_from, facts_to = hint_from;
  if (const std::size_t count = workspace_.document.messages().list().size(); count != told_) {
    told_ = count;
    told_at_ = ImGui::GetTime();
    told_since_ = Clock::now();
  }
  grown_ = false;
  if (const Message* const message = last_message()) {
    const std::string text = message->signed_text();
    const bool grows = hovered.empty() && ImGui::GetTime() - told_at_ < kNews.count();
    const bool grave = message->kind == Message::Kind::warning || message->kind == Message::Kind::error;
    const float most = !grows  ? facts_from - start - px(kGap)
                       : grave ? message_room(size.x)
                               : hint_from - start - px(kGap);
    const bool two = width_of(text) > most;
    if (grows && grave) facts_to = right;
    if (grows)
      facts_at =
          std::max(facts_from, std::min(start + std::min(most, width_of(text)) + 2.0f * px(kGap), facts_to));
    grown_ = facts_at > facts_from;
    const ImU32 color = message->kind == Message::Kind::error     ? theme().error
                        : message->kind == Message::Kind::warning ? theme().warning
                                                                  : theme().text;
    const bool pointed = two ? lines(start, facts_at, text, color) : field(start, facts_at, text, color);
    if (pointed) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    pressed = pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  } else if (width_of(told) + px(kGap) > hint_from - facts_from) {
    facts_at = start;
  }
  // These are shown in whole parts, and all of them under the pointer. The last one gives way first.
  const std::string shown = whole_parts(told, facts_to - facts_at - px(kGap));
  if (!shown.empty() && field(facts_at, facts_to, shown, theme().text) && shown != told) show_tooltip(told);
  const float hint_at =
      facts_to > hint_from ? std::max(hint_from, facts_at + width_of(shown) + 2.0f * px(kGap)) : hint_from;
  const float hint_room = right - hint_at - px(kGap);
  const bool one = width_of(moves) <= hint_room;
  const std::string hint = one ? moves : whole_parts_of_lines(moves, hint_room);
  if (!hint.empty()) {
    const bool pointed =
        one ? field(hint_at, right, hint, theme().secondary) : lines(hint_at, right, hint, theme().secondary);
    if (pointed && hint != moves) show_tooltip(moves);
  }
  field(right, size.x + px(kGap), trusted, trust_color());
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  return pressed;
}

}  // namespace mannequin::preview
