#include "engine/platform/own_folder.h"

#include <dlfcn.h>

#include <system_error>

namespace mannequin {

std::filesystem::path own_folder() {
  static const char here = 0;
  Dl_info info;
  if (dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code none;
  return std::filesystem::canonical(info.dli_fname, none).parent_path();
}

}  // namespace mannequin
