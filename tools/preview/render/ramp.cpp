#include "tools/preview/render/ramp.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace mannequin::preview {

const Ramp kViridis{"viridis", {0x440154, 0x443983, 0x31688e, 0x21918c, 0x35b779, 0x8ed645, 0xfde725}};
const Ramp kBatlow{"batlow", {0x011959, 0x144d62, 0x3c6d56, 0x818232, 0xd19342, 0xfdac9c, 0xfacbf8}};
const Ramp kVik{"vik", {0x001261, 0x06548b, 0x6da6c2, 0xeae6e4, 0xd39774, 0xab4814, 0x5b0108}};
const Ramp kCividis{"cividis", {0x00224e, 0x2a3f6d, 0x575d6d, 0x7d7c78, 0xa59c74, 0xd1bf61, 0xfee838}};

Vec3f Ramp::stop(std::size_t i) const {
  const std::uint32_t hex = stops[i];
  return Vec3f(static_cast<float>(hex >> 16 & 255), static_cast<float>(hex >> 8 & 255),
               static_cast<float>(hex & 255)) /
         255.0f;
}

Vec3f Ramp::at(double t) const {
  constexpr std::size_t kLast = std::tuple_size_v<decltype(stops)> - 1;
  const double place = std::clamp(t, 0.0, 1.0) * kLast;
  const std::size_t below = std::min(static_cast<std::size_t>(place), kLast - 1);
  return glm::mix(stop(below), stop(below + 1), static_cast<float>(place - static_cast<double>(below)));
}

// The golden angle keeps each hue far from the previous ones; three lightnesses separate them in grey.
Vec3f category_color(std::size_t number) {
  const double hue = std::fmod(static_cast<double>(number) * 0.6180339887, 1.0) * glm::two_pi<double>();
  const double lightness = std::array{0.52, 0.82, 0.67}[number % 3];
  // Oklab to linear light (Ottosson 2020).
  const double a = 0.11 * std::cos(hue), b = 0.11 * std::sin(hue);
  const auto cubed = [](double x) { return x * x * x; };
  const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b),
               m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b),
               s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
  const Vec3 light(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                   -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                   -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  return Vec3f(glm::pow(glm::clamp(light, 0.0, 1.0), Vec3(1.0 / 2.2)));
}

}  // namespace mannequin::preview
