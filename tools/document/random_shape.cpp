#include "tools/document/random_shape.h"

#include <algorithm>
#include <string_view>

namespace mannequin::document {
namespace {

constexpr std::string_view kSections[] = {"Body",  "Head", "Eyes",  "Ears", "Nose",
                                          "Mouth", "Chin", "Torso", "Legs"};

// 0 to 1, from seed and slider only: it must not depend on which other sliders exist.
double chance(std::uint32_t seed, int parameter) {
  std::uint64_t x = (std::uint64_t{seed} << 32) + static_cast<std::uint32_t>(parameter) + 0x9e3779b97f4a7c15u;
  for (const std::uint64_t factor : {0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu}) {
    x = (x ^ (x >> 30)) * factor;
    x ^= x >> 27;
  }
  return static_cast<double>(x >> 11) / 9007199254740992.0;
}

}  // namespace

SliderValues random_shape(const Appearance& appearance, const SliderValues& sliders, Sex sex,
                          std::uint32_t seed, double amount) {
  SliderValues made = sliders;
  for (const SectionDesc& section : appearance.sections()) {
    if (std::ranges::find(kSections, section.name) == std::end(kSections)) continue;
    for (const int id : section.parameters) {
      const ParameterIndex index = appearance.find(id);
      if (index == kNoParameter || id == kMaleParameter || id == kHoverParameter) continue;
      const ParameterDesc& p = appearance[index];
      if (!concerns(p.sex, sex)) continue;
      const auto found = sliders.find(id);
      const double now = found == sliders.end() ? p.default_weight : std::clamp(found->second, p.min, p.max);
      const double wanted = p.min + chance(seed, id) * (p.max - p.min);
      made[id] = now + std::clamp(amount, 0.0, 1.0) * (wanted - now);
    }
  }
  return made;
}

}  // namespace mannequin::document
