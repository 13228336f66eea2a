// Where the crowd stands, and the camera that sees all of it. Metres, X forward, Y left, Z up, as in the
// viewer.
#pragma once

#define GLM_FORCE_DEPTH_ZERO_TO_ONE
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

inline int columns_of(int avatars) { return static_cast<int>(std::ceil(std::sqrt(avatars * 2.0))); }

// On the ground.
inline glm::dvec3 place_of(int avatar, int avatars) {
  const int columns = columns_of(avatars);
  return {-1.6 * (avatar / columns), 1.3 * ((columns - 1) / 2.0 - avatar % columns), 0.0};
}

// Depth from 0 to 1. `y_up`: as OpenGL has it; Vulkan's y points down.
inline glm::mat4 clip_from_world(int avatars, float aspect, bool y_up) {
  const float width = 1.3f * static_cast<float>(columns_of(avatars)) + 1.0f;
  const glm::vec3 target(-width * 0.25f, 0.0f, 0.8f);
  const glm::mat4 view =
      glm::lookAt(target + glm::vec3(width * 1.0f, 0.0f, width * 0.35f), target, {0, 0, 1});
  // 40 degrees upwards; in a window narrower than 16:9 as many sideways as there.
  const float up = std::tan(glm::radians(20.0f)) * std::max(1.0f, 16.0f / 9.0f / aspect);
  glm::mat4 projection = glm::perspective(2.0f * std::atan(up), aspect, 0.1f, 10.0f * width);
  if (!y_up) projection[1][1] *= -1.0f;
  return projection * view;
}

// A colour for each, all of one lightness.
inline glm::vec3 colour_of(int avatar) {
  const float turn = 2.4f * static_cast<float>(avatar);
  return glm::vec3(0.62f) + 0.22f * glm::vec3(std::cos(turn), std::cos(turn - 2.1f), std::cos(turn + 2.1f));
}

// What makes each avatar another: sliders by id (33 height, 34 thickness, 637 fat, 652 muscles of the legs,
// 80 sex).
struct Slider {
  int id;
  double weight;
};
inline void sliders_of(int avatar, Slider (&out)[4]) {
  const auto part = [&](int step) { return (avatar * step % 16) / 15.0; };
  out[0] = {33, -2.0 + 4.0 * part(7)};
  out[1] = {34, -0.7 + 1.7 * part(5)};
  out[2] = {637, 0.8 * part(3)};
  out[3] = {80, static_cast<double>(avatar % 2)};
}
