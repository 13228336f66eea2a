// Whether a worn mesh is a body, or clothing.
#pragma once

#include "tools/document/worn_file.h"

namespace mannequin::document {

// Judges by weights: part of it follows the neck or head, the torso, both upper arms, and both legs above and
// below the knee. Bodies often lack head, hands and feet, but have a stump of the neck; clothes that cover
// the rest leave the neck free.
bool looks_like_body(const WornFile& file, const Skeleton& skeleton);

// Hair of ours or of the system avatar, which counts as body and not as clothing.
bool is_own_hair(const WornFile& file);

}  // namespace mannequin::document
