// The studio's back wall: a soft pool of light behind the figure.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_frame.glsl"

layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;

void main() {
  vec2 from_middle = (place - vec2(0.5, 0.56)) * vec2(frame.viewport.x * frame.viewport.w, 1.0);
  float t = smoothstep(0.0, 0.95, length(from_middle));
  color = vec4(shown(mix(frame.background_inner.rgb, frame.background_outer.rgb, t), gl_FragCoord.xy), 1.0);
}
