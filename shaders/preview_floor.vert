#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(location = 0) in vec2 corner;  // -1..1
layout(location = 0) out vec2 at;     // metres on the floor

const float kHalf = 9.0;

void main() {
  at = corner * kHalf;
  gl_Position = frame.clip_from_world * vec4(at, 0.0, 1.0);
}
