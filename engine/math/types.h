// The vector and matrix types of the engine: GLM's, under common names.
//
// Matrices act on column vectors (as in GLM): p_world = world_from_joint * p_joint. Files and the command
// line use row vectors (translation in elements 12-14 of 16); GLM's column-major memory has the same 16
// numbers in the same order, so such lists are copied with memcpy, without transposing.
//
// Frame: metres, X forward, Y left, Z up, right-handed. Quaternions are unit and Hamilton.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace mannequin {

// Double precision: definitions, shapes, poses, the reference.
using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;
using Vec4 = glm::dvec4;
using Quat = glm::dquat;
using Mat3 = glm::dmat3;
using Mat4 = glm::dmat4;

// Single precision: vertices, palettes, all data on devices.
using Vec2f = glm::vec2;
using Vec3f = glm::vec3;
using Vec4f = glm::vec4;
using Mat4f = glm::mat4;

// The three rows of an affine matrix, 48 bytes: m[r] = (a_r0, a_r1, a_r2, t_r), so that
// (M v)_r = dot(m[r], vec4(v, 1)). The format of palette entries on devices.
using Mat34 = glm::mat3x4;

// The upper three rows; `m` must be affine.
inline Mat34 to_mat34(const Mat4& m) { return Mat34(glm::transpose(m)); }

}  // namespace mannequin
