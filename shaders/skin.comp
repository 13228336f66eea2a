// For hardware that writes memory best in whole lines: GPUs.
#version 450
#extension GL_GOOGLE_include_directive : require
const bool kExchange = true;
#include "shaders/skin_grid.glsl"
