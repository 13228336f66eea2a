// In which language the window speaks.
#pragma once

#include <filesystem>

#include "engine/core/result.h"

namespace mannequin::preview {

// A translation named by its file; else what the settings folder has for the languages of the system, as in
// "languages/pt_BR.json" or "languages/pt.json"; else English. Its pages lie in the folder of the same name
// beside it: "languages/pt". An unusable file of the settings folder is a
// mistake of the translation, which the window tells. Call before anything is drawn.
Status choose_language(const std::filesystem::path& file, const std::filesystem::path& settings_folder);

}  // namespace mannequin::preview
