// The definitions of the avatar: our own JSON (embedded, or from files) and a viewer's character folder.
#pragma once

#include <string>
#include <string_view>

#include "engine/appearance/character.h"
#include "engine/core/result.h"
#include "engine/io/file_path.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin::io {

// assets/skeleton.json and assets/appearance.json compiled into the program.
Result<CharacterDesc> read_builtin_character();

// A viewer's folder: avatar_skeleton.xml and avatar_lad.xml.
Result<CharacterDesc> read_character_folder(const FilePath& folder);

// `source` is the file's name for messages.
Result<SkeletonDesc> read_skeleton_json(std::string_view text, const std::string& source);
Result<AppearanceDesc> read_appearance_json(std::string_view text, const std::string& source);
std::string write_skeleton_json(const SkeletonDesc& desc);
std::string write_appearance_json(const AppearanceDesc& desc);

// avatar_skeleton.xml: bones and volumes. avatar_lad.xml: attachment points (appended to `skeleton`) and
// parameters.
Result<SkeletonDesc> read_skeleton_xml(std::string_view text, const std::string& source);
Result<AppearanceDesc> read_lad_xml(std::string_view text, const std::string& source, SkeletonDesc& skeleton);

}  // namespace mannequin::io
