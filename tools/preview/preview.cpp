#include "tools/preview/preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/document/settings.h"
#include "tools/preview/language.h"
#include "tools/preview/screenshot.h"
#include "tools/preview/settings_folder.h"
#include "tools/preview/view/view_mode.h"
#include "tools/preview/window.h"

namespace mannequin {

std::span<const std::string_view> preview_view_names() {
  static constexpr std::string_view kNames[] = {"front", "side", "back", "three-quarter", "face", "top"};
  return kNames;
}

std::vector<std::string> preview_color_names() {
  std::vector<std::string> names;
  for (const preview::ViewModeEntry& entry : preview::view_modes()) names.emplace_back(entry.key);
  return names;
}

std::filesystem::path chosen_character_folder() {
  const std::filesystem::path folder = document::Settings(preview::settings_folder()).character_folder();
  std::error_code error;
  return std::filesystem::is_directory(folder, error) ? folder : std::filesystem::path();
}

Status run_preview(const Character& character, const PreviewOptions& options) {
  const auto names = preview_view_names();
  if (!options.view.empty() && std::ranges::find(names, options.view) == names.end())
    return fail(ErrorCode::unsupported, fmt::format("view '{}'", options.view),
                "Use front, side, back, three-quarter, face or top.");
  PreviewOptions kept = options;
  if (kept.screenshot.empty() && kept.settings_folder.empty())
    kept.settings_folder = preview::settings_folder();
  if (auto status = preview::choose_language(kept.language, kept.settings_folder); !status) return status;
  if (!kept.screenshot.empty()) return preview::write_screenshot(character, kept);
  return preview::show_window(character, kept);
}

}  // namespace mannequin
