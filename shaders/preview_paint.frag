// Colours as data: a ramp, given colours, or directions; lighting changes them by at most a fifth.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(std140, binding = kDrawBinding) uniform DrawBlock { PreviewDraw draw; };
layout(std140, binding = kPaintBinding) uniform PaintBlock { PreviewPaint paint; };

#include "shaders/preview_screen_door.glsl"

layout(location = 0) in vec3 world_position;
layout(location = 1) in vec3 world_normal;
layout(location = 2) in vec4 vertex_paint;
layout(location = 0) out vec4 color;

vec3 light_of(vec3 encoded) {
  vec3 low = encoded / 12.92, high = pow((encoded + 0.055) / 1.055, vec3(2.4));
  return mix(high, low, lessThanEqual(encoded, vec3(0.04045)));
}

vec3 on_ramp(float number) {
  float place = clamp((number - paint.range.x) / (paint.range.y - paint.range.x), 0.0, 1.0) * 6.0;
  int below = min(int(place), 5);
  return mix(paint.stops[below].rgb, paint.stops[below + 1].rgb, place - float(below));
}

// 1 on a line of one and a half pixels wherever the value passes a multiple of `every`, except at the range's
// ends, where whole areas may lie.
float line_at(float number, float every) {
  float inside = min(number - paint.range.x, paint.range.y - number);
  float per_pixel = fwidth(number);
  if (every <= 0.0 || per_pixel <= 0.0 || inside < 0.2 * every) return 0.0;
  float away = abs(fract(number / every - 0.5) - 0.5) * every / per_pixel;
  return clamp(1.25 - away, 0.0, 1.0);
}

// Grey with stripes: no place on any ramp looks like it.
vec3 hatched() {
  float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) - 0.5) * 9.0;
  return vec3(mix(0.5, 0.32, clamp(1.6 - stripe, 0.0, 1.0)));
}

// 1 on dots where a value of a range with two signs is below 0, so that the signs differ without colours, too.
float dot_at(float number) {
  float share = paint.range.x < 0.0 ? number / paint.range.x : 0.0;
  float away = 8.0 * length(fract(gl_FragCoord.xy / 8.0) - 0.5);
  return share > 0.05 ? clamp(1.9 - away, 0.0, 1.0) : 0.0;
}

// Where colours of vertices meet they are darker: in grey, neighbours may be alike.
float border_shade() {
  vec3 change = fwidth(vertex_paint.rgb);
  return max(max(change.r, change.g), change.b) > 1e-5 ? 0.4 : 1.0;
}

void main() {
  if (screened_out(draw.settings.y)) discard;
  vec3 n = normalize(world_normal);
  vec3 v = frame.camera.w > 0.5 ? normalize(frame.camera.xyz - world_position) : -frame.camera_forward.xyz;
  float shade = 0.8 + 0.2 * abs(dot(n, v));
  float border = paint.kind == kPaintColors ? border_shade() : 1.0;
  vec3 encoded;
  if (paint.kind == kPaintNormals) {
    encoded = 0.5 + 0.5 * n;
  } else if (vertex_paint.w < 0.5) {
    encoded = hatched();
  } else if (paint.kind == kPaintColors) {
    encoded = border * vertex_paint.rgb;
  } else {
    float mark = max(line_at(vertex_paint.x, paint.range.z), dot_at(vertex_paint.x));
    encoded = on_ramp(vertex_paint.x);
    // Of contrasting lightness, to be visible at both ends.
    encoded = mix(encoded, vec3(dot(encoded, vec3(0.3, 0.6, 0.1)) > 0.45 ? 0.05 : 0.95), 0.75 * mark);
  }
  color = vec4(light_of(encoded) * shade, 1.0);
}
