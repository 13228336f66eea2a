// The caller's memory for vertices.
#pragma once

#include <span>

#include "engine/skinning/result_layout.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

bool names_memory(const mannequin_vertex_buffers& out);

// Copies the known members of the caller's struct. Reports unless strides are valid, and each requested
// buffer has room for this many vertices.
mannequin_status take_buffers(const mannequin_vertex_buffers* given, std::size_t vertex_count,
                              mannequin_vertex_buffers& out);

void scatter(std::span<const SkinnedVertex> vertices, const mannequin_vertex_buffers& out);

// Converts a packed list to `place`; null: not requested.
void write_vector(const Vec3f& value, float* list, std::size_t place);

}  // namespace mannequin::c_api
