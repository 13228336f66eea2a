// Transformations of nodes.
#pragma once

#include "engine/io/collada/numbers.h"

namespace mannequin::io::collada {

// Parent from node space: the node's <matrix>, <translate>, <rotate> and <scale> in order. As in the viewer,
// negative scales lose their sign; <skew> and <lookat> are ignored and noted.
Result<Mat4> node_transform(const Document& document, NoteCollector& noticed, pugi::xml_node node);

// The matrix to the avatar's frame from the file's: metres per unit, and the axis that points up.
Mat4 root_transform(double metres_per_unit, std::string_view up_axis);

}  // namespace mannequin::io::collada
