// A matte studio material under key, fill and rim light. Needs preview_frame.glsl.

const float kPi = 3.14159265;

// Wrapped diffuse light, as on skin and plaster; `wrap` keeps the total energy.
float wrapped(float n_dot_l, float wrap) { return max(n_dot_l + wrap, 0.0) / ((1.0 + wrap) * (1.0 + wrap)); }

float highlight(vec3 n, vec3 v, vec3 l, float roughness) {
  vec3 h = normalize(v + l);
  float n_dot_h = max(dot(n, h), 0.0), n_dot_l = max(dot(n, l), 0.0), n_dot_v = max(dot(n, v), 1e-3);
  float a2 = roughness * roughness * roughness * roughness;
  float d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
  float k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
  float visible = 1.0 / ((n_dot_l * (1.0 - k) + k) * (n_dot_v * (1.0 - k) + k));
  float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(h, v), 0.0), 5.0);
  return a2 / (kPi * d * d) * visible * fresnel * 0.25 * n_dot_l;
}

struct Light {
  vec3 diffuse;  // to be coloured by the material
  vec3 shine;
};

// n, v: unit; the surface's normal on the viewer's side, and the direction to the viewer. color: of the
// material; open: visible fraction of its surroundings; lit: visible fraction of the key light.
Light light_on(vec3 n, vec3 v, vec3 color, float roughness, float open, float lit) {
  vec3 key = frame.key_direction.xyz, fill = frame.fill_direction.xyz, rim = frame.rim_direction.xyz;
  Light light;
  // Into shadows comes light that bounced off the surface, the more the lighter it is, in its own colour: without
  // that, skin looks like cement there.
  vec3 bounced = 0.04 + 0.22 * color * color;
  light.diffuse = frame.key_color.rgb * wrapped(dot(n, key), 0.12) * mix(vec3(lit), vec3(1.0), bounced);
  light.diffuse += frame.fill_color.rgb * wrapped(dot(n, fill), 0.5) * mix(vec3(open), vec3(1.0), 0.3 + 0.3 * color);
  light.diffuse += frame.rim_color.rgb * wrapped(dot(n, rim), 0.0) * open;
  vec3 around = mix(frame.ground_color.rgb, frame.sky_color.rgb, n.z * 0.5 + 0.5);
  light.diffuse += around * open * mix(vec3(open), vec3(1.0), 0.6 * color);

  light.shine = frame.key_color.rgb * highlight(n, v, key, roughness) * lit;
  light.shine += frame.fill_color.rgb * highlight(n, v, fill, roughness) * open;
  light.shine += frame.rim_color.rgb * highlight(n, v, rim, roughness) * open;
  float edge = pow(1.0 - max(dot(n, v), 0.0), 4.0);
  light.shine += frame.sky_color.rgb * edge * 0.35 * open;
  return light;
}

// Unit vector, from a position in the world.
vec3 to_viewer(vec3 at) {
  return frame.camera.w > 0.5 ? normalize(frame.camera.xyz - at) : -frame.camera_forward.xyz;
}

// A fully occluded vertex lies inside another mesh (an ankle in a shoe), and would wrongly darken the visible
// part of its triangles. weight: 1 for shaded by ambient_occlusion.
float usable_ambient_occlusion(float ambient_occlusion, float weight) {
  return mix(1.0, mix(0.7, ambient_occlusion, smoothstep(0.02, 0.12, ambient_occlusion)), weight);
}
