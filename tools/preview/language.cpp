#include "tools/preview/language.h"

#include <SDL_locale.h>
#include <SDL_stdinc.h>

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/io/file.h"
#include "engine/platform/path.h"
#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

Result<Translation> read_translation(const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes) return error_of(bytes);
  Result<Translation> read = Translation::read(io::as_text(*bytes), path.filename().string());
  if (read) read->keep_pages(path.parent_path() / path.stem());
  return read;
}

// "pt_BR", "pt", "en": as the user likes them best.
std::vector<std::string> preferred_languages() {
  std::vector<std::string> names;
  SDL_Locale* const locales = SDL_GetPreferredLocales();
  for (const SDL_Locale* each = locales; each != nullptr && each->language != nullptr; ++each) {
    if (each->country != nullptr) names.push_back(std::string(each->language) + '_' + each->country);
    names.emplace_back(each->language);
  }
  SDL_free(locales);
  return names;
}

}  // namespace

Status choose_language(const std::filesystem::path& file, const std::filesystem::path& settings_folder) {
  if (!file.empty()) {
    auto read = read_translation(file);
    if (!read) return error_of(read);
    use_translation(std::move(*read));
    return {};
  }
  if (settings_folder.empty()) return {};
  for (const std::string& name : preferred_languages()) {
    const std::filesystem::path path = settings_folder / "languages" / path_of_utf8(name + ".json");
    std::error_code unknown;
    if (name == "en" || !std::filesystem::exists(path, unknown)) {
      if (name == "en") return {};
      continue;
    }
    auto read = read_translation(path);
    use_translation(read ? std::move(*read) : Translation::unusable(read.error().message()));
    return {};
  }
  return {};
}

}  // namespace mannequin::preview
