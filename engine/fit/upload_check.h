// The verdict of the viewer's uploader on bound meshes, before anyone pays for it, and surprises
// in-world after a successful upload. Source: mesh oracle, 1-18; ALGORITHM 10, 12.
#pragma once

#include <span>
#include <string_view>

#include "engine/appearance/character.h"
#include "engine/fit/finding.h"
#include "engine/mesh/file_joint.h"
#include "engine/mesh/importer_profile.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// The choices in the upload window that change the verdict.
struct UploadOptions {
  bool joint_positions = false;  // the uploader's "include joint positions"
  // Whose importer reads glTF files: what others make of them is a finding, importer_profile.
  ImporterProfile importer = kViewerImporter;
  // The viewer finds the joint positions of the file only where joints have the avatar's own names.
  bool positions_by_own_names = false;
  // All joint nodes of the file, bound or not; empty if unknown. Must outlive the call.
  std::span<const FileJoint> file_joints = {};
};

// All meshes of one file, as given by a reader: nothing is built, so that meshes that cannot be built are
// checked too. Worst findings first, within a severity by mesh and in the order of the rules.
Findings check_upload(std::span<const BoundMeshDesc> meshes, const Character& character,
                      const UploadOptions& options);

// The codes of all its rules.
std::span<const std::string_view> upload_rules();

// True if the uploader would reject it or drop the rig: some finding is an error.
bool is_refused(const Findings& findings);

}  // namespace mannequin
