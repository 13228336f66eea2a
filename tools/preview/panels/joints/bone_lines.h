// Lines from joint to joint over the picture.
#pragma once

#include "tools/preview/panels/shared/theme.h"
#include "tools/preview/panels/shared/view_rect.h"
#include "tools/preview/render/depth_image.h"

namespace mannequin::preview {

// Solid where visible, dotted where something drawn hides it; thick if `weighted`. Ends in the world.
void draw_bone_line(ImDrawList& list, const Mat4& clip_from_world, const ViewRect& rect, const Vec3& from,
                    const Vec3& to, bool weighted, const DepthImage& depth, const Theme& theme, float scale);

}  // namespace mannequin::preview
