// Compiled into the DLLs: one that is loaded stays, as with "-z nodelete" elsewhere (cmake/CApi.cmake).
#include "engine/platform/windows/handle.h"

namespace {

const char here = 0;

[[maybe_unused]] const BOOL stays = [] {
  HMODULE own = nullptr;
  return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                            reinterpret_cast<LPCWSTR>(&here), &own);
}();

}  // namespace
