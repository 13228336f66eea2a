// Skinning where memory is best written in whole lines: graphics cards.
#version 450
#extension GL_GOOGLE_include_directive : require
const bool kExchange = true;
#include "shaders/skin_grid.glsl"
