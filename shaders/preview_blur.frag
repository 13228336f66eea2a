// One direction of a Gaussian blur.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_layout.h"

layout(std140, binding = kDrawBinding) uniform PassBlock { PreviewPass pass; };
layout(binding = kImageBinding) uniform sampler2D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;

void main() {
  int taps = int(pass.step.w);
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  for (int i = -taps; i <= taps; ++i) {
    float x = float(i) / pass.step.z;
    float weight = exp(-0.5 * x * x);
    sum += weight * texture(image, place + float(i) * pass.step.xy);
    weights += weight;
  }
  color = sum / weights;
}
