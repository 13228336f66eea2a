// Whether a mesh is a body, or clothing.
#pragma once

#include "tools/document/worn_file.h"

namespace mannequin::document {

// Judges by weights: part of it follows the neck or head, the torso, both upper arms, and both legs above and
// below the knee. Bodies often lack head, hands and feet, but have a stump of the neck; clothes that cover
// the rest leave the neck free.
bool looks_like_body(const WornFile& file, const Skeleton& skeleton);

// Judges a mesh without weights by where it was modelled, in bind space: clothing lies around a bone of the
// avatar; an object for an attachment point is modelled about the origin. What lies around the feet alone may
// be either, and counts as an object.
bool looks_like_clothing(const io::BoundMeshFile& file, const Skeleton& skeleton);

// Hair of ours or of the system avatar, which counts as body and not as clothing.
bool is_own_hair(const WornFile& file);

}  // namespace mannequin::document
