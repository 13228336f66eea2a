#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(push_constant) uniform Push {
  mat4 clip_from_world;
  vec4 color;
};
layout(location = 0) out vec3 world_normal;

void main() {
  world_normal = normal;
  gl_Position = clip_from_world * vec4(position, 1);
}
