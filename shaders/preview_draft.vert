// A skinned vertex lit per vertex: a fast picture while something moves. Reuses the last visibility of the
// sky and the key light.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(std140, binding = kDrawBinding) uniform DrawBlock { PreviewDraw draw; };

#include "shaders/preview_light.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 seen;  // of its surroundings, of the key light
layout(location = 4) in vec2 texture_place;  // v up
layout(location = 5) in vec4 linear_color;

layout(location = 0) out vec3 diffuse;
layout(location = 1) out vec3 shine;
layout(location = 2) out vec2 in_texture;
layout(location = 3) out vec3 vertex_color;

void main() {
  vec3 world = position + frame.lift.xyz;
  vec3 v = to_viewer(world);
  // Which side is visible is only known per triangle later; a normal facing away is a good approximation.
  vec3 n = dot(normal, v) < 0.0 ? -normal : normal;
  Light light = light_on(n, v, draw.color.rgb, draw.settings.x, usable_ambient_occlusion(seen.x, draw.color.w), seen.y);
  diffuse = light.diffuse;
  shine = light.shine;
  in_texture = vec2(texture_place.x, 1.0 - texture_place.y);
  vertex_color = linear_color.rgb;
  gl_Position = frame.clip_from_world * vec4(world, 1.0);
}
