// The avatar options shared by all subcommands, and the avatar they describe.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/io/bound_mesh.h"
#include "engine/wear/outfit.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

struct AvatarOptions {
  std::filesystem::path character;            // empty: the built-in definitions
  bool legacy = false;                        // the skeleton before Bento
  std::filesystem::path document;             // what the other options change; empty for none
  std::vector<std::filesystem::path> shapes;  // "rest", last: the rest pose
  std::vector<std::filesystem::path> outfits;
  std::string sex;
  std::vector<std::string> set;
  bool quantise = false;  // as others see the avatar
  std::vector<std::filesystem::path> wear;
  bool joint_positions = false;
  std::vector<std::filesystem::path> offsets;
  std::filesystem::path pose;
  std::optional<double> time;  // seconds since the start of the pose's clip
};

void add_avatar_options(CLI::App& command, AvatarOptions& options);

// --skeleton of a subcommand without the other avatar options.
void add_skeleton_option(CLI::App& command, AvatarOptions& options);

// The same without the files that load_inputs() would read: for a window, which reads them itself.
AvatarOptions without_files(AvatarOptions options);

Result<Character> load_character(const AvatarOptions& options);

// The file that the shape is called by: the last one, which wins. Empty: there is none.
std::filesystem::path own_shape(const AvatarOptions& options);

// Reads everything the options name. `given`: bound meshes passed to the subcommand as arguments; they
// count as worn, after those of --document and --wear. `worn`, if not null, gets the inputs' offsets with
// their origins. Prints the readers' notes to stderr.
Result<AvatarInputs> load_inputs(const AvatarOptions& options, const Character& character,
                                 std::span<const io::BoundMeshFile> given = {},
                                 OutfitOffsets* worn = nullptr);

}  // namespace mannequin::program
