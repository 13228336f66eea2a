// Whether what somebody wears is a body, or something to wear over one.
#pragma once

#include "tools/document/worn_file.h"

namespace mannequin::document {

// By its weights: something of it follows the neck or head, the torso, both upper arms, and both legs above
// and below the knee. Bodies often come without head, hands and feet, but with the stump of the neck; clothes
// that cover all of that leave the neck free.
bool looks_like_body(const WornFile& file, const Skeleton& skeleton);

}  // namespace mannequin::document
