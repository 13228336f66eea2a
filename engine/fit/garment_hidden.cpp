#include "engine/fit/garment_hidden.h"

namespace mannequin {

std::vector<bool> hidden_triangles(const CaseMeter& meter, const FitSurface& garment,
                                   std::span<const MendCase> cases, const HiddenBodyOptions& options) {
  const std::vector<float> outermost = meter.outermost(garment, cases);
  // Vertices at seams count as one.
  const GarmentPlaces body = find_places(meter.body, meter.body);
  std::vector<bool> under(body.count(), false), seen(body.count(), false);
  for (std::size_t b = 0; b < outermost.size(); ++b) {
    const std::uint32_t place = body.of[meter.pair.counted()[b]];
    (outermost[b] < -static_cast<float>(options.clearance) ? under : seen)[place] = true;
  }
  for (std::size_t w = 0; w < under.size(); ++w)
    if (seen[w]) under[w] = false;
  for (int ring = 0; ring < options.rim; ++ring) {
    std::vector<bool> inner = under;
    for (std::size_t w = 0; w < under.size(); ++w)
      for (const std::uint32_t neighbour : body.neighbours[w])
        if (!under[neighbour]) inner[w] = false;
    under = std::move(inner);
  }
  std::vector<bool> hidden;
  for (const Surface::Triangle& t : meter.body.triangles())
    hidden.push_back(under[body.of[t[0]]] && under[body.of[t[1]]] && under[body.of[t[2]]]);
  return hidden;
}

}  // namespace mannequin
