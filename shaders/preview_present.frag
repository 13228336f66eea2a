// Converts the linear picture to the screen's encoding.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_layout.h"

layout(binding = kImageBinding) uniform sampler2D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;

void main() {
  // Without a studio behind the avatar, its edges cover pixels partially.
  vec4 drawn = texture(image, place);
  vec3 light = drawn.rgb / max(drawn.a, 1e-3);
  vec3 low = light * 12.92, high = 1.055 * pow(max(light, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055;
  vec3 encoded = mix(high, low, lessThanEqual(light, vec3(0.0031308)));
  color = vec4(encoded, drawn.a);
}
