// Blocks shared by the window's shaders.

#include "shaders/preview_layout.h"

layout(std140, binding = kFrameBinding) uniform FrameBlock { PreviewFrame frame; };

// -0.5..0.5, different from pixel to pixel.
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5; }

// One step of eight bits, as linear light, near
// this brightness: the encoding is almost a sqrt.
vec3 eighth_bit(vec3 light) { return sqrt(max(light, vec3(0.0))) * (2.0 / 255.0); }

// For an sRGB target, which encodes. Compresses highlights instead of clipping them, and adds half a step of
// noise to prevent banding.
vec3 shown(vec3 light, vec2 pixel) {
  float brightest = max(max(light.r, light.g), light.b);
  const float knee = 0.8;
  if (brightest > knee) {
    float over = brightest - knee;
    light *= (knee + (1.0 - knee) * over / (over + (1.0 - knee))) / brightest;
  }
  return light + noise(pixel) * eighth_bit(light);
}
