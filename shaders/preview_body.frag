// A matte studio material under key, fill and rim light, with soft shadows.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(std140, binding = kDrawBinding) uniform DrawBlock { PreviewDraw draw; };
layout(binding = kKeyDepthBinding) uniform sampler2DShadow key_depth;

#include "shaders/preview_disk.glsl"
#include "shaders/preview_light.glsl"
#include "shaders/preview_screen_door.glsl"
#include "shaders/preview_surface.glsl"

layout(location = 0) in vec3 world_position;
layout(location = 1) in vec3 world_normal;
layout(location = 2) in float vertex_ambient_occlusion;
layout(location = 3) in vec2 in_texture;
layout(location = 4) in vec4 vertex_color;
layout(location = 0) out vec4 color;

// 1 lit, 0 in shadow.
float key_light(vec3 at, vec3 n) {
  // Offset along the normal, so that a surface does not shadow itself.
  vec3 p = (frame.key_from_world * vec4(at + n * 0.006, 1.0)).xyz;
  if (p.x < 0.0 || p.x > 1.0 || p.y < 0.0 || p.y > 1.0) return 1.0;
  // Rotated per pixel: fine grain instead of banding.
  float angle = noise(gl_FragCoord.xy) * 2.0 * kPi;
  mat2 turned = frame.key_direction.w * mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
  float lit = 0.0;
  for (int i = 0; i < kTaps; ++i) lit += texture(key_depth, vec3(p.xy + turned * kTap[i], p.z - 0.0006));
  return lit / float(kTaps);
}

void main() {
  vec4 material = surface(vertex_color.rgb, in_texture);
  if (screened_out(material.a)) discard;
  vec3 n = normalize(world_normal);
  if (!gl_FrontFacing) n = -n;
  float open = usable_ambient_occlusion(vertex_ambient_occlusion, draw.color.w);
  Light light = light_on(n, to_viewer(world_position), material.rgb, draw.settings.x, open, key_light(world_position, n));
  color = vec4(shown(material.rgb * light.diffuse + light.shine, gl_FragCoord.xy), 1.0);
}
