#include "tools/preview/panels/shared/translated_page.h"

#include <filesystem>
#include <system_error>

#include "engine/io/file.h"
#include "engine/platform/path.h"
#include "tools/document/translation.h"

namespace mannequin::preview {

std::string page_in_language(const std::string& file_name, std::string_view english) {
  std::error_code unknown;
  const std::filesystem::path path = used_translation().pages() / path_of_utf8(file_name);
  if (used_translation().pages().empty() || !std::filesystem::is_regular_file(path, unknown))
    return std::string(english);
  const auto bytes = io::read_file(path);
  // A page begins with its title.
  return bytes && io::as_text(*bytes).starts_with('#') ? std::string(io::as_text(*bytes))
                                                       : std::string(english);
}

}  // namespace mannequin::preview
