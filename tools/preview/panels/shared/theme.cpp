#include "tools/preview/panels/shared/theme.h"

#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "tools/preview/platform/font_files.h"

namespace mannequin::preview {
namespace {

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
  return (hex >> 16 & 255) | (hex >> 8 & 255) << 8 | (hex & 255) << 16 | alpha << 24;
}

// Characters used by the interface: Latin, Greek, Cyrillic, punctuation, arrows, signs.
const ImWchar kRanges[] = {0x0020, 0x024f, 0x0370, 0x03ff, 0x0400, 0x04ff, 0x2010, 0x205e, 0x2190, 0x21ff,
                           0x2200, 0x22ff, 0x25a0, 0x25ff, 0x2600, 0x26ff, 0x2700, 0x27bf, 0};

// The first that is there, as ImGui takes it; empty without any.
std::string installed(const std::vector<std::filesystem::path>& files) {
  std::error_code unknown;
  for (const std::filesystem::path& file : files)
    if (std::filesystem::exists(file, unknown)) return file.string();
  return {};
}

// Beside those of the font that was added last.
void add_rare(float size, const ImVector<ImWchar>& rare) {
  const std::string file = rare.empty() ? "" : installed(rare_fonts());
  if (file.empty()) return;
  ImFontConfig config;
  config.MergeMode = true;
  ImGui::GetIO().Fonts->AddFontFromFileTTF(file.c_str(), size, &config, rare.Data);
}

ImVec4 color(ImU32 c) { return ImGui::ColorConvertU32ToFloat4(c); }

ImVec4 mixed(ImU32 a, ImU32 b, float t) {
  const ImVec4 x = color(a), y = color(b);
  return {x.x + t * (y.x - x.x), x.y + t * (y.y - x.y), x.z + t * (y.z - x.z), 1.0f};
}

}  // namespace

const Theme kDarkTheme{.panel = rgb(0x1e2226),
                       .panel_raised = rgb(0x282d32),
                       .frame = rgb(0x3a4148),
                       .text = rgb(0xe6e8ea),
                       .secondary = rgb(0xa9b0b7),
                       .accent = rgb(0x56b4e9),
                       .good = rgb(0x4fc3a1),
                       .warning = rgb(0xe69f00),
                       .error = rgb(0xff8a65),
                       .joint_plain = rgb(0xa0a7ae),
                       .joint_weighted = rgb(0x3fa7ff),
                       .joint_offset = rgb(0xff7043),
                       .joint_selected = rgb(0xffffff),
                       .volume = rgb(0xf0e442),
                       .attachment = rgb(0x2fa37f),
                       .halo = rgb(0x101214, 200)};

const Theme kLightTheme{.panel = rgb(0xf4f5f6),
                        .panel_raised = rgb(0xe6e8ea),
                        .frame = rgb(0xc4cad0),
                        .text = rgb(0x1b1f23),
                        .secondary = rgb(0x4f5862),
                        .accent = rgb(0x005a9e),
                        .good = rgb(0x00664a),
                        .warning = rgb(0x8a5a00),
                        .error = rgb(0xb3261e),
                        .joint_plain = rgb(0x6b747d),
                        .joint_weighted = rgb(0x2a6fdb),
                        .joint_offset = rgb(0xc2410c),
                        .joint_selected = rgb(0x000000),
                        .volume = rgb(0x4a1a6a),
                        .attachment = rgb(0x00594a),
                        .halo = rgb(0xffffff, 210)};

// Only black, white and hues that are bright on black.
const Theme kHighContrastTheme{.panel = rgb(0x000000),
                               .panel_raised = rgb(0x000000),
                               .frame = rgb(0xffffff),
                               .text = rgb(0xffffff),
                               .secondary = rgb(0xffffff),
                               .accent = rgb(0x6cc8ff),
                               .good = rgb(0x6ee7c4),
                               .warning = rgb(0xffc233),
                               .error = rgb(0xffa48c),
                               .joint_plain = rgb(0xc8ced4),
                               .joint_weighted = rgb(0x6cc0ff),
                               .joint_offset = rgb(0xff8a65),
                               .joint_selected = rgb(0xffffff),
                               .volume = rgb(0xf0e442),
                               .attachment = rgb(0x6ee7c4),
                               .halo = rgb(0x000000, 230),
                               .frame_width = 2.0f};

bool has_rare_font() { return !installed(rare_fonts()).empty(); }

bool always_loaded(unsigned letter) {
  for (const ImWchar* range = kRanges; *range != 0; range += 2)
    if (letter >= range[0] && letter <= range[1]) return true;
  return false;
}

Fonts load_fonts(float scale, float density, const ImVector<ImWchar>& rare) {
  ImGuiIO& io = ImGui::GetIO();
  Fonts fonts;
  // ImGui's size is the line height; letters are six sevenths of it.
  if (const std::string file = installed(text_fonts()); !file.empty()) {
    const auto load = [&](float height) {
      const float size = std::round(height * scale * density);
      ImFont* const font = io.Fonts->AddFontFromFileTTF(file.c_str(), size, nullptr, kRanges);
      if (font != nullptr) add_rare(size, rare);
      return font;
    };
    fonts.text = load(17.0f);
    fonts.small = load(15.0f);
  }
  if (fonts.text == nullptr || fonts.small == nullptr) {
    ImFontConfig config;
    config.SizePixels = std::round(13.0f * scale * density);
    fonts.text = fonts.small = io.Fonts->AddFontDefault(&config);
    fonts.fallback = true;
  }
  io.FontGlobalScale = 1.0f / density;
  return fonts;
}

