// Edges of triangles, in one colour.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_layout.h"

layout(std140, binding = kPaintBinding) uniform PaintBlock { PreviewPaint paint; };
layout(location = 0) out vec4 color;

void main() { color = paint.wire; }
