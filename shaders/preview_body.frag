// A matte studio material under key, fill and rim light.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(std140, binding = kDrawBinding) uniform DrawBlock { PreviewDraw draw; };
layout(binding = kKeyDepthBinding) uniform sampler2DShadow key_depth;
layout(binding = kTextureBinding) uniform sampler2D face_texture;

layout(location = 0) in vec3 world_position;
layout(location = 1) in vec3 world_normal;
layout(location = 2) in float vertex_openness;
layout(location = 3) in vec2 in_texture;
layout(location = 4) in vec4 vertex_color;
layout(location = 0) out vec4 color;

const float kPi = 3.14159265;

// A sunflower, whose even spread needs no noise.
const int kTaps = 12;
const vec2 kTap[kTaps] = vec2[](
    vec2(0.2041, 0.0000), vec2(-0.2607, 0.2388), vec2(0.0399, -0.4547),
    vec2(0.3286, 0.4286), vec2(-0.6030, -0.1067), vec2(0.5712, -0.3634),
    vec2(-0.1911, 0.7107), vec2(-0.3644, -0.7016), vec2(0.7906, 0.2887),
    vec2(-0.8224, 0.3395), vec2(0.3965, -0.8472), vec2(0.2930, 0.9341));

// 1 lit, 0 in shadow.
float key_light(vec3 at, vec3 n) {
  // Pushed out along the normal, so that a surface does not shade itself.
  vec3 p = (frame.key_from_world * vec4(at + n * 0.006, 1.0)).xyz;
  if (p.x < 0.0 || p.x > 1.0 || p.y < 0.0 || p.y > 1.0) return 1.0;
  // Turned from pixel to pixel: a fine grain in place of steps.
  float angle = noise(gl_FragCoord.xy) * 2.0 * kPi;
  mat2 turned = frame.key_direction.w * mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
  float lit = 0.0;
  for (int i = 0; i < kTaps; ++i) lit += texture(key_depth, vec3(p.xy + turned * kTap[i], p.z - 0.0006));
  return lit / float(kTaps);
}

// Light that wraps around by `wrap`, as on skin and plaster, keeping the total.
float wrapped(float n_dot_l, float wrap) { return max(n_dot_l + wrap, 0.0) / ((1.0 + wrap) * (1.0 + wrap)); }

float highlight(vec3 n, vec3 v, vec3 l, float roughness) {
  vec3 h = normalize(v + l);
  float n_dot_h = max(dot(n, h), 0.0), n_dot_l = max(dot(n, l), 0.0), n_dot_v = max(dot(n, v), 1e-3);
  float a2 = roughness * roughness * roughness * roughness;
  float d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
  float k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
  float visible = 1.0 / ((n_dot_l * (1.0 - k) + k) * (n_dot_v * (1.0 - k) + k));
  float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(h, v), 0.0), 5.0);
  return a2 / (kPi * d * d) * visible * fresnel * 0.25 * n_dot_l;
}

// Screens what is not quite opaque by a fine even grid: it needs no order of drawing, and many layers stay right.
bool screened_out(float opacity) {
  const float kGrid[16] = float[](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
  return opacity <= (kGrid[cell.y * 4 + cell.x] + 0.5) / 16.0;
}

// The colour of the surface, and how much of what is behind it hides.
vec4 surface() {
  vec4 own = vec4(draw.color.rgb, draw.settings.y);
  if (draw.settings.z < 0.5 && draw.settings.w < 0.5) return own;
  if (draw.settings.w > 0.5) own.rgb *= vertex_color.rgb;
  if (draw.settings.z > 0.5) {
    vec4 texel = texture(face_texture, in_texture);
    own.rgb *= texel.rgb;
    if (draw.settings.z > 1.5) own.a *= texel.a;
  }
  // No real surface is quite white or black.
  own.rgb = mix(vec3(0.03), vec3(0.8), own.rgb);
  return own;
}

void main() {
  vec4 material = surface();
  if (screened_out(material.a)) discard;
  vec3 n = normalize(world_normal);
  if (!gl_FrontFacing) n = -n;
  vec3 v = frame.camera.w > 0.5 ? normalize(frame.camera.xyz - world_position) : -frame.camera_forward.xyz;
  vec3 key = frame.key_direction.xyz, fill = frame.fill_direction.xyz, rim = frame.rim_direction.xyz;
  // A vertex that sees nothing at all lies inside another mesh (an ankle in a shoe); what it would darken is the
  // visible part of its triangles, wrongly.
  float seen = mix(0.7, vertex_openness, smoothstep(0.02, 0.12, vertex_openness));
  float open = mix(1.0, seen, draw.color.w);
  float roughness = draw.settings.x;
  float lit = key_light(world_position, n);

  vec3 diffuse = frame.key_color.rgb * wrapped(dot(n, key), 0.12) * mix(lit, 1.0, 0.04);
  diffuse += frame.fill_color.rgb * wrapped(dot(n, fill), 0.5) * mix(open, 1.0, 0.3);
  diffuse += frame.rim_color.rgb * wrapped(dot(n, rim), 0.0) * open;
  // Light that enters hollows is coloured by what it met there; without that they look dirty.
  vec3 tinted_open = mix(vec3(open), vec3(1.0), 0.25 * material.rgb);
  vec3 around = mix(frame.ground_color.rgb, frame.sky_color.rgb, n.z * 0.5 + 0.5);
  diffuse += around * tinted_open * open;

  vec3 shine = frame.key_color.rgb * highlight(n, v, key, roughness) * lit;
  shine += frame.fill_color.rgb * highlight(n, v, fill, roughness) * open;
  shine += frame.rim_color.rgb * highlight(n, v, rim, roughness) * open;
  float edge = pow(1.0 - max(dot(n, v), 0.0), 4.0);
  shine += frame.sky_color.rgb * edge * 0.35 * open;

  color = vec4(shown(material.rgb * diffuse + shine, gl_FragCoord.xy), 1.0);
}
