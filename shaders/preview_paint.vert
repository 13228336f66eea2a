// A skinned vertex, straight from the skinner's buffer, and its paint value.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 3) in vec4 paint;  // number or colour; w: 1 known, 0 not

layout(location = 0) out vec3 world_position;
layout(location = 1) out vec3 world_normal;
layout(location = 2) out vec4 vertex_paint;

void main() {
  world_position = position + frame.lift.xyz;
  world_normal = normal;
  vertex_paint = paint;
  gl_Position = frame.clip_from_world * vec4(world_position, 1.0);
}
