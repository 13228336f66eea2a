#include "tools/preview/platform/font_files.h"

#include <string>

#include "engine/platform/windows/handle.h"
// After windows.h.
#include <shlobj.h>

namespace mannequin::preview {
namespace {

std::filesystem::path program_folder() {
  std::wstring name(MAX_PATH, L'\0');
  for (;;) {
    const DWORD length = GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    if (length < name.size()) {
      name.resize(length);
      return std::filesystem::path(name).parent_path();
    }
    name.resize(2 * name.size());
  }
}

std::filesystem::path fonts_folder() {
  PWSTR found = nullptr;
  std::filesystem::path folder;
  if (SUCCEEDED(SHGetKnownFolderPath(FOLDERID_Fonts, KF_FLAG_DEFAULT, nullptr, &found))) folder = found;
  CoTaskMemFree(found);
  return folder;
}

}  // namespace

std::vector<std::filesystem::path> text_fonts() {
  // The first comes with the program, and has all that the interface writes.
  return {program_folder() / L"DejaVuSans.ttf", fonts_folder() / L"segoeui.ttf"};
}

std::vector<std::filesystem::path> rare_fonts() {
  const std::filesystem::path folder = fonts_folder();
  return {folder / L"YuGothM.ttc", folder / L"meiryo.ttc", folder / L"msgothic.ttc", folder / L"msyh.ttc",
          folder / L"malgun.ttf"};
}

}  // namespace mannequin::preview
