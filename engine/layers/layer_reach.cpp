#include "engine/layers/layer_reach.h"

#include <algorithm>
#include <set>

namespace mannequin {
namespace {

void collect_driven(const Appearance& appearance, ParameterIndex p, std::set<int>& ids) {
  if (!ids.insert(appearance[p].id).second) return;
  for (const DrivenLink& link : appearance.driven(p)) collect_driven(appearance, link.parameter, ids);
}

bool names_any(const std::set<int>& ids, const std::vector<AlphaParameterDesc>& alpha) {
  return std::ranges::any_of(alpha, [&](const AlphaParameterDesc& a) { return ids.contains(a.parameter); });
}

bool names_any(const std::set<int>& ids, const std::vector<ColorParameterDesc>& color) {
  return std::ranges::any_of(color, [&](const ColorParameterDesc& c) { return ids.contains(c.parameter); });
}

}  // namespace

LayerReach layer_reach(const LayerSetsDesc& layers, const Appearance& appearance, ParameterIndex slider) {
  std::set<int> ids;
  collect_driven(appearance, slider, ids);
  std::set<std::string> colors;
  for (const GlobalColorDesc& global : layers.global_colors)
    if (names_any(ids, global.parameters)) colors.insert(global.name);
  LayerReach reach;
  bool undrawn = false;
  for (const LayerSetDesc& set : layers.sets)
    for (const LayerDesc& layer : set.layers) {
      const bool masks = names_any(ids, layer.alpha);
      if (!masks && !names_any(ids, layer.color) && !colors.contains(layer.global_color)) continue;
      if (layer.pass == LayerPass::bump) {
        undrawn = true;
        continue;
      }
      reach.paints.push_back(set.region + "/" + layer.name);
      reach.limits_morphs |=
          masks && std::ranges::any_of(layers.masked_morphs, [&](const MaskedMorphDesc& morph) {
            return morph.region == set.region && morph.layer == layer.name;
          });
    }
  bool moves = false, masked = false;
  for (const int id : ids) {
    const ParameterDesc& parameter = appearance[appearance.find(id)];
    if (parameter.kind != ParameterKind::morph && parameter.kind != ParameterKind::skeleton) continue;
    const bool limited = std::ranges::any_of(appearance.morph_masks(),
                                             [&](const MorphMaskDesc& mask) { return mask.parameter == id; });
    (limited ? masked : moves) = true;
  }
  reach.needs_mask = masked;
  reach.ignored = undrawn && reach.paints.empty() && !moves && !masked;
  return reach;
}

}  // namespace mannequin
