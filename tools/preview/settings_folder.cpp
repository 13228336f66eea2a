#include "tools/preview/settings_folder.h"

#include <SDL_filesystem.h>
#include <SDL_stdinc.h>

#include <cstdlib>

#include "engine/platform/path.h"

namespace mannequin::preview {

std::filesystem::path settings_folder() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && config[0] == '/')
    return path_of_utf8(config) / "mannequin";
  char* found = SDL_GetPrefPath(nullptr, "mannequin");
  if (found == nullptr) return {};
  const std::filesystem::path folder = path_of_utf8(found);
  SDL_free(found);
  return folder;
}

}  // namespace mannequin::preview
