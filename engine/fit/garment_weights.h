// The weights of a garment while it is mended: its own, mixed with others from the body by shares per place.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/copy.h"
#include "engine/bind/skin_table.h"
#include "engine/fit/garment_motion.h"
#include "engine/fit/garment_places.h"

namespace mannequin {

class GarmentWeights {
 public:
  // The garment as in its file; keeps references to it and to `places`.
  GarmentWeights(std::span<const BoundMeshDesc> garment, const GarmentPlaces& places);

  // Adds weights by transfer_weights(). Fails as that does.
  Status add_transferred(std::span<const WeightSource> sources);
  // Adds those of the places of the body that attach_to_body() finds.
  void add_attached(std::span<const WeightSource> sources);
  // Adds balanced_weights() of the garment's own weights and the transferred ones, which must be the first
  // that were added. `poses`: how much these count. Joints are named as in `skeleton`.
  void add_balanced(const GarmentMotion& motion, double poses, const Skeleton& skeleton);
  // Adds weights by place, one list for each place.
  void add_by_place(const WeightTable& weights);
  // How many were added.
  std::size_t count() const { return added_.size(); }

  // Replaces the weights of mesh `m` of the garment, in `desc`: at most four influences, sum 1.
  // shares[i][place]: of the i-th added ones; the rest is the garment's own. Vertices without any keep their
  // own bit for bit. `body_binds`: how the body's joints are bound.
  void mix(std::size_t m, std::span<const std::vector<double>> shares,
           const std::map<std::string, JointBind>& body_binds, BoundMeshDesc& desc) const;

 private:
  std::vector<double> shares_of_vertices(std::size_t m, std::span<const double> share_of_place) const;

  std::span<const BoundMeshDesc> garment_;
  const GarmentPlaces* places_;
  std::vector<std::size_t> first_;  // per mesh, the number of its first vertex
  std::vector<WeldedSurface> welded_;
  std::vector<WeightTable> own_;
  std::vector<std::vector<WeightTable>> added_;  // each: per mesh
};

}  // namespace mannequin
