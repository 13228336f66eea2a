// A skinned vertex, straight from the skinner's buffer.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 seen;  // of its surroundings, of the key light
layout(location = 4) in vec2 texture_place;  // v up
layout(location = 5) in vec4 linear_color;

layout(location = 0) out vec3 world_position;
layout(location = 1) out vec3 world_normal;
layout(location = 2) out float vertex_ambient_occlusion;
layout(location = 3) out vec2 in_texture;
layout(location = 4) out vec4 vertex_color;

void main() {
  world_position = position + frame.lift.xyz;
  world_normal = normal;
  vertex_ambient_occlusion = seen.x;
  in_texture = vec2(texture_place.x, 1.0 - texture_place.y);  // images start with their top row
  vertex_color = linear_color;
  gl_Position = frame.clip_from_world * vec4(world_position, 1.0);
}
