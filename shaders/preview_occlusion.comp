// Accumulates, per place, how much of the sky its vertex sees: one direction per dispatch. Of the key light a
// vertex sees what its surroundings see: visible or not, shadows would have the teeth of the triangles.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_disk.glsl"
#include "shaders/preview_layout.h"

layout(local_size_x = 64) in;
layout(std140, binding = kDrawBinding) uniform PassBlock { PreviewPass pass; };
layout(binding = kSkyDepthBinding) uniform sampler2DShadow sky_depth;
layout(std430, binding = kSkinnedBinding) readonly buffer SkinnedBlock { float skinned[]; };
layout(std430, binding = kOcclusionBinding) buffer OcclusionBlock { vec2 seen_of[]; };  // of the sky, of the key light

vec3 floats_at(uint at) { return vec3(skinned[at], skinned[at + 1u], skinned[at + 2u]); }

// p: in the map; n: the normal in its axes, of any length.
float key_light(vec3 p, vec3 n) {
  // Deeper on one side where the surface slopes, so that it does not shadow itself.
  vec2 slope = abs(n.z) > 1e-6 ? -n.xy / n.z : vec2(0.0);
  float lit = 0.0;
  for (int i = 0; i < kTaps; ++i) {
    vec2 away = pass.step.x * kTap[i];
    float deeper = clamp(dot(slope, away), -3.0 * pass.step.x, 3.0 * pass.step.x);
    lit += textureLod(sky_depth, vec3(p.xy + away, p.z + deeper - 0.002), 0.0);
  }
  return lit / float(kTaps);
}

void main() {
  uint place = gl_GlobalInvocationID.x;
  if (place >= pass.place_count) return;
  vec3 position = floats_at(pass.positions_begin + 3u * place), normal = floats_at(pass.normals_begin + 3u * place);
  float facing = max(dot(normal, pass.direction.xyz), 0.0);
  vec3 p = (pass.clip_from_world * vec4(position + normal * 0.006 + pass.direction.xyz * 0.014, 1.0)).xyz * 0.5 + 0.5;
  if (pass.sky == 0u) {
    seen_of[place].y = key_light(p, mat3(pass.clip_from_world) * normal);
    return;
  }
  float seen = textureLod(sky_depth, vec3(p.xy, p.z - 0.002), 0.0);
  float sum = facing * seen * pass.direction.w;
  seen_of[place].x = pass.first_pass == 1u ? sum : seen_of[place].x + sum;
}
