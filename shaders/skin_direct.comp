// For implementations that run threads sequentially, where barriers cost most: software renderers.
#version 450
#extension GL_GOOGLE_include_directive : require
const bool kExchange = false;
#include "shaders/skin_grid.glsl"
