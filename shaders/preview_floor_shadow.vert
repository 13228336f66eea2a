// A skinned vertex projected onto the floor along pass.direction. `position` is in the avatar's frame;
// pass.step.x is the lift above the floor.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_layout.h"

layout(std140, binding = kDrawBinding) uniform PassBlock { PreviewPass pass; };

layout(location = 0) in vec3 position;
layout(location = 0) out float height;

void main() {
  height = position.z + pass.step.x;
  vec3 on_floor = vec3(position.xy - pass.direction.xy * (height / pass.direction.z), 0.0);
  gl_Position = pass.clip_from_world * vec4(on_floor, 1.0);
  // The lowest caster decides: it gives the hardest shadow.
  gl_Position.z = clamp(height / 8.0, 0.0, 0.999) * gl_Position.w;
}
