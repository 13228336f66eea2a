// The floor is the background with a grid, an arrow to X and the avatar's shadow on it; it fades out into the wall.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(binding = kFloorSharpBinding) uniform sampler2D sharp_shadow;
layout(binding = kFloorSoftBinding) uniform sampler2D soft_shadow;

layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;

// Coverage of lines of a width in pixels at every `every` metres, antialiased; fades where they would merge.
float grid(vec2 p, float every, float pixels, vec2 footprint) {
  vec2 unit = footprint / every;
  vec2 distance_to_line = abs(fract(p / every - 0.5) - 0.5) / max(unit, vec2(1e-6));
  vec2 cover = clamp(pixels * 0.5 + 0.5 - distance_to_line, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.4, unit));
  return max(cover.x, cover.y);
}

float segment(vec2 p, vec2 a, vec2 b, float half_width, float footprint) {
  vec2 along = b - a;
  float t = clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
  return clamp(0.5 - (length(p - a - t * along) - half_width) / footprint, 0.0, 1.0);
}

void main() {
  vec2 footprint = fwidth(at);
  float pixel = max(max(footprint.x, footprint.y), 1e-5);
  float away = length(at);
  float fade = 1.0 - smoothstep(1.2, 4.5, away);
  vec3 to_camera = frame.camera.w > 0.5 ? normalize(frame.camera.xyz - vec3(at, 0.0)) : -frame.camera_forward.xyz;
  float grazing = smoothstep(0.0, 0.12, abs(to_camera.z));
  bool below = to_camera.z < 0.0;

  vec2 in_shadow_map = (at - frame.floor_area.xy) / frame.floor_area.z;
  vec3 sharp = texture(sharp_shadow, in_shadow_map).rgb;
  vec3 soft = texture(soft_shadow, in_shadow_map).rgb;
  // Casters higher up cast softer shadows.
  float height = soft.g / max(soft.r, 1e-4);
  float shade = mix(sharp.r, soft.r, smoothstep(0.02, 0.55, height));
  float contact = 1.0 - (1.0 - 0.75 * soft.b) * (1.0 - 0.35 * sharp.b);
  float dark = 1.0 - (1.0 - 0.62 * shade) * (1.0 - 0.8 * contact);
  if (below) dark = 0.0;

  float lines = max(0.55 * grid(at, 1.0, 1.6, footprint), 0.2 * grid(at, 0.1, 1.0, footprint));
  float arrow = max(segment(at, vec2(0.26, 0.0), vec2(0.50, 0.0), 0.005, pixel),
                    max(segment(at, vec2(0.50, 0.0), vec2(0.445, 0.035), 0.005, pixel),
                        segment(at, vec2(0.50, 0.0), vec2(0.445, -0.035), 0.005, pixel)));
  vec2 letter = at - vec2(0.57, 0.0);
  arrow = max(arrow, max(segment(letter, vec2(-0.028, -0.02), vec2(0.028, 0.02), 0.005, pixel),
                         segment(letter, vec2(-0.028, 0.02), vec2(0.028, -0.02), 0.005, pixel)));

  // Premultiplied: adds light at lines, and darkens the wall in the shadow.
  float line_alpha = lines * frame.floor_line.w * fade * grazing;
  float arrow_alpha = arrow * min(frame.floor_line.w * 2.0, 1.0) * 0.8 * grazing;
  float pool = 1.0 - smoothstep(0.0, 2.8, away);
  pool *= pool * grazing * (below ? 0.0 : 1.0);
  vec3 red = vec3(0.75, 0.13, 0.08);
  vec3 light = frame.floor_light.rgb * pool * (1.0 - dark);
  light = mix(light, frame.floor_line.rgb * (1.0 - 0.8 * dark), line_alpha);
  light = mix(light, red * (1.0 - 0.7 * dark), arrow_alpha);
  float kept = (1.0 - dark * grazing) * (1.0 - line_alpha) * (1.0 - arrow_alpha);
  // Blending rounds again, so add the wall's dither noise again.
  light += noise(gl_FragCoord.xy + 17.0) * eighth_bit(vec3(0.05)) * (1.0 - kept + pool * 0.5);
  color = vec4(light, 1.0 - kept);
}
