// A skinned vertex seen from a light.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "shaders/preview_layout.h"

layout(std140, binding = kDrawBinding) uniform PassBlock { PreviewPass pass; };

layout(location = 0) in vec3 position;

void main() { gl_Position = pass.clip_from_world * vec4(position, 1.0); }
