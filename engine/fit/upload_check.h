// The verdict of the viewer's uploader on bound meshes before anyone pays for an upload, and surprises
// in-world after a successful one. Source: mesh oracle, 1-18; ALGORITHM 10, 12.
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
  // The importer of glTF files to check for; others' results are reported as importer_profile.
  ImporterProfile importer = kViewerImporter;
  // The viewer finds the file's joint positions only where joints have the avatar's own names.
  bool positions_by_own_names = false;
  // All joint nodes of the file, bound or not; empty if unknown. Must outlive the call.
  std::span<const FileJoint> file_joints = {};
  // As distributed by a simulator: a mesh without joint positions is complete, so none are missing.
  bool as_distributed = false;
};

// All meshes of one file as read, not built, so that meshes that cannot be built are checked too. Worst
// findings first, within a severity by mesh and in the order of the rules.
Findings check_upload(std::span<const BoundMeshDesc> meshes, const Character& character,
                      const UploadOptions& options);

// The codes of all its rules.
std::span<const std::string_view> upload_rules();

// Whether the uploader would reject the file or drop the rig: some finding is an error.
bool is_refused(const Findings& findings);

}  // namespace mannequin
