#version 450
layout(location = 0) in vec3 world_normal;
layout(push_constant) uniform Push {
  mat4 clip_from_world;
  vec4 color;
};
layout(location = 0) out vec4 pixel;

void main() {
  vec3 n = normalize(world_normal);
  pixel = vec4(color.rgb * (0.35 + 0.65 * max(0.0, dot(n, normalize(vec3(1.0, 0.6, 1.2))))), 1);
}
