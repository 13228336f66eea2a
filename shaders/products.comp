// For the benchmark: eight sums of products a thread that do not wait for each other.
#version 450

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer SourceBlock { float source[]; };
layout(std430, binding = 1) writeonly buffer TargetBlock { float target[]; };

void main() {
  float factor = source[0], term = source[1];
  vec4 a = vec4(1.0, 2.0, 3.0, 4.0), b = vec4(5.0, 6.0, 7.0, 8.0);
  for (int i = 0; i < 512; ++i) {
    a = a * factor + term;
    b = b * factor + term;
  }
  uint at = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  target[at] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
}
