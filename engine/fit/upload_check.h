// The verdict of the viewer's uploader on bound meshes, before anyone pays for it, and what will surprise
// in-world although it is taken. Source: mesh oracle, 1-18; ALGORITHM 10, 12.
#pragma once

#include <span>
#include <string_view>

#include "engine/appearance/character.h"
#include "engine/fit/finding.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// The choices of the upload window that change the verdict.
struct UploadOptions {
  bool joint_positions = false;  // the uploader's "include joint positions"
};

// All meshes of one file, as a reader gave them: nothing is built, so that what could not be built is found
// too. Worst findings first, within a severity by mesh and in the order of its rules.
Findings check_upload(std::span<const BoundMeshDesc> meshes, const Character& character,
                      const UploadOptions& options);

// The codes of all that it looks for.
std::span<const std::string_view> upload_rules();

// True if the uploader would refuse it or leave the rig out: some finding is an error.
bool is_refused(const Findings& findings);

}  // namespace mannequin
