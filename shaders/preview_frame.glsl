// The blocks that the window's shaders share.

#include "shaders/preview_layout.h"

layout(std140, binding = kFrameBinding) uniform FrameBlock { PreviewFrame frame; };

// The picture is written to an sRGB target, which encodes; what is brighter than the screen is bent, not cut.
vec3 shown(vec3 light) {
  float brightest = max(max(light.r, light.g), light.b);
  const float knee = 0.8;
  if (brightest <= knee) return light;
  float over = brightest - knee;
  return light * ((knee + (1.0 - knee) * over / (over + (1.0 - knee))) / brightest);
}
