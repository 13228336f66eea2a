// What a mesh is made of, where it is seen. Needs preview_layout.h and DrawBlock.

layout(binding = kTextureBinding) uniform sampler2D face_texture;

// Screens what is not quite opaque by a fine even grid: it needs no order of drawing, and many layers stay right.
bool screened_out(float opacity) {
  const float kGrid[16] = float[](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
  return opacity <= (kGrid[cell.y * 4 + cell.x] + 0.5) / 16.0;
}

// The colour of the surface, and how much of what is behind it hides. from_vertex: the vertex colour, where it counts.
vec4 surface(vec3 from_vertex, vec2 place) {
  vec4 own = vec4(draw.color.rgb, draw.settings.y);
  if (draw.settings.z < 0.5 && draw.settings.w < 0.5) return own;
  if (draw.settings.w > 0.5) own.rgb *= from_vertex;
  if (draw.settings.z > 0.5) {
    vec4 texel = texture(face_texture, place);
    own.rgb *= texel.rgb;
    if (draw.settings.z > 1.5) own.a *= texel.a;
  }
  // No real surface is quite white or black.
  own.rgb = mix(vec3(0.03), vec3(0.8), own.rgb);
  return own;
}
