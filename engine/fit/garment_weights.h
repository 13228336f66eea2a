// The weights of a garment while it is mended: its own, mixed with the body's by a share per place.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/bind.h"
#include "engine/bind/copy.h"
#include "engine/bind/skin_table.h"
#include "engine/fit/garment_places.h"

namespace mannequin {

class GarmentWeights {
 public:
  // The garment as in its file; keeps references to it and to `places`.
  GarmentWeights(std::span<const BoundMeshDesc> garment, const GarmentPlaces& places);

  // Takes weights from the body: by nearest points, or by transfer. Fails as bind_weights.
  Status take(std::span<const WeightSource> sources, BindMethod method);
  // Discards the taken weights.
  void forget() { taken_.clear(); }
  bool taken() const { return !taken_.empty(); }

  // Exchanges the taken tables, to keep them while others are tried.
  std::vector<WeightTable> swap(std::vector<WeightTable> tables);

  // Mixes the taken weights into mesh `m` of the garment, in `desc`: at
  // most four influences, sum 1. Vertices whose place has share 0 keep
  // their own bit for bit. `binds`: how the body's joints are bound.
  void mix(std::size_t m, std::span<const double> share, const std::map<std::string, JointBind>& binds,
           BoundMeshDesc& desc) const;

 private:
  std::span<const BoundMeshDesc> garment_;
  const GarmentPlaces* places_;
  std::vector<std::size_t> first_;  // per mesh, the number of its first vertex
  std::vector<WeldedSurface> welded_;
  std::vector<WeightTable> own_, taken_;
};

}  // namespace mannequin
