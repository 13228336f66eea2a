// The short text of a vertex over the picture, where the whole one would hide the avatar.
#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "tools/document/picking.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {

// Whether a text of this size would take too much of the view. Never while Alt is held, which shows all of
// it.
bool takes_too_much(ImVec2 text, const ViewRect& view);

// Its number, its strongest joints by their names alone, and how many more there are.
std::string brief_vertex(const std::string& mesh, std::size_t vertex, std::span<const JointWeight> weights,
                         const Skeleton& skeleton);
// How large its letters are, of the usual ones, where it has this size in those.
float brief_letters(ImVec2 usual, const ViewRect& view);

}  // namespace mannequin::preview
