// From the linear picture to the screen's encoding, with half a step of noise against bands in the gradients.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_layout.h"

layout(binding = kImageBinding) uniform sampler2D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;

float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

void main() {
  vec3 light = texture(image, place).rgb;
  vec3 low = light * 12.92, high = 1.055 * pow(max(light, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055;
  vec3 encoded = mix(high, low, lessThanEqual(light, vec3(0.0031308)));
  color = vec4(encoded + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
