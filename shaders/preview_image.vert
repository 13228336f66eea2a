// One triangle over the whole image.
#version 450
layout(location = 0) in vec2 corner;
layout(location = 0) out vec2 place;  // 0..1

void main() {
  place = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 0.0, 1.0);
}
