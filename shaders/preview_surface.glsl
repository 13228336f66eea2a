// The material of a mesh at a fragment. Needs preview_layout.h and DrawBlock.

layout(binding = kTextureBinding) uniform sampler2D face_texture;

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
