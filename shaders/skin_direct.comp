// Skinning where threads are run one after the other, and waiting for each other costs most: software renderers.
#version 450
#extension GL_GOOGLE_include_directive : require
const bool kExchange = false;
#include "shaders/skin_grid.glsl"
