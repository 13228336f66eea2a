// r: covered; g: height of the caster; b: covered from straight above, decreasing with height.
#version 450
layout(location = 0) in float height;
layout(location = 0) out vec4 color;

void main() { color = vec4(1.0, max(height, 0.0), exp(-6.0 * max(height, 0.0)), 1.0); }
