// The options of the system avatar's own body, and its parts as bound meshes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/mannequin/command_line.h"
#include "tools/mannequin/mesh_set.h"

namespace mannequin::program {

inline constexpr const char* kSystemAvatar = "system-avatar";  // its name as a MESH argument

struct SystemAvatarChoice {
  int lod = 0;
  bool hair = true;
  bool skirt = true;
  std::vector<std::string> masks;              // REGION=FILE
  std::vector<std::filesystem::path> outfits;  // whose masks apply where `masks` has none
  std::uint32_t mask_size = 2048;              // texels per side
};

// The defaults are those of `choice`.
void add_system_avatar_options(CLI::App& command, SystemAvatarChoice& choice);

// Fails (bad_argument) if such options are given with `none`. `lod`: whether --lod applies only to it.
Status check_system_options(const CLI::App& command, bool none, bool lod);

// Every part, shown or not. Fails (bad_argument) without a character folder.
Result<SystemAvatar> load_system_avatar(const std::filesystem::path& folder, const SystemAvatarChoice& choice,
                                        const Character& character, const SliderValues& sliders);

// The parts shown by the choice.
Result<BoundMeshes> load_system_meshes(const std::filesystem::path& folder, const SystemAvatarChoice& choice,
                                       const Character& character, const SliderValues& sliders);

}  // namespace mannequin::program
