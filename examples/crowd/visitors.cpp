#include "examples/crowd/visitors.h"

#include <cmath>
#include <numbers>

#include "engine/appearance/random_shape.h"
#include "tools/scenes/random.h"

namespace mannequin::example {

std::vector<Visitor> make_visitors(const Appearance& appearance, std::size_t garments,
                                   std::span<const Clip> clips, std::size_t count) {
  scenes::Random random(1);
  const double radius = std::sqrt(2.0 * static_cast<double>(count) / std::numbers::pi);
  std::vector<Visitor> visitors(count);
  for (std::size_t i = 0; i < count; ++i) {
    Visitor& visitor = visitors[i];
    visitor.shape =
        random_shape(appearance, i % 2 == 0 ? Sex::female : Sex::male, static_cast<std::uint32_t>(i));
    const std::size_t first = random.below(garments);
    visitor.garments = {first, (first + 1 + i % 7) % garments, (first + 8 + i % 11) % garments};
    visitor.clip = &clips[random.below(clips.size())];
    visitor.clip_offset = static_cast<float>(4.0 * random.unit());
    const double out = radius * std::sqrt(random.unit()), angle = 2.0 * std::numbers::pi * random.unit();
    visitor.ground = i == 0 ? Vec3(3.0, 0.0, 0.0) : Vec3(out * std::cos(angle), out * std::sin(angle), 0.0);
  }
  return visitors;
}

Camera camera_at(float time) {
  const double angle = std::numbers::pi / 6.0 * std::sin(0.5 * static_cast<double>(time));
  Camera camera;
  camera.direction = Vec3(std::cos(angle), std::sin(angle), 0.0);
  return camera;
}

}  // namespace mannequin::example
