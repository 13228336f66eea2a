#include "engine/platform/own_folder.h"

#include <string>

#include "engine/platform/windows/handle.h"

namespace mannequin {

std::filesystem::path own_folder() {
  static const char here = 0;
  HMODULE own = nullptr;
  if (!GetModuleHandleExW(
          GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
          reinterpret_cast<LPCWSTR>(&here), &own))
    return {};
  std::wstring name(MAX_PATH, L'\0');
  for (;;) {
    const DWORD length = GetModuleFileNameW(own, name.data(), static_cast<DWORD>(name.size()));
    if (length == 0) return {};
    if (length < name.size()) return std::filesystem::path(name.substr(0, length)).parent_path();
    name.resize(2 * name.size());  // it was cut off
  }
}

}  // namespace mannequin
