// The material of a mesh at a fragment. Needs preview_layout.h and DrawBlock.

layout(binding = kTextureBinding) uniform sampler2D face_texture;

// Screen-door transparency on a fine regular grid: independent of drawing order, and correct for many layers.
bool screened_out(float opacity) {
  const float kGrid[16] = float[](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
  return opacity <= (kGrid[cell.y * 4 + cell.x] + 0.5) / 16.0;
}

// The surface's colour and opacity. from_vertex: the vertex colour, if it is used.
vec4 surface(vec3 from_vertex, vec2 place) {
  vec4 own = vec4(draw.color.rgb, draw.settings.y);
  if (draw.settings.z < 0.5 && draw.settings.w < 0.5) return own;
  if (draw.settings.w > 0.5) own.rgb *= from_vertex;
  if (draw.settings.z > 0.5) {
    vec4 texel = texture(face_texture, place);
    own.rgb *= texel.rgb;
    if (draw.settings.z > 1.5) own.a *= texel.a;
  }
  // No real surface is entirely white or black.
  own.rgb = mix(vec3(0.03), vec3(0.8), own.rgb);
  return own;
}
