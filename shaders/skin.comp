// Skins a grid of vertices (x) and instances (y).
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/skin.glsl"

layout(local_size_x = kSkinGroupSize) in;

layout(std140, binding = kSkinPieceBinding) uniform PieceBlock { SkinPiece piece; };
layout(std430, binding = kSkinVertexBinding) readonly buffer VertexBlock { BoundVertex vertices[]; };
layout(std430, binding = kSkinPaletteBinding) readonly buffer PaletteBlock { vec4 palette_rows[]; };
layout(std430, binding = kSkinResultBinding) writeonly buffer ResultBlock { float results[]; };

PaletteMatrix weighted(uint palette, uint slot, float weight) {
  uint row = palette + slot * kPaletteRows;
  return scaled(PaletteMatrix(palette_rows[row], palette_rows[row + 1u], palette_rows[row + 2u]), weight);
}

void main() {
  uint vertex = gl_GlobalInvocationID.x;
  uint instance = gl_GlobalInvocationID.y;
  if (vertex >= piece.vertex_count || instance >= piece.instance_count) return;

  BoundVertex v = vertices[vertex];
  uint palette = piece.palette_begin + instance * piece.palette_stride;
  PaletteMatrix blend = weighted(palette, v.joints01 & 0xffffu, v.weights.x);
  blend = sum(blend, weighted(palette, v.joints01 >> 16, v.weights.y));
  blend = sum(blend, weighted(palette, v.joints23 & 0xffffu, v.weights.z));
  blend = sum(blend, weighted(palette, v.joints23 >> 16, v.weights.w));

  SkinnedPoint point = skinned(v, blend);
  uint out_at = piece.result_begin + instance * piece.result_stride + vertex * kResultFloats;
  results[out_at + 0u] = point.position.x;
  results[out_at + 1u] = point.position.y;
  results[out_at + 2u] = point.position.z;
  results[out_at + 3u] = point.normal.x;
  results[out_at + 4u] = point.normal.y;
  results[out_at + 5u] = point.normal.z;
}
