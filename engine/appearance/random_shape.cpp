#include "engine/appearance/random_shape.h"

#include "engine/core/seeded_random.h"

namespace mannequin {

SliderValues random_shape(const Appearance& appearance, Sex sex, std::uint32_t seed) {
  SeededRandom random(seed);
  SliderValues sliders;
  for (const SectionDesc& section : appearance.sections())
    for (const int id : section.parameters) {
      const ParameterDesc& p = appearance[appearance.find(id)];
      sliders[id] = p.min + random.unit() * (p.max - p.min);
    }
  sliders.erase(kHoverParameter);
  sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  return sliders;
}

}  // namespace mannequin
