// The caller's memory for vertices.
#pragma once

#include <span>

#include "engine/skinning/result_layout.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

bool names_memory(const mannequin_vertex_buffers& out);

// The caller's struct, as far as it goes. Reports unless strides are good, and there is room for so many
// vertices where any are wanted.
mannequin_status take_buffers(const mannequin_vertex_buffers* given, std::size_t vertex_count,
                              mannequin_vertex_buffers& out);

void scatter(std::span<const SkinnedVertex> vertices, const mannequin_vertex_buffers& out);

}  // namespace mannequin::c_api
