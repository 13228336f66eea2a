// mannequin inspect for MakeHuman / MPFB files: rigs, weights and base meshes.
#pragma once

#include "engine/io/file.h"
#include "tools/mannequin/rig_options.h"

namespace mannequin::program {

enum class RigFileKind { none, rig, weights, base_mesh };
RigFileKind rig_file_kind(const io::Bytes& bytes);

// For a rig: its bones, and their positions on `options.base_mesh` if given. For weights: their groups,
// and the bones that they move in `options.rig` if given.
Result<int> inspect_rig_file(RigFileKind kind, const std::filesystem::path& file, const RigOptions& options,
                             bool json);

}  // namespace mannequin::program
