// A skinned vertex, straight from the skinner's buffer.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float openness;

layout(location = 0) out vec3 world_position;
layout(location = 1) out vec3 world_normal;
layout(location = 2) out float vertex_openness;

void main() {
  world_position = position + frame.lift.xyz;
  world_normal = normal;
  vertex_openness = openness;
  gl_Position = frame.clip_from_world * vec4(world_position, 1.0);
}
