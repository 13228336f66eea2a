// Per-vertex light applied to the material.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(std140, binding = kDrawBinding) uniform DrawBlock { PreviewDraw draw; };

#include "shaders/preview_screen_door.glsl"
#include "shaders/preview_surface.glsl"

layout(location = 0) in vec3 diffuse;
layout(location = 1) in vec3 shine;
layout(location = 2) in vec2 in_texture;
layout(location = 3) in vec3 vertex_color;
layout(location = 0) out vec4 color;

void main() {
  vec4 material = surface(vertex_color, in_texture);
  if (screened_out(material.a)) discard;
  color = vec4(shown(material.rgb * diffuse + shine, gl_FragCoord.xy), 1.0);
}
