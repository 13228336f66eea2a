// For the benchmark: copies 16 bytes a thread. A source that ends before the target goes on with its last ones: of one
// element, it fills.
#version 450

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer SourceBlock { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer TargetBlock { uvec4 target[]; };

void main() {
  uint at = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  target[at] = source[min(at, uint(source.length()) - 1u)];
}