void apply_theme(const Theme& theme, float scale) {
  ImGuiStyle style;  // unmodified, because scaling accumulates
  style.WindowRounding = 0.0f;
  style.FrameRounding = 4.0f;
  style.GrabRounding = 4.0f;
  style.PopupRounding = 5.0f;
  style.ScrollbarRounding = 6.0f;
  style.WindowBorderSize = theme.frame_width > 1.0f ? theme.frame_width : 0.0f;
  style.FrameBorderSize = theme.frame_width;
  style.PopupBorderSize = theme.frame_width;
  style.WindowPadding = {12.0f, 10.0f};
  style.FramePadding = {8.0f, 4.0f};
  style.ItemSpacing = {8.0f, 6.0f};
  style.ScrollbarSize = 12.0f;
  style.ScaleAllSizes(scale);
  // ImGui does not scale line widths.
  style.FrameBorderSize *= std::max(scale, 1.0f);
  style.PopupBorderSize *= std::max(scale, 1.0f);
  // Thick frames distinguish fields and buttons where a fill would be too close to the text's colour.
  const float fill = theme.frame_width > 1.0f ? 0.3f : 1.0f;
  const ImU32 pressed = theme.frame_width > 1.0f ? theme.panel : theme.frame;
  ImVec4* c = style.Colors;
  c[ImGuiCol_Text] = color(theme.text);
  c[ImGuiCol_TextDisabled] = color(theme.secondary);
  c[ImGuiCol_WindowBg] = c[ImGuiCol_ChildBg] = color(theme.panel);
  c[ImGuiCol_PopupBg] = c[ImGuiCol_MenuBarBg] = color(theme.panel_raised);
  c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgCollapsed] = color(theme.panel_raised);
  c[ImGuiCol_TitleBgActive] = mixed(theme.panel, theme.accent, 0.35f * fill);
  c[ImGuiCol_ResizeGrip] = color(theme.frame);
  c[ImGuiCol_ResizeGripHovered] = c[ImGuiCol_ResizeGripActive] = color(theme.accent);
  c[ImGuiCol_Border] = c[ImGuiCol_Separator] = color(theme.frame);
  c[ImGuiCol_FrameBg] = mixed(theme.panel, theme.frame, 0.45f * fill);
  c[ImGuiCol_FrameBgHovered] = mixed(theme.panel, theme.frame, 0.8f * fill);
  c[ImGuiCol_FrameBgActive] = mixed(theme.panel, theme.frame, fill);
  c[ImGuiCol_Button] = mixed(theme.panel, theme.frame, 0.6f * fill);
  c[ImGuiCol_ButtonHovered] = mixed(theme.panel, theme.frame, fill);
  c[ImGuiCol_ButtonActive] = mixed(pressed, theme.accent, 0.5f);
  c[ImGuiCol_Header] = mixed(theme.panel, theme.frame, 0.5f * fill);
  c[ImGuiCol_HeaderHovered] = mixed(theme.panel, theme.frame, 0.8f * fill);
  c[ImGuiCol_HeaderActive] = mixed(theme.panel, theme.frame, fill);
  c[ImGuiCol_CheckMark] = color(theme.accent);
  // Figures are written across these.
  c[ImGuiCol_SliderGrab] = c[ImGuiCol_PlotHistogram] = mixed(theme.panel, theme.accent, 0.5f);
  c[ImGuiCol_SliderGrabActive] = mixed(theme.panel, theme.accent, 0.65f);
  c[ImGuiCol_ScrollbarBg] = color(theme.panel);
  c[ImGuiCol_ScrollbarGrab] = color(theme.frame);
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = color(theme.secondary);
  c[ImGuiCol_TextSelectedBg] = mixed(theme.panel, theme.accent, 0.45f);
  c[ImGuiCol_NavHighlight] = color(theme.accent);
  c[ImGuiCol_Tab] = c[ImGuiCol_TabUnfocused] = mixed(theme.panel, theme.frame, 0.5f * fill);
  c[ImGuiCol_TabHovered] = mixed(theme.panel, theme.frame, fill);
  c[ImGuiCol_TabActive] = c[ImGuiCol_TabUnfocusedActive] = mixed(pressed, theme.accent, 0.4f);
  c[ImGuiCol_TableHeaderBg] = color(theme.panel_raised);
  c[ImGuiCol_TableBorderLight] = c[ImGuiCol_TableBorderStrong] = mixed(theme.panel, theme.frame, 0.6f * fill);
  c[ImGuiCol_TableRowBgAlt] = mixed(theme.panel, theme.frame, 0.2f * fill);
  c[ImGuiCol_ModalWindowDimBg] = {0.0f, 0.0f, 0.0f, 0.4f};
  ImGui::GetStyle() = style;
}

}  // namespace mannequin::preview
